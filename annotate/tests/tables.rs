//! The report as a table, and the totals, as other programs read them.

mod common;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use common::{put, read, some_games, written};
use serde_json::Value;

const COLUMNS: [&str; 24] = [
    "game",
    "ply",
    "move_number",
    "white",
    "black",
    "date",
    "site",
    "fen",
    "san",
    "uci",
    "side",
    "depth",
    "nodes",
    "best_cp",
    "best_mate",
    "played_cp",
    "played_mate",
    "cost_cp",
    "class",
    "best_uci",
    "pv",
    "said",
    "causes",
    "eco",
];

/// What a row of totals counts.
const CLASSES: [&str; 5] = ["best", "good", "inaccuracy", "mistake", "blunder"];

/// The lists of the totals as JSON, the key of a name in each, and what a table calls it.
const LISTS: [(&str, &str, &str); 5] = [
    ("colours", "colour", "colour"),
    ("phases", "phase", "phase"),
    ("openings", "eco", "opening"),
    ("players", "player", "player"),
    ("causes", "cause", "cause"),
];

type Row = BTreeMap<String, String>;

/// The rows of a table, by any reader of RFC 4180 after the byte-order mark.
fn table(folder: &Path, name: &str) -> (Vec<String>, Vec<Row>) {
    let bytes = read(folder, name);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").expect("a mark");
    let lines = bytes.windows(2).filter(|pair| pair == b"\r\n").count();
    assert_eq!(lines + 1, bytes.split(|byte| *byte == b'\n').count());
    let mut reader = csv::Reader::from_reader(bytes);
    let head: Vec<String> = reader
        .headers()
        .expect("a head")
        .iter()
        .map(str::to_owned)
        .collect();
    let rows = reader.deserialize().collect::<Result<Vec<Row>, _>>();
    (head, rows.expect("rows of one length"))
}

/// The rows of a report without its summary.
fn rows(folder: &Path, name: &str) -> Vec<Value> {
    let text = String::from_utf8(read(folder, name)).expect("text");
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"))
        .filter(|row| row.get("summary").is_none())
        .collect()
}

/// Games of all kinds: of a club, with openings, with names that spreadsheets would run, with mates.
fn archive() -> Vec<u8> {
    let odd = "[White \"=HYPERLINK(\\\"x\\\")\"]\n[Black \"Smith, \\\"J\\\"\"]\n[Site \"@home\"]\n\
               [Date \"-x\"]\n[ECO \"a00\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
    let named =
        "[White \"Nora Quill\"]\n[Black \"\"]\n[ECO \"C20\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# *\n\n";
    [odd.as_bytes(), named.as_bytes(), &some_games("club.pgn", 5)].concat()
}

#[test]
fn a_report_by_the_name_of_a_table_has_the_same_rows_in_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    put(folder, "games.pgn", &archive());
    for name in ["report.jsonl", "report.csv"] {
        written(folder, &["games.pgn", "-o", "out.pgn", "--report", name]);
    }
    let (head, table) = table(folder, "report.csv");
    assert_eq!(head, COLUMNS);
    let rows = rows(folder, "report.jsonl");
    assert_eq!(table.len(), rows.len());
    let mut mates = 0;
    for (line, row) in table.iter().zip(&rows) {
        for column in COLUMNS {
            let expected = match column.rsplit_once('_') {
                Some((value @ ("best" | "played"), unit @ ("cp" | "mate"))) => {
                    mates += u32::from(row[value].get("mate").is_some());
                    row[value]
                        .get(unit)
                        .map(Value::to_string)
                        .unwrap_or_default()
                }
                _ => match &row[column] {
                    Value::String(text) => text.clone(),
                    Value::Array(list) => list
                        .iter()
                        .map(|entry| entry.as_str().expect("lists of texts"))
                        .collect::<Vec<_>>()
                        .join(" "),
                    Value::Null => String::new(),
                    number => number.to_string(),
                },
            };
            let is_formula = expected.starts_with(['=', '+', '-', '@']);
            let is_text = row[column].is_string();
            let expected = if is_formula && is_text {
                format!("'{expected}")
            } else {
                expected
            };
            assert_eq!(line[column], expected, "{column} of {row}");
        }
    }
    assert!(mates > 0);
    assert!(
        table[0]["white"].starts_with("'=HYPERLINK"),
        "{:?}",
        table[0]
    );
}

/// Sums made again from rows.
#[derive(Default)]
struct Sums {
    moves: u64,
    cost: u64,
    /// Percentage points of winning chances.
    lost: f64,
    classes: BTreeMap<String, u64>,
}

impl Sums {
    fn add(&mut self, row: &Value) {
        let chances = |value: &Value| {
            let held = match (value["mate"].as_i64(), value["cp"].as_i64()) {
                (Some(moves), _) => 1000 * moves.signum(),
                (None, cp) => cp.expect("a value").clamp(-1000, 1000),
            };
            #[allow(clippy::cast_precision_loss, reason = "at most a thousand")]
            let held = held as f64;
            #[allow(
                clippy::disallowed_methods,
                reason = "another way than the program's table"
            )]
            let odds = (-0.003_682_08 * held).exp();
            100.0 / (1.0 + odds)
        };
        self.moves += 1;
        self.cost += row["cost_cp"].as_u64().expect("a cost");
        self.lost += chances(&row["best"]) - chances(&row["played"]);
        let class = row["class"].as_str().expect("a class");
        *self.classes.entry(class.to_owned()).or_default() += 1;
    }

    /// Holds a row of totals to these sums; what is rounded there may be off by so much.
    fn check(&self, total: &Value, what: &str) {
        assert_eq!(total["moves"], self.moves, "{what}");
        assert_eq!(total["cost_cp"], self.cost, "{what}");
        for class in CLASSES {
            let count = self.classes.get(class).copied().unwrap_or(0);
            assert_eq!(total[class], count, "{what}: {class}");
        }
        #[allow(clippy::cast_precision_loss, reason = "small sums")]
        let (moves, cost) = (self.moves as f64, self.cost as f64);
        let near = |key: &str, exact: f64, off: f64| {
            let told = total[key].as_f64().expect("a number");
            assert!(
                (told - exact).abs() <= off,
                "{what}: {key} {told}, not {exact}"
            );
        };
        near("average_cost_cp", cost / moves, 0.051);
        near("accuracy", 100.0 - self.lost / moves, 0.02);
    }
}

fn phase(row: &Value) -> &'static str {
    let board = row["fen"].as_str().and_then(|fen| fen.split(' ').next());
    let pieces = board
        .expect("a board")
        .matches(|piece| "NBRQnbrq".contains(piece))
        .count();
    match (pieces, row["move_number"].as_u64().expect("a number")) {
        (0..=6, _) => "endgame",
        (11.., 0..=12) => "opening",
        _ => "middlegame",
    }
}

/// The groups a row belongs to: by what, and which.
fn groups(row: &Value) -> Vec<(&'static str, String)> {
    let text = |key: &str| row[key].as_str().expect("a text").to_owned();
    let player = match text(&text("side")).trim() {
        "" => "?".to_owned(),
        name => name.to_owned(),
    };
    let eco = match text("eco").to_ascii_uppercase() {
        code if code.len() == 3 => code,
        _ => "?".to_owned(),
    };
    let mut groups = vec![
        ("all", String::new()),
        ("colour", text("side")),
        ("phase", phase(row).to_owned()),
        ("opening", eco),
        ("player", player.clone()),
    ];
    if CLASSES[2..].contains(&text("class").as_str()) {
        let cause = row["causes"][0].as_str().unwrap_or("none").to_owned();
        if cause != "none" {
            groups.push(("habit", format!("|{cause}|{}", phase(row))));
            groups.push(("habit", format!("{player}|{cause}|{}", phase(row))));
        }
        groups.push(("cause", cause));
    }
    groups
}

#[test]
fn the_totals_are_the_sums_of_the_rows_in_either_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    put(folder, "games.pgn", &archive());
    for name in ["summary.json", "summary.csv"] {
        let more = [
            "-o",
            "out.pgn",
            "--report",
            "report.jsonl",
            "--summary",
            name,
        ];
        written(folder, &[&["games.pgn"], &more[..]].concat());
    }
    let mut sums: BTreeMap<(&str, String), Sums> = BTreeMap::new();
    for row in rows(folder, "report.jsonl") {
        for group in groups(&row) {
            sums.entry(group).or_default().add(&row);
        }
    }

    let json: Value = serde_json::from_slice(&read(folder, "summary.json")).expect("JSON");
    sums[&("all", String::new())].check(&json["all"], "all");
    for (list, key, by) in LISTS {
        let totals = json[list].as_array().expect("a list");
        let named = |total: &Value| total[key].as_str().expect("a name").to_owned();
        for total in totals.iter().filter(|total| total["moves"] != 0) {
            let name = named(total);
            sums[&(by, name.clone())].check(total, &name);
        }
        let told: BTreeSet<String> = totals.iter().map(named).collect();
        let known = sums.keys().filter(|(group, _)| *group == by);
        assert!(
            known.into_iter().all(|(_, name)| told.contains(name)),
            "{by}"
        );
    }
    let mut lists = vec![("", &json["habits"])];
    let players = json["players"].as_array().expect("a list");
    lists.extend(players.iter().map(|player| {
        let name = player["player"].as_str().expect("a name");
        (name, &player["habits"])
    }));
    for (player, told) in lists {
        let told = told.as_array().expect("a list");
        let mut costs: Vec<u64> = sums
            .iter()
            .filter(|((by, name), _)| *by == "habit" && name.split('|').next() == Some(player))
            .map(|(_, sums)| sums.cost)
            .collect();
        costs.sort_unstable_by(|one, other| other.cmp(one));
        costs.truncate(5);
        let costs_told: Vec<u64> = told
            .iter()
            .filter_map(|habit| habit["cost_cp"].as_u64())
            .collect();
        assert_eq!(costs_told, costs, "{player}");
        for habit in told {
            let text = |key: &str| habit[key].as_str().expect("a text");
            let name = format!("{player}|{}|{}", text("cause"), text("phase"));
            let sums = &sums[&("habit", name)];
            assert_eq!(
                (&habit["moves"], &habit["cost_cp"]),
                (&sums.moves.into(), &sums.cost.into())
            );
        }
    }

    let (head, table) = table(folder, "summary.csv");
    let numbers = ["moves", "accuracy", "average_cost_cp", "cost_cp"];
    assert_eq!(
        head,
        [&["by", "name", "cause", "phase"], &numbers[..], &CLASSES].concat()
    );
    let mut lines = table.iter();
    let mut check = |by: &str, name: &str, total: &Value| {
        let line = lines.next().expect("a line");
        let plain = line["name"].strip_prefix('\'').unwrap_or(&line["name"]);
        assert_eq!((line["by"].as_str(), plain), (by, name));
        for key in numbers.iter().chain(&CLASSES) {
            let told: Option<f64> = line[*key].parse().ok();
            assert_eq!(told, total[*key].as_f64(), "{by} {name} {key}");
        }
    };
    check("all", "", &json["all"]);
    for (list, key, by) in LISTS {
        for total in json[list].as_array().expect("a list") {
            check(by, total[key].as_str().expect("a name"), total);
        }
    }
    let habits = lines.filter(|line| line["by"] == "habit").count();
    let listed = |value: &Value| value["habits"].as_array().map_or(0, Vec::len);
    assert_eq!(
        habits,
        listed(&json) + players.iter().map(listed).sum::<usize>()
    );
}
