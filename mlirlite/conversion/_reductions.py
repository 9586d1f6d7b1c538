"""The reductions of scf.parallel: the op that combines two values, its neutral value and its atomic
form."""

from __future__ import annotations

from typing import NamedTuple

from mlirlite.dialects import arith, llvm
from mlirlite.dialects.arith.enums import CmpFPredicate, CmpIPredicate
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType, IntegerType, VectorType, element_type_of

Bin = llvm.AtomicBinOp


class Reduction(NamedTuple):
    """The neutral value, by name or number, and the atomic op if there is one."""

    neutral: str | int
    atomic: llvm.AtomicBinOp | None = None


_SIMPLE: dict[type[Operation], Reduction] = {
    arith.AddFOp: Reduction(0, Bin.fadd),
    arith.MulFOp: Reduction(1),
    arith.AddIOp: Reduction(0, Bin.add),
    arith.OrIOp: Reduction(0, Bin._or),
    arith.XOrIOp: Reduction(0, Bin._xor),
    arith.MulIOp: Reduction(1),
    arith.AndIOp: Reduction(-1, Bin._and),
}
_KINDS = {"o": "float", "s": "signed", "u": "unsigned"}
_LESS, _GREATER = (
    {f"{letter}{word}": kind for letter, kind in _KINDS.items() for word in words}
    for words in (("lt", "le"), ("gt", "ge"))
)
_SELECTIONS = {
    ("float", True): Reduction("largest"),
    ("float", False): Reduction("lowest"),
    ("signed", True): Reduction("largest", Bin.min),
    ("signed", False): Reduction("lowest", Bin.max),
    ("unsigned", True): Reduction(-1, Bin.umin),
    ("unsigned", False): Reduction(0, Bin.umax),
}


def reduction_of(block: Block) -> Reduction | None:
    """The reduction that a block computes from its two arguments: a known op, or the smaller or
    larger of them by a comparison and a select; None for anything else."""
    last = block.last
    ops = [op for op in block if op is not last]
    if last is None or not ops or list(last.operands) != list(ops[-1].results):
        return None
    if len(ops) == 1 and set(ops[0].operands) == set(block.args):
        return _SIMPLE.get(type(ops[0]))
    if len(ops) == 2:
        return _selection(block, ops[0], ops[1])
    return None


def _selection(block: Block, compare: Operation, select: Operation) -> Reduction | None:
    if not isinstance(compare, (arith.CmpFOp, arith.CmpIOp)):
        return None
    if not isinstance(select, arith.SelectOp) or select.operands[0] is not compare.results[0]:
        return None
    pair, chosen = tuple(compare.operands), tuple(select.operands[1:])
    if pair != tuple(block.args) or chosen not in (pair, pair[::-1]):
        return None
    is_float = isinstance(compare, arith.CmpFOp)
    predicate = (CmpFPredicate if is_float else CmpIPredicate)(compare.predicate.value).name
    if is_float is not predicate.startswith("o"):
        return None
    less = predicate in _LESS
    kind = _LESS.get(predicate) or _GREATER.get(predicate)
    return None if kind is None else _SELECTIONS[kind, less is (chosen == pair)]


def neutral_value(reduction: Reduction, type: Type) -> Attribute | None:
    """The neutral value as an attribute; None for a type without one."""
    element = element_type_of(type)
    value = reduction.neutral
    found: Attribute
    if isinstance(element, FloatType):
        number = _extreme(element) if isinstance(value, str) else float(value)
        if value == "lowest":
            number = -number
        found = FloatAttr(number, element)
        plain: int | float = number
    elif isinstance(element, IntegerType):
        if isinstance(value, str):
            half = 1 << element.width - 1
            value = half - 1 if value == "largest" else -half
        found = IntegerAttr(value, element)
        plain = value
    else:
        return None
    return DenseElementsAttr.of(type, plain) if isinstance(type, VectorType) else found


def _extreme(type: FloatType) -> float:
    """The largest finite number of a type like IEEE's."""
    top = (1 << type.format.exponent) - 1
    return type.format.decode((top << type.format.mantissa) - 1)
