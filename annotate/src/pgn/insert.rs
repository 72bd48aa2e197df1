//! Insertion: the record and the pieces of the moves, put between bytes that stay as they are.

use super::bytes::{all_space, first_break, is_blank, is_word, line_end, skip, trimmed_end};
use super::comment;
use super::existing::{has_eval, is_edited};
use super::notation::is_bracketed_promotion;
use super::piece::{self, MovePieces, Setting};
use super::record::Record;
use super::text::{GameText, Item, ItemKind};

/// Inserts a record and the pieces of the moves into a game and returns the new bytes.
///
/// `text` is to be the scan of a stripped game; `record` is `None` for `--plain`; `pieces` holds
/// one entry a ply, and may be shorter than the game. Nothing is inserted on a move that holds a
/// `[%qv` tag somebody has edited, on one given words the carrier forbids, and on the few moves
/// that are glued to the next token in a way that could not be taken apart again; a variation is
/// left out where one stands already or where it would change what the next line is. A stretch
/// that holds no game comes back unchanged.
pub fn insert(
    text: &GameText<'_>,
    record: Option<&Record>,
    pieces: &[Option<MovePieces>],
) -> Vec<u8> {
    let bytes = text.bytes();
    let mut edits = Edits {
        bytes,
        copied: 0,
        output: Vec::with_capacity(bytes.len() + bytes.len() / 4 + 256),
    };
    if let (Some(record), Some(start)) = (record, text.start()) {
        let (at, place) = record_place(text, start);
        edits.put(at, &record.piece(&place));
    }
    for (ply, pieces) in pieces.iter().enumerate().take(text.moves().len()) {
        if let Some(pieces) = pieces
            && pieces.is_well_formed()
            && !is_edited(text, ply)
        {
            insert_pieces(text, ply, pieces, &mut edits);
        }
    }
    edits.finish()
}

/// The bytes as far as they are copied, with what was put between them.
struct Edits<'g> {
    bytes: &'g [u8],
    copied: usize,
    output: Vec<u8>,
}

impl Edits<'_> {
    /// Puts `piece` at `at`, which is never before the place of the piece before it.
    fn put(&mut self, at: usize, piece: &str) {
        self.output.extend_from_slice(&self.bytes[self.copied..at]);
        self.output.extend_from_slice(piece.as_bytes());
        self.copied = at;
    }

    fn finish(mut self) -> Vec<u8> {
        self.output.extend_from_slice(&self.bytes[self.copied..]);
        self.output
    }
}

/// What stands around a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordPlace {
    /// After a tag pair: a line break or a space before it.
    After(&'static str),
    /// Before a game without tags: two line breaks of this kind after it.
    Before(&'static str),
}

/// The line breaks a record can stand beside.
pub(super) const BREAKS: [&str; 3] = ["\r\n", "\n", "\r"];

fn break_text(bytes: &[u8]) -> &'static str {
    let kind = first_break(bytes);
    BREAKS
        .into_iter()
        .find(|text| text.as_bytes() == kind)
        .unwrap_or("\n")
}

fn record_place(text: &GameText<'_>, start: usize) -> (usize, RecordPlace) {
    let bytes = text.bytes();
    let Some(tag) = text.tags().last() else {
        return (start, RecordPlace::Before(break_text(bytes)));
    };
    let at = tag.span.end;
    let next = skip(bytes, at, is_blank);
    let place = if next == bytes.len() {
        RecordPlace::After(break_text(bytes))
    } else if next == line_end(bytes, at) {
        RecordPlace::After(break_text(&bytes[next..]))
    } else {
        RecordPlace::After(" ")
    };
    (at, place)
}

fn insert_pieces(text: &GameText<'_>, ply: usize, pieces: &MovePieces, edits: &mut Edits<'_>) {
    let bytes = text.bytes();
    let head = text.head(ply);
    let host = machine_comment(text, ply);
    let setting = match host {
        Some(_) => Setting::InComment,
        None => Setting::OwnComment,
    };
    if joins(bytes, head.end, head.end) {
        return;
    }
    let room = text.room_for_variation(ply);
    let mut rendered = piece::render(pieces, setting, has_eval(text, ply), room.is_some());
    let stands_alone = host.is_some() || rendered.text.is_empty();
    let is_followed = room == Some(head.end) && !rendered.variation.is_empty();
    if stands_alone && !is_followed && bytes.get(head.end).is_some_and(|byte| is_word(*byte)) {
        // A bare NAG would run into the next token.
        rendered.nag.clear();
    }
    edits.put(head.end, &rendered.nag);
    let at = match host {
        Some(item) => item.inner().start + trimmed_end(&bytes[item.inner()]),
        None => head.end,
    };
    edits.put(at, &rendered.text);
    if let Some(room) = room {
        edits.put(room, &rendered.variation);
    }
}

/// The comment of machine commands that directly follows the move and its NAGs.
pub(super) fn machine_comment<'t>(text: &'t GameText<'_>, ply: usize) -> Option<&'t Item> {
    let bytes = text.bytes();
    let head = text.head(ply);
    let item = text.items(ply).get(head.marks)?;
    let is_host = item.kind == ItemKind::Brace
        && all_space(&bytes[head.end..item.span.start])
        && comment::is_machine_only(&bytes[item.inner()]);
    is_host.then_some(item)
}

/// Whether what ends at `left` and what begins at `right` would read as one token, were they
/// side by side. Pieces are neither put nor taken where it is so.
pub(super) fn joins(bytes: &[u8], left: usize, right: usize) -> bool {
    let (Some(before), Some(after)) = (
        left.checked_sub(1).and_then(|at| bytes.get(at)),
        bytes.get(right),
    ) else {
        return false;
    };
    let is_sign = |byte: &u8| matches!(byte, b'!' | b'?');
    (is_word(*before) && is_word(*after))
        || (is_sign(before) && is_sign(after))
        || (is_word(*before) && is_bracketed_promotion(bytes, right))
        || (*before == b'e' && *after == b'.')
}
