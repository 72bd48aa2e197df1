//! The names of pieces, squares, files and sides as they are spoken and stored.

use shakmaty::{Color, Role};

/// `pawn` … `king`.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// `White` or `Black`.
pub fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// A count in words up to `twenty`, above that in digits.
pub fn count(n: u32) -> String {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    usize::try_from(n)
        .ok()
        .and_then(|n| WORDS.get(n))
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// Storing a [`Role`] under its name.
pub mod piece {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use shakmaty::Role;

    /// Writes the name.
    ///
    /// # Errors
    ///
    /// Only those of the serializer.
    pub fn serialize<S: Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(super::role(*role))
    }

    /// Reads the name.
    ///
    /// # Errors
    ///
    /// Anything but one of the six names.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Role, D::Error> {
        let name = String::deserialize(deserializer)?;
        Role::ALL
            .into_iter()
            .find(|&role| super::role(role) == name)
            .ok_or_else(|| D::Error::custom(format_args!("no piece is called {name:?}")))
    }
}

/// Storing an optional [`Role`] under its name.
pub mod maybe_piece {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use shakmaty::Role;

    /// Writes the name, or nothing.
    ///
    /// # Errors
    ///
    /// Only those of the serializer.
    pub fn serialize<S: Serializer>(role: &Option<Role>, serializer: S) -> Result<S::Ok, S::Error> {
        match role {
            Some(role) => super::piece::serialize(role, serializer),
            None => serializer.serialize_none(),
        }
    }

    /// Reads the name.
    ///
    /// # Errors
    ///
    /// Anything but one of the six names.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Role>, D::Error> {
        Option::<String>::deserialize(deserializer)?
            .map(|name| {
                Role::ALL
                    .into_iter()
                    .find(|&role| super::role(role) == name)
                    .ok_or_else(|| D::Error::custom(format_args!("no piece is called {name:?}")))
            })
            .transpose()
    }
}

/// Storing a square, a file or anything else that has a text form of its own.
pub mod text {
    use std::{fmt::Display, str::FromStr};

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Writes the text form.
    ///
    /// # Errors
    ///
    /// Only those of the serializer.
    pub fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// Text that is no form of the type.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// Storing an optional square.
pub mod maybe_square {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use shakmaty::Square;

    /// Writes the square, or nothing.
    ///
    /// # Errors
    ///
    /// Only those of the serializer.
    pub fn serialize<S: Serializer>(
        square: &Option<Square>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match square {
            Some(square) => serializer.collect_str(square),
            None => serializer.serialize_none(),
        }
    }

    /// Reads the square.
    ///
    /// # Errors
    ///
    /// Text that names no square.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Square>, D::Error> {
        Option::<String>::deserialize(deserializer)?
            .map(|name| name.parse().map_err(D::Error::custom))
            .transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_words_up_to_twenty() {
        assert_eq!(count(1), "one");
        assert_eq!(count(20), "twenty");
        assert_eq!(count(21), "21");
    }
}
