//! Where the cache lies if nobody says otherwise: in the folder the platform has for such files.
//!
//! `$XDG_CACHE_HOME` or `~/.cache` on Linux and the like, `~/Library/Caches` on a Mac,
//! `%LOCALAPPDATA%` on Windows; there, `quiet-voice`.

use std::path::PathBuf;

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

use super::{Unusable, file::FORMAT};

/// The folder of the cache within the platform's.
const FOLDER: &str = "quiet-voice";

/// The usual file, there or not. Each format has its own, so that one version of the program does
/// not refuse what another wrote.
pub(super) fn usual() -> Result<PathBuf, Unusable> {
    let name = format!("analyses-{FORMAT}.sqlite");
    match choose_native_strategy() {
        Ok(strategy) => Ok(strategy.cache_dir().join(FOLDER).join(name)),
        Err(error) => Err(Unusable {
            path: name.into(),
            reason: error.to_string(),
        }),
    }
}
