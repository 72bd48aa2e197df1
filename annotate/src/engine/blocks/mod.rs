//! The five blocks: each turns a position into one meter a side.
//!
//! A meter is a whole number in the block's own unit; what it is worth is the graph's affair.

pub mod king;
pub mod loose;
pub mod material;
pub mod mobility;
pub mod pawns;

pub use king::King;
pub use loose::Loose;
pub use material::Material;
pub use mobility::Mobility;
pub use pawns::Pawns;
use shakmaty::Color;

use super::attacks::{Attacks, Pieces};

/// The largest argument, either side of zero.
pub(crate) const LARGEST_ARGUMENT: i32 = 100_000;

/// One block with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// What the pieces are worth.
    Material(Material),
    /// Pieces that can be taken for little or nothing.
    Loose(Loose),
    /// How open the king stands.
    King(King),
    /// Where the pieces can go.
    Mobility(Mobility),
    /// How the pawns stand.
    Pawns(Pawns),
}

impl Block {
    /// The block of this name with default arguments.
    pub fn named(name: &str) -> Option<Block> {
        Some(match name {
            "material" => Block::Material(Material::default()),
            "loose" => Block::Loose(Loose::default()),
            "king" => Block::King(King::default()),
            "mobility" => Block::Mobility(Mobility::default()),
            "pawns" => Block::Pawns(Pawns::default()),
            _ => return None,
        })
    }

    /// The name a graph calls it by.
    pub fn name(&self) -> &'static str {
        match self {
            Block::Material(_) => "material",
            Block::Loose(_) => "loose",
            Block::King(_) => "king",
            Block::Mobility(_) => "mobility",
            Block::Pawns(_) => "pawns",
        }
    }

    /// The argument of this name.
    pub fn argument(&mut self, name: &str) -> Option<&mut i32> {
        match self {
            Block::Material(args) => args.argument(name),
            Block::Loose(args) => args.argument(name),
            Block::King(args) => args.argument(name),
            Block::Mobility(args) => args.argument(name),
            Block::Pawns(args) => args.argument(name),
        }
    }

    /// The meter of one side.
    pub fn meter(&self, pieces: &Pieces, attacks: &Attacks, side: Color) -> i32 {
        match self {
            Block::Material(args) => args.meter(pieces, side),
            Block::Loose(args) => args.meter(pieces, attacks, side),
            Block::King(args) => args.meter(pieces, attacks, side),
            Block::Mobility(args) => args.meter(attacks, side),
            Block::Pawns(args) => args.meter(pieces, side),
        }
    }
}

/// A block's arguments: a struct of whole numbers with defaults, each found by name.
macro_rules! arguments {
    ($(#[$doc:meta])* $block:ident { $($(#[$field_doc:meta])* $field:ident = $default:expr,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $block {
            $($(#[$field_doc])* pub $field: i32,)+
        }

        impl Default for $block {
            fn default() -> $block {
                $block { $($field: $default,)+ }
            }
        }

        impl $block {
            /// The argument of this name.
            pub fn argument(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($field) => Some(&mut self.$field),)+
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use arguments;
