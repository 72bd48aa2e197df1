//! What other programs find in annotated games: the same moves, glyphs and comments.
//!
//! pgn-reader is asked on the spot; python-chess and pgn-extract where they are installed. Texts are
//! compared with their white space folded: pgn-extract breaks lines anew.

#![allow(clippy::print_stderr, reason = "says who could not be asked")]

mod common;

use std::{
    env, fs,
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use common::{QUICK, corpora, field, program};
use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

/// A move with what stands at it; the first entry of a game is for what stands before all moves,
/// and has the players in the place of the move.
#[derive(Debug, Default)]
struct Entry {
    uci: String,
    glyphs: Vec<u8>,
    before: Vec<String>,
    behind: Vec<String>,
}

/// A line of moves being read: where it stands, where it stood a move ago, and its last move.
#[derive(Clone)]
struct Line {
    here: Chess,
    before: Chess,
    entry: usize,
}

/// A game being read.
struct Game {
    entries: Vec<Entry>,
    line: Line,
    stack: Vec<Line>,
    /// Comments in a variation before its first move.
    opening: Option<Vec<String>>,
    /// What was read of a long comment.
    part: String,
    is_sound: bool,
}

/// What is needed of the tags.
struct Tags {
    start: Option<Chess>,
    players: [String; 2],
}

/// Finds the entries of games.
struct Finder;

/// Each byte as a letter, whatever the encoding.
fn letters(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

impl Game {
    fn new(Tags { start, players }: Tags) -> Self {
        let here = start.clone().unwrap_or_default();
        Self {
            entries: vec![Entry {
                uci: players.join(" – "),
                ..Entry::default()
            }],
            line: Line {
                before: here.clone(),
                here,
                entry: 0,
            },
            stack: Vec::new(),
            opening: None,
            part: String::new(),
            is_sound: start.is_some(),
        }
    }

    fn told(self) -> Value {
        if !self.is_sound || !self.stack.is_empty() {
            return Value::Null;
        }
        let folded = |texts: Vec<String>| {
            let text = texts.join(" ");
            text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
        };
        self.entries
            .into_iter()
            .map(|mut entry| {
                entry.glyphs.sort_unstable();
                entry.glyphs.dedup();
                json!([
                    entry.uci,
                    entry.glyphs,
                    folded(entry.before),
                    folded(entry.behind)
                ])
            })
            .collect()
    }
}

impl Visitor for Finder {
    type Tags = Tags;
    type Movetext = Game;
    type Output = Value;

    fn begin_tags(&mut self) -> ControlFlow<Value, Tags> {
        ControlFlow::Continue(Tags {
            start: Some(Chess::default()),
            players: ["?", "?"].map(str::to_owned),
        })
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Value> {
        if name == b"White" {
            tags.players[0] = letters(&value.decode());
        } else if name == b"Black" {
            tags.players[1] = letters(&value.decode());
        } else if name == b"FEN" {
            tags.start = Fen::from_ascii(value.as_bytes())
                .ok()
                .and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
        } else if name == b"Variant" && !value.as_bytes().eq_ignore_ascii_case(b"standard") {
            tags.start = None;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Value, Game> {
        ControlFlow::Continue(Game::new(tags))
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Value> {
        let Ok(played) = san.san.to_move(&game.line.here) else {
            game.is_sound = false;
            return ControlFlow::Continue(());
        };
        game.line.before = game.line.here.clone();
        game.line.here.play_unchecked(played);
        game.line.entry = game.entries.len();
        game.entries.push(Entry {
            uci: played.to_uci(CastlingMode::Standard).to_string(),
            before: game.opening.take().unwrap_or_default(),
            ..Entry::default()
        });
        ControlFlow::Continue(())
    }

    fn nag(&mut self, game: &mut Game, nag: Nag) -> ControlFlow<Value> {
        game.entries[game.line.entry].glyphs.push(nag.0);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Value> {
        let text = std::mem::take(&mut game.part) + &letters(comment.as_bytes());
        match &mut game.opening {
            Some(opening) => opening.push(text),
            None => game.entries[game.line.entry].behind.push(text),
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, game: &mut Game, part: RawComment<'_>) -> ControlFlow<Value> {
        game.part += &letters(part.as_bytes());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, game: &mut Game) -> ControlFlow<Value, Skip> {
        game.stack.push(game.line.clone());
        game.line.here = game.line.before.clone();
        game.opening = Some(Vec::new());
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, game: &mut Game) -> ControlFlow<Value> {
        // A variation without a move is one thing to one reader and another to the next.
        game.is_sound &= game.opening.take().is_none();
        match game.stack.pop() {
            Some(line) => game.line = line,
            None => game.is_sound = false,
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) -> Value {
        game.told()
    }
}

/// What pgn-reader finds.
fn found(text: &[u8]) -> Vec<Value> {
    Reader::new(text)
        .read_games(&mut Finder)
        .collect::<Result<_, _>>()
        .expect("memory can be read")
}

/// Gives a text to a program and takes what it writes.
fn piped(mut command: Command, text: &[u8]) -> Vec<u8> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = text.to_owned();
    let writer = thread::spawn(move || stdin.write_all(&text));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it writes").expect("it reads");
    output.stdout
}

/// A Python that has python-chess.
fn python() -> Option<PathBuf> {
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/python");
    let named = env::var_os("PYO3_PYTHON").map(PathBuf::from);
    [named, Some(venv)].into_iter().flatten().find(|python| {
        Command::new(python)
            .args(["-c", "import chess.pgn"])
            .output()
            .is_ok_and(|output| output.status.success())
    })
}

fn pgn_extract() -> Option<&'static str> {
    ["pgn-extract", "/usr/games/pgn-extract"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok())
}

/// Holds what a reader finds in annotated games to what pgn-reader does.
///
/// Readers differ about odd games. One is passed over where they differ about it as it was before it
/// was annotated, and a file where they count its games differently then; nowhere else. Returns how
/// many games were held together, and how many passed over.
fn compare(texts: [&[u8]; 2], other: impl Fn(&[u8]) -> Vec<Value>, what: &str) -> (usize, usize) {
    let [bare, annotated] = texts.map(|text| (found(text), other(text)));
    // A comment between blank lines, before all moves, is a game to us and to pgn-reader; pgn-extract
    // reads on to the moves behind it, until tags of ours stand between.
    let is_comment = |game: &Value| {
        game.as_array()
            .is_some_and(|game| game.len() == 1 && game[0][3] != "")
    };
    if bare.0.len() != bare.1.len() || bare.0.iter().any(is_comment) {
        return (0, annotated.0.len());
    }
    assert_eq!(annotated.0.len(), bare.0.len(), "{what}");
    assert_eq!(annotated.1.len(), bare.1.len(), "{what}");
    let mut held = 0;
    for number in 0..bare.0.len() {
        if !bare.0[number].is_null() && bare.0[number] == bare.1[number] {
            let (one, other) = (&annotated.0[number], &annotated.1[number]);
            assert!(!one.is_null(), "{what}, game {}", number + 1);
            assert_eq!(one, other, "{what}, game {}", number + 1);
            held += 1;
        }
    }
    (held, bare.0.len() - held)
}

#[test]
fn other_readers_find_the_same_moves_glyphs_and_comments() {
    let (python, extract) = (python(), pgn_extract());
    let by_python = |text: &[u8]| -> Vec<Value> {
        let mut command = Command::new(python.as_deref().expect("asked where it is there"));
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tokens.py"));
        let lines = String::from_utf8(piped(command, text)).expect("JSON");
        let told = lines.lines().map(serde_json::from_str);
        told.collect::<Result<_, _>>().expect("JSON")
    };
    // What it writes again is read by pgn-reader.
    let by_extract = |text: &[u8]| {
        let mut command = Command::new(extract.expect("asked where it is there"));
        command.args(["-s", "-w", "100000"]);
        found(&piped(command, text))
    };
    let mut sums = [("python-chess", 0, 0), ("pgn-extract", 0, 0)];
    for path in corpora().into_iter().chain(field().unwrap_or_default()) {
        let bare = fs::read(&path).expect("the archive is there");
        let run = program()
            .args(QUICK)
            .args(["-q", "--evals"])
            .arg(&path)
            .output();
        let annotated = run.expect("the program runs").stdout;
        let texts = [bare.as_slice(), &annotated];
        let what = |who: &str| format!("{}, {who}", path.display());
        for (who, held, passed) in &mut sums {
            let (more_held, more_passed) = match *who {
                "python-chess" if python.is_some() => compare(texts, by_python, &what(who)),
                "pgn-extract" if extract.is_some() => compare(texts, by_extract, &what(who)),
                _ => continue,
            };
            *held += more_held;
            *passed += more_passed;
        }
    }
    for (who, is_there) in [(0, python.is_some()), (1, extract.is_some())] {
        let (who, held, passed) = sums[who];
        if is_there {
            eprintln!("{who}: {held} games the same, {passed} passed over");
            assert!(held >= 50, "{who}: {held}");
        } else {
            eprintln!("not asked: {who} is not installed");
        }
    }
}
