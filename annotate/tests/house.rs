//! The house: what the crate may not know.

use std::process::Command;

#[test]
fn the_annotator_does_not_know_the_verifier() {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--package",
            "annotate",
            "--edges",
            "all",
        ])
        .args(["--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    assert!(tree.contains("shakmaty"), "a tree was listed");
    let known: Vec<&str> = tree
        .lines()
        .filter(|line| line.starts_with("verify ") || line.starts_with("pyo3"))
        .collect();
    assert!(known.is_empty(), "{known:?}");
}
