//! The calls that Debian 12's wasi-libc lacks and Rust's std and crates are linked against.
//!
//! Starting a thread answers ENOTSUP, as WASI preview 1 has none; rayon then works on the thread it
//! was called from. A path is its own real path. The rest has nothing to do.
#![no_std]

unsafe extern "C" {
    fn strdup(text: *const u8) -> *mut u8;
}

/// A copy of the path, for the caller to free; nobody asks for one in a place of his own.
#[unsafe(no_mangle)]
pub extern "C" fn realpath(path: *const u8, _place: *mut u8) -> *mut u8 {
    unsafe { strdup(path) }
}

#[unsafe(no_mangle)]
pub extern "C" fn fchmod(_file: i32, _mode: u32) -> i32 {
    -1
}

static mut LAST_ERROR: i32 = 0;

/// Where a crate looks for the last error; libc's own stands elsewhere, and errors end the run anyway.
#[unsafe(no_mangle)]
pub extern "C" fn __errno_location() -> *mut i32 {
    &raw mut LAST_ERROR
}

/// WASI's `ENOTSUP`.
const NOT_SUPPORTED: i32 = 58;

#[unsafe(no_mangle)]
pub extern "C" fn pthread_create(_thread: usize, _attributes: usize, _start: usize, _argument: usize) -> i32 {
    NOT_SUPPORTED
}

#[unsafe(no_mangle)]
pub extern "C" fn pthread_join(_thread: usize, _result: usize) -> i32 {
    NOT_SUPPORTED
}

#[unsafe(no_mangle)]
pub extern "C" fn pthread_detach(_thread: usize) -> i32 {
    NOT_SUPPORTED
}

#[unsafe(no_mangle)]
pub extern "C" fn pthread_attr_init(_attributes: usize) -> i32 {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pthread_attr_setstacksize(_attributes: usize, _size: usize) -> i32 {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pthread_attr_destroy(_attributes: usize) -> i32 {
    0
}
