//! Tests of the search, by what they hold it to.

mod equality;
mod limits;
mod mates;
mod perft;
mod rules;
mod without;
