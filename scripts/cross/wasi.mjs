// Runs a wasm32-wasip1 program under Node: node wasi.mjs PROGRAM.wasm ARGUMENT…
// It sees the folder it is started in, as `.`, and nothing else.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [, , program, ...rest] = process.argv;
const wasi = new WASI({
  version: 'preview1',
  args: ['annotate', ...rest],
  env: {},
  preopens: { '.': process.cwd() },
  returnOnExit: true,
});
const { instance } = await WebAssembly.instantiate(await readFile(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
