"""CLAIMS.md and golden/moves.json judged: every true line true, every false one false."""

from __future__ import annotations

import importlib
import json
from typing import TypedDict, cast

import pytest

from asking import answer
from claims_md import ROOT, Example, sections
from quiet_voice_checker.claims import CHECKS, VALUE_KINDS

EXAMPLES = [example for section in sections().values() for example in section.examples]

KINDS = list(sections())
LINE_KINDS = KINDS[KINDS.index("wins") : KINDS.index("missed-soon") + 1]

# What the board alone cannot decide of an example, with the reason.
UNPROVED = {
    "White has mate in two.": "the tree has to show the second move",
    "White had mate in two: 1. Rb8#.": "false because played is a mate as well: a value",
    "Black allows mate in two.": "false because best is a mate against Black: a value",
    "Black has 20... Rd8, and soon wins the pawn on d4.": "the line has to be found",
    "White had 20. Rd1, soon winning the pawn on d5.": "likewise",
}

# What is false by its values alone: the board bears it out.
FALSE_BY_VALUES = {("sacrifice", "50 -150")}

# Golden claims made to show a wording, which the board does not bear out.
WORDING_ONLY: set[tuple[str, str]] = set()


def expected(example: Example) -> str:
    if example.kind in VALUE_KINDS or example.sentence in UNPROVED:
        return "unproved"
    if (example.kind, example.values) in FALSE_BY_VALUES:
        return "true"
    return "true" if example.true else "false"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.kind}-{one.true}".lower())
def test_an_example_is_judged_as_it_says(example: Example) -> None:
    slots = sections()[example.kind].read(example.person, example.sentence)
    if example.kind in LINE_KINDS:
        slots["cost"] = example.cost
    given = answer(example.kind, example.fen, example.move, slots, person=example.person)
    assert given["outcome"] == expected(example), given["found"]


def test_the_exceptions_are_examples_still() -> None:
    assert {example.sentence for example in EXAMPLES} >= UNPROVED.keys()


def test_every_kind_with_a_board_fact_has_its_module() -> None:
    assert sections().keys() == CHECKS.keys() | VALUE_KINDS
    for kind, check in CHECKS.items():
        module = f"quiet_voice_checker.claims.{kind.replace('-', '_')}"
        assert importlib.import_module(module).check is check


class GoldenClaim(TypedDict):
    """The part of a golden claim that is read by name."""

    kind: str


class Golden(TypedDict):
    """One move annotated by hand."""

    name: str
    fen: str
    uci: str
    claims: list[GoldenClaim]
    text: dict[str, str]


GOLDEN = cast(
    "list[Golden]", json.loads((ROOT / "golden" / "moves.json").read_text(encoding="utf-8"))
)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda one: one["name"])
def test_a_golden_move_says_what_the_board_shows(golden: Golden) -> None:
    for claim in golden["claims"]:
        kind = claim["kind"]
        slots = {name: value for name, value in claim.items() if name not in ("kind", "holder")}
        if "targets" in slots:
            slots["all"] = "Both"
        if "n" in slots:
            slots["n"] = {1: "one", 2: "two"}[cast("int", slots["n"])]
        if (golden["name"], kind) in WORDING_ONLY:
            continue
        given = answer(kind, golden["fen"], golden["uci"], slots)
        board_decides = kind not in VALUE_KINDS and kind != "has-mate"
        assert given["outcome"] == ("true" if board_decides else "unproved"), given["found"]
