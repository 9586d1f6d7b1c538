"""Integer and float arithmetic on any values: the interpreter against machine code."""

from __future__ import annotations

import math
import struct
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

import mlirlite.printer  # noqa: F401
from mlirlite.interp import POISON, Machine, UndefinedBehavior
from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.runtime.function import CompiledFunction

INTEGER = [
    "addi",
    "subi",
    "muli",
    "divui",
    "divsi",
    "ceildivui",
    "ceildivsi",
    "floordivsi",
    "remui",
    "remsi",
    "andi",
    "ori",
    "xori",
    "shli",
    "shrui",
    "shrsi",
    "maxsi",
    "maxui",
    "minsi",
    "minui",
]
FLOAT = ["addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf"]
CASTS = [
    ("extui", "i8", "i64"),
    ("extsi", "i16", "i32"),
    ("trunci", "i64", "i8"),
    ("sitofp", "i64", "f32"),
    ("uitofp", "i64", "f32"),
    ("sitofp", "i64", "f64"),
    ("fptosi", "f64", "i32"),
    ("fptoui", "f32", "i8"),
    ("truncf", "f64", "f32"),
    ("extf", "f32", "f64"),
    ("bitcast", "f32", "i32"),
    ("index_cast", "i32", "index"),
    ("index_castui", "i32", "index"),
]


def integers(width: int) -> st.SearchStrategy[int]:
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    edges = st.sampled_from([low, low + 1, -1, 0, 1, 2, 7, width - 1, high - 1, high])
    return edges | st.integers(low, high)


def floats(type: str) -> st.SearchStrategy[float]:
    return st.floats(width=int(type[1:]))  # type: ignore[arg-type]


def values(type: str) -> st.SearchStrategy[Any]:
    return floats(type) if type[0] == "f" else integers(int(type[1:]))


@cache
def programs(body: str, operands: tuple[str, ...], result: str) -> tuple[Machine, CompiledFunction]:
    names = ", ".join(f"%{n}: {t}" for n, t in zip("ab", operands, strict=False))
    text = f"func.func @main({names}) -> {result} {{\n  %r = {body}\n  return %r : {result}\n}}"
    context = Context()
    compiled = CompiledFunction(parse_module(text, context), context, "main", opt_level=1)
    return Machine(parse_module(text)), compiled


def compare(body: str, operands: tuple[str, ...], result: str, *arguments: Any) -> None:
    machine, compiled = programs(body, operands, result)
    try:
        [expected] = machine.call("main", arguments)
    except UndefinedBehavior:
        assume(False)
    assume(expected is not POISON)
    [found] = compiled(*arguments)
    if isinstance(expected, float):
        if math.isnan(expected):
            assert math.isnan(found)
            return
        assert struct.pack("d", expected) == struct.pack("d", found), (expected, found)
    else:
        assert expected == found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("op", INTEGER)
@pytest.mark.parametrize("width", [8, 32, 64])
@given(data=st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_integers(op: str, width: int, data: st.DataObject) -> None:
    type = f"i{width}"
    b = integers(width) if op[:2] != "sh" else st.integers(0, width - 1)
    pair = data.draw(integers(width)), data.draw(b)
    compare(f"arith.{op} %a, %b : {type}", (type, type), type, *pair)


@pytest.mark.parametrize("op", FLOAT)
@pytest.mark.parametrize("type", ["f32", "f64"])
@given(data=st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_floats(op: str, type: str, data: st.DataObject) -> None:
    a, b = data.draw(floats(type)), data.draw(floats(type))
    if op in ("maxnumf", "minnumf"):
        assume(a != 0 or b != 0)  # either zero may be taken
    compare(f"arith.{op} %a, %b : {type}", (type, type), type, a, b)


@pytest.mark.parametrize("cast", CASTS, ids="-".join)
@given(data=st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_casts(cast: tuple[str, str, str], data: st.DataObject) -> None:
    op, source, target = cast
    body = f"arith.{op} %a : {source} to {target}"
    compare(body, (source,), target, data.draw(values(source)))
