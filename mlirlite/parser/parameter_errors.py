"""What upstream adds when a parameter of a type or attribute cannot be read: the names that its
definition has in C++."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import EnumAttr
from mlirlite.parser.text_cursor import TextCursor
from mlirlite.support.diagnostics import DiagnosticError

T = TypeVar("T")
C = TypeVar("C", bound=TextCursor)


@contextmanager
def parameter(p: TextCursor, cls: type[Attribute], name: str) -> Iterator[None]:
    """Errors of what is read here say which parameter of the class it was. They say no more for
    classes that upstream has not."""
    try:
        yield
    except DiagnosticError as e:
        sigil = "!" if issubclass(cls, Type) else "#"
        record, parameters = _records().get(sigil + cls.name, ("", {}))
        if issubclass(cls, EnumAttr):  # the value has a name of its own
            name = next(iter(parameters), name)
        if name in parameters and e.diagnostics:  # none: what is wrong has been said
            kind = parameters[name]
            message = f"failed to parse {record} parameter '{name}' which is to be a `{kind}`"
            (said,) = p.error(message).diagnostics
            e.diagnostics[-1].echo(said.message, said.where)
        raise


def explained(cls: type[Attribute], name: str, read: Callable[[C], T]) -> Callable[[C], T]:
    """The reader of a parameter; its errors say which one it was."""

    def reading(p: C) -> T:
        with parameter(p, cls, name):
            return read(p)

    return reading


@cache
def _records() -> dict[str, tuple[str, dict[str, str]]]:
    text = Path(__file__).with_name("parameters.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    return {line["name"]: (line["record"], line["parameters"]) for line in lines}
