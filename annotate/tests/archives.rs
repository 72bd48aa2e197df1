//! Archives as they come: compressed, zipped, in folders, too large, broken.

#![cfg(feature = "compression")]

mod common;

use std::{
    fs,
    io::{Read, Write},
    path::Path,
};

use common::{
    QUICK, annotated, listing, program, put, read, run, run_quick, some_games, told, written,
};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).expect("memory can be written")
}

fn unpack(path: &Path) -> Vec<u8> {
    let packed = fs::read(path).expect("the output is there");
    let mut bytes = Vec::new();
    let read = match path.extension().and_then(|extension| extension.to_str()) {
        Some("gz") => flate2::read::MultiGzDecoder::new(packed.as_slice()).read_to_end(&mut bytes),
        Some("bz2") => bzip2::read::MultiBzDecoder::new(packed.as_slice()).read_to_end(&mut bytes),
        Some("zst") => zstd::Decoder::new(packed.as_slice())
            .expect("a decoder")
            .read_to_end(&mut bytes),
        _ => packed.as_slice().read_to_end(&mut bytes),
    };
    read.expect("the output is whole");
    bytes
}

/// A zip file of these members, every second one stored as it is.
fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (number, (name, bytes)) in members.iter().enumerate() {
        let method = if number % 2 == 0 {
            zip::CompressionMethod::Deflated
        } else {
            zip::CompressionMethod::Stored
        };
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).expect("a member");
        writer.write_all(bytes).expect("memory can be written");
    }
    writer.finish().expect("memory can be written").into_inner()
}

#[test]
fn a_packed_archive_comes_out_as_the_plain_one_whatever_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = some_games("club.pgn", 3);
    let expected = annotated(&text, &[]);
    let (one, two) = text.split_at(text.len() / 2);
    for (name, bytes) in [
        ("games.pgn.gz", gzip(&text)),
        ("members.pgn.gz", [gzip(one), gzip(two)].concat()),
        ("games.pgn.bz2", bzip2(&text)),
        ("streams.pgn.bz2", [bzip2(one), bzip2(two)].concat()),
        ("games.pgn.zst", zstd(&text)),
        ("frames.pgn.zst", [zstd(one), zstd(two)].concat()),
        ("misnamed.pgn", zstd(&text)),
        ("plain.pgn.gz", text.clone()),
        ("games.zip", zip(&[("games.pgn", &text)])),
        ("nested.zip", zip(&[("a/games.pgn.gz", &gzip(&text))])),
        (
            "misnamed.dat",
            zip(&[("x.PGN", &text), ("notes.txt", b"no game")]),
        ),
    ] {
        put(folder, name, &bytes);
        assert!(written(folder, &[name]) == expected, "{name}");
        let output = program()
            .args(QUICK)
            .args(["-q", "-"])
            .write_stdin(bytes)
            .output()
            .expect("the program runs");
        assert!(output.stdout == expected, "{name} by standard input");
    }
}

#[test]
fn an_output_is_packed_by_its_name_and_the_same_each_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = some_games("club.pgn", 2);
    put(folder, "games.pgn", &text);
    let expected = annotated(&text, &[]);
    for name in ["out.pgn.gz", "out.pgn.bz2", "out.pgn.zst", "out.pgn"] {
        let report = name.replace("out.pgn", "report.jsonl");
        let arguments = ["games.pgn", "-o", name, "--report", &report];
        written(folder, &arguments);
        let first = read(folder, name);
        assert!(unpack(&folder.join(name)) == expected, "{name}");
        assert!(
            unpack(&folder.join(&report)).ends_with(b"]}}\n"),
            "{report}"
        );
        written(folder, &arguments);
        assert!(read(folder, name) == first, "{name}");
        let stripped = format!("bare-{name}");
        let output = run(folder, &["strip", name, "-o", &stripped]);
        assert!(output.status.success(), "{}", told(&output));
        assert!(unpack(&folder.join(&stripped)) == text, "{stripped}");
    }
    let output = run_quick(folder, &["games.pgn", "-o", "out.zip"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told(&output).contains("no zip files are written"),
        "{}",
        told(&output)
    );
}

#[test]
fn in_place_a_file_stays_packed_as_it_was_and_is_kept_only_where_it_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = some_games("club.pgn", 2);
    let packed = [gzip(&text[..100]), gzip(&text[100..])].concat();
    put(folder, "games.pgn.gz", &packed);
    put(folder, "misnamed.pgn", &gzip(&text));
    for _ in 0..2 {
        written(folder, &["--in-place", "games.pgn.gz", "misnamed.pgn"]);
        let expected = [
            "games.pgn.gz",
            "games.pgn.gz.bak",
            "misnamed.pgn",
            "misnamed.pgn.bak",
        ];
        assert_eq!(listing(folder), expected);
    }
    assert!(unpack(&folder.join("games.pgn.gz")) == annotated(&text, &[]));
    assert!(read(folder, "games.pgn.gz.bak") == packed);
    let misnamed = read(folder, "misnamed.pgn");
    assert!(misnamed.starts_with(b"\x1f\x8b"));
    put(folder, "games.zip", &zip(&[("a.pgn", &text)]));
    assert_eq!(
        run_quick(folder, &["--in-place", "games.zip"])
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn a_folder_is_read_in_the_order_of_names_and_mirrored_in_the_output_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let game = |name: &str| format!("[White \"{name}\"]\n\n1. f3 e5 *\n\n");
    put(folder, "in/b.pgn", game("b").as_bytes());
    put(folder, "in/a/2.pgn.gz", &gzip(game("a2").as_bytes()));
    put(folder, "in/a/1.PGN", game("a1").as_bytes());
    put(
        folder,
        "in/c.zip",
        &zip(&[
            ("z.pgn", game("cz").as_bytes()),
            ("d/a.pgn", game("ca").as_bytes()),
        ]),
    );
    put(folder, "in/empty.zip", &zip(&[("readme.txt", b"nothing")]));
    put(folder, "in/notes.txt", b"1. e4 is best by test");
    put(folder, "in/.git/x.pgn", game("hidden").as_bytes());
    let text = String::from_utf8(written(folder, &["in"])).expect("text");
    let order: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("[White \"")?.strip_suffix("\"]"))
        .collect();
    assert_eq!(order, ["a1", "a2", "b", "cz", "ca"]);
    written(folder, &["in", "--output-dir", "out"]);
    assert_eq!(listing(&folder.join("out")), ["a", "b.pgn", "c"]);
    assert_eq!(listing(&folder.join("out/a")), ["1.PGN", "2.pgn.gz"]);
    assert_eq!(listing(&folder.join("out/c")), ["d", "z.pgn"]);
    let two = unpack(&folder.join("out/a/2.pgn.gz"));
    assert_eq!(two, annotated(game("a2").as_bytes(), &[]));
    put(folder, "none/readme.txt", b"");
    let output = run_quick(folder, &["none"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        told(&output).contains("it holds no games"),
        "{}",
        told(&output)
    );
}

#[test]
fn a_member_whose_name_leads_elsewhere_is_read_and_never_written_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let game = b"1. f3 e5 *\n\n";
    for name in [
        "../evil.pgn",
        "/evil.pgn",
        "a/../../evil.pgn",
        "..\\evil.pgn",
        "C:\\evil.pgn",
    ] {
        put(
            folder,
            "work/games.zip",
            &zip(&[("good.pgn", game), (name, game)]),
        );
        let work = folder.join("work");
        let text = written(&work, &["games.zip", "-o", "x.pgn"]);
        assert!(text.is_empty());
        assert_eq!(read(&work, "x.pgn"), annotated(&game.repeat(2), &[]));
        fs::remove_file(work.join("x.pgn")).expect("there");
        let output = run_quick(&work, &["games.zip", "--output-dir", "out"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(
            told(&output).contains("is no path below --output-dir"),
            "{}",
            told(&output)
        );
        assert_eq!(listing(&work.join("out")), [""; 0]);
        assert_eq!(listing(folder), ["work"]);
    }
}

#[test]
fn an_archive_that_is_cut_or_damaged_leaves_the_older_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = some_games("club.pgn", 6);
    put(folder, "out.pgn", b"older");
    put(folder, "report.jsonl", b"older");
    let mut broken = vec![
        ("cut.pgn.gz", gzip(&text)),
        ("cut.pgn.bz2", bzip2(&text)),
        ("cut.pgn.zst", zstd(&text)),
    ];
    for (_, bytes) in &mut broken {
        bytes.truncate(bytes.len() * 3 / 4);
    }
    let mut damaged = zip(&[("games.pgn", &text)]);
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    broken.push(("damaged.zip", damaged));
    let mut cut = zip(&[("games.pgn", &text)]);
    cut.truncate(cut.len() - 30);
    broken.push(("cut.zip", cut));
    broken.push(("other.pgn", b"7z\xbc\xaf\x27\x1c\0\x04".to_vec()));
    for (name, bytes) in broken {
        put(folder, name, &bytes);
        let output = run_quick(folder, &[name, "-o", "out.pgn", "--report", "report.jsonl"]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        let told = told(&output);
        assert!(told.contains(&format!("cannot read {name}")), "{told}");
        if name.starts_with("cut.pgn") || name.starts_with("damaged") {
            assert!(
                told.contains("out.pgn is as it was, report.jsonl is as it was"),
                "{told}"
            );
        }
        assert_eq!(read(folder, "out.pgn"), b"older");
        assert_eq!(read(folder, "report.jsonl"), b"older");
        fs::remove_file(folder.join(name)).expect("there");
        assert_eq!(listing(folder), ["out.pgn", "report.jsonl"], "{name}");
    }
}

#[test]
fn a_zip_file_that_would_fill_the_disk_is_refused_before_it_is_unpacked() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut bomb = zip(&[("games.pgn", b"1. e4 *\n")]);
    let list = bomb
        .windows(4)
        .position(|bytes| bytes == b"PK\x01\x02")
        .expect("a list of members");
    bomb[list + 24..list + 28].copy_from_slice(&0x7fff_fff0_u32.to_le_bytes());
    put(folder, "bomb.zip", &bomb);
    let output = run_quick(folder, &["bomb.zip", "-o", "out.pgn"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        told(&output).contains("1000 times its size"),
        "{}",
        told(&output)
    );
    // One that says less than it holds is cut off there.
    bomb[list + 24..list + 28].copy_from_slice(&3_u32.to_le_bytes());
    put(folder, "bomb.zip", &bomb);
    let output = run_quick(folder, &["bomb.zip", "-o", "out.pgn"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        told(&output).contains("longer than its archive says"),
        "{}",
        told(&output)
    );
    assert_eq!(listing(folder), ["bomb.zip"]);
}

#[test]
fn a_game_that_is_too_large_passes_through_and_the_others_are_annotated() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let small = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
    let large = format!(
        "[White \"B\"]\n[Black \"C\"]\n\n1. e4 {{ {} }} e5 *\n\n",
        "word ".repeat(300_000)
    );
    put(
        folder,
        "games.pgn",
        format!("{small}{large}{small}").as_bytes(),
    );
    let output = run_quick(
        folder,
        &["games.pgn", "--max-game-size", "100K", "--strict"],
    );
    assert_eq!(output.status.code(), Some(3));
    let message = "games.pgn:5: game 2 (B – C): larger than --max-game-size; left as it was\n";
    assert!(told(&output).contains(message), "{}", told(&output));
    let small = String::from_utf8(annotated(small.as_bytes(), &[])).expect("text");
    assert!(output.stdout == format!("{small}{large}{small}").as_bytes());
    let whole = run_quick(folder, &["games.pgn", "--strict"]);
    assert_eq!(whole.status.code(), Some(0), "{}", told(&whole));
    let bad = run_quick(folder, &["games.pgn", "--max-game-size", "none"]);
    assert_eq!(bad.status.code(), Some(2));
}
