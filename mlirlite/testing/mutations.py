"""Damaged text: tokens of valid MLIR deleted, swapped, doubled or replaced. The result is mostly
wrong, and the parser must report that without crashing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

_token = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|[%^#!@][\w$.-]+|[A-Za-z_][\w$.]*|\d+(?:\.\d*)?|->|\s+|.',
    re.ASCII,
).findall
_EXTRA = ("(", ")", "{", "}", "<", ">", "[", "]", ",", ":", "=", "->", '"', "%", "^bb1", "@f", "-1")
_SPLIT = re.compile(r"^// -----.*$", re.M)
_COMMENT = re.compile(r"^\s*//.*\n?", re.M)
_MOST_EDITS = 3


def chunks_of(folder: Path, longest: int = 1500) -> list[str]:
    """The chunks of the `.mlir` files below a folder, without comment lines, in a fixed order;
    those longer than `longest` characters are left out."""
    found: dict[str, None] = {}
    for path in sorted(folder.rglob("*.mlir")):
        for chunk in _SPLIT.split(path.read_text(encoding="utf-8")):
            text = _COMMENT.sub("", chunk).strip()
            if text and len(text) <= longest:
                found[text + "\n"] = None
    return list(found)


def mutate(text: str, rng: random.Random) -> str:
    """The text with one to three tokens deleted, swapped, doubled, or replaced by punctuation."""
    tokens = _token(text)
    for _ in range(rng.randint(1, _MOST_EDITS)):
        words = [i for i, token in enumerate(tokens) if not token.isspace()]
        if len(words) < 2:
            break
        at, other = rng.sample(words, 2)
        kind = rng.randrange(5)
        if kind == 0:
            tokens[at] = ""
        elif kind == 1:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 2:
            tokens[at] += tokens[at]
        elif kind == 3:
            tokens[at] = rng.choice(_EXTRA)
        else:
            tokens[at] += " " + tokens[other]
    return "".join(tokens)


def mutations(
    chunks: Sequence[str], count: int, seed: int = 0, change: Callable[..., str] = mutate
) -> Iterator[tuple[int, str]]:
    """`count` numbered damaged texts, each made from its own seed."""
    for number in range(count):
        rng = random.Random(f"{seed}:{number}")
        yield number, change(rng.choice(chunks), rng)
