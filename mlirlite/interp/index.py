"""Evaluation of the ops of index; an index has 64 bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.dialects import index
from mlirlite.interp.integers import (
    check_divisor,
    check_quotient,
    compare,
    divide,
    remainder,
    shift,
)
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.values import INDEX_WIDTH, POISON, signed, unsigned, wrap
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import INDEX


def _signed_division(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def one(a: int, b: int) -> int:
        check_quotient(a, b, INDEX_WIDTH)
        return function(a, b)

    return one


def _unsigned(function: Callable[[int, int], Any]) -> Callable[[int, int], Any]:
    return lambda a, b: function(unsigned(a, INDEX), unsigned(b, INDEX))


def _unsigned_division(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def one(a: int, b: int) -> int:
        check_divisor(b)
        return function(unsigned(a, INDEX), unsigned(b, INDEX))

    return one


BINARY: dict[type[Any], Callable[[int, int], Any]] = {
    index.AddOp: lambda a, b: a + b,
    index.SubOp: lambda a, b: a - b,
    index.MulOp: lambda a, b: a * b,
    index.DivSOp: _signed_division(divide),
    index.DivUOp: _unsigned_division(lambda a, b: a // b),
    index.CeilDivSOp: _signed_division(lambda a, b: -(-a // b)),
    index.CeilDivUOp: _unsigned_division(lambda a, b: -(-a // b)),
    index.FloorDivSOp: _signed_division(lambda a, b: a // b),
    index.RemSOp: _signed_division(remainder),
    index.RemUOp: _unsigned_division(lambda a, b: a % b),
    index.MaxSOp: max,
    index.MaxUOp: _unsigned(max),
    index.MinSOp: min,
    index.MinUOp: _unsigned(min),
    index.ShlOp: lambda a, b: shift(a, b, INDEX_WIDTH, left=True),
    index.ShrSOp: lambda a, b: shift(a, b, INDEX_WIDTH, left=False),
    index.ShrUOp: _unsigned(lambda a, b: shift(a, b, INDEX_WIDTH, left=False)),
    index.AndOp: lambda a, b: a & b,
    index.OrOp: lambda a, b: a | b,
    index.XOrOp: lambda a, b: a ^ b,
}


@evaluate(*BINARY)
def run_binary(m: Machine, op: Operation) -> Any:
    """A function of two indices, wrapped."""
    found = BINARY[type(op)](*m.all(op.operands))
    return POISON if found is POISON else wrap(found, INDEX)


@evaluate(index.CastSOp)
def run_casts(m: Machine, op: index.CastSOp) -> int:
    """Extended by the sign, or truncated."""
    return wrap(signed(m[op.input], op.input.type), op.output.type)


@evaluate(index.CastUOp)
def run_castu(m: Machine, op: index.CastUOp) -> int:
    """Extended by zeros, or truncated."""
    return wrap(unsigned(m[op.input], op.input.type), op.output.type)


@evaluate(index.CmpOp)
def run_cmp(m: Machine, op: index.CmpOp) -> int:
    """A comparison."""
    a, b = m[op.lhs], m[op.rhs]
    return int(compare(op.pred.value.name, a, b, unsigned(a, INDEX), unsigned(b, INDEX)))


@evaluate(index.SizeOfOp)
def run_sizeof(m: Machine, op: index.SizeOfOp) -> int:
    """The bits of an index."""
    return INDEX_WIDTH


@evaluate(index.ConstantOp, index.BoolConstantOp)
def run_constant(m: Machine, op: index.ConstantOp | index.BoolConstantOp) -> int:
    """The constant."""
    return wrap(int(op.value), op.result.type)
