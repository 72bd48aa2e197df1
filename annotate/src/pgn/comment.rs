//! Comments: machine commands (`[%clk 0:01:00]`) told apart from words.

use super::bytes::{is_space, skip};

/// What opens the tag Quiet Voice ends its text with.
pub(super) const OUR_COMMAND: &[u8] = b"[%qv";

/// The offset after the command that opens at `from`, if one is closed there.
fn command_end(comment: &[u8], from: usize) -> Option<usize> {
    if !comment.get(from..)?.starts_with(b"[%") {
        return None;
    }
    let name = skip(comment, from + 2, |byte| {
        byte.is_ascii_alphanumeric() || byte == b'_'
    });
    let end = skip(comment, name, |byte| byte != b']');
    (name > from + 2 && end < comment.len()).then_some(end + 1)
}

/// Whether a comment (without its braces) holds only machine commands: at least one, with only
/// white space between them, none of them ours.
pub(super) fn is_machine_only(comment: &[u8]) -> bool {
    let mut at = skip(comment, 0, is_space);
    if at == comment.len() || holds_command(comment, OUR_COMMAND) {
        return false;
    }
    while at < comment.len() {
        match command_end(comment, at) {
            Some(end) => at = skip(comment, end, is_space),
            None => return false,
        }
    }
    true
}

/// Whether `command` (as `[%eval`) stands in a comment, closed or not.
pub(super) fn holds_command(comment: &[u8], command: &[u8]) -> bool {
    comment
        .windows(command.len())
        .enumerate()
        .any(|(at, window)| {
            window == command
                && !comment
                    .get(at + command.len())
                    .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        })
}

/// The longest value of a command that is looked at, in bytes.
const LONGEST_VALUE: usize = 64;

/// What stands in each closed command of this name (as `[%eval`) in a comment, in order, from the
/// white space after the name on; values of more than 64 bytes are passed over.
pub(super) fn command_values<'c>(
    comment: &'c [u8],
    command: &'c [u8],
) -> impl Iterator<Item = &'c [u8]> {
    (0..comment.len()).filter_map(move |at| {
        let rest = comment[at..].strip_prefix(command)?;
        let end = rest
            .iter()
            .take(LONGEST_VALUE + 1)
            .position(|byte| *byte == b']')?;
        rest.first()
            .is_some_and(|byte| is_space(*byte))
            .then_some(&rest[..end])
    })
}

/// The words of a comment: commands taken out, white space folded to single spaces. A command
/// that is never closed goes to the end of the comment.
pub(super) fn words(comment: &str) -> String {
    let mut rest = comment;
    let mut kept = String::with_capacity(comment.len());
    while let Some(at) = rest.find("[%") {
        kept.push_str(&rest[..at]);
        kept.push(' ');
        rest = rest[at..].find(']').map_or("", |end| &rest[at + end + 1..]);
    }
    kept.push_str(rest);
    let mut folded = String::with_capacity(kept.len());
    for word in kept.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_commands_and_white_space_make_a_machine_comment() {
        for machine in [
            "[%clk 0:01:00]",
            " [%eval 0.3] [%clk\n0:05:00]\r\n",
            "[%a][%b]",
            "[%c_effect e4;square;e4;type;Brilliant]",
        ] {
            assert!(is_machine_only(machine.as_bytes()), "{machine}");
        }
        for other in [
            "",
            "  ",
            "x",
            "[%clk 0:01:00] good",
            "[%eval 1.2",
            "[%]",
            "[% clk]",
            "[x]",
            "[%clk 0:01:00] [%qv 1]",
            "[%clk 0:01:00] [%qv",
        ] {
            assert!(!is_machine_only(other.as_bytes()), "{other}");
        }
        assert!(is_machine_only(b"[%qvx 1]"));
    }

    #[test]
    fn words_are_what_is_left_without_commands() {
        assert_eq!(words(" a\n b [%clk\n0:01:00]c [%eval 1.2] "), "a b c");
        assert_eq!(words("[%eval 1.2 the rest"), "");
        assert_eq!(words("100% sure [x]"), "100% sure [x]");
    }

    #[test]
    fn a_command_is_found_by_its_whole_name() {
        assert!(holds_command(b"x [%eval 0,25]", b"[%eval"));
        assert!(holds_command(b"[%eval\n0.2]", b"[%eval"));
        assert!(!holds_command(b"[%evaluation 1]", b"[%eval"));
        assert!(!holds_command(b"", b"[%eval"));
    }
}
