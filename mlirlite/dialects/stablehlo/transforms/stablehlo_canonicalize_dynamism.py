"""--stablehlo-canonicalize-dynamism: an op whose sizes are constant operands becomes the op
that has them as attributes.

dynamic_reshape %x, dense<[2, 2]> : … -> tensor<2x2xf32>  -->  reshape %x : … -> tensor<2x2xf32>
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mlirlite.dialects import stablehlo
from mlirlite.dialects.stablehlo.check_shapes import known
from mlirlite.dialects.stablehlo.refinement import SHAPES, slice_sizes, stated_shapes
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, i64_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I64, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.ods.hooks import DataOp
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Pattern, Rewriter, apply_patterns_greedily

Rewrite = Callable[[DataOp, Rewriter], Any]


@compiler_pass("stablehlo-canonicalize-dynamism", anchor="func.func")
def stablehlo_canonicalize_dynamism(op: Operation, state: PassState) -> None:
    """Canonicalize dynamic StableHLO ops into static ops.

    Ops stay whose sizes are not constants. Operands that a custom call has for the shapes of its
    results (`indices_of_shape_operands`) go, too.
    """
    apply_patterns_greedily(op, patterns(), max_iterations=2, count=state.count)


def patterns() -> list[Pattern]:
    """The patterns of the pass."""
    return [
        Pattern(rewrite, (stablehlo.DIALECT.op_class(f"stablehlo.{name}"),))
        for name, rewrite in (
            ("custom_call", drop_shapes),
            ("dynamic_broadcast_in_dim", broadcast),
            ("dynamic_conv", convolve),
            ("dynamic_gather", gather),
            ("dynamic_iota", make_iota),
            ("dynamic_pad", pad),
            ("dynamic_reshape", reshape),
            ("real_dynamic_slice", slice_at),
            ("real_dynamic_slice", slice_of),
        )
    ]


def made(
    name: str,
    op: DataOp,
    operands: tuple[Value, ...],
    properties: Mapping[str, Attribute],
    types: tuple[Any, ...] | None = None,
    attributes: dict[str, Attribute] | None = None,
) -> Operation:
    """An op of StableHLO with the results of another one."""
    cls: Any = stablehlo.DIALECT.op_class(f"stablehlo.{name}")
    types = tuple(op.result_types) if types is None else types
    found: Operation = cls.create(
        operands, types, dict(properties), attributes or {}, location=op.location
    )
    return found


def _is_static(value: Any) -> bool:
    return isinstance(value.type, RankedTensorType) and value.type.has_static_shape


def drop_shapes(op: DataOp, rw: Rewriter) -> Any:
    """custom_call(%x, %shape) {indices_of_shape_operands = [1]} --> custom_call(%x)"""
    indices = op.attributes.get(SHAPES)
    if not isinstance(indices, DenseElementsAttr):
        return rw.fail("there are no indices_of_shape_operands")
    if stated_shapes(op) is None:
        return rw.fail("expected static shapes")
    dropped = [int(i) for i in indices.values()]
    if not all(map(_is_static, op.results)):
        return rw.fail("expected static result types")
    properties = dict(op.properties)
    if isinstance(layouts := properties.get("operand_layouts"), ArrayAttr):
        kept = tuple([a for i, a in enumerate(layouts) if i not in dropped])
        properties["operand_layouts"] = ArrayAttr(kept)
    attributes = {n: a for n, a in op.attributes.items() if n != SHAPES}
    operands = tuple([v for i, v in enumerate(op.operands) if i not in dropped])
    rw.replace(op, made("custom_call", op, operands, properties, attributes=attributes))
    return True


def broadcast(op: DataOp, rw: Rewriter) -> Any:
    """dynamic_broadcast_in_dim %x, %constant --> broadcast_in_dim %x"""
    x, shape = op.operands
    if not _is_static(x) or known(shape) is None or not _is_static(op.results[0]):
        return rw.fail("expected static operand, output_dimensions and result type")
    kept = {"broadcast_dimensions": op.properties["broadcast_dimensions"]}
    rw.replace(op, made("broadcast_in_dim", op, (x,), kept))
    return True


def convolve(op: DataOp, rw: Rewriter) -> Any:
    """dynamic_conv %x, %w, %constant --> convolution %x, %w"""
    x, w, amounts = op.operands
    padding = known(amounts)
    if padding is None:
        return rw.fail("expected static padding")
    type = RankedTensorType((len(padding) // 2, 2), I64)
    properties = {**op.properties, "padding": DenseElementsAttr.of(type, padding)}
    rw.replace(op, made("convolution", op, (x, w), properties))
    return True


def gather(op: DataOp, rw: Rewriter) -> Any:
    """dynamic_gather %x, %indices, %constant --> gather %x, %indices"""
    x, indices, wanted = op.operands
    sizes = known(wanted)
    if sizes is None:
        return rw.fail("expected static slice_sizes")
    properties = {**op.properties, "slice_sizes": i64_array(sizes)}
    rw.replace(op, made("gather", op, (x, indices), properties))
    return True


def make_iota(op: DataOp, rw: Rewriter) -> Any:
    """dynamic_iota %constant --> iota"""
    if known(op.operands[0]) is None or not _is_static(op.results[0]):
        return rw.fail("expected static output_shape and result type")
    rw.replace(op, made("iota", op, (), dict(op.properties)))
    return True


def pad(op: DataOp, rw: Rewriter) -> Any:
    """dynamic_pad %x, %value, %low, %high, %interior --> pad %x, %value"""
    x, value, *given = op.operands
    amounts = [known(v) for v in given]
    if None in amounts:
        return rw.fail("expected static padding")
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    properties: dict[str, Attribute] = {
        n: i64_array(a or ()) for n, a in zip(names, amounts, strict=True)
    }
    rw.replace(op, made("pad", op, (x, value), properties))
    return True


def reshape(op: DataOp, rw: Rewriter) -> Any:
    """dynamic_reshape %x, %constant --> reshape %x"""
    if known(op.operands[1]) is None or not _is_static(op.results[0]):
        return rw.fail("expected static output_shape and result type")
    rw.replace(op, made("reshape", op, (op.operands[0],), {}))
    return True


def slice_at(op: DataOp, rw: Rewriter) -> Any:
    """real_dynamic_slice %x, %start, %start + %constant --> dynamic_slice %x, %start[0], …"""
    sizes = slice_sizes(op)
    if sizes is None:
        return rw.fail("expected unit strides, limits equal to starts plus a constant")
    x, start, _, _ = op.operands
    element = start.type.element_type
    scalars = []
    for i in range(len(sizes)):
        bounds = {"start_indices": i64_array((i,)), "limit_indices": i64_array((i + 1,))}
        one = made(
            "slice",
            op,
            (start,),
            {**bounds, "strides": i64_array((1,))},
            (RankedTensorType((1,), element),),
        )
        rw.set_before(op)
        rw.insert(one)
        scalar = made("reshape", op, (one.results[0],), {}, (RankedTensorType((), element),))
        rw.insert(scalar)
        scalars.append(scalar.results[0])
    properties = {"slice_sizes": i64_array(sizes)}
    attributes = dict(op.attributes)
    rw.replace(op, made("dynamic_slice", op, (x, *scalars), properties, attributes=attributes))
    return True


def slice_of(op: DataOp, rw: Rewriter) -> Any:
    """real_dynamic_slice %x, %start, %limit, %strides --> slice %x"""
    x, *given = op.operands
    numbers = [known(v) for v in given]
    if None in numbers:
        return rw.fail("expected static start, limit and strides")
    names = ("start_indices", "limit_indices", "strides")
    properties: dict[str, Attribute] = {
        n: i64_array(a or ()) for n, a in zip(names, numbers, strict=True)
    }
    rw.replace(op, made("slice", op, (x,), properties, attributes=dict(op.attributes)))
    return True
