//! The laws of insertion, on every archive at hand.

mod common;

use std::{fs, path::Path};

use common::{QUICK, annotated, corpora, field, games, program, stripped};

/// What must hold for any file whatsoever.
fn check(path: &Path) {
    let name = path.display();
    let before = fs::read(path).expect("the archive is there");
    let output = program()
        .args(QUICK)
        .arg("-q")
        .arg(path)
        .output()
        .expect("the program runs");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {messages}");
    assert!(!messages.contains("panicked"), "{name}: {messages}");
    let once = output.stdout;

    assert_eq!(
        games(&once).len(),
        games(&before).len(),
        "{name}: games in = games out"
    );
    same(
        &stripped(&once),
        &stripped(&before),
        &format!("{name}: strip(annotate(x)) = strip(x)"),
    );
    same(
        &annotated(&once, &["-q"]),
        &once,
        &format!("{name}: annotate(annotate(x)) = annotate(x)"),
    );
    same(
        &annotated(&stripped(&before), &["-q"]),
        &once,
        &format!("{name}: annotate(x) = annotate(strip(x))"),
    );
    check_bytes(&stripped(&before), &once, &name.to_string());
}

/// What is inserted is no markup to any viewer, nor anything else to a reader of PGN than what it is.
fn check_bytes(bare: &[u8], annotated: &[u8], name: &str) {
    let more = |what: &[u8]| {
        let count = |text: &[u8]| {
            text.windows(what.len())
                .filter(|bytes| *bytes == what)
                .count()
        };
        count(annotated)
            .checked_sub(count(bare))
            .expect("nothing is taken out")
    };
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !b"<>&\\`;".contains(byte);
    for byte in (0..=u8::MAX).filter(|byte| !is_plain(byte) && !b"\r\n".contains(byte)) {
        assert_eq!(more(&[byte]), 0, "{name}: byte {byte:#04x}");
    }
    assert_eq!(more(b"{"), more(b"}"), "{name}");
    assert_eq!(more(b"("), more(b")"), "{name}");
    assert_eq!(more(b"%"), more(b"[%qv "), "{name}");
    assert_eq!(more(b"\n%"), 0, "{name}");
    let tags = more(b"[QuietVoice \"");
    assert_eq!(more(b"\""), 2 * tags, "{name}");
}

fn same(one: &[u8], other: &[u8], law: &str) {
    if one != other {
        let place = one
            .iter()
            .zip(other)
            .take_while(|(left, right)| left == right)
            .count();
        let around = |text: &[u8]| {
            let (from, to) = (place.saturating_sub(60), text.len().min(place + 120));
            String::from_utf8_lossy(&text[from.min(to)..to]).into_owned()
        };
        panic!(
            "{law}\nat byte {place}:\n{}\n--- is not ---\n{}",
            around(one),
            around(other)
        );
    }
}

#[test]
fn the_laws_hold_for_the_archives_of_the_project() {
    let corpora = corpora();
    assert!(corpora.len() >= 3);
    for path in corpora {
        check(&path);
    }
}

#[test]
#[allow(clippy::print_stdout, reason = "says that nothing was tested")]
fn the_laws_hold_for_archives_from_elsewhere() {
    let Some(files) = field() else {
        println!("skipped: QV_FIELD names no folder of archives");
        return;
    };
    assert!(
        !files.is_empty(),
        "QV_FIELD names a folder without archives"
    );
    for path in files {
        check(&path);
    }
}

#[test]
fn what_is_inserted_is_no_markup_whatever_names_and_comments_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("<b onclick=x>.pgn");
    let bad = "<script>alert(1)</script>&lt; { % ; \\n ]";
    let game = format!(
        "[Event \"{bad}\"]\n[White \"{bad}\"]\n[Black \"}} 1-0\"]\n[QuietVoice \"{bad}\"]\n\n\
         1. f3 {{ <img src=x onerror=y> [%qv 1,{bad}] }} e5 {{ % }} 2. g4 ; {bad}\nQh4# {{\n%\n}} 0-1\n\n"
    );
    fs::write(&path, game.repeat(2)).expect("written");
    check(&path);
}

#[test]
fn stripping_what_was_never_annotated_changes_nothing() {
    for path in corpora().into_iter().chain(field().unwrap_or_default()) {
        let before = fs::read(&path).expect("the archive is there");
        let output = program().arg("strip").arg("-q").arg(&path).output();
        let output = output.expect("the program runs");
        same(&output.stdout, &before, &path.display().to_string());
    }
}

#[test]
fn strip_gives_back_the_archive_that_was_annotated() {
    let before = common::some_games("club.pgn", 3);
    let once = annotated(&before, &["--evals"]);
    assert_ne!(once, before);
    let output = program().args(["strip", "-"]).write_stdin(once).output();
    same(&output.expect("the program runs").stdout, &before, "strip");
}

#[test]
fn a_game_alone_is_annotated_as_among_others() {
    let archive = common::some_games("club.pgn", 4);
    let together = annotated(&archive, &["-q"]);
    let alone: Vec<u8> = games(&archive)
        .iter()
        .flat_map(|game| annotated(&game.bytes, &["-q"]))
        .collect();
    same(
        &alone,
        &together,
        "one game alone = the same game in an archive",
    );
}

#[test]
fn other_settings_replace_what_was_said_before() {
    let archive = common::some_games("club.pgn", 2);
    let once = annotated(&archive, &["--evals", "--lines", "2"]);
    same(
        &annotated(&once, &["-q"]),
        &annotated(&archive, &["-q"]),
        "annotate(x) = annotate(strip(x)) across settings",
    );
}
