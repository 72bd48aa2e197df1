//! Small engines that are shell scripts: each answers by a table, and may fail in a
//! way of its own.

use std::{fmt::Write as _, fs, os::unix::fs::PermissionsExt, path::PathBuf};

use verify::digest::sha256;

use crate::annotated::Run;

/// The name the scripts give themselves.
pub(crate) const NAME: &str = "Scripted 1";

/// Writes an engine that answers `go` by the moves of the position: each row is what
/// `position` ends in, and shell commands that print lines.
pub(crate) fn engine(run: &Run, file: &str, rows: &[(&str, &str)]) -> String {
    let mut cases = String::new();
    for (ending, commands) in rows {
        let _ = writeln!(cases, "    *'{ending}') {commands};;");
    }
    let script = format!(
        "#!/bin/sh\n\
         while read -r line; do\n\
         case \"$line\" in\n\
         uci) echo 'id name {NAME}'\n\
         echo 'option name Hash type spin default 1 min 1 max 64'\n\
         echo 'option name Clear Hash type button'\n\
         echo 'option name Style type string default <empty>'\n\
         echo uciok;;\n\
         isready) echo readyok;;\n\
         position*) position=\"$line\";;\n\
         go*)\n\
         case \"$position\" in\n{cases}    esac\n\
         echo 'bestmove 0000';;\n\
         esac\n\
         done\n"
    );
    let path: PathBuf = run.path(file);
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("uci:{}", path.display())
}

/// The `judge` field of the record of such an engine.
pub(crate) fn judge(options: &[&str], nodes: u64) -> String {
    let mut lines = vec!["uci".to_owned(), NAME.to_owned()];
    lines.extend(options.iter().map(ToString::to_string));
    lines.push(format!("nodes={nodes}"));
    let hash = sha256(lines.join("\n").as_bytes(), 8);
    format!("judge=uci:{hash} nodes={nodes}")
}
