//! The evaluation graph: data in, a checked list of blocks and gains out.
//!
//! Follows section 4 of `annotate/ENGINE.md`. A graph that breaks a rule is
//! refused with the path of the fault, such as `blocks[2].args.pawn`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use shakmaty::Color;
use thiserror::Error;

use crate::digest::{hex, sha256};

/// The value version of ENGINE.md that this prover implements.
pub const VALUE_VERSION: &str = "quiet-voice-2";

/// The largest magnitude a number of a graph may have.
const LIMIT: f64 = 100_000.0;

/// The most operators and parentheses an expression may have.
const SIGNS: usize = 200;

/// What is wrong with a graph, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("graph: {path}: {fault}")]
pub struct GraphError {
    /// The place of the fault, as `blocks[2].args.pawn`.
    pub path: String,
    /// The fault in words.
    pub fault: String,
}

fn fault<T>(path: impl Into<String>, fault: impl Into<String>) -> Result<T, GraphError> {
    Err(GraphError {
        path: path.into(),
        fault: fault.into(),
    })
}

/// One of the sixteen meters of section 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Centipawns of the side's pieces.
    Material,
    /// Points of exposed pieces.
    Loose,
    /// Exposure points of the king.
    King,
    /// Room of the pieces.
    Mobility,
    /// Structure points of the pawns.
    Pawns,
    /// Points for where pieces stand.
    Placement,
    /// The same once more, to be weighed for the end.
    Endgame,
    /// Points for two bishops.
    Pair,
    /// Points for having the move.
    Tempo,
    /// Points for pawns side by side, and for weak ones in the open.
    Formation,
    /// Points for safe squares behind the lines.
    Space,
    /// Points for passed pawns far ahead.
    Passed,
    /// Points for rooks on open files.
    Files,
    /// Points for outposts and for bishops hemmed in by own pawns.
    Minors,
    /// Points for pieces of the enemy that are attacked, or soon will be.
    Threats,
    /// Points for pieces that bear on the enemy king.
    Attack,
}

/// How many blocks there are.
pub const BLOCKS: usize = 16;

/// The most arguments a block has.
pub const MOST_ARGUMENTS: usize = 20;

/// Names and defaults of `placement` and `endgame`.
const PLACES: [(&str, i32); MOST_ARGUMENTS] = [
    ("pawn_a", 0),
    ("pawn_b", 0),
    ("pawn_c", 0),
    ("pawn_d", 0),
    ("pawn_e", 0),
    ("pawn_f", 0),
    ("pawn_g", 0),
    ("pawn_h", 0),
    ("knight_ring", 0),
    ("knight_step", 0),
    ("knight_home", 0),
    ("bishop_step", 0),
    ("bishop_home", 0),
    ("rook_file", 0),
    ("rook_step", 0),
    ("rook_seventh", 0),
    ("queen_step", 0),
    ("king_ring", 0),
    ("king_step", 0),
    ("king_castled", 0),
];

impl BlockKind {
    /// All blocks, in the order of section 5.
    pub const ALL: [BlockKind; BLOCKS] = [
        BlockKind::Material,
        BlockKind::Loose,
        BlockKind::King,
        BlockKind::Mobility,
        BlockKind::Pawns,
        BlockKind::Placement,
        BlockKind::Endgame,
        BlockKind::Pair,
        BlockKind::Tempo,
        BlockKind::Formation,
        BlockKind::Space,
        BlockKind::Passed,
        BlockKind::Files,
        BlockKind::Minors,
        BlockKind::Threats,
        BlockKind::Attack,
    ];

    /// The name a graph uses.
    pub fn name(self) -> &'static str {
        match self {
            BlockKind::Material => "material",
            BlockKind::Loose => "loose",
            BlockKind::King => "king",
            BlockKind::Mobility => "mobility",
            BlockKind::Pawns => "pawns",
            BlockKind::Placement => "placement",
            BlockKind::Endgame => "endgame",
            BlockKind::Pair => "pair",
            BlockKind::Tempo => "tempo",
            BlockKind::Formation => "formation",
            BlockKind::Space => "space",
            BlockKind::Passed => "passed",
            BlockKind::Files => "files",
            BlockKind::Minors => "minors",
            BlockKind::Threats => "threats",
            BlockKind::Attack => "attack",
        }
    }

    /// Names and defaults of the arguments.
    fn arguments(self) -> &'static [(&'static str, i32)] {
        match self {
            BlockKind::Material => &[
                ("pawn", 100),
                ("knight", 320),
                ("bishop", 330),
                ("rook", 500),
                ("queen", 950),
            ],
            BlockKind::Loose => &[("minor", 3), ("rook", 5), ("queen", 9)],
            BlockKind::King => &[
                ("line", 3),
                ("minor", 10),
                ("rook", 14),
                ("queen", 22),
                ("shield", 9),
                ("file", 7),
            ],
            BlockKind::Mobility => &[("knight", 4), ("bishop", 4), ("rook", 2), ("queen", 1)],
            BlockKind::Pawns => &[
                ("doubled", -8),
                ("isolated", -8),
                ("supported", 3),
                ("centre", 10),
                ("passed2", 2),
                ("passed3", 4),
                ("passed4", 9),
                ("passed5", 18),
                ("passed6", 34),
                ("passed7", 58),
            ],
            BlockKind::Placement | BlockKind::Endgame => &PLACES,
            BlockKind::Pair => &[("bishops", 1)],
            BlockKind::Tempo => &[("to_move", 1)],
            BlockKind::Formation => &[("phalanx", 1), ("exposed", -4)],
            BlockKind::Space => &[("square", 1), ("behind", 1)],
            BlockKind::Passed => &[("escort", -2), ("chase", 3), ("supported", 8)],
            BlockKind::Files => &[("open", 2), ("half", 1)],
            BlockKind::Minors => &[("knight", 2), ("bishop", 1), ("bad", 0)],
            BlockKind::Threats => &[("target", 1), ("push", 1)],
            BlockKind::Attack => &[
                ("ring", 1),
                ("pack", 0),
                ("weak", 0),
                ("knight_check", 0),
                ("bishop_check", 0),
                ("rook_check", 0),
                ("queen_check", 0),
            ],
        }
    }

    /// The names of its arguments, in the order of section 5.
    pub fn argument_names(self) -> impl Iterator<Item = &'static str> {
        self.arguments().iter().map(|(name, _)| *name)
    }

    fn from_name(name: &str) -> Option<BlockKind> {
        BlockKind::ALL
            .into_iter()
            .find(|block| block.name() == name)
    }
}

/// The arguments of all blocks; blocks a graph leaves out keep the
/// defaults, which the spoken reasons use in any case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    values: [[i32; MOST_ARGUMENTS]; BLOCKS],
}

impl Default for Arguments {
    fn default() -> Arguments {
        let mut values = [[0; MOST_ARGUMENTS]; BLOCKS];
        for block in BlockKind::ALL {
            for (index, (_, value)) in block.arguments().iter().enumerate() {
                values[block as usize][index] = *value;
            }
        }
        Arguments { values }
    }
}

impl Arguments {
    /// The arguments of one block, in the order of section 5.
    #[inline]
    pub fn of(&self, block: BlockKind) -> &[i32; MOST_ARGUMENTS] {
        &self.values[block as usize]
    }
}

/// A value that a gain may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// Material left, 0 to 1 in 64ths.
    Phase,
    /// Half-moves since the standard starting position.
    Ply,
    /// The move number.
    MoveNumber,
    /// 1 with White to move, else 0.
    WhiteToMove,
    /// A hash of seed, position and block, 0 to 63/64.
    Dice,
}

impl Variable {
    const NAMES: [(&'static str, Variable); 5] = [
        ("phase", Variable::Phase),
        ("ply", Variable::Ply),
        ("move_number", Variable::MoveNumber),
        ("white_to_move", Variable::WhiteToMove),
        ("dice", Variable::Dice),
    ];

    fn from_name(name: &str) -> Option<Variable> {
        Variable::NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, variable)| *variable)
    }
}

/// A gain, with its parameters already replaced by their values.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A constant.
    Number(f64),
    /// A value of the position.
    Variable(Variable),
    /// Sum.
    Add(Box<Expression>, Box<Expression>),
    /// Product.
    Multiply(Box<Expression>, Box<Expression>),
    /// The smaller.
    Min(Box<Expression>, Box<Expression>),
    /// The larger.
    Max(Box<Expression>, Box<Expression>),
}

impl Expression {
    /// The value, each operation in 64-bit floating point as written.
    pub fn value(&self, variable: &impl Fn(Variable) -> f64) -> f64 {
        match self {
            Expression::Number(number) => *number,
            Expression::Variable(name) => variable(*name),
            Expression::Add(left, right) => left.value(variable) + right.value(variable),
            Expression::Multiply(left, right) => left.value(variable) * right.value(variable),
            Expression::Min(left, right) => left.value(variable).min(right.value(variable)),
            Expression::Max(left, right) => left.value(variable).max(right.value(variable)),
        }
    }

    /// Whether the expression names the variable.
    pub fn names(&self, variable: Variable) -> bool {
        match self {
            Expression::Number(_) => false,
            Expression::Variable(name) => *name == variable,
            Expression::Add(left, right)
            | Expression::Multiply(left, right)
            | Expression::Min(left, right)
            | Expression::Max(left, right) => left.names(variable) || right.names(variable),
        }
    }
}

/// One block of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The meter.
    pub block: BlockKind,
    /// Its gain.
    pub gain: Expression,
    /// The gain for the side `own`, if another.
    pub own_gain: Option<Expression>,
}

/// A checked graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The name the file gives itself.
    pub name: String,
    /// The seed of the dice.
    pub seed: u64,
    /// The side with its own gains.
    pub own: Option<Color>,
    /// The blocks, in their order.
    pub blocks: Vec<Block>,
    /// The arguments of the blocks.
    pub arguments: Arguments,
}

/// One `--set name=value`, as typed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Setting {
    /// The name before the `=`.
    pub name: String,
    /// What stands after it.
    pub value: String,
}

impl std::str::FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Setting, String> {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| format!("`{text}` is not name=value"))?;
        Ok(Setting {
            name: name.to_owned(),
            value: value.to_owned(),
        })
    }
}

/// The graph hash of section 4: the file's bytes and the settings.
pub fn graph_hash(file: &[u8], settings: &[Setting]) -> String {
    let mut sorted = settings.to_vec();
    sorted.sort();
    let mut hasher = Sha256::new();
    hasher.update(file);
    for setting in &sorted {
        hasher.update(format!("\n{}={}", setting.name, setting.value));
    }
    hex(&hasher.finalize(), 8)
}

/// The engine hash of section 4, for the scale table given.
pub fn engine_hash(scale: &[u8]) -> String {
    let mut bytes = VALUE_VERSION.as_bytes().to_vec();
    bytes.push(b'\n');
    bytes.extend_from_slice(scale);
    sha256(&bytes, 8)
}

impl Graph {
    /// Reads and checks a graph file, with the settings laid over it.
    ///
    /// # Errors
    ///
    /// The first rule of section 4 that the graph or a setting breaks.
    pub fn read(file: &[u8], settings: &[Setting]) -> Result<Graph, GraphError> {
        let value: Value = match serde_json::from_slice(file) {
            Ok(value) => value,
            Err(error) => return fault("graph", error.to_string()),
        };
        let Some(object) = value.as_object() else {
            return fault("graph", "is not an object");
        };
        known_keys(
            object,
            "",
            &["name", "version", "seed", "own", "parameters", "blocks"],
        )?;
        let Some(name) = object.get("name").and_then(Value::as_str) else {
            return fault("name", "is not a text");
        };
        if object.get("version").and_then(Value::as_i64) != Some(1) {
            return fault("version", "is not 1");
        }
        let mut seed = match object.get("seed") {
            None => 0,
            Some(value) => match value.as_i64().and_then(seed_of) {
                Some(seed) => seed,
                None => return fault("seed", "is not a whole number within 100000"),
            },
        };
        let mut own = match object.get("own") {
            None | Some(Value::Null) => None,
            Some(value) => match value.as_str().and_then(colour) {
                Some(own) => Some(own),
                None => return fault("own", "is not null, \"white\" or \"black\""),
            },
        };
        let mut parameters = read_parameters(object.get("parameters"))?;
        for setting in settings {
            apply(setting, &mut seed, &mut own, &mut parameters)?;
        }
        let (blocks, arguments) = read_blocks(object.get("blocks"), &parameters)?;
        Ok(Graph {
            name: name.to_owned(),
            seed,
            own,
            blocks,
            arguments,
        })
    }
}

/// A seed, a negative one counting modulo 2^64.
fn seed_of(number: i64) -> Option<u64> {
    (number.abs() <= LIMIT as i64).then_some(number as u64)
}

fn colour(name: &str) -> Option<Color> {
    match name {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

fn known_keys(object: &Map<String, Value>, path: &str, known: &[&str]) -> Result<(), GraphError> {
    for key in object.keys() {
        if !known.contains(&key.as_str()) {
            let dot = if path.is_empty() { "" } else { "." };
            return fault(format!("{path}{dot}{key}"), "unknown key");
        }
    }
    Ok(())
}

fn bounded(number: f64, path: &str) -> Result<f64, GraphError> {
    if number.is_finite() && number.abs() <= LIMIT {
        Ok(number)
    } else {
        fault(path, "is not a finite number within 100000")
    }
}

fn read_parameters(value: Option<&Value>) -> Result<BTreeMap<String, f64>, GraphError> {
    let mut parameters = BTreeMap::new();
    let Some(value) = value else {
        return Ok(parameters);
    };
    let Some(object) = value.as_object() else {
        return fault("parameters", "is not an object");
    };
    for (name, value) in object {
        let path = format!("parameters.{name}");
        if Variable::from_name(name).is_some() {
            return fault(path, "is the name of a variable");
        }
        let Some(number) = value.as_f64() else {
            return fault(path, "is not a number");
        };
        parameters.insert(name.clone(), bounded(number, &path)?);
    }
    Ok(parameters)
}

fn apply(
    setting: &Setting,
    seed: &mut u64,
    own: &mut Option<Color>,
    parameters: &mut BTreeMap<String, f64>,
) -> Result<(), GraphError> {
    let path = format!("--set {}", setting.name);
    match setting.name.as_str() {
        "seed" => {
            let parsed = setting.value.parse::<u64>().ok().or(setting
                .value
                .parse::<i64>()
                .ok()
                .map(|n| n as u64));
            match parsed {
                Some(parsed) => *seed = parsed,
                None => return fault(path, "is not a whole number"),
            }
        }
        "own" => {
            *own = match setting.value.as_str() {
                "none" => None,
                name => match colour(name) {
                    Some(own) => Some(own),
                    None => return fault(path, "is not white, black or none"),
                },
            }
        }
        name => {
            let Some(parameter) = parameters.get_mut(name) else {
                return fault(path, "is no parameter of the graph");
            };
            match setting.value.parse::<f64>() {
                Ok(number) => *parameter = bounded(number, &path)?,
                Err(_) => return fault(path, "is not a number"),
            }
        }
    }
    Ok(())
}

fn read_blocks(
    value: Option<&Value>,
    parameters: &BTreeMap<String, f64>,
) -> Result<(Vec<Block>, Arguments), GraphError> {
    let Some(list) = value.and_then(Value::as_array) else {
        return fault("blocks", "is not a list");
    };
    let mut blocks: Vec<Block> = Vec::new();
    let mut arguments = Arguments::default();
    for (index, value) in list.iter().enumerate() {
        let path = format!("blocks[{index}]");
        let Some(object) = value.as_object() else {
            return fault(path, "is not an object");
        };
        known_keys(object, &path, &["block", "gain", "own_gain", "args"])?;
        let Some(block) = object
            .get("block")
            .and_then(Value::as_str)
            .and_then(BlockKind::from_name)
        else {
            return fault(format!("{path}.block"), "unknown block");
        };
        if blocks.iter().any(|other| other.block == block) {
            return fault(format!("{path}.block"), "listed twice");
        }
        let Some(gain) = object.get("gain") else {
            return fault(format!("{path}.gain"), "is missing");
        };
        let gain = read_gain(gain, &format!("{path}.gain"), parameters)?;
        let own_gain = match object.get("own_gain") {
            None => None,
            Some(gain) => Some(read_gain(gain, &format!("{path}.own_gain"), parameters)?),
        };
        if let Some(args) = object.get("args") {
            read_arguments(args, block, &format!("{path}.args"), &mut arguments)?;
        }
        blocks.push(Block {
            block,
            gain,
            own_gain,
        });
    }
    Ok((blocks, arguments))
}

fn read_arguments(
    value: &Value,
    block: BlockKind,
    path: &str,
    arguments: &mut Arguments,
) -> Result<(), GraphError> {
    let Some(object) = value.as_object() else {
        return fault(path, "is not an object");
    };
    for (name, value) in object {
        let path = format!("{path}.{name}");
        let Some(index) = block
            .arguments()
            .iter()
            .position(|(known, _)| known == name)
        else {
            return fault(path, "unknown argument");
        };
        match value.as_i64() {
            Some(number) if number.abs() <= LIMIT as i64 => {
                arguments.values[block as usize][index] = number as i32;
            }
            _ => return fault(path, "is not a whole number within 100000"),
        }
    }
    Ok(())
}

fn read_gain(
    value: &Value,
    path: &str,
    parameters: &BTreeMap<String, f64>,
) -> Result<Expression, GraphError> {
    if let Some(number) = value.as_f64() {
        return Ok(Expression::Number(bounded(number, path)?));
    }
    let Some(text) = value.as_str() else {
        return fault(path, "is neither a number nor an expression");
    };
    let mut parser = Parser {
        text: text.as_bytes(),
        at: 0,
        signs: 0,
        path,
        parameters,
    };
    let expression = parser.sum()?;
    parser.blank();
    if parser.at < parser.text.len() {
        return parser.fault("is not understood");
    }
    Ok(expression)
}

/// A recursive-descent reader of gains.
struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    /// Operators and parentheses so far.
    signs: usize,
    path: &'a str,
    parameters: &'a BTreeMap<String, f64>,
}

impl Parser<'_> {
    fn fault<T>(&self, words: &str) -> Result<T, GraphError> {
        fault(self.path, format!("{words} at character {}", self.at))
    }

    fn blank(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        self.blank();
        let found = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), GraphError> {
        if self.eat(byte) {
            Ok(())
        } else {
            self.fault(&format!("`{}` is missing", byte as char))
        }
    }

    fn count_sign(&mut self) -> Result<(), GraphError> {
        self.signs += 1;
        if self.signs > SIGNS {
            return self.fault("has more than 200 operators and parentheses");
        }
        Ok(())
    }

    fn sum(&mut self) -> Result<Expression, GraphError> {
        let mut left = self.product()?;
        while self.eat(b'+') {
            self.count_sign()?;
            left = Expression::Add(Box::new(left), Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expression, GraphError> {
        let mut left = self.factor()?;
        while self.eat(b'*') {
            self.count_sign()?;
            left = Expression::Multiply(Box::new(left), Box::new(self.factor()?));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expression, GraphError> {
        self.blank();
        match self.text.get(self.at) {
            Some(b'(') => {
                self.at += 1;
                self.count_sign()?;
                let inner = self.sum()?;
                self.expect(b')')?;
                Ok(inner)
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => self.name(),
            _ => self.fault("a number or a name is missing"),
        }
    }

    fn number(&mut self) -> Result<Expression, GraphError> {
        let start = self.at;
        self.at += usize::from(self.text[start] == b'-');
        while self
            .text
            .get(self.at)
            .is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.')
        {
            self.at += 1;
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]);
        match text.parse::<f64>() {
            Ok(number) => Ok(Expression::Number(bounded(number, self.path)?)),
            Err(_) => self.fault("is not a number"),
        }
    }

    fn name(&mut self) -> Result<Expression, GraphError> {
        let start = self.at;
        while self
            .text
            .get(self.at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        {
            self.at += 1;
        }
        let name = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        if (name == "min" || name == "max") && self.eat(b'(') {
            self.count_sign()?;
            let left = Box::new(self.sum()?);
            self.expect(b',')?;
            let right = Box::new(self.sum()?);
            self.expect(b')')?;
            return Ok(if name == "min" {
                Expression::Min(left, right)
            } else {
                Expression::Max(left, right)
            });
        }
        if let Some(number) = self.parameters.get(&name) {
            return Ok(Expression::Number(*number));
        }
        match Variable::from_name(&name) {
            Some(variable) => Ok(Expression::Variable(variable)),
            None => self.fault(&format!("`{name}` is neither a parameter nor a variable")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAN: &[u8] = include_bytes!("../../annotate/graphs/clean.json");
    const CARELESS: &[u8] = include_bytes!("../../annotate/graphs/careless.json");
    const FIVE: &[u8] = include_bytes!("../../annotate/graphs/five.json");

    fn gain(text: &str) -> Result<Expression, GraphError> {
        let parameters = BTreeMap::from([("sharp".to_owned(), 4.0)]);
        read_gain(&Value::String(text.to_owned()), "gain", &parameters)
    }

    #[test]
    fn the_shipped_graphs_are_read() {
        for (file, blocks) in [(CLEAN, 16), (CARELESS, 16), (FIVE, 5)] {
            assert_eq!(Graph::read(file, &[]).unwrap().blocks.len(), blocks);
        }
    }

    #[test]
    fn every_argument_of_every_block_is_known_by_its_name() {
        let mut count = 0;
        for block in BlockKind::ALL {
            for (index, (name, default)) in block.arguments().iter().enumerate() {
                let text = format!(
                    r#"{{"name":"x","version":1,"blocks":[{{"block":"{}","gain":1,"args":{{"{name}":77}}}}]}}"#,
                    block.name()
                );
                let graph = Graph::read(text.as_bytes(), &[]).unwrap();
                assert_eq!(graph.arguments.of(block)[index], 77, "{text}");
                assert_eq!(Arguments::default().of(block)[index], *default);
                count += 1;
            }
        }
        assert_eq!(count, 28 + 2 * 20 + 1 + 1 + 2 + 2 + 3 + 2 + 3 + 2 + 7);
    }

    #[test]
    fn products_bind_closer_than_sums() {
        let value = |text| gain(text).unwrap().value(&|_| 0.5);
        assert!((value("2 + -1 * phase") - 1.5).abs() < f64::EPSILON);
        assert!((value("(2 + -1) * phase") - 0.5).abs() < f64::EPSILON);
        assert!((value("min(sharp, 3) + max(1,2)*2") - 7.0).abs() < f64::EPSILON);
    }

    #[test]
    fn subtraction_division_and_strangers_are_refused() {
        for text in [
            "1 - 2", "1 / 2", "stranger", "min(1)", "(1", "", "1 2", "1e5", "-phase",
        ] {
            assert!(gain(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_fault_is_told_with_its_path() {
        let text = br#"{"name":"x","version":1,"blocks":[{"block":"material","gain":1,"args":{"pawn":1.5}}]}"#;
        assert_eq!(
            Graph::read(text, &[]).unwrap_err().path,
            "blocks[0].args.pawn"
        );
        let text = br#"{"name":"x","version":1,"blocks":[],"extra":1}"#;
        assert_eq!(Graph::read(text, &[]).unwrap_err().path, "extra");
    }

    #[test]
    fn a_setting_changes_the_hash_and_the_parameter() {
        let setting: Setting = "sharp=5".parse().unwrap();
        assert_ne!(
            graph_hash(CLEAN, &[]),
            graph_hash(CLEAN, std::slice::from_ref(&setting))
        );
        let graph = br#"{"name":"x","version":1,"parameters":{"sharp":4},
            "blocks":[{"block":"loose","gain":"-1 * sharp"}]}"#;
        let graph = Graph::read(graph, &[setting]).unwrap();
        let loose = &graph.blocks[0].gain;
        assert!((loose.value(&|_| 0.0) + 5.0).abs() < f64::EPSILON);
    }
}
