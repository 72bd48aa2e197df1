//! Tables as CSV: RFC 4180, in UTF-8 with a byte-order mark, so that Excel takes it for that.
//!
//! A text that a spreadsheet would take for a formula gets an apostrophe before it; control
//! characters are replaced, for some readers end at them.

use std::{io, path::Path};

use csv::{Terminator, Writer, WriterBuilder};

use super::compression::{Encoding, extension};

/// What a table begins with.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether the name of an output asks for a table, whatever it is packed by.
pub(super) fn is_csv(path: &Path) -> bool {
    let inner = path.with_extension("");
    let name = if Encoding::of_name(path) == Encoding::Plain {
        path
    } else {
        inner.as_path()
    };
    extension(name).as_deref() == Some("csv")
}

/// Appends one row.
pub(super) fn append<S: AsRef<str>>(
    cells: impl IntoIterator<Item = S>,
    table: &mut Vec<u8>,
) -> io::Result<()> {
    let mut writer: Writer<&mut Vec<u8>> = WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .from_writer(table);
    let cells = cells.into_iter().map(|cell| harmless(cell.as_ref()));
    writer.write_record(cells.map(String::into_bytes))?;
    writer.flush()
}

/// A text that is one to every spreadsheet. Numbers stay numbers.
fn harmless(text: &str) -> String {
    let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let digits = text.strip_prefix('-').unwrap_or_default();
    let is_number = !digits.is_empty() && digits.bytes().all(is_digit);
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let plain = text.chars().map(|letter| {
        if letter.is_control() {
            char::REPLACEMENT_CHARACTER
        } else {
            letter
        }
    });
    let apostrophe = (is_formula && !is_number).then_some('\'');
    apostrophe.into_iter().chain(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be_and_never_formulas() {
        let mut table = Vec::new();
        let cells = [
            "plain",
            "a,b",
            "say \"x\"",
            "=1+1",
            "@cmd",
            "-3",
            "-3.5",
            "-x",
            "+1",
            "a\nb\0c",
            "",
        ];
        append(cells, &mut table).unwrap();
        assert_eq!(
            String::from_utf8(table).unwrap(),
            "plain,\"a,b\",\"say \"\"x\"\"\",'=1+1,'@cmd,-3,-3.5,'-x,'+1,a\u{fffd}b\u{fffd}c,\r\n"
        );
    }

    #[test]
    fn a_table_is_asked_for_by_its_name() {
        for (name, csv) in [
            ("a.csv", true),
            ("a.CSV.gz", true),
            ("a.jsonl", false),
            ("csv", false),
        ] {
            assert_eq!(is_csv(Path::new(name)), csv, "{name}");
        }
    }
}
