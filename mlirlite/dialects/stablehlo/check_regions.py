"""Checks of ops with regions: reductions, windows, sorts, loops and choices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.quant.types import QuantizedType
from mlirlite.dialects.stablehlo.check import Wrong, check, is_shaped, tensor, types_text
from mlirlite.dialects.stablehlo.check_shapes import numbers
from mlirlite.dialects.stablehlo.compatible import compatible, same_elements, same_shape, same_size
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.types import (
    DYNAMIC,
    I1,
    ComplexType,
    FloatType,
    IntegerType,
    RankedTensorType,
    element_type_of,
)
from mlirlite.ods.hooks import DataOp

Types = Sequence[Type] | None


def _alike(a: Any, b: Any, *, any_float: bool = False) -> bool:
    """Whether two types have one shape and the same elements; floats may differ if that is
    asked."""
    if not same_shape(a, b):
        return False
    floats = isinstance(a.element_type, FloatType) and isinstance(b.element_type, FloatType)
    return (any_float and floats) or a.element_type is b.element_type


def _bits(type: Any) -> int:
    if isinstance(type, ComplexType):
        return 2 * _bits(type.element_type)
    return int(type.width)


def _expressed(type: Any) -> Any:
    """What a quantized type stands for; None for others."""
    return getattr(type, "expressed_type", None)


def _promotable(a: Any, b: Any) -> bool:
    """Whether elements of one type may become those of another: of one kind, and not wider unless
    they are floats."""
    x: Any = element_type_of(a)
    y: Any = element_type_of(b)
    for kind in (IntegerType, FloatType, ComplexType, QuantizedType):
        if isinstance(x, kind) and isinstance(y, kind):
            if _expressed(x) is not _expressed(y):
                return False
            return kind is FloatType or _bits(x) <= _bits(y)
    return False


def reducer(
    block: Block, inputs: Sequence[Any], inits: Sequence[Any], allowed: Sequence[int]
) -> None:
    """Wrong unless the body of a reduction fits its inputs."""
    count, args = len(inputs), [a.type for a in block.args]
    if len(args) != 2 * count:
        raise Wrong(
            f"Reduction-region must take {2 * count} parameters, but takes {len(args)} parameter(s)"
        )
    returned: list[Any] = [v.type for v in block.last.operands] if block.last is not None else []
    if not returned:
        raise Wrong("The reduction-region expected to return some value(s)")
    if len(returned) != count:
        raise Wrong(
            f"Reduction-region here must produce {count} tensors, but produces {len(returned)} "
            "instead"
        )
    for type in returned:
        if not is_shaped(type):
            raise Wrong(
                "Reduction-region here must produce tensor-typed result(s), but produces "
                f"'{type}' instead"
            )
    for i in range(count):
        _reduced(i, args, returned[i], inputs[i], inits[i], count, allowed)


def _reduced(
    i: int,
    args: Sequence[Any],
    made: Any,
    given: Any,
    init: Any,
    count: int,
    allowed: Sequence[int],
) -> None:
    for at, any_float in ((i, False), (count + i, True)):
        if not _alike(made, args[at], any_float=any_float):
            raise Wrong(
                f"The type of reduction-region's parameter at index {at} is different than the "
                f"corresponding result type: '{args[at]}' vs '{made}'"
            )
    if not same_shape(init, made):
        raise Wrong(
            f"The shape of reduction-region's result type at index {i} differs from the op's "
            f"corresponding init-value type: '{made}' vs '{init}'"
        )
    if not _promotable(init, made):
        raise Wrong(
            f"The element-type of reduction-region's result type at index {i} is expected to be "
            f"promotable from the op's corresponding init-value element-type: '{made}' vs '{init}'"
        )
    last = args[count + i]
    if not _promotable(given, last):
        raise Wrong(
            f"The element-type of reduction-region's argument at index {count + i} is expected to "
            f"be promotable from '{given.element_type}', but got '{last.element_type}'"
        )
    if last.rank > len(allowed):
        raise Wrong(
            f"The rank of reduction-region's argument at index {count + i} is expected to be <= "
            f"{len(allowed)}, got {last.rank}"
        )
    sizes = iter(last.shape)
    wanted = next(sizes, None)
    for size in allowed:
        if wanted is not None and same_size(size, wanted):
            wanted = next(sizes, None)
    if wanted is not None:
        raise Wrong(
            f"The shape of reduction-region's argument at index {count + i} is not compatible with "
            f"that of reduce-op's input-parameter at index {i}"
        )


def _halves(op: DataOp) -> tuple[list[Any], list[Any]]:
    types = [v.type for v in op.operands]
    half = len(types) // 2
    return types[:half], types[half:]


def _same_inputs(inputs: Sequence[Any]) -> None:
    for i, type in enumerate(inputs):
        if not same_shape(inputs[0], type):
            raise Wrong(
                "expects all inputs to have compatible shapes. Shape at input-index "
                f"{i} is not compatible with shape at input-index 0"
            )


@check("reduce")
def check_reduce(op: DataOp) -> Types:
    """Dimensions are those of the inputs, each once."""
    inputs, inits = _halves(op)
    _same_inputs(inputs)
    dims, first = numbers(op.properties["dimensions"]), inputs[0]
    for i, dim in enumerate(dims):
        if not 0 <= dim < first.rank:
            raise Wrong(f"Out-of-bounds dimension {dim}, expected to be in range [0, {first.rank})")
        if dim in dims[:i]:
            raise Wrong(f"Duplicate reduction dimension: {dim}")
    shape = [n for d, n in enumerate(first.shape) if d not in dims]
    reducer(op.regions[0].entry, inputs, inits, shape)
    returned = op.regions[0].entry.last.operands
    if first.encoding is not None:
        return None
    return [tensor(v.type, shape) for v in returned]


def window(op: DataOp, sizes: Sequence[int], names: Sequence[str]) -> list[Any]:
    """The strides, padding, dilations of a window, one for each dimension. Wrong if they do not
    fit. `names` are those of the attributes: strides, base dilation, window dilation."""
    p, rank = op.properties, len(sizes)
    words = ("window-strides", "base-dilation factors", "window-dilation factors")
    found = [numbers(p.get(name)) for name in names]
    padding = _padding(p.get("padding"))
    reversal = numbers(p.get("window_reversal"))
    lists: list[tuple[Any, str]] = [*zip(found, words, strict=True)]
    for given, word in (*lists, (padding, "padding-entries"), (reversal, "window-reversal")):
        if given and len(given) != rank:
            raise Wrong(
                f"expects {word} to have same dimension-size as size of window dimensions ({rank}),"
                f" but got: {len(given)}."
            )
    kinds = ("positive stride", "positive base dilation factor", "positive window dilation factor")
    for i, size in enumerate(sizes):
        if size != DYNAMIC and size <= 0:
            raise Wrong(
                f"expects window to have positive value for {i}-th window dimension, but got "
                f"{size}."
            )
        for given, kind in zip(found, kinds, strict=True):
            if given and given[i] <= 0:
                raise Wrong(
                    f"expects window to have {kind} for {i}-th window dimension, but got "
                    f"{given[i]}."
                )
    return [*(given or [1] * rank for given in found), padding or [(0, 0)] * rank]


def _padding(attribute: Any) -> list[tuple[int, int]]:
    if attribute is None:
        return []
    shape = attribute.type.shape
    if len(shape) != 2 or shape[1] != 2:
        listed = ", ".join(map(str, shape))
        raise Wrong(f"expects the shape of padding-attribute to be {{N, 2}}, but got {{{listed}}}.")
    flat = numbers(attribute)
    flat = flat * (2 * shape[0]) if len(flat) == 1 else flat
    return list(zip(flat[::2], flat[1::2], strict=True))


def windowed(size: int, width: int, at: tuple[int, int, int, tuple[int, int]]) -> int:
    """How many windows a dimension has."""
    stride, base, dilation, (low, high) = at
    if DYNAMIC in (size, width):
        return DYNAMIC
    whole = (size - 1) * base + 1 if size else 0
    whole += low + high
    span = (width - 1) * dilation + 1 if width else 0
    return 0 if whole <= 0 or span > whole else (whole - span) // stride + 1


@check("reduce_window")
def check_reduce_window(op: DataOp) -> Types:
    """Windows fit the inputs, and the body fits their elements."""
    inputs, inits = _halves(op)
    if not inputs:
        raise Wrong("requires at least 1 input value")
    _same_inputs(inputs)
    sizes = numbers(op.properties["window_dimensions"])
    for type in inputs:
        if type.rank != len(sizes):
            raise Wrong(
                "expects window-dimensions size == input rank, but got window-dimensions size: "
                f"{len(sizes)} and input: '{type}' with rank = {type.rank}."
            )
    names = ("window_strides", "base_dilations", "window_dilations")
    parts = window(op, sizes, names)
    reducer(op.regions[0].entry, inputs, inits, sizes)
    rows = zip(*parts, strict=True)
    shape = [windowed(n, w, at) for n, w, at in zip(inputs[0].shape, sizes, rows, strict=True)]
    return [tensor(v.type, shape) for v in op.regions[0].entry.last.operands]


@check("select_and_scatter")
def check_select_and_scatter(op: DataOp) -> Types:
    """The first region compares two elements, the second adds; a source for each window."""
    x, source, init = (v.type for v in op.operands)
    _selects(op.regions[0].entry, RankedTensorType((), x.element_type))
    scalar = RankedTensorType((), source.element_type)
    reducer(op.regions[1].entry, [scalar], [init], ())
    sizes = numbers(op.properties.get("window_dimensions"))
    if x.rank != len(sizes):
        raise Wrong(
            "expects window-dimensions size == operand rank, but got window-dimensions size: "
            f"{len(sizes)} and operand-type: '{x}' with rank = {x.rank}."
        )
    parts = window(op, sizes, ("window_strides", "", ""))
    rows = zip(*parts, strict=True)
    shape = [windowed(n, w, at) for n, w, at in zip(x.shape, sizes, rows, strict=True)]
    wanted = tensor(x, shape)
    if not same_shape(wanted, source) or not _alike(wanted, source, any_float=True):
        raise Wrong(f"expects source-type to be '{wanted}', but got'{source}'")
    element = op.regions[1].entry.last.operands[0].type.element_type
    return [x.replace(element_type=element)]


def _selects(block: Block, scalar: Type) -> None:
    """Wrong unless a region takes two elements and says whether the first is selected."""
    if len(block.args) != 2:
        raise Wrong(f"expects the select-region to take 2 parameters, but takes {len(block.args)}")
    for i, argument in enumerate(block.args):
        if not _alike(scalar, argument.type, any_float=True):
            raise Wrong(
                f"expects the type of select-region's parameter at index {i} to be '{scalar}', but "
                f"got '{argument.type}'"
            )
    made: list[Any] = [v.type for v in block.last.operands] if block.last is not None else []
    if len(made) != 1:
        raise Wrong(f"expects select-region to return single value, but got: {len(made)}")
    [found] = made
    if not isinstance(found, RankedTensorType) or found.rank or found.element_type is not I1:
        raise Wrong(
            f"expects the return-type of select-region to be tensor<i1>, but got: '{found}'"
        )


@check("sort")
def check_sort(op: DataOp) -> Types:
    """The body compares two elements of each operand."""
    types, block = [v.type for v in op.operands], op.regions[0].entry
    rank = types[0].rank
    dim = op.properties["dimension"].value if "dimension" in op.properties else -1
    if not -rank <= dim < rank:
        raise Wrong(
            f"dimension attribute value must be in range [-{rank}, {rank}), but found {dim}"
        )
    if len(block.args) != 2 * len(types):
        raise Wrong(f"comparator block should have {2 * len(types)} arguments")
    for i, argument in enumerate(block.args):
        wanted = RankedTensorType((), types[i // 2].element_type)
        if argument.type is not wanted:
            raise Wrong(
                f"comparator block argument #{i} should be of type '{wanted}' but got "
                f"'{argument.type}'"
            )
    returned = [v.type for v in block.last.operands]
    if len(returned) != 1:
        raise Wrong(f"comparator must return single output but got {len(returned)}")
    if returned[0].rank or returned[0].element_type is not I1:
        raise Wrong(f"comparator must return tensor<i1> but got '{returned[0]}'")
    return None


def _all_compatible(a: Sequence[Type], b: Sequence[Type]) -> bool:
    return len(a) == len(b) and all(map(compatible, a, b))


@check("while")
def check_while(op: DataOp) -> Types:
    """Both regions take the values, the first gives a boolean, the second the next values."""
    types = [v.type for v in op.operands]
    condition, body = (r.entry for r in op.regions)
    ends = [v.type for v in condition.last.operands]
    pairs = (
        (condition.args, "condition block arguments"),
        (body.args, "body block arguments"),
        (body.last.operands, "body block return types"),
    )
    for values, words in pairs:
        found = [v.type for v in values]
        if not _all_compatible(types, found):
            raise Wrong(
                f"expect operands to be compatible with {words} but got {types_text(types)} vs "
                f"{types_text(found)}"
            )
    if len(ends) != 1:
        raise Wrong(f"expect condition body returns a single value but got {len(ends)}")
    if not is_shaped(ends[0]) or ends[0].rank or ends[0].element_type is not I1:
        raise Wrong(f"expect condition block return a zero-ranked tensor of i1 but got '{ends[0]}'")
    return types


@check("if", "case")
def check_choice(op: DataOp) -> Types:
    """Regions take nothing, and give the same types."""
    rank = op.operands[0].type.rank
    if rank:
        raise Wrong(f"operand should be rank 0 tensor but got rank {rank}")
    if not op.regions:
        raise Wrong("expect at least one branch")
    if any(region.empty or region.entry.last is None for region in op.regions):
        raise Wrong("expect non-empty region")
    first = [v.type for v in op.regions[0].entry.last.operands]
    for i, region in enumerate(op.regions):
        if region.entry.args:
            raise Wrong(f"branch {i} must have 0 arguments, but found {len(region.entry.args)}")
        types = [v.type for v in region.entry.last.operands]
        if not _all_compatible(first, types):
            raise Wrong(
                f"branch 0 and branch {i} have mismatched return types: {types_text(first)} vs "
                f"{types_text(types)}"
            )
    return first


@check("map")
def check_map(op: DataOp) -> Types:
    """The body takes an element of each operand."""
    block, types = op.regions[0].entry, [v.type for v in op.operands]
    if len(block.args) != len(types):
        raise Wrong(
            f"expects number of operands to match the arity of map computation, but got: "
            f"{len(types)} and {len(block.args)}"
        )
    for i, (argument, type) in enumerate(zip(block.args, types, strict=True)):
        if argument.type.rank:
            raise Wrong(
                "computation arguments must be 0-rank tensor, but got: arg #"
                f"{i} of type '{argument.type}'"
            )
        own, given = argument.type.element_type, type.element_type
        if not same_elements(argument.type, type):
            raise Wrong(
                "element type of operands and computation arguments must match, but got: "
                f"'{given}' and '{own}'"
            )
    made = block.last.operands
    if len(made) != 1:
        raise Wrong(f"computation must return single output, but got: {len(made)}")
    found = made[0].type
    if found.rank:
        raise Wrong(f"computation must return 0-rank tensor, but got: '{found}'")
    dimensions = op.properties["dimensions"]
    order = list(dimensions.value if hasattr(dimensions, "value") else dimensions.values())
    if order != list(range(len(order))):
        raise Wrong(
            "requires monotonically increasing dimension numbers, but got: "
            f"{', '.join(map(str, order))}"
        )
    for type in types:
        if len(order) != type.rank:
            raise Wrong(
                "applied to a subset of dimensions currently not supported: operand dimensions = "
                f"{type.rank}, requested map dimensions size = {len(order)}"
            )
    return [types[0].replace(element_type=found.element_type)]


_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+")


@check("composite")
def check_composite(op: DataOp) -> Types:
    """The function that says what it does takes and gives the same types."""
    if not _NAME.fullmatch(op.properties["name"].value):
        raise Wrong(
            "name must be a valid namespaced op name, i.e. it must match the following regular "
            f'expression: ^{_NAME.pattern}$ e.g. "my_namespace.my_op"'
        )
    name = op.properties["decomposition"].root
    found = SymbolTables().lookup(op, name)
    if found is None or found.name != "func.func":
        raise Wrong(f"'{name}' does not reference a valid function")
    type: Any = found.properties["function_type"]
    rows = ("operand", op.operands, type.inputs), ("result", op.results, type.results)
    for word, values, types in rows:
        if len(values) != len(types):
            raise Wrong(f"has {len(values)} {word}(s), but decomposition has {len(types)}")
        for i, (value, wanted) in enumerate(zip(values, types, strict=True)):
            if value.type is not wanted:
                raise Wrong(
                    f"{word} at index {i} has type '{value.type}', but decomposition has type "
                    f"'{wanted}'"
                )
    return None
