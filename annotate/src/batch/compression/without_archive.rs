//! In place of the library that reads zip files, where it is not built in.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::unsupported;

/// A zip file, which cannot be read.
#[derive(Debug)]
pub(in super::super) struct Archive;

/// A member of a zip file: there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Member {
    pub(in super::super) name: String,
    pub(in super::super) size: u64,
}

impl Archive {
    pub(in super::super) fn of_path(_: &Path) -> Self {
        Self
    }

    pub(in super::super) fn of_spool(_: File) -> Self {
        Self
    }

    /// Refuses to read the list of members.
    #[allow(clippy::unused_self, reason = "as where there is a list")]
    pub(in super::super) fn members(
        &self,
        _wanted: impl Fn(&Path) -> bool,
    ) -> io::Result<Vec<Member>> {
        Err(refusal())
    }

    /// Refuses to read a member.
    #[allow(clippy::unused_self, reason = "as where there are members")]
    pub(in super::super) fn open(&self, _: &Member) -> io::Result<impl Read + use<>> {
        Err::<io::Empty, _>(refusal())
    }
}

impl Member {
    #[allow(clippy::unused_self, reason = "as where there are names")]
    pub(in super::super) fn path(&self) -> Option<PathBuf> {
        None
    }
}

fn refusal() -> io::Error {
    unsupported("it is a zip file, and this program was built without compression")
}
