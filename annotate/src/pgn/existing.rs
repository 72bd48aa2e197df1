//! What other people have written on a move.

use super::comment::{OUR_COMMAND, holds_command};
use super::text::{GameText, ItemKind};

/// What stands on a move of a stripped game: all of it is somebody else's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Existing {
    /// A sign (`!`, `?` …) or a NAG 1 to 6 judges the move.
    pub assessment: bool,
    /// A variation follows, or none can be put there.
    pub variation: bool,
    /// A comment holds a `[%qv` tag, which does not agree with its text (or it would have been
    /// stripped): somebody has edited it.
    pub edited: bool,
    /// The comments in order, commands taken out and white space folded; none is empty.
    pub words: Vec<String>,
}

/// What stands on the move of this ply (0-based) of a stripped game. Beyond the last move there
/// is nothing, and no room for a variation.
pub fn existing(text: &GameText<'_>, ply: usize) -> Existing {
    if ply >= text.moves().len() {
        return Existing {
            variation: true,
            ..Existing::default()
        };
    }
    let items = text.items(ply);
    Existing {
        assessment: items
            .iter()
            .any(|item| matches!(item.kind, ItemKind::Mark(mark) if mark.is_assessment())),
        variation: text.room_for_variation(ply).is_none(),
        edited: is_edited(text, ply),
        words: items
            .iter()
            .filter(|item| item.is_comment())
            .map(|item| text.words(item))
            .filter(|words| !words.is_empty())
            .collect(),
    }
}

/// Whether a comment on the move holds `[%eval`.
pub fn has_eval(text: &GameText<'_>, ply: usize) -> bool {
    any_comment_holds(text, ply, b"[%eval")
}

/// Whether a comment on the move holds a `[%qv` tag.
pub(super) fn is_edited(text: &GameText<'_>, ply: usize) -> bool {
    any_comment_holds(text, ply, OUR_COMMAND)
}

fn any_comment_holds(text: &GameText<'_>, ply: usize, command: &[u8]) -> bool {
    text.items(ply)
        .iter()
        .any(|item| item.is_comment() && holds_command(&text.bytes()[item.inner()], command))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(game: &[u8], ply: usize) -> Existing {
        existing(&GameText::scan(game), ply)
    }

    #[test]
    fn signs_and_nags_1_to_6_are_assessments_and_others_are_not() {
        for (game, expected) in [
            ("e4", false),
            ("e4!", true),
            ("e4 ?!", true),
            ("e4 $6", true),
            ("e4 $7", false),
            ("e4 $0 $146", false),
            ("e4 {x} $1", true),
            ("e4 ($1)", false),
        ] {
            assert_eq!(on(game.as_bytes(), 0).assessment, expected, "{game}");
        }
    }

    #[test]
    fn words_are_read_from_every_comment_in_the_encoding_of_the_game() {
        let game = b"e4 {[%clk 0:01:00]} { sch\xf6ner\n Zug } ; and so on\n e5 {black}";
        assert_eq!(on(game, 0).words, ["schöner Zug", "and so on"]);
        assert_eq!(on(game, 1).words, ["black"]);
        assert_eq!(on(game, 2).words, [""; 0]);
    }

    #[test]
    fn a_variation_anywhere_on_the_move_counts() {
        assert!(on(b"e4 {x} (d4) {y} e5", 0).variation);
        assert!(!on(b"e4 {x} (d4) {y} e5", 1).variation);
        assert!(on(b"e4 {never closed", 0).variation);
        assert!(on(b"e4", 1).variation);
    }

    #[test]
    fn a_tag_of_ours_that_is_left_means_an_edit() {
        assert!(on(b"e4 {words [%qv 6,1,2]} e5", 0).edited);
        assert!(!on(b"e4 {words [%qv 6,1,2]} e5", 1).edited);
        assert!(has_eval(&GameText::scan(b"e4 {[%eval 0,25]}"), 0));
        assert!(!has_eval(&GameText::scan(b"e4 {[%evals 0,25]} {%eval}"), 0));
    }
}
