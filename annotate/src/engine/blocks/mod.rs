//! The blocks: each turns a position into one meter a side.
//!
//! A meter is a whole number in the block's own unit; what it is worth is the graph's affair.

pub mod attack;
pub mod files;
pub mod formation;
pub mod king;
pub mod loose;
pub mod material;
pub mod minors;
pub mod mobility;
pub mod pair;
pub mod passed;
pub mod pawns;
pub mod placement;
pub mod space;
mod squares;
pub mod tempo;
pub mod threats;

pub use attack::Attack;
pub use files::Files;
pub use formation::Formation;
pub use king::King;
pub use loose::Loose;
pub use material::Material;
pub use minors::Minors;
pub use mobility::Mobility;
pub use pair::Pair;
pub use passed::Passed;
pub use pawns::Pawns;
pub use placement::Placement;
use shakmaty::Color;
pub use space::Space;
pub use tempo::Tempo;
pub use threats::Threats;

use super::attacks::{Attacks, Pieces};

/// The largest argument, either side of zero.
pub(crate) const LARGEST_ARGUMENT: i32 = 100_000;

/// What a block is asked about.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Where the pieces stand.
    pub pieces: &'a Pieces,
    /// What they attack.
    pub attacks: &'a Attacks,
    /// Whose move it is.
    pub turn: Color,
}

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
    /// Where the pieces stand, in the opening.
    Placement(Placement),
    /// Where the pieces stand, in the end.
    Endgame(Placement),
    /// Two bishops.
    Pair(Pair),
    /// The right to move.
    Tempo(Tempo),
    /// How the pawns stand to each other.
    Formation(Formation),
    /// Room behind the pawns.
    Space(Space),
    /// Passed pawns and the kings near them.
    Passed(Passed),
    /// Rooks on files without pawns.
    Files(Files),
    /// Outposts and bad bishops.
    Minors(Minors),
    /// Attacks that cannot be ignored.
    Threats(Threats),
    /// Pieces gathered against the king.
    Attack(Attack),
}

impl Block {
    /// The names of all blocks.
    pub const NAMES: [&str; 16] = [
        "material",
        "loose",
        "king",
        "mobility",
        "pawns",
        "placement",
        "endgame",
        "pair",
        "tempo",
        "formation",
        "space",
        "passed",
        "files",
        "minors",
        "threats",
        "attack",
    ];

    /// The block of this name with default arguments.
    pub fn named(name: &str) -> Option<Block> {
        Some(match name {
            "material" => Block::Material(Material::default()),
            "loose" => Block::Loose(Loose::default()),
            "king" => Block::King(King::default()),
            "mobility" => Block::Mobility(Mobility::default()),
            "pawns" => Block::Pawns(Pawns::default()),
            "placement" => Block::Placement(Placement::default()),
            "endgame" => Block::Endgame(Placement::default()),
            "pair" => Block::Pair(Pair::default()),
            "tempo" => Block::Tempo(Tempo::default()),
            "formation" => Block::Formation(Formation::default()),
            "space" => Block::Space(Space::default()),
            "passed" => Block::Passed(Passed::default()),
            "files" => Block::Files(Files::default()),
            "minors" => Block::Minors(Minors::default()),
            "threats" => Block::Threats(Threats::default()),
            "attack" => Block::Attack(Attack::default()),
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
            Block::Placement(_) => "placement",
            Block::Endgame(_) => "endgame",
            Block::Pair(_) => "pair",
            Block::Tempo(_) => "tempo",
            Block::Formation(_) => "formation",
            Block::Space(_) => "space",
            Block::Passed(_) => "passed",
            Block::Files(_) => "files",
            Block::Minors(_) => "minors",
            Block::Threats(_) => "threats",
            Block::Attack(_) => "attack",
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
            Block::Placement(args) | Block::Endgame(args) => args.argument(name),
            Block::Pair(args) => args.argument(name),
            Block::Tempo(args) => args.argument(name),
            Block::Formation(args) => args.argument(name),
            Block::Space(args) => args.argument(name),
            Block::Passed(args) => args.argument(name),
            Block::Files(args) => args.argument(name),
            Block::Minors(args) => args.argument(name),
            Block::Threats(args) => args.argument(name),
            Block::Attack(args) => args.argument(name),
        }
    }

    /// The names of the arguments, as ENGINE.md lists them.
    pub fn arguments(&self) -> &'static [&'static str] {
        match self {
            Block::Material(_) => Material::NAMES,
            Block::Loose(_) => Loose::NAMES,
            Block::King(_) => King::NAMES,
            Block::Mobility(_) => Mobility::NAMES,
            Block::Pawns(_) => Pawns::NAMES,
            Block::Placement(_) | Block::Endgame(_) => Placement::NAMES,
            Block::Pair(_) => Pair::NAMES,
            Block::Tempo(_) => Tempo::NAMES,
            Block::Formation(_) => Formation::NAMES,
            Block::Space(_) => Space::NAMES,
            Block::Passed(_) => Passed::NAMES,
            Block::Files(_) => Files::NAMES,
            Block::Minors(_) => Minors::NAMES,
            Block::Threats(_) => Threats::NAMES,
            Block::Attack(_) => Attack::NAMES,
        }
    }

    /// The meter of one side.
    pub fn meter(&self, scene: Scene, side: Color) -> i32 {
        let Scene {
            pieces,
            attacks,
            turn,
        } = scene;
        match self {
            Block::Material(args) => args.meter(pieces, side),
            Block::Loose(args) => args.meter(pieces, attacks, side),
            Block::King(args) => args.meter(pieces, attacks, side),
            Block::Mobility(args) => args.meter(attacks, side),
            Block::Pawns(args) => args.meter(pieces, side),
            Block::Placement(args) | Block::Endgame(args) => args.meter(pieces, side),
            Block::Pair(args) => args.meter(pieces, side),
            Block::Tempo(args) => args.meter(turn, side),
            Block::Formation(args) => args.meter(pieces, side),
            Block::Space(args) => args.meter(pieces, side),
            Block::Passed(args) => args.meter(pieces, side),
            Block::Files(args) => args.meter(pieces, side),
            Block::Minors(args) => args.meter(pieces, side),
            Block::Threats(args) => args.meter(pieces, attacks, side),
            Block::Attack(args) => args.meter(pieces, attacks, side),
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
            /// The names of the arguments.
            pub const NAMES: &[&str] = &[$(stringify!($field),)+];

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

#[cfg(test)]
mod tests;
