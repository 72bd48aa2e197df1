//! The crossing into Python: requests as JSON in, answers as JSON out. Nothing
//! else in this crate knows of Python.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use pyo3::prelude::*;

/// The package that judges the board.
const PACKAGE: &str = "quiet_voice_checker";

/// The interpreter with the checker loaded.
pub struct Bridge {
    check: Py<PyAny>,
    loads: Py<PyAny>,
    dumps: Py<PyAny>,
}

impl Bridge {
    /// Starts the interpreter and loads the checker, from the virtual environment
    /// given, or the one found from the program's place or the working folder
    /// upward.
    ///
    /// # Errors
    ///
    /// What is missing, with the command that mends it.
    pub fn open(venv: Option<&Path>) -> Result<Bridge> {
        let found = venv.map(Path::to_owned).or_else(find_venv);
        Python::attach(|py| {
            let paths = search_paths(found.as_deref());
            let load = || -> PyResult<Bridge> {
                let sys_path = py.import("sys")?.getattr("path")?;
                for path in &paths {
                    sys_path.call_method1("insert", (0, path.to_string_lossy()))?;
                }
                let json = py.import("json")?;
                Ok(Bridge {
                    check: py.import(PACKAGE)?.getattr("check_batch")?.unbind(),
                    loads: json.getattr("loads")?.unbind(),
                    dumps: json.getattr("dumps")?.unbind(),
                })
            };
            load().map_err(|error| {
                let place = found.as_ref().map_or_else(
                    || "no .venv was found".to_owned(),
                    |venv| format!("looked in {}", venv.display()),
                );
                anyhow!(
                    "the checker of the board cannot be loaded ({error}; {place}): \
                     run scripts/setup, or leave the board unproved with --no-board"
                )
            })
        })
    }

    /// Hands a JSON list of requests over and gives the JSON list of answers back.
    ///
    /// # Errors
    ///
    /// An exception of the checker, as Python words it.
    pub fn check(&self, requests: &str) -> Result<String> {
        Python::attach(|py| {
            let call = || -> PyResult<String> {
                let requests = self.loads.call1(py, (requests,))?;
                let answers = self.check.call1(py, (requests,))?;
                self.dumps.call1(py, (answers,))?.extract(py)
            };
            call().map_err(|error| anyhow!("the checker failed: {error}"))
        })
    }
}

/// The folder `.venv` nearest above the program or the working folder.
fn find_venv() -> Option<PathBuf> {
    let exe = std::env::current_exe().ok();
    let here = std::env::current_dir().ok();
    [exe, here].into_iter().flatten().find_map(|start| {
        start
            .ancestors()
            .map(|folder| folder.join(".venv"))
            .find(|venv| venv.is_dir())
    })
}

/// The environment's packages, and the checker beside it.
fn search_paths(venv: Option<&Path>) -> Vec<PathBuf> {
    let Some(venv) = venv else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = std::fs::read_dir(venv.join("lib"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("site-packages"))
        .filter(|path| path.is_dir())
        .collect();
    paths.push(venv.join("Lib").join("site-packages"));
    if let Some(root) = venv.parent() {
        paths.push(root.join("checker-py").join("src"));
    }
    paths.retain(|path| path.is_dir());
    paths
}
