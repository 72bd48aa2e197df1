//! The thread calls that Debian 12's wasi-libc lacks and Rust's std links against.
//!
//! Starting a thread answers ENOTSUP, as WASI preview 1 has none; rayon then works on the thread it
//! was called from. The rest has nothing to do.
#![no_std]

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
