//! The evaluation graph: reading its JSON, refusing what is wrong with it, and naming it by a hash.
//!
//! A refusal carries the path of the fault (`blocks[2].args.pawn`), so that whoever wrote the file
//! finds the place without counting braces.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use sha2::{Digest, Sha256};
use shakmaty::Color;

use super::blocks::{Block, LARGEST_ARGUMENT};
use super::expression::{Expression, LARGEST, Variable, is_free_name};
use super::scale;

/// The version of every value this engine computes; part of the engine hash.
pub const VALUE_VERSION: &str = "quiet-voice-2";

const CLEAN: &[u8] = include_bytes!("../../graphs/clean.json");
const FIVE: &[u8] = include_bytes!("../../graphs/five.json");
const CARELESS: &[u8] = include_bytes!("../../graphs/careless.json");

/// One block of a graph and what it is multiplied by.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// The block and its arguments.
    pub block: Block,
    /// The gain of its meters.
    pub gain: Expression,
    /// The gain of the meter of the side `own`, where it differs.
    pub own_gain: Option<Expression>,
}

/// A graph that was read and found sound.
///
/// ```
/// use annotate::engine::Graph;
///
/// let error = Graph::from_json(br#"{"name": "mine", "version": 1, "blocks": [
///     {"block": "material", "gain": 1, "args": {"pawn": 99.5}}]}"#).unwrap_err();
/// assert_eq!(error.path, "blocks[0].args.pawn");
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    name: String,
    seed: i32,
    own: Option<Color>,
    parameters: Vec<(String, f64)>,
    channels: Vec<Channel>,
    bytes: Arc<[u8]>,
    sets: Vec<(String, String)>,
    hash: String,
}

/// Why a graph was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", if path.is_empty() { "graph" } else { path.as_str() })]
pub struct GraphError {
    /// The path of the fault in the JSON, as `blocks[2].args.pawn`; empty for the whole document.
    pub path: String,
    /// What is wrong there.
    pub reason: String,
}

fn fault<T>(path: impl Into<String>, reason: impl Into<String>) -> Result<T, GraphError> {
    Err(GraphError {
        path: path.into(),
        reason: reason.into(),
    })
}

impl Graph {
    /// The default graph.
    ///
    /// # Panics
    ///
    /// Never: a test reads the shipped file.
    pub fn clean() -> Graph {
        Graph::from_json(CLEAN).expect("the shipped graph is sound")
    }

    /// The graph of five blocks that Quiet Voice began with.
    ///
    /// # Panics
    ///
    /// Never: a test reads the shipped file.
    pub fn five() -> Graph {
        Graph::from_json(FIVE).expect("the shipped graph is sound")
    }

    /// The graph whose own side sees its loose pieces badly.
    ///
    /// # Panics
    ///
    /// Never: a test reads the shipped file.
    pub fn careless() -> Graph {
        Graph::from_json(CARELESS).expect("the shipped graph is sound")
    }

    /// Reads a graph.
    ///
    /// # Errors
    ///
    /// The first fault found, with its path.
    pub fn from_json(bytes: &[u8]) -> Result<Graph, GraphError> {
        let document: Json = match serde_json::from_slice(bytes) {
            Ok(document) => document,
            Err(error) => return fault("", error.to_string()),
        };
        let mut graph = read_graph(&document)?;
        graph.bytes = bytes.into();
        graph.hash = graph.digest();
        Ok(graph)
    }

    /// The graph with parameters, `seed` or `own` replaced, as `--set name=value` asks.
    ///
    /// # Errors
    ///
    /// A name that is no parameter of the graph or is set twice, or a value that does not fit it;
    /// the path names the parameter.
    pub fn with<N: AsRef<str>, V: AsRef<str>>(&self, sets: &[(N, V)]) -> Result<Graph, GraphError> {
        let mut graph = self.clone();
        for (name, value) in sets {
            graph.set(name.as_ref(), value.as_ref())?;
        }
        graph.sets.sort();
        graph.hash = graph.digest();
        Ok(graph)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), GraphError> {
        if self.sets.iter().any(|(earlier, _)| earlier == name) {
            return fault(name, "set twice");
        }
        match name {
            "seed" => match value.parse::<i32>() {
                Ok(seed) => self.seed = whole(name, f64::from(seed))?,
                Err(_) => return fault(name, "must be a whole number within ±100000"),
            },
            "own" => {
                self.own = match value {
                    "white" => Some(Color::White),
                    "black" => Some(Color::Black),
                    "none" => None,
                    _ => return fault(name, "must be white, black or none"),
                }
            }
            _ => {
                let path = format!("parameters.{name}");
                let Some((_, parameter)) = self.parameters.iter_mut().find(|(own, _)| own == name)
                else {
                    return fault(path, "the graph has no such parameter");
                };
                match value.parse() {
                    Ok(number) => *parameter = finite(&path, number)?,
                    Err(_) => return fault(path, "must be a number"),
                }
            }
        }
        self.sets.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        hasher.update(&self.bytes);
        for (name, value) in &self.sets {
            hasher.update(format!("\n{name}={value}"));
        }
        eight_digits(hasher)
    }

    /// The name the graph gives itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The graph hash of ENGINE.md section 4: eight hex digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The side whose `own_gain` applies, if any.
    pub fn own(&self) -> Option<Color> {
        self.own
    }

    /// The seed of the dice, modulo 2^64.
    pub fn seed(&self) -> u64 {
        i64::from(self.seed) as u64
    }

    /// The blocks in order.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// The number a parameter stands for.
    pub fn parameter(&self, name: &str) -> Option<f64> {
        let found = self.parameters.iter().find(|(own, _)| own == name);
        found.map(|&(_, number)| number)
    }
}

/// The engine hash of ENGINE.md section 4: eight hex digits over value version and scale.
pub fn engine_hash() -> String {
    let mut hasher = Sha256::new();
    hasher.update(VALUE_VERSION);
    hasher.update("\n");
    hasher.update(scale::BYTES);
    eight_digits(hasher)
}

fn eight_digits(hasher: Sha256) -> String {
    let mut text = String::with_capacity(8);
    for byte in &hasher.finalize()[..4] {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn read_graph(document: &Json) -> Result<Graph, GraphError> {
    const KEYS: [&str; 6] = ["name", "version", "seed", "own", "parameters", "blocks"];
    let object = Object::new("", document, &KEYS)?;
    let Json::Text(name) = object.required("name")? else {
        return fault("name", "must be a text");
    };
    if whole_of("version", object.required("version")?)? != 1 {
        return fault("version", "only version 1 is known");
    }
    let seed = match object.get("seed") {
        None => 0,
        Some(seed) => whole_of("seed", seed)?,
    };
    let own = match object.get("own") {
        None | Some(Json::Null) => None,
        Some(Json::Text(text)) if text == "white" => Some(Color::White),
        Some(Json::Text(text)) if text == "black" => Some(Color::Black),
        Some(_) => return fault("own", "must be null, \"white\" or \"black\""),
    };
    let mut parameters = Vec::new();
    if let Some(given) = object.get("parameters") {
        for (name, value) in Object::free("parameters", given)?.entries {
            let path = format!("parameters.{name}");
            if Variable::named(name).is_some() {
                return fault(path, "is the name of a variable");
            }
            if !is_free_name(name) {
                return fault(path, "must be letters, digits and _, and not min or max");
            }
            let Json::Number(number) = value else {
                return fault(path, "must be a number");
            };
            parameters.push((name.clone(), finite(&path, *number)?));
        }
    }
    let Json::List(blocks) = object.required("blocks")? else {
        return fault("blocks", "must be a list");
    };
    let mut channels: Vec<Channel> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let path = format!("blocks[{index}]");
        let channel = read_channel(&path, block, &parameters)?;
        if channels
            .iter()
            .any(|earlier| earlier.block.name() == channel.block.name())
        {
            return fault(format!("{path}.block"), "listed twice");
        }
        channels.push(channel);
    }
    Ok(Graph {
        name: name.clone(),
        seed,
        own,
        parameters,
        channels,
        bytes: Arc::default(),
        sets: Vec::new(),
        hash: String::new(),
    })
}

fn read_channel(
    path: &str,
    given: &Json,
    parameters: &[(String, f64)],
) -> Result<Channel, GraphError> {
    let object = Object::new(path, given, &["block", "gain", "own_gain", "args"])?;
    let Json::Text(name) = object.required("block")? else {
        return fault(format!("{path}.block"), "must be a text");
    };
    let Some(mut block) = Block::named(name) else {
        return fault(
            format!("{path}.block"),
            format!("no block is called `{name}`"),
        );
    };
    if let Some(args) = object.get("args") {
        let path = format!("{path}.args");
        for (name, value) in Object::free(&path, args)?.entries {
            let path = format!("{path}.{name}");
            match block.argument(name) {
                Some(argument) => *argument = whole_of(&path, value)?,
                None => return fault(path, "the block has no such argument"),
            }
        }
    }
    let gain = read_gain(
        &format!("{path}.gain"),
        object.required("gain")?,
        parameters,
    )?;
    let own_gain = match object.get("own_gain") {
        None => None,
        Some(given) => Some(read_gain(&format!("{path}.own_gain"), given, parameters)?),
    };
    Ok(Channel {
        block,
        gain,
        own_gain,
    })
}

fn read_gain(
    path: &str,
    given: &Json,
    parameters: &[(String, f64)],
) -> Result<Expression, GraphError> {
    match given {
        Json::Number(number) => Ok(Expression::Number(finite(path, *number)?)),
        Json::Text(text) => {
            let expression = match Expression::parse(text) {
                Ok(expression) => expression,
                Err(error) => return fault(path, error.to_string()),
            };
            let mut unknown = None;
            expression.each_parameter(&mut |name| {
                if unknown.is_none() && !parameters.iter().any(|(own, _)| own == name) {
                    unknown = Some(name.to_owned());
                }
            });
            match unknown {
                Some(name) => fault(path, format!("`{name}` is no parameter and no variable")),
                None => Ok(expression),
            }
        }
        _ => fault(path, "must be a number or an expression"),
    }
}

fn finite(path: &str, number: f64) -> Result<f64, GraphError> {
    if !number.is_finite() {
        fault(path, "must be finite")
    } else if number.abs() > LARGEST {
        fault(path, "must lie within ±100000")
    } else {
        Ok(number)
    }
}

fn whole(path: &str, number: f64) -> Result<i32, GraphError> {
    let number = finite(path, number)?;
    if number.fract() != 0.0 {
        return fault(path, "must be a whole number");
    }
    let number = number as i32;
    debug_assert!(number.abs() <= LARGEST_ARGUMENT);
    Ok(number)
}

fn whole_of(path: &str, value: &Json) -> Result<i32, GraphError> {
    match value {
        Json::Number(number) => whole(path, *number),
        _ => fault(path, "must be a whole number"),
    }
}

/// A JSON object whose keys were checked.
struct Object<'a> {
    path: &'a str,
    entries: &'a [(String, Json)],
}

impl<'a> Object<'a> {
    fn new(path: &'a str, given: &'a Json, known: &[&str]) -> Result<Object<'a>, GraphError> {
        let object = Object::free(path, given)?;
        for (key, _) in object.entries {
            if !known.contains(&key.as_str()) {
                return fault(join(path, key), "unknown key");
            }
        }
        Ok(object)
    }

    fn free(path: &'a str, given: &'a Json) -> Result<Object<'a>, GraphError> {
        let Json::Map(entries) = given else {
            return fault(path, "must be an object");
        };
        for (index, (key, _)) in entries.iter().enumerate() {
            if entries[..index].iter().any(|(earlier, _)| earlier == key) {
                return fault(join(path, key), "given twice");
            }
        }
        Ok(Object { path, entries })
    }

    fn get(&self, key: &str) -> Option<&'a Json> {
        let found = self.entries.iter().find(|(own, _)| own == key);
        found.map(|(_, value)| value)
    }

    fn required(&self, key: &str) -> Result<&'a Json, GraphError> {
        match self.get(key) {
            Some(value) => Ok(value),
            None => fault(join(self.path, key), "is missing"),
        }
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

/// JSON as written: keys given twice stay visible, which a map would hide.
#[derive(Debug)]
enum Json {
    Null,
    Flag,
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Map(Vec<(String, Json)>),
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        struct AsWritten;

        impl<'de> Visitor<'de> for AsWritten {
            type Value = Json;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a JSON value")
            }

            fn visit_unit<E: de::Error>(self) -> Result<Json, E> {
                Ok(Json::Null)
            }

            fn visit_bool<E: de::Error>(self, _: bool) -> Result<Json, E> {
                Ok(Json::Flag)
            }

            #[allow(
                clippy::cast_precision_loss,
                reason = "numbers that large are refused anyway"
            )]
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Json, E> {
                Ok(Json::Number(number as f64))
            }

            #[allow(
                clippy::cast_precision_loss,
                reason = "numbers that large are refused anyway"
            )]
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Json, E> {
                Ok(Json::Number(number as f64))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Json, E> {
                Ok(Json::Number(number))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Json, E> {
                Ok(Json::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Json::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
                let mut map = Vec::new();
                while let Some(entry) = entries.next_entry()? {
                    map.push(entry);
                }
                Ok(Json::Map(map))
            }
        }

        deserializer.deserialize_any(AsWritten)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"{"name":"n","version":1,"seed":3,"own":null,"parameters":{"care":2},
        "blocks":[{"block":"material","gain":1,"args":{"pawn":100}},
                  {"block":"loose","gain":"-1 * care","own_gain":"-1 * care * dice"}]}"#;

    #[test]
    fn the_shipped_graphs_are_sound() {
        assert_eq!(Graph::clean().name(), "clean");
        assert_eq!(Graph::careless().name(), "careless");
        Graph::from_json(SOUND.as_bytes()).expect("sound");
    }

    #[test]
    fn each_fault_is_refused_with_its_path() {
        let cases = [
            (r#""version":1"#, r#""version":2"#, "version"),
            (r#""version":1,"#, "", "version"),
            (r#""name":"n""#, r#""name":7"#, "name"),
            (r#""seed":3"#, r#""seed":1.5"#, "seed"),
            (r#""seed":3"#, r#""sead":3"#, "sead"),
            (r#""seed":3"#, r#""seed":3,"seed":4"#, "seed"),
            (r#""own":null"#, r#""own":"red""#, "own"),
            (r#""care":2"#, r#""care":"2""#, "parameters.care"),
            (r#""care":2"#, r#""care":100001"#, "parameters.care"),
            (r#""care":2"#, r#""care":2,"phase":1"#, "parameters.phase"),
            (r#""care":2"#, r#""care":2,"min":1"#, "parameters.min"),
            (r#""care":2"#, r#""care":2,"a b":1"#, "parameters.a b"),
            (r#""pawn":100"#, r#""pawn":99.5"#, "blocks[0].args.pawn"),
            (r#""pawn":100"#, r#""pawn":-1e6"#, "blocks[0].args.pawn"),
            (r#""pawn":100"#, r#""king":1"#, "blocks[0].args.king"),
            (r#""gain":1"#, r#""gain":true"#, "blocks[0].gain"),
            (r#""gain":1"#, r#""gain":"1 +""#, "blocks[0].gain"),
            (r#""gain":1"#, r#""gain":"sharp""#, "blocks[0].gain"),
            (r#""gain":1,"#, "", "blocks[0].gain"),
            ("care * dice", "cares * dice", "blocks[1].own_gain"),
            (
                r#""block":"loose""#,
                r#""block":"material""#,
                "blocks[1].block",
            ),
            (r#""block":"loose""#, r#""block":"luck""#, "blocks[1].block"),
            (r#""block":"loose""#, r#""blok":"loose""#, "blocks[1].blok"),
            (r#"{"pawn":100}"#, "[]", "blocks[0].args"),
        ];
        for (from, to, path) in cases {
            assert!(SOUND.contains(from), "{from}");
            let text = SOUND.replacen(from, to, 1);
            let error = Graph::from_json(text.as_bytes()).expect_err(&text);
            assert_eq!(error.path, path, "{error}");
        }
        for text in ["", "[]", "{", "{} {}", r#"{"name": 1e999}"#, "NaN"] {
            assert!(Graph::from_json(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn sets_replace_parameters_seed_and_own() {
        let graph = Graph::from_json(SOUND.as_bytes()).expect("sound");
        let set = graph
            .with(&[("seed", "-1"), ("own", "black"), ("care", "0.5")])
            .expect("all known");
        assert_eq!(set.seed(), u64::MAX);
        assert_eq!(set.own(), Some(Color::Black));
        assert_eq!(set.parameter("care"), Some(0.5));
        for (name, value, path) in [
            ("car", "1", "parameters.car"),
            ("care", "much", "parameters.care"),
            ("care", "NaN", "parameters.care"),
            ("care", "inf", "parameters.care"),
            ("care", "1e9", "parameters.care"),
            ("seed", "1.5", "seed"),
            ("own", "red", "own"),
        ] {
            let error = graph.with(&[(name, value)]).expect_err(value);
            assert_eq!(error.path, path);
        }
        assert!(graph.with(&[("care", "1"), ("care", "1")]).is_err());
    }

    #[test]
    fn the_hash_is_over_the_bytes_and_the_sorted_sets() {
        let graph = Graph::from_json(SOUND.as_bytes()).expect("sound");
        let plain = Sha256::digest(SOUND.as_bytes());
        assert_eq!(
            graph.hash(),
            format!(
                "{:02x}{:02x}{:02x}{:02x}",
                plain[0], plain[1], plain[2], plain[3]
            )
        );
        let one = graph.with(&[("seed", "1"), ("care", "3")]).expect("known");
        let other = graph.with(&[("care", "3"), ("seed", "1")]).expect("known");
        assert_eq!(one.hash(), other.hash());
        assert_ne!(one.hash(), graph.hash());
        let typed = Sha256::digest(format!("{SOUND}\ncare=3\nseed=1").as_bytes());
        assert!(
            one.hash()
                .starts_with(&format!("{:02x}{:02x}", typed[0], typed[1]))
        );
        assert_eq!(engine_hash().len(), 8);
    }
}
