"""Ops whose types, attributes and regions have to fit one another, which a guess from declarations
hardly finds: slices, reshapes, transfers, contractions, bodies. `maker("memref.subview")` is a
function of a program that is being filled; its file is named after the dialect."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Region
from mlirlite.ir.values import Value

Program: TypeAlias = Any
"""A program that is being filled (`programs.py`, which imports the makers)."""


class Parts(NamedTuple):
    """What an op is made of."""

    operands: Sequence[Value] = ()
    types: Sequence[Type] = ()
    properties: Mapping[str, Attribute] = {}
    regions: Sequence[Region] = ()


Maker = Callable[[Program], Parts | None]
_MAKERS: dict[str, Maker] = {}


def fits(*names: str) -> Callable[[Maker], Maker]:
    """Register a maker of ops of these names; it gives None where it finds nothing."""

    def register(function: Maker) -> Maker:
        _MAKERS.update(dict.fromkeys(names, function))
        return function

    return register


@cache
def makers(dialect: str) -> Mapping[str, Maker]:
    """The makers of a dialect, by the names of ops."""
    if dialect in ("arith", "memref", "tensor", "vector"):
        importlib.import_module(f"{__name__}.{dialect}")
    return {name: made for name, made in _MAKERS.items() if name.startswith(f"{dialect}.")}
