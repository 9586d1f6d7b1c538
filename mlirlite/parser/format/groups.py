"""Optional parts of a compiled format: `(first …^)? : (…)` and `oilist(…)`. A guard is the step
that reads a group's first element if it is present, and returns whether it was."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.ir.fields import PropertyField
from mlirlite.parser.format.properties import attribute_reader
from mlirlite.parser.format.steps import Frame, Step
from mlirlite.parser.hooks.op_parser import OpParser, OpState
from mlirlite.parser.text import tokens
from mlirlite.support.source import SourceSpan

Suspending = tuple[Step, bool]
"""A step, and whether it is a generator."""


# Guards


def literal_guard(text: str) -> Step:
    """A keyword or punctuation."""
    match = tokens.literal(text)

    def literal(p: OpParser, state: OpState, frame: Frame) -> bool:
        m = match(p.text, p.pos)
        if m is None:
            return False
        p.pos = m.end()
        return True

    return literal


def property_guard(field: PropertyField[Any], qualified: bool) -> Step:
    """The value of a property."""
    read = attribute_reader(field, optional=True, qualified=qualified)
    name = field.name

    def attribute(p: OpParser, state: OpState, frame: Frame) -> bool:
        found = read(p)
        if found is None:
            return False
        state.properties[name] = found
        return True

    return attribute


def filling_guard(step: Step, slot: int) -> Step:
    """The value that a step puts into a slot, if any."""

    def fill(p: OpParser, state: OpState, frame: Frame) -> bool:
        step(p, state, frame)
        return bool(frame[slot])

    return fill


# Groups


def group_step(guard: Suspending, present: Suspending, absent: Suspending) -> Suspending:
    """One of two parts, chosen by the guard."""
    is_there, guard_suspends = guard
    if not (guard_suspends or present[1] or absent[1]):
        then, otherwise = present[0], absent[0]

        def step(p: OpParser, state: OpState, frame: Frame) -> None:
            if is_there(p, state, frame):
                then(p, state, frame)
            else:
                otherwise(p, state, frame)

        return step, False

    def go(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, None]:
        if guard_suspends:
            found = yield from is_there(p, state, frame)
        else:
            found = is_there(p, state, frame)
        branch, suspends = present if found else absent
        if suspends:
            yield from branch(p, state, frame)
        else:
            branch(p, state, frame)

    return go, True


def oilist_step(clauses: dict[str, Suspending]) -> Suspending:
    """Clauses by their word, in any order, each at most once."""
    words = list(clauses)

    def clause(p: OpParser, state: OpState, seen: set[str]) -> Suspending | None:
        word = next((w for w in words if p.accept(w)), None)
        if word is None:
            return None
        if word in seen:
            where = state.location if isinstance(state.location, SourceSpan) else None
            raise p.error(
                f"`{word}` clause can appear at most once in the expansion of the oilist directive",
                where,
            )
        seen.add(word)
        return clauses[word]

    if not any(suspends for _, suspends in clauses.values()):

        def step(p: OpParser, state: OpState, frame: Frame) -> None:
            seen: set[str] = set()
            while (found := clause(p, state, seen)) is not None:
                found[0](p, state, frame)

        return step, False

    def go(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, None]:
        seen: set[str] = set()
        while (found := clause(p, state, seen)) is not None:
            read, suspends = found
            if suspends:
                yield from read(p, state, frame)
            else:
                read(p, state, frame)

    return go, True
