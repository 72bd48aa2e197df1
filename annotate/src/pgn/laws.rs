//! The laws of insertion and strip, on every game there is, on mutated games and on noise.
//!
//! The corpora of the project are always read. Where the environment variable `QV_FIELD` names a
//! directory, every PGN file below its `corpora` and `bugs` is read as well.

use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use proptest::prelude::*;
use shakmaty::Role;
use shakmaty::san::San;

use super::piece::tests::example as pieces_example;
use super::record::tests::example as record_example;
use super::*;

/// The PGN files to test on.
fn corpora() -> Vec<(PathBuf, Vec<u8>)> {
    let mut roots = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora")];
    match std::env::var_os("QV_FIELD") {
        Some(field) => roots.extend(["corpora", "bugs"].map(|part| Path::new(&field).join(part))),
        None => note("QV_FIELD is not set: the field corpora are skipped"),
    }
    let mut files = Vec::new();
    while let Some(path) = roots.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("the corpora can be listed");
            roots.extend(entries.map(|entry| entry.expect("the corpora can be listed").path()));
        } else if path.extension().is_some_and(|extension| extension == "pgn") {
            let bytes = std::fs::read(&path).expect("the corpora can be read");
            files.push((path, bytes));
        }
    }
    files.sort();
    assert!(!files.is_empty());
    files
}

#[expect(clippy::print_stderr, reason = "a test says what it leaves out")]
fn note(text: &str) {
    eprintln!("{text}");
}

fn split(bytes: &[u8]) -> Vec<RawGame> {
    GameReader::new(BufReader::with_capacity(61, bytes))
        .collect::<Result<_, _>>()
        .expect("memory does not fail")
}

/// Made-up pieces of every shape; which one depends on `seed`.
fn made_up(seed: usize) -> Option<MovePieces> {
    let mut pieces = pieces_example();
    if seed.is_multiple_of(2) {
        pieces.nag = None;
    }
    if seed % 3 == 1 {
        pieces.variation = None;
    }
    if seed % 5 == 2 {
        pieces.words.clear();
    }
    if seed.is_multiple_of(4) {
        pieces.eval = Some("-0.25,6".into());
    }
    Some(pieces).filter(|_| seed % 7 != 6)
}

/// The game with a record and made-up pieces on every `step`-th ply.
fn annotated(game: &[u8], step: usize, seed: usize) -> Vec<u8> {
    let text = GameText::scan(game);
    let pieces: Vec<_> = (0..text.moves().len())
        .map(|ply| (ply % step == 0).then(|| made_up(ply + seed)).flatten())
        .collect();
    insert(&text, Some(&record_example()), &pieces)
}

fn written(game: &[u8]) -> Vec<String> {
    GameText::scan(game)
        .moves()
        .iter()
        .map(|main| main.notation.to_string())
        .collect()
}

/// Every law that holds for one game, whatever it is.
fn keeps_the_laws(game: &[u8], step: usize, seed: usize) -> Result<(), String> {
    let stripped = strip_game(game);
    let check = |holds: bool, law: &str| {
        holds
            .then_some(())
            .ok_or_else(|| format!("{law}: {:?}", String::from_utf8_lossy(game)))
    };
    check(strip_game(&stripped) == stripped, "strip is idempotent")?;
    check(
        written(&stripped) == written(game),
        "strip keeps the main line",
    )?;
    let annotated = annotated(&stripped, step, seed);
    check(
        strip_game(&annotated) == stripped,
        "strip takes out what was inserted",
    )?;
    check(
        written(&annotated) == written(&stripped),
        "insertion keeps the main line",
    )?;
    let text = GameText::scan(&stripped);
    let after = GameText::scan(&annotated);
    check(
        after.stop().map(|stop| &stop.reason) == text.stop().map(|stop| &stop.reason)
            && after.result() == text.result(),
        "insertion keeps stop and result",
    )?;
    check(
        read_record(&after).is_some() != text.is_blank(),
        "every game gets a record",
    )?;
    check(
        text_hash(&strip_game(&annotated)) == text_hash(&stripped),
        "the text hash is that of the stripped game",
    )?;
    let doubled = self::annotated(&annotated, step, seed + 1);
    check(
        strip_game(&doubled) == stripped,
        "strip goes on until nothing agrees",
    )
}

/// The laws of a whole input: every byte kept, and the same games found after insertion.
fn keeps_the_games(input: &[u8]) -> Result<(), String> {
    let games = split(input);
    let check = |holds: bool, law: &str| {
        holds
            .then_some(())
            .ok_or_else(|| format!("{law}: {:?}", String::from_utf8_lossy(input)))
    };
    let whole: Vec<u8> = games.iter().flat_map(|game| game.bytes.clone()).collect();
    check(whole == input, "the games are the input")?;
    let mut line = 1;
    for game in &games {
        check(game.line == line, "lines are counted through")?;
        line += bytes::count_breaks(&game.bytes);
        let again = split(&game.bytes);
        check(again.len() == 1, "a game is one game")?;
        check(again[0].blank == game.blank, "a game is a game")?;
    }
    let annotated: Vec<Vec<u8>> = games
        .iter()
        .map(|game| annotated(&game.bytes, 1, 0))
        .collect();
    let found = split(&annotated.concat());
    check(
        found.iter().map(|game| &game.bytes).eq(annotated.iter()),
        "insertion keeps the games apart",
    )
}

#[test]
fn strip_gives_back_every_corpus_to_the_byte() {
    for (path, input) in corpora() {
        for game in split(&input) {
            for step in [1, 3] {
                if let Err(fault) = keeps_the_laws(&game.bytes, step, step) {
                    panic!("{}: {fault}", path.display());
                }
            }
            assert_eq!(strip_game(&game.bytes), game.bytes, "{}", path.display());
        }
        if let Err(fault) = keeps_the_games(&input) {
            panic!("{}: {fault}", path.display());
        }
    }
}

/// The main line as pgn-reader finds it.
struct MainSans;

impl Visitor for MainSans {
    type Tags = ();
    type Movetext = Vec<Notation>;
    type Output = Vec<Notation>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue(Vec::new())
    }

    fn san(
        &mut self,
        movetext: &mut Self::Movetext,
        written: SanPlus,
    ) -> ControlFlow<Self::Output> {
        movetext.extend(notation(written.san));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, movetext: Self::Movetext) -> Self::Output {
        movetext
    }
}

fn notation(san: San) -> Option<Notation> {
    match san {
        San::Castle(side) => Some(Notation::Castle(side)),
        San::Normal {
            role,
            file,
            rank,
            to,
            promotion,
            ..
        } => Some(Notation::Piece {
            role: (role != Role::Pawn).then_some(role),
            file,
            rank,
            to,
            promotion: promotion.and_then(Promotion::from_role),
        }),
        San::Put { .. } | San::Null => None,
    }
}

fn sans(bytes: &[u8]) -> Result<Vec<Vec<Notation>>, std::io::Error> {
    Reader::build(bytes)
        .set_supported_tag_line_length(1 << 16)
        .set_supported_comment_length(1 << 16)
        .finish()
        .read_games(&mut MainSans)
        .collect()
}

#[test]
fn pgn_reader_finds_the_same_main_lines_before_and_after_insertion() {
    for (path, input) in corpora() {
        for game in split(&input) {
            let place = format!("{} line {}", path.display(), game.line);
            let text = GameText::scan(&game.bytes);
            if text.is_blank() {
                continue;
            }
            let annotated = annotated(&game.bytes, 1, 0);
            let ours: Vec<Notation> = text.moves().iter().map(|main| main.notation).collect();
            let (Ok(before), Ok(after)) = (sans(&game.bytes), sans(&annotated)) else {
                // Tolerated: it gives up on a comment or tag that is never closed.
                assert!(text.stop().is_some(), "{place}");
                continue;
            };
            // Tolerated: to it a line that starts with a bracket is the next game's.
            let [before, ..] = &before[..] else {
                panic!("{place}: no game");
            };
            let [after, ..] = &after[..] else {
                panic!("{place}: no game after insertion");
            };
            assert_eq!(before, after, "{place}");
            if has_forms_pgn_reader_lacks(&text) {
                continue;
            }
            if text.stop().is_some() {
                // Tolerated: it reads on where we stop.
                assert!(before.starts_with(&ours), "{place}");
            } else {
                assert_eq!(*before, ours, "{place}");
            }
        }
    }
}

/// Tolerated: `a8(Q)`, glued glyphs and `e.p.` are no moves to pgn-reader.
fn has_forms_pgn_reader_lacks(text: &GameText<'_>) -> bool {
    text.moves().iter().any(|main| {
        let written = &text.bytes()[main.token.clone()];
        SanPlus::from_ascii(written).is_err() && !written.starts_with(b"0-0")
    })
}

/// Pieces of PGN, whole and broken, from which the strangest games are made.
fn fragment() -> impl Strategy<Value = Vec<u8>> {
    let fragments: Vec<&[u8]> = vec![
        b"e4",
        b"e5",
        b"Nf3",
        b"Nc6",
        b"O-O",
        b"0-0-0",
        b"a8=Q",
        b"a8",
        b"(Q)",
        b"Ra8",
        b"exd6e.p.",
        b"1.",
        b"1...",
        b"12",
        b" ",
        b" ",
        b" ",
        b"\n",
        b"\n",
        b"\r\n",
        b"\r",
        b"\t",
        b"\n\n",
        b"{",
        b"}",
        b"{ x }",
        b"{[%clk 0:01:00]}",
        b"{ [%eval 0.3] [%clk 1] }",
        b"{[%qv 1]}",
        b"(",
        b")",
        b"(1. d4 d5)",
        b"; x",
        b"; x\n",
        b"%",
        b"% x\n",
        b"!",
        b"?",
        b"!?",
        b"$1",
        b"$",
        b"$22",
        b"[White \"A\"]",
        b"[Black \"B\"]\n",
        b"[x]",
        b"[",
        b"]",
        b"\"",
        b"\\",
        b"[QuietVoice \"x\"]",
        b"1-0",
        b"0-1",
        b"1/2-1/2",
        b"*",
        b"--",
        b"N",
        b"\xb1",
        b"\xef\xbb\xbf",
        b"e",
        b".p.",
        b"Q",
        b"word",
        b".",
    ];
    prop_oneof![
        8 => proptest::sample::select(fragments).prop_map(<[u8]>::to_vec),
        1 => proptest::collection::vec(any::<u8>(), 1..4),
    ]
}

fn noise() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(fragment(), 0..60).prop_map(|parts| parts.concat())
}

/// One change to some bytes.
#[derive(Clone, Debug)]
enum Change {
    Delete(usize, usize),
    Duplicate(usize, usize),
    Put(usize, Vec<u8>),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (any::<usize>(), 1..20_usize).prop_map(|(at, length)| Change::Delete(at, length)),
        (any::<usize>(), 1..300_usize).prop_map(|(at, length)| Change::Duplicate(at, length)),
        (any::<usize>(), fragment()).prop_map(|(at, bytes)| Change::Put(at, bytes)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let range = |at: usize, length: usize| {
            let start = at % (bytes.len() + 1);
            start..(start + length).min(bytes.len())
        };
        match change {
            Change::Delete(at, length) => {
                bytes.drain(range(*at, *length));
            }
            Change::Duplicate(at, length) => {
                let range = range(*at, *length);
                let copy = bytes[range.clone()].to_vec();
                bytes.splice(range.end..range.end, copy);
            }
            Change::Put(at, put) => {
                let start = range(*at, 0).start;
                bytes.splice(start..start, put.iter().copied());
            }
        }
    }
    bytes
}

/// Games with everything on them, to be changed.
const RICH: &str = "[Event \"x\"]\n[White \"A\"]\n\n{ first } 1. e4! {[%clk 0:01:00]} e5 $1 $14 \
    { good } { better } (1... c5 (1... e6) 2. Nf3) 2. Nf3 ; rest\n2... Nc6?! ; more\n; still\n(2... d6) \
    3. Bb5\n% escape\na6 {[%eval 0.2]\n\n[%clk 0:00:59] } 4. Ba4 {two\nlines} Nf6 N 5. O-O 1-0 {done}\n\n";

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1000)
    })]

    #[test]
    fn the_laws_hold_for_games_made_of_broken_parts(
        input in noise(), step in 1..4_usize, seed in 0..200_usize,
    ) {
        keeps_the_games(&input).map_err(TestCaseError::fail)?;
        for game in split(&input) {
            keeps_the_laws(&game.bytes, step, seed).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn the_laws_hold_for_any_bytes(input in proptest::collection::vec(any::<u8>(), 0..200)) {
        keeps_the_games(&input).map_err(TestCaseError::fail)?;
        for game in split(&input) {
            keeps_the_laws(&game.bytes, 1, 0).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn the_laws_hold_for_changed_games(
        changes in proptest::collection::vec(change(), 1..6), seed in 0..200_usize,
    ) {
        let input = changed(RICH.repeat(2).into_bytes(), &changes);
        keeps_the_games(&input).map_err(TestCaseError::fail)?;
        for game in split(&input) {
            keeps_the_laws(&game.bytes, 1, seed).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn the_laws_hold_for_changed_annotated_games(
        changes in proptest::collection::vec(change(), 1..6), seed in 0..200_usize,
    ) {
        let annotated = annotated(RICH.as_bytes(), 1, seed);
        let input = changed(annotated, &changes);
        keeps_the_games(&input).map_err(TestCaseError::fail)?;
        for game in split(&input) {
            keeps_the_laws(&game.bytes, 1, seed + 1).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn what_is_resolved_is_the_beginning_of_what_is_scanned(input in noise()) {
        for game in split(&input) {
            let text = GameText::scan(&game.bytes);
            if let Ok(line) = resolve(&text) {
                prop_assert!(line.moves.len() <= text.moves().len());
                prop_assert!(line.stop.is_some() || line.moves.len() == text.moves().len());
            }
            for ply in 0..=text.moves().len() {
                let existing = existing(&text, ply);
                prop_assert!(existing.words.iter().all(|words| !words.is_empty()));
            }
        }
    }
}

#[test]
fn text_without_a_valid_tag_is_left_as_it_is() {
    let game = String::from_utf8(annotated(RICH.as_bytes(), 1, 0)).expect("ASCII");
    // One sign of every piece changed: nothing agrees any more.
    let edited = game
        .replace("Blunder", "Bludger")
        .replace("[QuietVoice \"1", "[QuietVoice \"2");
    let taken_out = strip_game(edited.as_bytes());
    let worded = edited.matches("Bludger").count();
    let kept = String::from_utf8(taken_out).expect("ASCII");
    assert!(worded > 5);
    assert_eq!(kept.matches("Bludger").count(), worded);
    assert!(kept.contains("[QuietVoice \"2"));
}

#[test]
fn pieces_stand_where_the_carrier_says() {
    let record = record_example();
    let pieces = || {
        Some(MovePieces {
            tag: None,
            ..pieces_example()
        })
    };
    let told = |game: &str, plies: usize| {
        let text = GameText::scan(game.as_bytes());
        let pieces: Vec<_> = (0..plies).map(|_| pieces()).collect();
        let bytes = insert(&text, None, &pieces);
        String::from_utf8(bytes)
            .expect("ASCII")
            .replace("Blunder. Better was 3. Bc4.", "T")
    };
    for (game, expected) in [
        ("1. e4 e5", "1. e4 $4 { T } (3. Bc4 Nf6) e5"),
        ("1. e4! $14 e5", "1. e4! $14 $4 { T } (3. Bc4 Nf6) e5"),
        ("1. e4 {x} {y} e5", "1. e4 $4 { T } {x} {y} (3. Bc4 Nf6) e5"),
        (
            "1. e4 {[%clk 1]} {y} e5",
            "1. e4 $4 {[%clk 1] T} {y} (3. Bc4 Nf6) e5",
        ),
        (
            "1. e4 { [%clk 1] } e5",
            "1. e4 $4 { [%clk 1] T } (3. Bc4 Nf6) e5",
        ),
        ("1. e4 {x} (1. d4) e5", "1. e4 $4 { T } {x} (1. d4) e5"),
        ("1. e4 ; x\ne5", "1. e4 $4 { T } ; x\n (3. Bc4 Nf6)e5"),
        ("1. e4 ; x\n\n", "1. e4 $4 { T } ; x\n\n"),
        ("1. e4 {[%qv 1]} e5", "1. e4 {[%qv 1]} e5"),
        ("1. e4 {x", "1. e4 $4 { T } {x"),
    ] {
        assert_eq!(told(game, 1), expected);
    }
    let tagged = |game: &str| {
        let text = GameText::scan(game.as_bytes());
        let bytes = insert(&text, Some(&record), &[]);
        let told = String::from_utf8(bytes).expect("UTF-8");
        let start = told.find("[Quiet").unwrap_or(0);
        let end = start + told[start..].find(']').map_or(0, |at| at + 1);
        format!("{}#{}", &told[..start], &told[end..])
    };
    for (game, expected) in [
        ("[A \"x\"]\n\n*", "[A \"x\"]\n#\n\n*"),
        ("[A \"x\"]\r\n\r\n*", "[A \"x\"]\r\n#\r\n\r\n*"),
        ("[A \"x\"]  \n\n*", "[A \"x\"]\n#  \n\n*"),
        ("[A \"x\"]", "[A \"x\"]\n#"),
        ("[A \"x\"] 1. e4", "[A \"x\"] # 1. e4"),
        ("1. e4\r\ne5", "#\r\n\r\n1. e4\r\ne5"),
        ("\u{feff}1. e4", "\u{feff}#\n\n1. e4"),
        ("\n  1. e4", "\n#\n\n  1. e4"),
        ("% x\n\n1. e4", "% x\n\n#\n\n1. e4"),
    ] {
        assert_eq!(tagged(game), expected);
    }
    let blank = b"\n% x\n";
    assert_eq!(insert(&GameText::scan(blank), Some(&record), &[]), blank);
}

#[test]
fn a_bare_nag_does_not_run_into_the_next_token() {
    let bare = || {
        Some(MovePieces {
            words: String::new(),
            tag: None,
            variation: None,
            ..pieces_example()
        })
    };
    for (game, expected) in [
        ("e4!1... e5", "e4!1... e5"),
        ("e4 e5", "e4 $4 e5"),
        ("e4{x}e5", "e4 $4{x}e5"),
        ("e4(d4)e5", "e4 $4(d4)e5"),
    ] {
        let bytes = insert(&GameText::scan(game.as_bytes()), None, &[bare()]);
        assert_eq!(String::from_utf8_lossy(&bytes), expected);
    }
}

#[test]
fn taking_out_never_leaves_a_blank_line_in_the_movetext() {
    let told = String::from_utf8(annotated(b"1. e4 e5 2. Nf3 *", 1, 1)).expect("ASCII");
    // Somebody moves our pieces to a line of their own.
    let broken = told.replace(" $4", "\n $4").replace(" e5", "\ne5");
    assert_ne!(broken, told);
    let kept = strip_game(broken.as_bytes());
    assert_eq!(written(&kept), ["e4", "e5", "Nf3"]);
}

#[test]
fn taking_out_never_joins_two_moves() {
    let game = "1. e4 e5 2. Nf3";
    let told = String::from_utf8(annotated(game.as_bytes(), 1, 1)).expect("ASCII");
    // Somebody deletes the blanks after our pieces.
    let tight = told.replace("} e5", "}e5").replace(") e5", ")e5");
    assert_ne!(tight, told);
    let kept = strip_game(tight.as_bytes());
    assert_eq!(written(&kept), ["e4", "e5", "Nf3"]);
}

#[test]
fn games_without_moves_are_games_and_swallow_nothing() {
    let input = b"[Event \"one\"]\n\n 0-1\n\n[Event \"two\"]\n\n{unfinished} *\n\n[Event \"three\"]\n\n1. e4 e5 1-0\n";
    let moves: Vec<usize> = split(input)
        .iter()
        .map(|game| {
            let text = GameText::scan(&game.bytes);
            assert_eq!(text.stop(), None);
            assert!(text.result().is_some());
            text.moves().len()
        })
        .collect();
    assert_eq!(moves, [0, 0, 2]);
}

#[test]
fn a_deep_or_long_game_is_read_in_one_pass() {
    let deep = format!(
        "1. e4 {}{} e5 {{",
        "(e5 ".repeat(300_000),
        ")".repeat(300_000)
    );
    let text = GameText::scan(deep.as_bytes());
    assert_eq!(text.moves().len(), 2);
    for bytes in [
        "[a \"",
        "\"]",
        "{",
        "(",
        ";",
        "$",
        "e4 {[%qv ",
        "e4 ",
        "[[",
        "!",
        "\r",
        "1 ",
    ] {
        let long = bytes.repeat(200_000);
        let games = split(long.as_bytes());
        let lengths: usize = games.iter().map(|game| game.bytes.len()).sum();
        assert_eq!(lengths, long.len());
        for game in games.iter().take(2) {
            let stripped = strip_game(&game.bytes);
            assert_eq!(stripped, game.bytes);
        }
    }
}
