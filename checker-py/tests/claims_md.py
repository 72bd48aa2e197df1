"""Reads CLAIMS.md: its kinds, the sentence forms of each, and its examples."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]

_WORDS = {
    "side": "White|Black",
    "other": "White|Black",
    "holder": "White|Black",
    "piece": "pawn|knight|bishop|rook|queen|king",
    "by": "pawn|knight|bishop|rook|queen|king",
    "new": "queen|rook|bishop|knight",
    "square": "[a-h][1-8]",
    "from": "[a-h][1-8]",
    "file": "[a-h]",
    "class": "Inaccuracy|Mistake|Blunder",
    "pawns": "[a-z ]+",
    "n": "[a-z]+|[0-9]+",
    "move": r"[0-9]+\.(?:\.\.)? [^ ]+?",
    "line": r"[0-9]+\.(?:\.\.)? .+?",
    "behind": "king|queen|rook|bishop|knight",
    "words": "[a-z]+ takes [a-z]+",
    "standing": "slightly better|better|clearly better|winning",
    "all": "Both|All",
}
_TARGETS = {"the targets": "the", "your targets": "your", "my targets": "my"}
_FORKED = {"the forked": "the", "your forked": "your", "my forked": "my"}


@dataclass(frozen=True)
class Form:
    """One way to say a kind to one person."""

    person: str
    text: str

    def read(self, sentence: str) -> dict[str, object] | None:
        """Return the slots of a sentence of this form, None if it is of another."""
        pattern, article = "", ""
        for part in re.split(r"(\{[a-z ]+\})", self.text):
            name = part[1:-1]
            if not part.startswith("{"):
                pattern += re.escape(part)
            elif name in _TARGETS:
                article = _TARGETS[name]
                one = f"{article} [a-z]+ on [a-h][1-8]"
                pattern += f"(?P<targets>{one}(?:, {one})* and {one})"
            elif name in _FORKED:
                article = _FORKED[name]
                one = f"{article} (?:king|[a-z]+ on [a-h][1-8])"
                pattern += f"(?P<targets>{one}(?:, {one})* and {one})"
            elif f"(?P<{name}>" in pattern:
                pattern += f"(?P={name})"
            else:
                pattern += f"(?P<{name}>{_WORDS[name]})"
        match = re.fullmatch(pattern, sentence)
        if match is None:
            return None
        slots: dict[str, object] = dict(match.groupdict())
        if article:
            slots["targets"] = [
                dict(zip(("piece", "square"), [*one.split(" on "), ""], strict=False))
                for one in re.split(f", {article} | and {article} ", match["targets"])
            ]
            first: dict[str, str] = slots["targets"][0]  # type: ignore[index]
            first["piece"] = first["piece"].removeprefix(f"{article} ")
        return slots


@dataclass(frozen=True)
class Example:
    """One line of an example block."""

    kind: str
    true: bool
    fen: str
    move: str
    person: str
    sentence: str
    values: str

    @property
    def cost(self) -> int | None:
        """The cost of best and played, in centipawns; None where no values are given."""
        if not self.values:
            return None
        best, played = map(_clamped, self.values.split(" ")[:2])
        return best - played


def _clamped(score: str) -> int:
    if score.startswith("#"):
        return -1000 if "-" in score else 1000
    return max(-1000, min(1000, int(score)))


@dataclass(frozen=True)
class Section:
    """One claim kind."""

    kind: str
    forms: tuple[Form, ...]
    examples: tuple[Example, ...]

    def read(self, person: str, sentence: str) -> dict[str, object]:
        """Return the slots of a sentence, and `retake` where the forms differ by it."""
        readings = [
            (form, slots)
            for form in self.forms
            if form.person in (person, "any") and (slots := form.read(sentence)) is not None
        ]
        assert len(readings) == 1, f"{self.kind}, {person}: {len(readings)} forms fit {sentence!r}"
        form, slots = readings[0]
        if self.kind == "capture-allowed":
            slots["retake"] = "cannot take back" not in form.text
        if self.kind in ("wins", "missed-wins"):
            told = re.search("loose|piece|exchange|pawn|material", form.text)
            assert told is not None
            slots["wins"] = told[0]
        return slots


@cache
def sections() -> dict[str, Section]:
    """Return the sections of the second part of CLAIMS.md, by kind."""
    text = (ROOT / "verify" / "CLAIMS.md").read_text(encoding="utf-8")
    forms_part = text.split("\n# 2 The forms\n")[1]
    found = {}
    for part in forms_part.split("\n## ")[1:]:
        kind, body = part.split("\n", 1)
        rows = [
            tuple(cell.strip() for cell in line.strip("|").split("|"))
            for line in body.splitlines()
            if line.startswith("|")
        ][2:]
        forms = tuple(Form(person, text) for person, text in rows)
        lines = [
            line
            for block in re.findall(r"```example\n(.*?)```", body, re.DOTALL)
            for line in block.splitlines()
        ]
        found[kind] = Section(kind, forms, tuple(_example(kind, line) for line in lines))
    return found


def _example(kind: str, line: str) -> Example:
    verdict, fen, move, person, sentence, *values = line.split(" | ")
    assert verdict in ("true", "false"), line
    return Example(kind, verdict == "true", fen, move, person, sentence, "".join(values))
