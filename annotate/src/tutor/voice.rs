//! Who speaks to whom.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// The manner of speaking that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Voice {
    /// White and Black, to nobody.
    #[default]
    Neutral,
    /// You and your opponent.
    Student,
    /// You and I: the speaker was the opponent.
    Partner,
}

impl Voice {
    /// The name, `neutral`, `student` or `partner`.
    pub fn as_str(self) -> &'static str {
        match self {
            Voice::Neutral => "neutral",
            Voice::Student => "student",
            Voice::Partner => "partner",
        }
    }
}

impl fmt::Display for Voice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Text that names no voice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no voice is called {0:?}: neutral, student or partner")]
pub struct ParseVoiceError(String);

impl FromStr for Voice {
    type Err = ParseVoiceError;

    fn from_str(text: &str) -> Result<Voice, ParseVoiceError> {
        [Voice::Neutral, Voice::Student, Voice::Partner]
            .into_iter()
            .find(|voice| voice.as_str() == text)
            .ok_or_else(|| ParseVoiceError(text.to_owned()))
    }
}

/// The grammatical persons of one sentence: who the mover is to the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Person {
    /// Both sides are named.
    Neutral,
    /// The mover is spoken to.
    You,
    /// The mover is the opponent of the side spoken to.
    They,
    /// The mover is spoken to and the speaker is the opponent.
    YouI,
    /// The mover is the speaker.
    IYou,
}

impl Person {
    /// All five.
    pub const ALL: [Person; 5] = [
        Person::Neutral,
        Person::You,
        Person::They,
        Person::YouI,
        Person::IYou,
    ];

    /// The person of a move by `mover`, where `spoken_to` is the side spoken to,
    /// if there is one.
    pub fn of(voice: Voice, spoken_to: Option<Color>, mover: Color) -> Person {
        match (voice, spoken_to) {
            (Voice::Neutral, _) | (_, None) => Person::Neutral,
            (Voice::Student, Some(you)) if you == mover => Person::You,
            (Voice::Student, Some(_)) => Person::They,
            (Voice::Partner, Some(you)) if you == mover => Person::YouI,
            (Voice::Partner, Some(_)) => Person::IYou,
        }
    }

    /// The name, as `you-i`.
    pub fn as_str(self) -> &'static str {
        match self {
            Person::Neutral => "neutral",
            Person::You => "you",
            Person::They => "they",
            Person::YouI => "you-i",
            Person::IYou => "i-you",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_side_spoken_to_every_voice_is_neutral() {
        for voice in [Voice::Neutral, Voice::Student, Voice::Partner] {
            assert_eq!(Person::of(voice, None, Color::White), Person::Neutral);
            assert_eq!(voice.as_str().parse(), Ok(voice));
        }
        assert!("loud".parse::<Voice>().is_err());
    }

    #[test]
    fn the_persons_follow_the_mover() {
        let you = Some(Color::Black);
        assert_eq!(Person::of(Voice::Student, you, Color::Black), Person::You);
        assert_eq!(Person::of(Voice::Student, you, Color::White), Person::They);
        assert_eq!(Person::of(Voice::Partner, you, Color::Black), Person::YouI);
        assert_eq!(Person::of(Voice::Partner, you, Color::White), Person::IYou);
    }
}
