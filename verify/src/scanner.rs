//! A scanner of PGN bytes: games, tag pairs, and the main line's moves with the
//! places where pieces of ours may stand.
//!
//! It splits games as pgn-reader does: a movetext ends at a line break that is
//! followed by another or by `[`, outside brace comments. A game keeps the white
//! space after it; `%` lines before its first byte are its own. All
//! positions are byte offsets into the whole text given.

use std::ops::Range;

use shakmaty::{
    CastlingSide, Role,
    san::{San, SanPlus, Suffix},
};

/// One tag pair, `[Name "value"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagPair {
    /// From `[` to after `]`.
    pub span: Range<usize>,
    /// The name.
    pub name: Range<usize>,
    /// The value between its quotes, as written.
    pub value: Range<usize>,
}

/// Where a NAG or a suffix sign stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nag {
    /// Its bytes.
    pub span: Range<usize>,
    /// Its number, 0 if it is out of range.
    pub number: u16,
}

/// A comment after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Brace to brace; `;` to after its line break.
    pub span: Range<usize>,
    /// Whether it stands in braces.
    pub braced: bool,
}

impl Comment {
    /// What stands between the braces (or after the `;`).
    pub fn inside(&self) -> Range<usize> {
        if self.braced {
            self.span.start + 1..self.span.end - 1
        } else {
            self.span.start + 1..self.span.end
        }
    }
}

/// A move of the main line with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The move itself.
    pub san: Range<usize>,
    /// The move as notation.
    pub notation: SanPlus,
    /// Whether it is a promotion in a form that pgn-reader does not read.
    pub odd: bool,
    /// The suffix signs and NAGs directly after it.
    pub nags: Vec<Nag>,
    /// The end of the move with these.
    pub head: usize,
    /// NAGs that stand after a comment.
    pub late_nags: Vec<Nag>,
    /// The comments up to the next move or variation.
    pub comments: Vec<Comment>,
    /// The end of the last comment, or of the head.
    pub tail: usize,
    /// The variations that follow, brackets and all.
    pub variations: Vec<Range<usize>>,
}

/// A game, scanned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its bytes.
    pub span: Range<usize>,
    /// Its tag pairs, in order.
    pub tags: Vec<TagPair>,
    /// The main line's moves, unknown tokens left out.
    pub moves: Vec<MoveText>,
    /// How many of them stand before the first token that is no move, NAG,
    /// suffix, number or result.
    pub sure: Option<usize>,
}

impl Game {
    /// The end of the last tag pair, or the start of the game.
    pub fn after_tags(&self) -> usize {
        self.tags.last().map_or(self.span.start, |tag| tag.span.end)
    }

    /// The value of the first tag of a name.
    pub fn tag<'a>(&self, text: &'a [u8], name: &str) -> Option<&'a [u8]> {
        self.tags
            .iter()
            .find(|tag| &text[tag.name.clone()] == name.as_bytes())
            .map(|tag| &text[tag.value.clone()])
    }
}

/// The games of a text, one after the other.
pub struct Games<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Games<'a> {
    /// From the beginning of a text.
    pub fn of(text: &'a [u8]) -> Games<'a> {
        Games { text, at: 0 }
    }
}

impl Iterator for Games<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let mut scanner = Scanner {
            text: self.text,
            at: self.at,
        };
        scanner.skip_between_games();
        if scanner.at >= self.text.len() {
            return None;
        }
        // White space before the first game is the first game's; later ones were
        // left to the game before.
        let mut game = scanner.game(self.at);
        while scanner
            .byte()
            .is_some_and(|byte| byte.is_ascii_whitespace())
        {
            scanner.at += 1;
        }
        game.span.end = scanner.at;
        self.at = scanner.at;
        Some(game)
    }
}

/// All games of a text.
pub fn games(text: &[u8]) -> Vec<Game> {
    Games::of(text).collect()
}

/// Whether a byte ends a token.
fn ends_token(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(
            byte,
            b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*' | b'[' | b']'
        )
}

/// A move as pgn-reader reads it, castling with zeros included.
fn plain_move(text: &[u8]) -> Option<(SanPlus, usize)> {
    let zeros: [(&[u8], CastlingSide); 2] = [
        (b"0-0-0", CastlingSide::QueenSide),
        (b"0-0", CastlingSide::KingSide),
    ];
    for (word, side) in zeros {
        if text.starts_with(word) {
            let suffix = suffix(text.get(word.len()));
            let length = word.len() + usize::from(suffix.is_some());
            let san = San::Castle(side);
            let ends = text.get(length).is_none_or(|byte| ends_token(*byte));
            return ends.then_some((SanPlus { san, suffix }, length));
        }
    }
    let (notation, length) = SanPlus::from_ascii_prefix(text).ok()?;
    let ends = text.get(length).is_none_or(|byte| ends_token(*byte));
    let is_move = matches!(notation.san, San::Normal { .. } | San::Castle(_));
    (ends && is_move).then_some((notation, length))
}

fn suffix(byte: Option<&u8>) -> Option<Suffix> {
    match byte {
        Some(b'+') => Some(Suffix::Check),
        Some(b'#') => Some(Suffix::Checkmate),
        _ => None,
    }
}

/// A promotion written `a8Q`, `a8q`, `a8=q` or `a8(Q)`.
fn promotion(text: &[u8]) -> Option<(SanPlus, usize)> {
    let pawn = text
        .iter()
        .take_while(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x'))
        .count();
    let (pawn, rest) = text.split_at(pawn);
    // A bishop's letter may have been taken for a file: `a8b`.
    let (pawn, rest) = match pawn.split_last() {
        Some((b'b', before)) if matches!(before.last(), Some(b'1' | b'8')) => {
            (before, &text[before.len()..])
        }
        _ => (pawn, rest),
    };
    if !matches!(pawn.last(), Some(b'1' | b'8')) {
        return None;
    }
    let (letter, length) = match rest {
        [b'=', letter, ..] if letter.is_ascii_lowercase() => (letter, 2),
        [b'(', letter, b')', ..] => (letter, 3),
        [letter, ..] => (letter, 1),
        [] => return None,
    };
    let role = Role::from_char(char::from(*letter))?;
    let Ok(San::Normal {
        role: Role::Pawn,
        file,
        rank,
        capture,
        to,
        ..
    }) = San::from_ascii(pawn)
    else {
        return None;
    };
    let suffix = suffix(rest.get(length));
    let length = pawn.len() + length + usize::from(suffix.is_some());
    let san = San::Normal {
        role: Role::Pawn,
        file,
        rank,
        capture,
        to,
        promotion: Some(role),
    };
    let ends = text.get(length).is_none_or(|byte| ends_token(*byte));
    ends.then_some((SanPlus { san, suffix }, length))
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.at.min(self.text.len())..]
    }

    fn eat(&mut self, bytes: &[u8]) -> bool {
        let found = self.rest().starts_with(bytes);
        if found {
            self.at += bytes.len();
        }
        found
    }

    fn skip_line(&mut self) {
        while self.byte().is_some_and(|byte| byte != b'\n') {
            self.at += 1;
        }
    }

    fn skip_between_games(&mut self) {
        self.eat("\u{feff}".as_bytes());
        loop {
            match self.byte() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'%') if self.at == 0 || self.text[self.at - 1] == b'\n' => self.skip_line(),
                _ => return,
            }
        }
    }

    fn game(&mut self, start: usize) -> Game {
        let mut tags = Vec::new();
        while self.byte() == Some(b'[') {
            match self.tag_pair() {
                Some(tag) => tags.push(tag),
                None => self.skip_line(),
            }
            self.skip_between_games();
        }
        // The blanks before the movetext are not yet a blank line within it, but
        // a further `[` cannot follow here.
        let mut game = Game {
            span: start..self.at,
            tags,
            moves: Vec::new(),
            sure: None,
        };
        self.movetext(&mut game);
        game.span.end = self.at;
        game
    }

    /// A tag pair from `[` on; the value runs to the first quote that a `]` follows.
    fn tag_pair(&mut self) -> Option<TagPair> {
        let start = self.at;
        let line_end = self.rest().iter().position(|byte| *byte == b'\n');
        let line_end = line_end.map_or(self.text.len(), |length| start + length);
        let line = &self.text[..line_end];
        let open = start + line[start..].iter().position(|byte| *byte == b'"')?;
        let mut name_start = start + 1;
        while name_start < open && line[name_start].is_ascii_whitespace() {
            name_start += 1;
        }
        let mut name_end = open;
        while name_end > name_start && line[name_end - 1].is_ascii_whitespace() {
            name_end -= 1;
        }
        let mut close = open + 1;
        loop {
            match line.get(close)? {
                b'\\' => close += 2,
                b'"' => {
                    let mut end = close + 1;
                    while line
                        .get(end)
                        .is_some_and(|byte| matches!(byte, b' ' | b'\t'))
                    {
                        end += 1;
                    }
                    if line.get(end) == Some(&b']') {
                        self.at = end + 1;
                        return Some(TagPair {
                            span: start..end + 1,
                            name: name_start..name_end,
                            value: open + 1..close,
                        });
                    }
                    close += 1;
                }
                _ => close += 1,
            }
        }
    }

    /// Whether the line break at the scanner ends the movetext.
    fn is_last_break(&self) -> bool {
        let rest = self.rest();
        rest.first() == Some(&b'\n')
            && (matches!(rest.get(1), Some(b'\n' | b'['))
                || rest.get(1) == Some(&b'\r') && rest.get(2) == Some(&b'\n'))
    }

    /// Skips blanks and `%` lines; false where the movetext ends.
    fn skip_blank(&mut self) -> bool {
        self.skip_blank_with(&mut false)
    }

    /// The same, telling whether there was a `%` line.
    fn skip_blank_with(&mut self, escaped: &mut bool) -> bool {
        loop {
            match self.byte() {
                None => return false,
                Some(b'\n') => {
                    if self.is_last_break() {
                        return false;
                    }
                    self.at += 1;
                    if self.byte() == Some(b'%') {
                        *escaped = true;
                        self.skip_line();
                    }
                }
                Some(b' ' | b'\t' | b'\r') => self.at += 1,
                // Some programs write a NAG as `\$14`; pgn-reader skips the stroke.
                Some(b'\\') if self.rest().get(1) == Some(&b'$') => self.at += 1,
                Some(_) => return true,
            }
        }
    }

    fn movetext(&mut self, game: &mut Game) {
        while self.skip_blank() {
            let start = self.at;
            match self.text[start] {
                b'{' => {
                    self.comment();
                }
                b';' => {
                    self.skip_line();
                }
                b'(' => {
                    self.variation();
                }
                b'$' | b'!' | b'?' => {
                    self.nag();
                }
                b'.' | b'*' => self.at += 1,
                _ => self.token(game),
            }
            if self.at == start {
                self.at += 1;
            }
        }
    }

    fn token(&mut self, game: &mut Game) {
        for result in ["1-0", "0-1", "1/2-1/2", "½-½"] {
            let ends = self.text.get(self.at + result.len());
            if self.rest().starts_with(result.as_bytes())
                && ends.is_none_or(|byte| ends_token(*byte))
            {
                self.at += result.len();
                return;
            }
        }
        let start = self.at;
        let odd = promotion(self.rest());
        if let Some((notation, length)) = odd.or_else(|| plain_move(self.rest())) {
            self.at = start + length;
            let moved = self.move_text(start..start + length, notation, odd.is_some());
            game.moves.push(moved);
            return;
        }
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit());
        let digits = digits.count();
        if digits > 0 {
            let after = self.text.get(start + digits);
            if after.is_none_or(|byte| ends_token(*byte) && !matches!(byte, b'[' | b']' | b'}'))
                || after.is_some_and(u8::is_ascii_alphabetic)
            {
                // `1.`, `1...`, `12`, and `1e4` without its dot.
                self.at = start + digits;
                return;
            }
        }
        game.sure.get_or_insert(game.moves.len());
        while self.byte().is_some_and(|byte| !ends_token(byte)) {
            self.at += 1;
        }
    }

    fn nag(&mut self) -> Nag {
        let start = self.at;
        if self.eat(b"$") {
            while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
                self.at += 1;
            }
            let digits = std::str::from_utf8(&self.text[start + 1..self.at]).unwrap_or_default();
            return Nag {
                span: start..self.at,
                number: digits.parse().unwrap_or(0),
            };
        }
        let signs: [(&[u8], u16); 6] = [
            (b"!!", 3),
            (b"??", 4),
            (b"!?", 5),
            (b"?!", 6),
            (b"!", 1),
            (b"?", 2),
        ];
        let number = signs
            .iter()
            .find(|(sign, _)| self.rest().starts_with(sign))
            .map_or(0, |(sign, number)| {
                self.at += sign.len();
                *number
            });
        Nag {
            span: start..self.at,
            number,
        }
    }

    fn comment(&mut self) -> Comment {
        let start = self.at;
        let braced = self.byte() == Some(b'{');
        if braced {
            let end = self.rest().iter().position(|byte| *byte == b'}');
            self.at = end.map_or(self.text.len(), |end| start + end + 1);
        } else {
            self.skip_line();
            self.at = (self.at + 1).min(self.text.len());
        }
        Comment {
            span: start..self.at,
            braced,
        }
    }

    /// A variation from `(` to after its `)`, or to where the movetext ends.
    fn variation(&mut self) -> Range<usize> {
        let start = self.at;
        let mut depth = 0;
        while self.skip_blank() {
            match self.text[self.at] {
                b'(' => {
                    depth += 1;
                    self.at += 1;
                }
                b')' => {
                    depth -= 1;
                    self.at += 1;
                    if depth == 0 {
                        break;
                    }
                }
                b'{' => {
                    self.comment();
                }
                b';' => self.skip_line(),
                _ => self.at += 1,
            }
        }
        start..self.at
    }

    fn move_text(&mut self, san: Range<usize>, notation: SanPlus, odd: bool) -> MoveText {
        let mut moved = MoveText {
            head: san.end,
            tail: san.end,
            san,
            notation,
            odd,
            nags: Vec::new(),
            late_nags: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        };
        let mut escaped = false;
        loop {
            let before = self.at;
            if !self.skip_blank_with(&mut escaped) {
                break;
            }
            match self.text[self.at] {
                b'$' | b'!' | b'?' if moved.variations.is_empty() => {
                    let nag = self.nag();
                    if nag.span.is_empty() {
                        break;
                    }
                    // A `%` line ends the NAGs that ours may follow.
                    if moved.comments.is_empty() && !escaped {
                        moved.head = nag.span.end;
                        moved.tail = nag.span.end;
                        moved.nags.push(nag);
                    } else {
                        moved.late_nags.push(nag);
                    }
                }
                b'{' | b';' if moved.variations.is_empty() => {
                    let open_ended = self.byte() == Some(b'{') && !self.rest().contains(&b'}');
                    if open_ended {
                        self.at = self.text.len();
                        break;
                    }
                    // A rest-of-line comment ends a movetext whose blank line
                    // follows: its line break is then the game's.
                    let comment = self.comment();
                    moved.tail = comment.span.end;
                    let braced = comment.braced;
                    moved.comments.push(comment);
                    if !braced {
                        let after = self.byte();
                        if matches!(after, Some(b'\n' | b'[')) || self.rest().starts_with(b"\r\n") {
                            self.at -= 1;
                            break;
                        }
                        if after == Some(b'%') {
                            self.skip_line();
                        }
                    }
                }
                b'(' => {
                    let variation = self.variation();
                    moved.variations.push(variation);
                }
                _ => {
                    self.at = before.max(moved.tail);
                    break;
                }
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sans(text: &str) -> Vec<Vec<String>> {
        games(text.as_bytes())
            .iter()
            .map(|game| {
                game.moves
                    .iter()
                    .map(|moved| text[moved.san.clone()].to_owned())
                    .collect()
            })
            .collect()
    }

    #[test]
    fn games_are_split_at_blank_lines_and_tags_only() {
        let text = "[Event \"a\"]\n\n1. e4 {x\n\n[y] 1-0} e5 1-0\n\n[Event \"b\"]\n1. d4 *\n1... d5\n\n1. c4 *";
        assert_eq!(sans(text), [vec!["e4", "e5"], vec!["d4", "d5"], vec!["c4"]]);
        let games = games(text.as_bytes());
        assert_eq!(games[0].span.end, games[1].span.start);
        assert_eq!(games[2].span.end, text.len());
    }

    #[test]
    fn the_places_of_pieces_are_found() {
        let text = "1. e4!? $1 {a} ;b\n (1. d4 {)} (1. c4)) {c} e5";
        let game = &games(text.as_bytes())[0];
        let e4 = &game.moves[0];
        assert_eq!(&text[..e4.head], "1. e4!? $1");
        assert_eq!(
            e4.nags.iter().map(|nag| nag.number).collect::<Vec<_>>(),
            [5, 1]
        );
        assert_eq!(e4.comments.len(), 2);
        assert_eq!(&text[..e4.tail], "1. e4!? $1 {a} ;b\n");
        assert_eq!(&text[e4.variations[0].clone()], "(1. d4 {)} (1. c4))");
        assert_eq!(game.moves.len(), 2);
    }

    #[test]
    fn an_unknown_token_ends_what_can_be_graded() {
        let game = &games(b"1. e4 -- 2. d4 e5")[0];
        assert_eq!(game.moves.len(), 3);
        assert_eq!(game.sure, Some(1));
    }

    #[test]
    fn promotions_and_castling_are_read_in_their_odd_forms() {
        let text = "1. a8Q h1q+ 2. a8(Q) d7d8r 3. bxa8=n a8=Q 4. O-O 0-0-0+ 5. 0-0 a8b 1-0";
        let game = &games(text.as_bytes())[0];
        let read: Vec<String> = game.moves.iter().map(|m| m.notation.to_string()).collect();
        let expected = [
            "a8=Q", "h1=Q+", "a8=Q", "d7d8=R", "bxa8=N", "a8=Q", "O-O", "O-O-O+", "O-O", "a8=B",
        ];
        assert_eq!(read, expected);
        assert_eq!(game.moves.iter().filter(|m| m.odd).count(), 6);
        assert_eq!(game.sure, None);
    }

    #[test]
    fn tags_keep_quotes_and_share_lines() {
        let text = "[ White  \"A \"B\" C\" ] [Black \"D\\\"]\"]1. e4 *";
        let game = &games(text.as_bytes())[0];
        assert_eq!(game.tag(text.as_bytes(), "White"), Some(&b"A \"B\" C"[..]));
        assert_eq!(game.tags.len(), 2);
        assert_eq!(game.moves.len(), 1);
    }

    #[test]
    fn no_bytes_make_the_scanner_fail() {
        let mut seed = 5;
        let alphabet = b"[]{}()\";%\n\r $!?.*e4Nf3O-O1 \xef\xbb\xbf\xff0-1/2";
        for _ in 0..20_000 {
            let mut text = Vec::new();
            seed = crate::evaluation::split_mix(seed);
            for _ in 0..seed % 40 {
                seed = crate::evaluation::split_mix(seed);
                text.push(alphabet[seed as usize % alphabet.len()]);
            }
            let games = games(&text);
            let mut at = 0;
            for game in &games {
                assert_eq!(game.span.start, at);
                at = game.span.end;
            }
        }
    }
}
