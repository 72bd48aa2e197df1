//! What each line of a PGN file is: the one place that decides where games begin and end.
//!
//! The reader and the scanner both walk the lines with [`Outline`], so they cannot disagree.
//! Only braces, rest-of-line comments and line starts matter here; moves do not.

use super::bytes::{after_break, is_blank, line_end, skip, skip_marks};
use super::tags::{self, TagSpan};

/// What a line is to the game that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineRole {
    /// The line belongs to the game, before its movetext, after it, or as an escape line.
    Passed,
    /// The line is movetext from this offset on.
    Movetext(usize),
    /// The line is the first of the next game, and was not read.
    NextGame,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Before the first tag or move.
    Lead,
    /// Among the tags, this many blank lines after the last one.
    Tags { blank_lines: u32 },
    /// In the movetext.
    Movetext { in_comment: bool },
    /// After the blank line that ended the movetext.
    Over,
}

/// The walk over the lines of one game.
#[derive(Debug)]
pub(super) struct Outline {
    place: Place,
    /// Whether the rest of the line, if there is one, is neither movetext nor tags.
    aside: bool,
}

impl Outline {
    pub(super) fn new() -> Outline {
        Outline {
            place: Place::Lead,
            aside: false,
        }
    }

    /// Whether nothing but white space, byte-order marks and `%` or `;` lines was read so far.
    pub(super) fn is_empty(&self) -> bool {
        self.place == Place::Lead
    }

    /// Whether a comment is open: nothing but its brace, or the end of the input, ends the game.
    pub(super) fn is_open(&self) -> bool {
        self.place == Place::Movetext { in_comment: true }
    }

    /// Reads on in a line whose beginning was given to [`Outline::read`] as if it were the whole.
    pub(super) fn go_on(&mut self, piece: &[u8]) {
        let piece = &piece[..line_end(piece, 0)];
        let is_movetext = match self.place {
            Place::Movetext { .. } => true,
            // Blanks of any number, then something.
            Place::Lead => !is_blank_line(piece),
            // The rest of a tag pair that is too long, or of blanks between games.
            Place::Tags { .. } | Place::Over => false,
        };
        if is_movetext && !self.aside {
            self.read_movetext(piece, 0);
        }
    }

    /// Reads the next line, which starts at offset `at` of the game, with its line break.
    pub(super) fn read(&mut self, line: &[u8], at: usize, tags: &mut Vec<TagSpan>) -> LineRole {
        let line = &line[..line_end(line, 0)];
        self.aside = false;
        match self.place {
            Place::Lead => {
                let start = skip_marks(line, 0);
                let bare = &line[start..];
                if is_blank_line(bare) || is_aside(bare) {
                    self.aside = is_aside(bare);
                    LineRole::Passed
                } else if opens_with_bracket(bare) {
                    self.read_tags(line, start, at, tags)
                } else {
                    self.read_movetext(line, start)
                }
            }
            Place::Tags { blank_lines } => {
                let start = skip_marks(line, 0);
                let bare = &line[start..];
                if is_blank_line(bare) {
                    self.place = Place::Tags {
                        blank_lines: blank_lines.saturating_add(1),
                    };
                    LineRole::Passed
                } else if is_aside(bare) {
                    self.aside = true;
                    LineRole::Passed
                } else if !opens_with_bracket(bare) {
                    self.read_movetext(line, start)
                } else if blank_lines > 1 {
                    LineRole::NextGame
                } else {
                    self.read_tags(line, start, at, tags)
                }
            }
            Place::Movetext { in_comment: false } => {
                if is_blank_line(line) {
                    self.place = Place::Over;
                    LineRole::Passed
                } else if is_aside(line) {
                    self.aside = true;
                    // A `;` line is a comment of the movetext, a `%` line is passed over there.
                    LineRole::Movetext(0)
                } else if tags::opens_with_tag(&line[skip_marks(line, 0)..]) {
                    LineRole::NextGame
                } else {
                    self.read_movetext(line, 0)
                }
            }
            Place::Movetext { in_comment: true } => self.read_movetext(line, 0),
            Place::Over => {
                if is_blank_line(line) {
                    LineRole::Passed
                } else {
                    LineRole::NextGame
                }
            }
        }
    }

    fn read_tags(
        &mut self,
        line: &[u8],
        start: usize,
        at: usize,
        tags: &mut Vec<TagSpan>,
    ) -> LineRole {
        self.place = Place::Tags { blank_lines: 0 };
        match tags::read_line(&line[start..], at + start, tags) {
            Some(from) => self.read_movetext(line, start + from),
            None => LineRole::Passed,
        }
    }

    fn read_movetext(&mut self, line: &[u8], from: usize) -> LineRole {
        let mut in_comment = self.place == Place::Movetext { in_comment: true };
        let mut at = from;
        loop {
            at = if in_comment {
                skip(line, at, |byte| byte != b'}')
            } else {
                skip(line, at, |byte| byte != b'{' && byte != b';')
            };
            match line.get(at) {
                Some(b'{') => in_comment = true,
                Some(b'}') => in_comment = false,
                Some(_) => {
                    self.aside = true;
                    break;
                }
                None => break,
            }
            at += 1;
        }
        self.place = Place::Movetext { in_comment };
        LineRole::Movetext(from)
    }
}

/// The end of the line that starts at `from`, its line break included.
pub(super) fn next_line(bytes: &[u8], from: usize) -> usize {
    after_break(bytes, line_end(bytes, from))
}

fn is_blank_line(line: &[u8]) -> bool {
    line.iter().all(|byte| is_blank(*byte))
}

fn is_aside(line: &[u8]) -> bool {
    matches!(line, [b'%' | b';', ..])
}

fn opens_with_bracket(line: &[u8]) -> bool {
    line.get(skip(line, 0, is_blank)) == Some(&b'[')
}
