//! Strip, by CLAIMS.md 1.3: every piece of ours out, everybody else's bytes kept.

use std::ops::Range;

use crate::{
    carrier::{Found, find},
    record,
    scanner::{Game, Games},
};

/// Takes our pieces out of a text until nothing agrees any more.
pub fn strip(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    loop {
        let mut kept = Vec::with_capacity(text.len());
        let mut at = 0;
        for game in Games::of(&text) {
            for range in pieces(&text, &game) {
                kept.extend_from_slice(&text[at..range.start.max(at)]);
                at = range.end.max(at);
            }
        }
        if at == 0 {
            return text;
        }
        kept.extend_from_slice(&text[at..]);
        text = kept;
    }
}

/// The ranges of a game that are ours, in order, none of them empty.
fn pieces(text: &[u8], game: &Game) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    out.extend(record::place(text, game).map(|placed| placed.piece));
    for moved in &game.moves {
        if let Found::Ours(pieces) = find(text, moved) {
            out.extend([pieces.nag, pieces.text, pieces.variation]);
        }
    }
    out.retain(|range| !range.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        carrier::{Tag, seal},
        judge::{Class, Score},
    };

    fn tag(nag: u16) -> Tag {
        Tag {
            depth: 6,
            best: Score::Centipawns(35),
            played: Score::Centipawns(-200),
            class: Class::Mistake,
            nag,
            nag_length: 0,
            text_length: 0,
            variation_length: 0,
            check: String::new(),
        }
    }

    #[test]
    fn what_was_put_in_comes_out_again() {
        let original = "1. e4 {a} ;b\n e5 *\n";
        let text = seal(&mut tag(2), " $2", " { Mistake. ", " }", " (1. d4)");
        let annotated = format!("1. e4 $2{text} {{a}} ;b\n (1. d4) e5 *\n");
        assert_eq!(strip(annotated.as_bytes()), original.as_bytes());
    }

    #[test]
    fn pieces_put_in_twice_both_come_out() {
        let once = seal(&mut tag(0), "", " { Mistake. ", " }", "");
        let annotated = format!("1. e4{once}{once} e5 *\n");
        assert_eq!(strip(annotated.as_bytes()), b"1. e4 e5 *\n");
    }

    #[test]
    fn an_edited_text_stays() {
        let text = seal(&mut tag(0), "", " { Mistake. ", " }", "");
        let edited = format!("1. e4{} e5 *\n", text.replace("Mistake", "Mistakes"));
        assert_eq!(strip(edited.as_bytes()), edited.as_bytes());
    }
}
