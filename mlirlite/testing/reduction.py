"""Smaller modules: edits that each take something away, for `mlirlite-reduce` to try one by one.

An edit changes a copy of the module in place and says whether it did anything; ops are named by
their place in the walk, so that the same edit can be made to any copy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr, StringAttr
from mlirlite.ir.block import Block
from mlirlite.ir.context import Context
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr
from mlirlite.ir.interfaces import BranchOp, FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import IsolatedFromAbove, Terminator
from mlirlite.ir.types import FloatType, FunctionType, IndexType, IntegerType, ShapedType
from mlirlite.ir.values import Value
from mlirlite.rewriting.regions import simplify_regions
from mlirlite.rewriting.rewriter import Rewriter

Edit = Callable[[Operation], bool]
Strategy = Callable[[Operation, Context], Iterator[Edit]]


def zero(type: Type) -> Attribute | None:
    """The zero of a number type, or an array of zeros; None when there is none."""
    made: Attribute | None = None
    if isinstance(type, FloatType):
        made = FloatAttr(0.0, type)
    elif isinstance(type, (IntegerType, IndexType)):
        made = IntegerAttr(0, type)
    elif (
        isinstance(type, ShapedType)
        and type.kind != "memref"
        and type.has_static_shape
        and zero(type.element_type) is not None
    ):
        made = DenseElementsAttr.of(type, 0)
    return made


def remove_ops(module: Operation, context: Context) -> Iterator[Edit]:
    """Without one op or many: halves of all, quarters, …, single ones; what used their results uses
    other values."""
    count = sum(1 for _ in module.walk()) - 1
    size = count
    while size >= 1:
        for start in range(count - size, -size, -size):
            chosen = range(max(start, 0) + 1, start + size + 1)
            yield partial(_remove, chosen, context)
        size //= 2


def _remove(indices: Iterable[int], context: Context, module: Operation) -> bool:
    wanted = set(indices)
    chosen = [op for i, op in enumerate(module.walk()) if i in wanted]
    removed = False
    for op in reversed(chosen):
        if op.parent is None or (op.has_trait(Terminator) and op.parent.terminator is op):
            continue
        substitutes = [_substitute(r, op, context) if r.has_uses else r for r in op.results]
        if all(s is not None for s in substitutes):
            for old, new in zip(op.results, substitutes, strict=True):
                if new is not None and new is not old:
                    old.replace_all_uses_with(new)
            op.erase()
            removed = True
    return removed


def _substitute(value: Value, op: Operation, context: Context) -> Value | None:
    """Another value of the type, defined before the op: an operand of it, an argument of a
    block around it, a zero, a new argument of the function."""
    for operand in op.operands:
        if operand.type is value.type:
            return operand
    around: Operation | None = op
    while around is not None and around.parent is not None:
        for argument in around.parent.args:
            if argument.type is value.type and argument is not value:
                return argument
        around = around.parent_op
        if around is not None and around.has_trait(IsolatedFromAbove):
            break
    attribute = zero(value.type)
    cls = context.op_class("arith.constant")
    if attribute is not None and cls is not None and op.parent is not None:
        constant: Operation = cls(attribute)
        op.parent.insert_before(op, constant)
        return constant.results[0]
    return _new_argument(around, value.type)


def _new_argument(function: Any, type: Type) -> Value | None:
    if not isinstance(function, FunctionLike) or function.is_declaration:
        return None
    if "arg_attrs" in function.properties or not _has_plain_type(function):
        return None
    signature = function.signature()
    inputs = (*signature.inputs, type)
    function.properties["function_type"] = FunctionType(inputs, signature.results)
    made: Value = function.body.entry.add_argument(type)
    return made


def _has_plain_type(function: Any) -> bool:
    """Whether the type can be replaced by another function type; functions of llvm have their
    own."""
    type: object = function.properties.get("function_type")
    return isinstance(type, FunctionType)


def declare_functions(module: Operation, context: Context) -> Iterator[Edit]:
    """Functions without their bodies."""
    for i, op in _backwards(module):
        if isinstance(op, FunctionLike) and not op.is_declaration:
            yield partial(_declare, i)


def _declare(index: int, module: Operation) -> bool:
    function = _op(module, index)
    if not isinstance(function, FunctionLike):
        return False
    for block in function.body:
        for op in block:
            op.drop_all_references()
    for block in list(function.body):
        block.detach()
    function.properties["sym_visibility"] = StringAttr("private")
    return True


def inline_regions(module: Operation, context: Context) -> Iterator[Edit]:
    """An op with a region replaced by what is in it: the body of a loop, a branch of an if."""
    for i, op in _backwards(module):
        if op.parent is not None and not op.has_trait(IsolatedFromAbove):
            for k, region in enumerate(op.regions):
                if region.first is not None and region.first is region.last:
                    yield partial(_inline, i, k, context)


def _inline(index: int, number: int, context: Context, module: Operation) -> bool:
    op = _op(module, index)
    if op.parent is None:
        return False
    block = op.regions[number].entry
    for argument in block.args:
        if argument.has_uses:
            other = _substitute(argument, op, context)
            if other is None:
                return False
            argument.replace_all_uses_with(other)
    last = block.terminator
    given = list(last.operands) if last is not None and last.has_trait(Terminator) else []
    for i, result in enumerate(op.results):
        if result.has_uses:
            fits = i < len(given) and given[i].type is result.type
            other = given[i] if fits else _substitute(result, op, context)
            if other is None:
                return False
            result.replace_all_uses_with(other)
    for inner in list(block):
        if inner is last and inner.has_trait(Terminator):
            inner.erase()
        else:
            inner.move_before(op)
    op.erase()
    return True


def straighten(module: Operation, context: Context) -> Iterator[Edit]:
    """Replace a branch by a jump to one of its blocks; unreachable blocks are erased."""
    for i, op in _backwards(module):
        if len(op.successors) > 1:
            for k in range(len(op.successors)):
                yield partial(_straighten, i, k, context)
    yield _simplify


def _straighten(index: int, number: int, context: Context, module: Operation) -> bool:
    op = _op(module, index)
    branch = context.op_class("cf.br")
    if branch is None or not isinstance(op, BranchOp) or op.parent is None:
        return False
    operands = [op.operands[i] for i in op.successor_operand_range(number)]
    made: Operation = branch.create(operands, successors=[op.successors[number]])
    op.parent.insert_before(op, made)
    op.erase()
    _simplify(module)
    return True


def _simplify(module: Operation) -> bool:
    return simplify_regions(module.regions, Rewriter(Block()))


def shrink_signatures(module: Operation, context: Context) -> Iterator[Edit]:
    """Functions without one of their unused arguments, or one of their results."""
    for i, op in _backwards(module):
        if isinstance(op, FunctionLike) and _has_plain_type(op):
            type = op.signature()
            for k in reversed(range(len(type.results))):
                yield partial(_drop_result, i, k)
            for k in reversed(range(len(type.inputs))):
                if op.is_declaration or not op.body.entry.args[k].has_uses:
                    yield partial(_drop_argument, i, k)


def _drop_argument(index: int, number: int, module: Operation) -> bool:
    op = _op(module, index)
    if not isinstance(op, FunctionLike):
        return False
    type = op.signature()
    inputs = [t for k, t in enumerate(type.inputs) if k != number]
    op.properties["function_type"] = FunctionType(tuple(inputs), type.results)
    op.properties.pop("arg_attrs", None)
    if not op.is_declaration:
        op.body.entry.erase_argument(number)
    return True


def _drop_result(index: int, number: int, module: Operation) -> bool:
    op = _op(module, index)
    if not isinstance(op, FunctionLike):
        return False
    type = op.signature()
    results = [t for k, t in enumerate(type.results) if k != number]
    op.properties["function_type"] = FunctionType(type.inputs, tuple(results))
    op.properties.pop("res_attrs", None)
    for block in op.body:
        last = block.terminator
        if last is not None and not last.successors and len(last.operands) == len(type.results):
            last.set_operands(v for k, v in enumerate(last.operands) if k != number)
    return True


def simplify_attributes(module: Operation, context: Context) -> Iterator[Edit]:
    """Without a discardable attribute or a property; zeros instead of constants."""
    for i, op in _backwards(module):
        for name in op.attributes:
            yield partial(_drop_attribute, i, name)
        for name, value in op.properties.items():
            yield partial(_drop_property, i, name)
            simple = _simpler(value)
            if simple is not None and simple is not value:
                yield partial(_set_property, i, name, simple)


def _drop_attribute(index: int, name: str, module: Operation) -> bool:
    return _op(module, index).attributes.pop(name, None) is not None


def _drop_property(index: int, name: str, module: Operation) -> bool:
    return _op(module, index).properties.pop(name, None) is not None


def _set_property(index: int, name: str, value: Attribute, module: Operation) -> bool:
    _op(module, index).properties[name] = value
    return True


def _simpler(value: Attribute) -> Attribute | None:
    if isinstance(value, (DenseElementsAttr, DenseResourceAttr)):
        if isinstance(value, DenseElementsAttr) and value.is_splat and not value.splat_value():
            return None
        return zero(value.type)
    if isinstance(value, (IntegerAttr, FloatAttr)) and value.value != 0:
        return zero(value.type)
    return None


_DIMENSION = re.compile(r"(?<=[<x])(\d+)(?=x)")
_SIMPLER_TYPES = (("f64", "f32"), ("f16", "f32"), ("bf16", "f32"), ("i64", "i32"), ("i8", "i32"))


def simpler_texts(text: str) -> Iterator[str]:
    """The text of a module with smaller dimensions, or common element types, everywhere."""
    sizes = sorted({int(m[1]) for m in _DIMENSION.finditer(text)}, reverse=True)
    for size in sizes:
        for smaller in (1, 2, 4):
            if smaller < size:
                yield re.sub(rf"(?<=[<x]){size}(?=x)", str(smaller), text)
    for old, new in _SIMPLER_TYPES:
        if re.search(rf"(?<![\w.$]){old}\b|(?<=x){old}\b", text):
            yield re.sub(rf"(?<![\w.$%@]){old}\b|(?<=\dx){old}\b|(?<=\?x){old}\b", new, text)


STRATEGIES: tuple[Strategy, ...] = (
    remove_ops,
    declare_functions,
    inline_regions,
    straighten,
    shrink_signatures,
    simplify_attributes,
)


def _backwards(module: Operation) -> list[tuple[int, Operation]]:
    """All ops with their numbers, the last one first: an edit changes only the numbers of later
    ops."""
    return list(enumerate(module.walk()))[::-1]


def size_of(module: Operation) -> int:
    """The size of a module: ops, blocks, arguments, attributes."""
    total = 0
    for op in module.walk():
        total += 1 + len(op.operands) + len(op.attributes) + len(op.properties)
        total += sum(1 + len(block.args) for region in op.regions for block in region)
    return total


def _op(module: Operation, index: int) -> Operation:
    for i, op in enumerate(module.walk()):
        if i == index:
            return op
    raise IndexError(index)
