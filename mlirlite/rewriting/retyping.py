"""Ops that keep their form while types change: functions, and ops that become another one with the
same operands, properties and regions. A type may become several: what an op stores for each of its
operands, arguments or results follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, i32_array
from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import CallOp, FunctionLike
from mlirlite.ir.op_def import OPERAND_SEGMENTS, RESULT_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import check_class
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion_rewriter import ConversionRewriter
from mlirlite.rewriting.type_conversion import TypeConverter

ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES = "arg_attrs", "res_attrs"


def renaming(
    new: type[Operation],
) -> Callable[[Operation, ConversionRewriter], Sequence[Value]]:
    """The lowering of ops that become `new`. TypeError for anything but classes of ops."""
    check_class(new)

    def rename(op: Operation, rw: ConversionRewriter) -> Sequence[Value]:
        regions = [Region() for _ in op.regions]
        types = rw.convert_all(op.result_types)
        properties = {
            name: rw.convert(value) if isinstance(value, Type) else value
            for name, value in op.properties.items()
        }
        if rw.types is not None:
            if isinstance(op, FunctionLike) and issubclass(new, FunctionLike):
                properties["function_type"] = rw.types.convert_signature(op.signature())
            properties |= _spread(op, rw.types)
        made = new.create(
            rw.operands, types, properties, dict(op.attributes), regions, op.successors
        )
        rw.insert(made)
        if type(op) is new:
            rw.keep(made)
        for old_region, region in zip(op.regions, regions, strict=True):
            rw.inline_region_at_end(old_region, region)
            rw.convert_region(region)
        return made.results

    return rename


def convert_function(op: Operation, rw: ConversionRewriter) -> bool | None:
    """The lowering of functions that stay functions: converts the signature and the block
    arguments. Register it with `lower(func.FuncOp)(convert_function)` and make functions with a
    legal signature legal. Where an argument or result becomes several, each has its attributes."""
    if not isinstance(op, FunctionLike):
        raise TypeError(f"{op!r} is not a function")
    if rw.types is None:
        return rw.fail("there is no type conversion")
    type = rw.types.convert_signature(op.signature())
    spread = _spread(op, rw.types)
    with rw.modify(op):
        op.properties["function_type"] = type
        op.properties.update(spread)
        for region in op.regions:
            rw.convert_region(region)
    return None


def _spread(op: Operation, types: TypeConverter) -> dict[str, Attribute]:
    """The properties that have an entry for each argument or result, and those that say how many
    values a field has, for what these become."""
    inputs, results = op.operand_types, op.result_types
    if isinstance(op, FunctionLike):
        inputs, results = op.signature().inputs, op.signature().results
    elif isinstance(op, CallOp):
        inputs = tuple([v.type for v in op.call_arguments()])
    found: dict[str, Attribute] = {}
    for name, given in ((ARGUMENT_ATTRIBUTES, inputs), (RESULT_ATTRIBUTES, results)):
        array = op.properties.get(name)
        if isinstance(array, ArrayAttr) and len(array) == len(given):
            counts = _counts(given, types)
            pairs = zip(array, counts, strict=True)
            found[name] = ArrayAttr(tuple([entry for entry, n in pairs for _ in range(n)]))
    if OPERAND_SEGMENTS in op.properties and op.definition is not None:
        sizes = op.definition.operand_segments(op)
        found[OPERAND_SEGMENTS] = _sums(sizes, _counts(op.operand_types, types))
    if RESULT_SEGMENTS in op.properties and op.definition is not None:
        sizes = op.definition.result_segments(op)
        found[RESULT_SEGMENTS] = _sums(sizes, _counts(op.result_types, types))
    return found


def _counts(given: Iterable[Type], types: TypeConverter) -> list[int]:
    """How many types stand for each of these."""
    return [len(types.convert_to_many(type)) for type in given]


def _sums(sizes: Sequence[int], counts: Sequence[int]) -> Attribute:
    """The sum of the counts of each group, by the sizes of groups."""
    rest = iter(counts)
    return i32_array([sum(next(rest) for _ in range(size)) for size in sizes])
