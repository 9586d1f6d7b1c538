"""What may be a dimension or a symbol of an affine map: values that do not change while the loops
around run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from mlirlite.dialects._dim import DimOfShape
from mlirlite.dialects._mixed import constant_number
from mlirlite.ir.affine import AffineMap, IntegerSet
from mlirlite.ir.block import Region
from mlirlite.ir.facts import facts
from mlirlite.ir.interfaces import is_memory_effect_free
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AffineScope, ConstantLike, IsolatedFromAbove
from mlirlite.ir.types import DYNAMIC, INDEX, MemRefType, ShapedType
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.rewriting.effects import is_speculatable
from mlirlite.support.diagnostics import Diagnostic

_THROUGH = ("affine.delinearize_index", "affine.linearize_index")
_SIZED = {
    "memref.alloc": "dynamicSizes",
    "memref.alloca": "dynamicSizes",
    "memref.subview": "sizes",
    "memref.view": "sizes",
}
"""Ops that make buffers, and which of their operands are the sizes."""


def affine_scope(op: Operation) -> Region | None:
    """The region of the nearest enclosing op that is an affine scope; None outside of any."""
    known: dict[Region, Region | None] = facts("affine scope")
    passed = []
    region = op.parent_region
    while region is not None and region not in known:
        passed.append(region)
        parent = region.parent
        if parent is None or parent.has_trait(AffineScope):
            break
        region = parent.parent_region
    if region is None or region.parent is None:
        scope = None
    else:
        scope = known.get(region, region)
    for inner in passed:
        known[inner] = scope
    return scope


def is_top_level(value: Value, region: Region | None) -> bool:
    """True when the value is defined directly in the scope: an argument of it, or by an op right in
    it."""
    block = value.parent_block
    if block is None:
        return False
    if region is not None:
        return block.parent is region
    parent = block.parent_op
    return parent is not None and parent.has_trait(AffineScope)


def is_valid_dim(value: Value, region: Region | None) -> bool:
    """True when the value may be a dimension in the scope."""
    return _decide(_Question(_dim, value, region))


def is_valid_symbol(value: Value, region: Region | None) -> bool:
    """True when the value may be a symbol in the scope."""
    return _decide(_Question(_symbol, value, region))


class _Question(NamedTuple):
    """Whether a rule holds for a value in a scope."""

    rule: Callable[[Value, Region | None], _Answering]
    value: Value
    region: Region | None


_Answering: TypeAlias = Generator[_Question, bool, bool]


def _decide(question: _Question) -> bool:
    """Evaluate a rule, and its recursive queries; chains of ops may be long and branch."""
    known: dict[_Question, bool] = facts("affine operands")
    work: list[tuple[_Question, _Answering]] = []
    asked = question
    while True:
        answer = known.get(asked)
        if answer is None:
            known[asked] = False  # a query of itself, in a cycle, has no answer
            work.append((asked, asked.rule(asked.value, asked.region)))
        while work:
            try:
                asked = work[-1][1].send(answer)  # type: ignore[arg-type]  # None starts it
                break
            except StopIteration as end:
                answer = known[work.pop()[0]] = end.value
        else:
            return bool(answer)


def _dim(value: Value, region: Region | None) -> _Answering:
    if value.type is not INDEX:
        return False
    if (yield _Question(_symbol, value, region)):
        return True
    op = value.defining_op
    if isinstance(value, BlockArgument):
        parent = value.owner.parent_op
        name = parent.name if parent is not None else ""
        # After the counter of affine.for come the values that it carries.
        return name == "affine.parallel" or (name == "affine.for" and value.index == 0)
    if op is None:
        return False
    if op.name == "affine.apply" or op.name in _THROUGH:
        return (yield from _all(_dim, op.operands, region))
    return isinstance(op, DimOfShape) and (yield from _is_symbolic_size(op, region))


def _symbol(value: Value, region: Region | None) -> _Answering:
    if value.type is not INDEX:
        return False
    if is_top_level(value, region):
        return True
    op = value.defining_op
    if op is not None:
        if op.has_trait(ConstantLike):
            return True
        is_pure = is_speculatable(op) and is_memory_effect_free(op)
        if is_pure and (yield from _all(_symbol, op.operands, region)):
            return True
        if isinstance(op, DimOfShape) and (yield from _is_symbolic_size(op, region)):
            return True
    parent = region.parent if region is not None else None
    if parent is None or parent.has_trait(IsolatedFromAbove):
        return False
    outer = parent.parent_region
    return outer is not None and (yield _Question(_symbol, value, outer))


def _all(
    rule: Callable[[Value, Region | None], _Answering],
    values: Sequence[Value],
    region: Region | None,
) -> _Answering:
    for value in values:
        if not (yield _Question(rule, value, region)):
            return False
    return True


def _is_symbolic_size(op: Operation, region: Region | None) -> _Answering:
    """A size that is fixed: of a top-level buffer, or one that a valid symbol gave."""
    source, index = op.operands[0], constant_number(op.operands[1])
    if is_top_level(source, region):
        return True
    if isinstance(source, BlockArgument) or index is None:
        return False
    type = source.type
    if not isinstance(type, ShapedType) or not type.has_rank or not 0 <= index < type.rank:
        return False
    if type.shape[index] != DYNAMIC:
        return True
    maker: Any = source.defining_op
    if not isinstance(type, MemRefType) or maker is None or maker.name not in _SIZED:
        return False
    sizes = getattr(maker, _SIZED[maker.name])
    position = type.shape[:index].count(DYNAMIC)
    return position < len(sizes) and (yield _Question(_symbol, sizes[position], region))


def stay_valid(
    operands: Sequence[Value],
    num_dims: int,
    source: Region,
    into: Operation,
    values: Mapping[Value, Value],
) -> bool:
    """Whether the operands of a map remain valid dimensions and symbols when their user moves from
    a region into an affine op, where `values` replaces the region's arguments."""
    # MLIR differs: upstream checks validity in the op's own region, where its counter is a symbol,
    # and makes invalid IR.
    scope = affine_scope(into)
    for i, operand in enumerate(operands):
        if not is_top_level(operand, source):
            continue
        if isinstance(operand, BlockArgument):
            is_valid = is_valid_dim if i < num_dims else is_valid_symbol
            if not is_valid(values[operand], scope):
                return False
        else:  # its definition moves along: then it is not at the top any more
            maker = operand.defining_op
            if maker is None or not (
                maker.has_trait(ConstantLike) or isinstance(maker, DimOfShape)
            ):
                return False
    return True


def verify_operands(
    op: Operation, operands: Sequence[Value], map: AffineMap | IntegerSet
) -> Diagnostic | None:
    """The operands of a map are valid dimensions and symbols."""
    scope = affine_scope(op) if operands else None
    for i, operand in enumerate(operands):
        if i < map.num_dims:
            if not is_valid_dim(operand, scope):
                return op.error("operand cannot be used as a dimension id")
        elif not is_valid_symbol(operand, scope):
            return op.error("operand cannot be used as a symbol")
    return None


def verify_subscripts(
    op: Operation, indices: Sequence[Value], map: AffineMap, rank: int, prefix: str = ""
) -> Diagnostic | None:
    """The map and its operands address an element of a buffer of this rank."""
    if len(map.results) != rank:
        return op.error(f"{prefix}affine map num results must equal memref rank")
    if map.num_inputs != len(indices):
        return op.error("expects as many subscripts as affine map inputs")
    return verify_operands(op, indices, map)
