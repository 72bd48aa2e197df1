//! Two routes to one main line: pgn-reader's and ours, on every corpus and on changed games, before
//! and after insertion. Each tolerated difference is a branch with its reason.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use proptest::prelude::*;
use shakmaty::Role;
use shakmaty::san::San;

use super::laws::{RICH, annotated, change, changed, corpora, split};
use super::*;

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
            assert!(before.len() == 1 || has_raw_quotes(&text), "{place}");
            // Tolerated: to it a tag ends at the first raw quote in its value, and the next line
            // that starts with a bracket is the next game's.
            let pick = |games: Vec<Vec<Notation>>| {
                if has_raw_quotes(&text) {
                    games.into_iter().next_back()
                } else {
                    games.into_iter().next()
                }
            };
            let (Some(before), Some(after)) = (pick(before), pick(after)) else {
                panic!("{place}: no game");
            };
            assert_eq!(before, after, "{place}");
            if has_forms_pgn_reader_lacks(&text) {
                continue;
            }
            if text.stop().is_some() {
                // Tolerated: it reads on where we stop.
                assert!(before.starts_with(&ours), "{place}");
            } else {
                assert_eq!(before, ours, "{place}");
            }
        }
    }
}

/// Whether pgn-reader and this room see the same lines and white space. Tolerated otherwise: a
/// lone CR ends no line to it, a line of blanks no game, vertical tab, form feed and a second
/// byte-order mark are no white space, and it passes over other parts of a line that starts with a bracket and is not one plain tag pair.
fn is_plain_to_pgn_reader(input: &[u8]) -> bool {
    let is_other =
        |pair: &[u8]| (pair[0] == b'\r' && pair[1] != b'\n') || matches!(pair[0], 0x0b | 0x0c);
    let is_one_tag = |line: &[u8]| {
        let mut found = Vec::new();
        tags::read_line(line, 0, &mut found);
        matches!(&found[..], [tag] if tag.span == (0..line.len())
            && !line[tag.value.clone()].contains(&b'"'))
    };
    let is_blank = |line: &[u8]| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        !line.is_empty() && bytes::trim(line).is_empty()
    };
    let has_mark = input.windows(3).any(|window| window == b"\xef\xbb\xbf");
    !has_mark
        && !input.windows(2).any(is_other)
        && !input.split(|byte| *byte == b'\n').any(is_blank)
        && input
            .split(|byte| bytes::is_break(*byte))
            .map(bytes::trim)
            .filter(|line| line.starts_with(b"["))
            .all(is_one_tag)
}

fn has_raw_quotes(text: &GameText<'_>) -> bool {
    text.tags().iter().any(|tag| {
        let value = &text.bytes()[tag.value.clone()];
        let mut escaped = false;
        value.iter().any(|byte| {
            let is_raw = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            is_raw
        })
    })
}

/// Tolerated: `a8(Q)`, glued glyphs and `e.p.` are no moves to pgn-reader.
fn has_forms_pgn_reader_lacks(text: &GameText<'_>) -> bool {
    text.moves().iter().any(|main| {
        let written = &text.bytes()[main.token.clone()];
        SanPlus::from_ascii(written).is_err() && !written.starts_with(b"0-0")
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1000)
    })]

    #[test]
    fn pgn_reader_finds_the_same_in_changed_games_before_and_after_insertion(
        changes in proptest::collection::vec(change(), 1..6), seed in 0..200_usize,
    ) {
        let input = changed(RICH.replace("\n[%clk", "\nx [%clk").repeat(2).into_bytes(), &changes);
        if !is_plain_to_pgn_reader(&input) {
            return Ok(());
        }
        let annotated: Vec<u8> = split(&input)
            .iter()
            .flat_map(|game| annotated(&game.bytes, 1, seed))
            .collect();
        match (sans(&input), sans(&annotated)) {
            (Ok(before), Ok(after)) => prop_assert!(before == after, "{:?}\n{:?}", String::from_utf8_lossy(&input), String::from_utf8_lossy(&annotated)),
            (before, after) => prop_assert_eq!(before.is_err(), after.is_err()),
        }
    }
}
