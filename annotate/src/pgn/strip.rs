//! Strip: takes out exactly the bytes that were inserted, where their check digits agree.
//!
//! One pass is enough for text that was annotated once; it is repeated until nothing agrees any
//! more. What does not agree has been edited and is a person's: it stays.

use std::ops::Range;

use super::bytes::{all_space, is_space, trimmed_end};
use super::comment;
use super::hash::hex;
use super::insert::joins;
use super::piece::{ReadTag, Setting, nag_piece, read_tag};
use super::record::agreeing;
use super::text::{GameText, Item, ItemKind, MainMove};

/// The game without our record and pieces. Everything else stays as it is, byte for byte.
pub fn strip_game(game: &[u8]) -> Vec<u8> {
    let mut stripped = game.to_vec();
    while let Some(shorter) = strip_once(&stripped) {
        stripped = shorter;
    }
    stripped
}

fn strip_once(game: &[u8]) -> Option<Vec<u8>> {
    let text = GameText::scan(game);
    let mut taken: Vec<Range<usize>> = agreeing(&text)
        .into_iter()
        .flat_map(|found| [found.tag, found.breaks])
        .filter(|range| !range.is_empty())
        .collect();
    for (ply, main) in text.moves().iter().enumerate() {
        Layers::new(&text, main, text.items(ply)).take(&mut taken);
    }
    if taken.is_empty() {
        return None;
    }
    taken.sort_by_key(|range| range.start);
    let mut kept = Vec::with_capacity(game.len());
    let mut at = 0;
    for range in taken {
        kept.extend_from_slice(&game[at..range.start]);
        at = range.end;
    }
    kept.extend_from_slice(&game[at..]);
    Some(kept)
}

/// Pieces that agree with their tag. An empty range stands for one that is not there.
struct Pieces {
    setting: Setting,
    nag: Range<usize>,
    text: Range<usize>,
    variation: Range<usize>,
}

/// A sign or NAG of the move's head.
struct HeadMark {
    /// The end of what stands before it.
    before: usize,
    span: Range<usize>,
}

/// The pieces of one move, taken out from the head on. Offsets are those of the bytes as they
/// are, with what was taken out still in them.
struct Layers<'t> {
    text: &'t GameText<'t>,
    items: &'t [Item],
    /// The first item that is neither in the head nor taken out.
    next: usize,
    head: Vec<HeadMark>,
    /// The end of the head.
    left: usize,
    /// Where the bytes after the head go on: after `left`, or after what was taken out there.
    right: usize,
    /// The variations that are left, the first one last, each with the comment before it.
    variations: Vec<(usize, usize)>,
    /// The comments a variation was taken out after, and where it ended.
    gone: Vec<(usize, usize)>,
}

impl<'t> Layers<'t> {
    fn new(text: &'t GameText<'t>, main: &MainMove, items: &'t [Item]) -> Layers<'t> {
        let mut variations = Vec::new();
        let mut comment = None;
        for (index, item) in items.iter().enumerate() {
            if item.is_comment() {
                comment = Some(index);
            } else if item.kind == ItemKind::Variation
                && let Some(comment) = comment
            {
                variations.push((index, comment));
            }
        }
        variations.reverse();
        Layers {
            text,
            items,
            next: 0,
            head: Vec::new(),
            left: main.token.end,
            right: main.token.end,
            variations,
            gone: Vec::new(),
        }
    }

    fn take(mut self, taken: &mut Vec<Range<usize>>) {
        loop {
            self.extend_head();
            if !self.take_layer(taken) {
                return;
            }
        }
    }

    /// Reads on over signs and NAGs with only white space between.
    fn extend_head(&mut self) {
        while let Some(item) = self.items.get(self.next)
            && matches!(item.kind, ItemKind::Mark(_))
            && all_space(&self.text.bytes()[self.right..item.span.start])
        {
            self.head.push(HeadMark {
                before: self.right,
                span: item.span.clone(),
            });
            self.left = item.span.end;
            self.right = item.span.end;
            self.next += 1;
        }
    }

    /// Takes out the pieces whose tag ends the first comment after the head, if they agree, and
    /// returns whether there may be more behind them.
    fn take_layer(&mut self, taken: &mut Vec<Range<usize>>) -> bool {
        let Some(pieces) = self.agreeing() else {
            return false;
        };
        if !pieces.variation.is_empty()
            && let Some((_, comment)) = self.variations.pop()
        {
            self.gone.retain(|(place, _)| *place != comment);
            self.gone.push((comment, pieces.variation.end));
        }
        if !pieces.nag.is_empty() {
            self.head.pop();
            self.left = pieces.nag.start;
        }
        let is_own = pieces.setting == Setting::OwnComment;
        if is_own {
            self.right = self.after(self.next);
            self.next += 1;
            while self
                .items
                .get(self.next)
                .is_some_and(|item| item.kind == ItemKind::Variation && item.span.end <= self.right)
            {
                self.next += 1;
            }
        }
        let ranges = [pieces.nag, pieces.text, pieces.variation];
        taken.extend(ranges.into_iter().filter(|range| !range.is_empty()));
        is_own
    }

    /// The pieces the first comment after the head belongs to, if it ends with a tag of ours
    /// that agrees with them.
    fn agreeing(&self) -> Option<Pieces> {
        let bytes = self.text.bytes();
        let item = self.items.get(self.next)?;
        if item.kind != ItemKind::Brace || !all_space(&bytes[self.right..item.span.start]) {
            return None;
        }
        let inner = item.inner();
        let end = inner.start + trimmed_end(&bytes[inner.clone()]);
        let tag = read_tag(&bytes[inner.start..end])?;
        let start = (inner.start + tag.start).checked_sub(tag.text_length)?;
        let (setting, text) = if start == self.right {
            let is_own = item.span.start == start + 1
                && bytes[start..].starts_with(Setting::OwnComment.opening().as_bytes())
                && bytes[end..item.span.end] == *b" }";
            (is_own).then_some((Setting::OwnComment, start..item.span.end))?
        } else {
            let is_hosted = start > inner.start
                && bytes[start] == b' '
                && !is_space(bytes[start - 1])
                && comment::is_machine_only(&bytes[inner.start..start]);
            is_hosted.then_some((Setting::InComment, start..end))?
        };
        let pieces = Pieces {
            setting,
            nag: self.nag(&tag)?,
            text,
            variation: self.variation(&tag)?,
        };
        let check = inner.start + tag.check;
        let parts = [
            &bytes[pieces.nag.clone()],
            &bytes[pieces.text.start..check],
            b"000000",
            &bytes[check + 6..pieces.text.end],
            &bytes[pieces.variation.clone()],
        ];
        let agrees = hex(parts, 6).as_bytes() == &bytes[check..check + 6];
        (agrees && !self.would_join(&pieces)).then_some(pieces)
    }

    /// The NAG the tag names, as the last of the head and directly after what stands before it;
    /// an empty range if it names none.
    fn nag(&self, tag: &ReadTag) -> Option<Range<usize>> {
        if tag.nag == 0 {
            return (tag.nag_length == 0).then_some(self.left..self.left);
        }
        let piece = nag_piece(tag.nag);
        let mark = self.head.last()?;
        let start = mark.span.start.checked_sub(1)?;
        let nag = start..mark.span.end;
        let is_there = start == mark.before
            && tag.nag_length == piece.len()
            && self.text.bytes()[nag.clone()] == *piece.as_bytes();
        is_there.then_some(nag)
    }

    /// The variation the tag names, directly after the last comment before any variation; an
    /// empty range if it names none.
    fn variation(&self, tag: &ReadTag) -> Option<Range<usize>> {
        if tag.variation_length == 0 {
            return Some(self.right..self.right);
        }
        let bytes = self.text.bytes();
        let (index, comment) = *self.variations.last()?;
        let item = &self.items[index];
        let start = match self.gone.iter().find(|(place, _)| *place == comment) {
            Some((_, end)) => *end,
            None => self.text.after_comment(&self.items[comment])?,
        };
        let is_there = item.span.start == start + 1
            && bytes[start] == b' '
            && item.span.end - start == tag.variation_length;
        // After a rest-of-line comment the next line must stay what it is.
        let stays = self.items[comment].kind == ItemKind::Brace
            || self.text.continues_movetext(item.span.end);
        (is_there && stays).then_some(start..item.span.end)
    }

    /// Where the bytes go on after this comment: after the variation taken out there, if any.
    fn after(&self, comment: usize) -> usize {
        self.gone
            .iter()
            .find(|(place, _)| *place == comment)
            .map_or(self.items[comment].span.end, |(_, end)| *end)
    }

    /// Whether taking the pieces out would join two tokens.
    fn would_join(&self, pieces: &Pieces) -> bool {
        if pieces.setting == Setting::InComment {
            return false;
        }
        let left = if pieces.nag.is_empty() {
            self.left
        } else {
            pieces.nag.start
        };
        let next = self.after(self.next);
        let right = if pieces.variation.start == next {
            pieces.variation.end.max(next)
        } else {
            next
        };
        joins(self.text.bytes(), left, right)
    }
}
