//! A build without the feature `cache`: nothing outlives a run.

use std::path::Path;

use super::{Key, Unusable};
use crate::engine::Analysis;

/// A store that cannot be.
#[derive(Debug)]
pub(super) enum Store {}

impl Store {
    pub(super) fn open(path: &Path, _size: u64) -> Result<Self, Unusable> {
        Err(Unusable {
            path: path.to_owned(),
            reason: "this annotate was built without the feature `cache`".into(),
        })
    }

    #[allow(clippy::unnecessary_wraps, reason = "as with the feature")]
    pub(super) fn open_usual(_size: u64) -> Result<Option<Self>, Unusable> {
        Ok(None)
    }

    pub(super) fn usual_exists() -> bool {
        false
    }

    pub(super) fn find(&self, _keys: &[Key]) -> Vec<Option<Analysis>> {
        match *self {}
    }

    pub(super) fn keep(&self, _key: Key, _bytes: Vec<u8>) {
        match *self {}
    }

    pub(super) fn close(self) -> Option<String> {
        match self {}
    }
}
