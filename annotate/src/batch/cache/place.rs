//! Where the cache lies if nobody says otherwise: in the folder the platform has for such files.
//!
//! `$XDG_CACHE_HOME` or `~/.cache` on Linux and the like, `~/Library/Caches` on a Mac,
//! `%LOCALAPPDATA%` on Windows; there, `quiet-voice`.

use std::{fs, path::PathBuf};

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

use super::{Unusable, file::FORMAT};

/// The folder of the cache within the platform's.
const FOLDER: &str = "quiet-voice";

/// The usual file; its folder is made if need be. Each format has its own, so that one version of
/// the program does not refuse what another wrote.
pub(super) fn usual() -> Result<PathBuf, Unusable> {
    let caches = match choose_native_strategy() {
        Ok(strategy) => strategy.cache_dir(),
        Err(error) => {
            return Err(Unusable {
                path: FOLDER.into(),
                reason: error.to_string(),
            });
        }
    };
    let folder = caches.join(FOLDER);
    let file = folder.join(format!("analyses-{FORMAT}.sqlite"));
    match fs::create_dir_all(folder) {
        Ok(()) => Ok(file),
        Err(error) => Err(Unusable {
            path: file,
            reason: error.to_string(),
        }),
    }
}
