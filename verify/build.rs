//! Lets the program find the Python library it was linked with, wherever it is
//! started from.

fn main() {
    #[cfg(feature = "python")]
    pyo3_build_config::add_libpython_rpath_link_args();
}
