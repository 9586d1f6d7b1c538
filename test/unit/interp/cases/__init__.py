"""Programs with their results: each runs in the interpreter and, where `compiled` is set, as
machine code through every lowering on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """A module with a function `main`, arguments, the expected results, and what is expected in
    the memrefs among the arguments afterwards, by position."""

    name: str
    text: str
    arguments: Sequence[Any] = ()
    results: Sequence[Any] = ()
    after: Mapping[int, Any] = field(default_factory=dict)
    compiled: bool = True
    tolerance: float = 0.0


def scalar_case(
    op: str,
    body: str,
    types: Sequence[str],
    result: str,
    arguments: Sequence[Any],
    expected: Any,
    **more: Any,
) -> Case:
    """A case whose function has arguments %a, %b … and returns `body` as one value."""
    names = [f"%{letter}: {t}" for letter, t in zip("abcdef", types, strict=False)]
    head = f"func.func @main({', '.join(names)}) -> {result}"
    text = f"{head} {{\n  %r = {body}\n  return %r : {result}\n}}"
    label = f"{op}({', '.join(map(str, arguments))}):{result}"
    return Case(label, text, arguments, [expected], **more)
