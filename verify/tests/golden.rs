//! `verify golden` against small manifests made by hand and a program that is only
//! a script: each kind of difference is named, and nothing else is.
#![cfg(unix)]

use std::{
    fmt::Write,
    fs,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Command, Output},
};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

const CORPUS: &str = "1. e4 e5 *\n";

fn sha256(text: &str) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        write!(digits, "{byte:02x}").unwrap();
    }
    digits
}

/// Three rows, hashes left out.
fn rows() -> Vec<Vec<Value>> {
    let row = |index: u64, played: &str, score: &str, nodes: u64, sentence: &str| {
        let fen = format!("8/8/8/8/8/8/8/8 w - - 0 {}", index + 1);
        let pv = format!("{played} a7a6");
        let text = |text: &str| json!(text);
        vec![
            json!(index),
            json!(fen),
            text(played),
            json!(2),
            text(score),
            json!(nodes),
            json!(pv),
            text(sentence),
        ]
    };
    vec![
        row(0, "e2e4", "35", 100, ""),
        row(7, "e7e5", "-20", 250, "Mistake, about a pawn."),
        row(14, "g1f3", "#3", 17, "White has mate in three."),
    ]
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or(value.to_string(), str::to_owned)
}

fn lines(rows: &[Vec<Value>], columns: &[usize]) -> String {
    let line = |row: &Vec<Value>| {
        let texts: Vec<String> = columns.iter().map(|at| text_of(&row[*at])).collect();
        texts.join("\t") + "\n"
    };
    rows.iter().map(line).collect()
}

const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// A manifest whose hashes follow from its rows.
fn manifest(rows: &[Vec<Value>]) -> Value {
    let nodes: u64 = rows.iter().map(|row| row[5].as_u64().unwrap()).sum();
    let hashed: Vec<Vec<Value>> = rows
        .iter()
        .map(|row| {
            let mut row = row.clone();
            let hash = sha256(&lines(std::slice::from_ref(&row), &ALL));
            row.push(json!(hash));
            row
        })
        .collect();
    json!({
        "format": "quiet-voice fingerprint 1",
        "engine": "1a2b3c4d",
        "graph": "5e6f7a8b",
        "depth": 2,
        "arguments": ["fingerprint", "games.pgn", "--depth", "2"],
        "corpus": [{"file": "games.pgn", "sha256": sha256(CORPUS)}],
        "positions": rows.len(),
        "nodes": nodes,
        "search": sha256(&lines(rows, &ALL[..7])),
        "sentences": sha256(&lines(rows, &[0, 7])),
        "all": sha256(&lines(rows, &ALL)),
        "columns": ["index", "fen", "move", "depth", "score", "nodes", "pv", "sentence", "sha256"],
        "rows": hashed,
    })
}

fn outputs() -> Value {
    let entry = |voice: &str, arguments: &[&str]| {
        json!({
            "file": "games.pgn",
            "sha256": sha256(CORPUS),
            "voice": voice,
            "arguments": arguments,
            "annotated": sha256(&format!("annotated {}\n", arguments.join(" "))),
            "report": sha256("report\n"),
            "stripped": sha256(CORPUS),
        })
    };
    json!({
        "format": "quiet-voice outputs 1",
        "engine": "1a2b3c4d",
        "graph": "5e6f7a8b",
        "outputs": [
            entry("neutral", &[]),
            entry("student", &["--student", "Nora Quill"]),
        ],
    })
}

/// A program that gives what stands in `found.json`, and annotates by naming its
/// options; only with the cache off does it do so.
const SCRIPT: &str = r#"#!/bin/sh
[ "$QV_CACHE" = off ] || exit 9
case $1 in
  fingerprint) cat found.json; exit ;;
  strip) shift 2; words= ;;
  *) shift; words=annotated ;;
esac
while [ $# -gt 0 ]; do
  case $1 in
    --quiet) shift ;;
    --output) output=$2; shift 2 ;;
    --report) echo report > "$2"; shift 2 ;;
    *) words="$words $1"; shift ;;
  esac
done
case $words in
  '') cat games.pgn > "$output" ;;
  annotated) echo 'annotated ' > "$output" ;;
  *) echo "$words" > "$output" ;;
esac
"#;

struct Run {
    dir: TempDir,
}

impl Run {
    /// A folder with the corpus, the script, and a manifest that is found again.
    fn new() -> Run {
        let run = Run {
            dir: TempDir::new().unwrap(),
        };
        fs::create_dir(run.path("golden")).unwrap();
        run.write("games.pgn", CORPUS);
        run.script(SCRIPT);
        run.record(&manifest(&rows()));
        run.find(&manifest(&rows()));
        run
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn script(&self, text: &str) {
        self.write("annotate", text);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.path("annotate"), mode).unwrap();
    }

    fn record(&self, manifest: &Value) {
        self.write("golden/small.json", &manifest.to_string());
    }

    fn find(&self, manifest: &Value) {
        self.write("found.json", &manifest.to_string());
    }

    fn golden(&self, manifests: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_verify"))
            .current_dir(self.dir.path())
            .arg("golden")
            .args(manifests)
            .args(["--annotate", "./annotate"])
            .output()
            .unwrap()
    }

    /// Demands an exit code and a line, on either stream.
    fn expect(&self, code: i32, line: &str) {
        let output = self.golden(&[]);
        let said = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(
            said.lines().any(|said| said.contains(line)),
            "`{line}` is not said:\n{said}"
        );
        assert_eq!(output.status.code(), Some(code), "{said}");
    }
}

/// The manifest with one thing changed after its hashes were worked out.
fn with(path: &str, value: Value) -> Value {
    let mut manifest = manifest(&rows());
    *manifest.pointer_mut(path).unwrap() = value;
    manifest
}

#[test]
fn what_is_found_again_is_equal() {
    let run = Run::new();
    run.write("golden/moves.json", r#"{"no": "format"}"#);
    run.write("golden/README.md", "not JSON");
    run.expect(0, "golden/small.json: equal, 3 positions, 367 nodes");
    run.expect(0, "1 equal, 0 different, 0 could not be tried");
}

#[test]
fn a_changed_column_is_named_with_both_values() {
    let changes: [(usize, Value, &str); 7] = [
        (
            1,
            json!("8/8/8/8/8/8/8/8 b - - 0 8"),
            "row 7, fen: recorded 8/8/8/8/8/8/8/8 w - - 0 8, found 8/8/8/8/8/8/8/8 b - - 0 8",
        ),
        (2, json!("e7e6"), "row 7, move: recorded e7e5, found e7e6"),
        (3, json!(1), "row 7, depth: recorded 2, found 1"),
        (4, json!("-22"), "row 7, score: recorded -20, found -22"),
        (5, json!(251), "row 7, nodes: recorded 250, found 251"),
        (
            6,
            json!("e7e5 a7a5"),
            "row 7, pv: recorded e7e5 a7a6, found e7e5 a7a5",
        ),
        (
            7,
            json!(""),
            "row 7, sentence: recorded Mistake, about a pawn., found nothing",
        ),
    ];
    for (column, value, line) in changes {
        let run = Run::new();
        let mut found = rows();
        found[1][column] = value;
        // A later row differs too: the first is named.
        found[2][4] = json!("#4");
        run.find(&manifest(&found));
        run.expect(1, &format!("golden/small.json: {line}"));
    }
}

#[test]
fn a_row_hash_that_the_program_gets_wrong_is_a_difference() {
    let run = Run::new();
    run.find(&with("/rows/1/8", json!(sha256("x"))));
    run.expect(1, "row 7, sha256: recorded ");
}

#[test]
fn missing_and_surplus_rows_are_named() {
    let run = Run::new();
    let mut found = rows();
    found.remove(1);
    run.find(&manifest(&found));
    run.expect(1, "golden/small.json: row 7: recorded, not found");
    run.find(&manifest(&rows()[..2]));
    run.expect(1, "golden/small.json: row 14: recorded, not found");
    let mut found = rows();
    let mut more = found[1].clone();
    more[0] = json!(8);
    found.insert(2, more);
    run.find(&manifest(&found));
    run.expect(1, "golden/small.json: row 8: found, not recorded");
}

#[test]
fn keys_are_compared_where_all_rows_are_equal() {
    let run = Run::new();
    for (key, value, line) in [
        ("/nodes", json!(368), "nodes: recorded 367, found 368"),
        ("/positions", json!(4), "positions: recorded 3, found 4"),
        ("/depth", json!(3), "depth: recorded 2, found 3"),
        ("/search", json!("0"), "search: recorded "),
        ("/sentences", json!("0"), "sentences: recorded "),
        ("/all", json!("0"), "all: recorded "),
        (
            "/graph",
            json!("00000000"),
            "graph: recorded 5e6f7a8b, found 00000000",
        ),
        (
            "/engine",
            json!("00000000"),
            "engine: recorded 1a2b3c4d, found 00000000",
        ),
    ] {
        run.find(&with(key, value));
        run.expect(1, &format!("golden/small.json: {line}"));
    }
}

#[test]
fn another_engine_is_told_beside_the_row_it_explains() {
    let run = Run::new();
    let mut found = rows();
    found[0][4] = json!("36");
    let mut found = manifest(&found);
    found["engine"] = json!("00000000");
    run.find(&found);
    run.expect(
        1,
        "row 0, score: recorded 35, found 36; engine: recorded 1a2b3c4d, found 00000000",
    );
}

#[test]
fn a_manifest_that_disagrees_with_itself_is_told_before_the_program_runs() {
    let run = Run::new();
    run.script("#!/bin/sh\nexit 7\n");
    for (path, value, line) in [
        (
            "/rows/1/8",
            json!(sha256("x")),
            "row 7, sha256: the manifest disagrees with itself",
        ),
        (
            "/rows/1/4",
            json!("-21"),
            "row 7, sha256: the manifest disagrees with itself",
        ),
        (
            "/nodes",
            json!(1),
            "nodes: the manifest disagrees with itself: recorded 1, from its rows 367",
        ),
        (
            "/positions",
            json!(2),
            "positions: the manifest disagrees with itself",
        ),
        (
            "/search",
            json!(sha256("")),
            "search: the manifest disagrees with itself",
        ),
        (
            "/sentences",
            json!(sha256("")),
            "sentences: the manifest disagrees with itself",
        ),
        (
            "/all",
            json!(sha256("")),
            "all: the manifest disagrees with itself",
        ),
    ] {
        run.record(&with(path, value));
        run.expect(1, &format!("golden/small.json: {line}"));
    }
    let mut twice = rows();
    twice[2][0] = json!(7);
    run.record(&manifest(&twice));
    run.expect(1, "row 7, index: the manifest disagrees with itself");
    let mut odd = rows();
    odd[2][7] = json!("a\tb");
    run.record(&manifest(&odd));
    run.expect(
        1,
        "row 14, sentence: the manifest disagrees with itself: a TAB",
    );
}

#[test]
fn another_corpus_file_cannot_be_tried() {
    let run = Run::new();
    run.write("games.pgn", "1. d4 *\n");
    run.expect(2, "golden/small.json: games.pgn is another file: recorded ");
    fs::remove_file(run.path("games.pgn")).unwrap();
    run.expect(2, "golden/small.json: games.pgn: ");
}

#[test]
fn a_program_that_dies_or_is_not_there_cannot_be_tried() {
    let run = Run::new();
    run.script("#!/bin/sh\necho first >&2\necho 'no such graph' >&2\nexit 3\n");
    run.expect(2, "fingerprint failed (exit status: 3): no such graph");
    run.script("#!/bin/sh\nkill -9 $$\n");
    run.expect(2, "fingerprint failed (signal: 9");
    fs::remove_file(run.path("annotate")).unwrap();
    run.expect(2, "golden/small.json: ./annotate cannot be run");
}

#[test]
fn what_is_no_manifest_cannot_be_tried() {
    let run = Run::new();
    run.write("found.json", "Segmentation fault\n");
    run.expect(2, "what ./annotate printed is no manifest");
    run.write("found.json", "{}");
    run.expect(2, "what ./annotate printed is no manifest");
    run.find(&manifest(&rows()));
    run.write("golden/small.json", "{ not JSON");
    run.expect(2, "golden/small.json: is no manifest");
    let mut strange = manifest(&rows());
    strange["extra"] = json!(1);
    run.record(&strange);
    run.expect(2, "unknown field `extra`");
    let mut short = manifest(&rows());
    short.as_object_mut().unwrap().remove("search");
    run.record(&short);
    run.expect(2, "missing field `search`");
    run.record(&with("/rows/0/5", json!("100")));
    run.expect(2, "is no manifest: invalid type");
    run.record(&with("/format", json!("quiet-voice fingerprint 2")));
    run.expect(2, "its format is `quiet-voice fingerprint 2`");
    run.record(&with("/columns/4", json!("value")));
    run.expect(2, "its columns are others");
    run.record(&with("/arguments/1", json!("other.pgn")));
    run.expect(2, "its arguments are not those of its corpus");
    run.record(&with("/arguments/2", json!("-ogames.pgn")));
    run.expect(2, "`-ogames.pgn` among its arguments");
}

#[test]
fn a_folder_without_manifests_is_no_success() {
    let run = Run::new();
    fs::remove_file(run.path("golden/small.json")).unwrap();
    run.write("golden/moves.json", "{}");
    run.expect(2, "golden: no manifest is here");
    fs::remove_dir_all(run.path("golden")).unwrap();
    run.expect(2, "golden: ");
}

#[test]
fn named_manifests_are_taken_alone_and_must_be_some() {
    let run = Run::new();
    run.write("other.json", &manifest(&rows()).to_string());
    run.write("golden/small.json", "{}");
    let output = run.golden(&["other.json"]);
    assert_eq!(output.status.code(), Some(0));
    let output = run.golden(&["golden/small.json", "other.json"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("1 equal, 0 different, 1 could not"), "{said}");
}

#[test]
fn outputs_are_made_again_and_hashed() {
    let run = Run::new();
    run.record(&outputs());
    run.expect(0, "golden/small.json: equal, 2 outputs");
    for key in ["annotated", "report", "stripped"] {
        let mut recorded = outputs();
        recorded["outputs"][1][key] = json!(sha256("x"));
        run.record(&recorded);
        let place = format!(
            "games.pgn (student), {key}: recorded {}, found ",
            sha256("x")
        );
        run.expect(1, &place);
    }
    run.record(&outputs());
    run.script(&SCRIPT.replace("exit ;;", "exit ;;\n  *.pgn) exit 5 ;;"));
    run.expect(2, "games.pgn failed (exit status: 5)");
    run.script(&SCRIPT.replace("strip) shift 2;", "strip) exit 6;"));
    run.expect(2, "strip failed (exit status: 6)");
    // A program that says it is done and wrote nothing.
    run.script("#!/bin/sh\nexit 0\n");
    run.expect(2, "golden/small.json: ");
    run.script(SCRIPT);
    run.write("games.pgn", "1. d4 *\n");
    run.expect(2, "games.pgn is another file");
}

#[test]
fn the_record_of_an_output_tells_its_engine() {
    let run = Run::new();
    let record = "[QuietVoice \\\"1 engine=00000000 graph=5e6f7a8b depth=2\\\"]";
    run.script(&SCRIPT.replace("echo 'annotated ' >", &format!("echo \"{record}\" >")));
    let mut recorded = outputs();
    recorded["outputs"].as_array_mut().unwrap().pop();
    run.record(&recorded);
    run.expect(1, "; engine: recorded 1a2b3c4d, found 00000000");
    // The bytes are the ones recorded, and the key beside them is not.
    let annotated = format!("{}\n", record.replace('\\', ""));
    recorded["outputs"][0]["annotated"] = json!(sha256(&annotated));
    run.record(&recorded);
    run.expect(
        1,
        "golden/small.json: engine: recorded 1a2b3c4d, found 00000000",
    );
}
