"""The error that upstream adds when a parameter of a type or attribute cannot be read: it has the
names of the C++ definition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import EnumAttr
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.support.diagnostics import DiagnosticError

T = TypeVar("T")
C = TypeVar("C", bound=TextCursor)


@contextmanager
def parameter(p: TextCursor, cls: type[Attribute], name: str) -> Iterator[None]:
    """Errors inside this context say which parameter of the class was read. Classes unknown to
    upstream use their own names."""
    try:
        yield
    except DiagnosticError as e:
        sigil = "!" if issubclass(cls, Type) else "#"
        known = _records().get(sigil + cls.name)
        record, parameters = known or (cls.__name__, {n: _kind(cls, n) for n in cls.parameters})
        if issubclass(cls, EnumAttr):  # the value has its own name
            name = next(iter(parameters), name)
        if name in parameters and e.diagnostics:  # none: the error has been reported
            kind = parameters[name]
            message = f"failed to parse {record} parameter '{name}' which is to be a `{kind}`"
            (inner,) = p.error(message).diagnostics
            e.diagnostics[-1].echo(inner.message, inner.where)
        raise


def explained(cls: type[Attribute], name: str, read: Callable[[C], T]) -> Callable[[C], T]:
    """The reader of a parameter; its errors name the parameter."""

    def reading(p: C) -> T:
        with parameter(p, cls, name):
            return read(p)

    return reading


def _kind(cls: type[Attribute], name: str) -> str:
    """The kind of a parameter, in Python's terms."""
    if issubclass(cls, EnumAttr):
        return cls.cases.__name__
    stated = [vars(c).get("__annotations__", {}).get(name) for c in cls.__mro__]
    kind = next(filter(None, stated), name)
    return kind if isinstance(kind, str) else getattr(kind, "__name__", str(kind))


@cache
def _records() -> dict[str, tuple[str, dict[str, str]]]:
    import json  # late: only wrong text needs them
    from pathlib import Path

    text = Path(__file__).with_name("parameters.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    return {line["name"]: (line["record"], line["parameters"]) for line in lines}
