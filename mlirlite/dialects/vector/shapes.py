"""vector ops that give elements another shape: broadcast, bitcast, shape_cast, transpose."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects.ub import PoisonAttr
from mlirlite.dialects.vector._constants import known_elements
from mlirlite.dialects.vector._constraints import (
    SAME_ELEMENTS,
    AnyVectorOfAnyRank,
    same_elements,
    scalable_flags,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr, element_size
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import F16, F32, IntegerType, ShapedType, VectorType, element_type_of
from mlirlite.support.diagnostics import Diagnostic


class BroadcastOp(Op, name="vector.broadcast", traits=(SAME_ELEMENTS, Pure)):
    """A value or a smaller vector, repeated to fill a vector.

    ```mlir
    %0 = vector.broadcast %f : f32 to vector<4xf32>
    ```
    """

    source: Operand[AnyType]
    vector: Result[AnyVectorOfAnyRank]
    assembly_format = "$source attr-dict `:` type($source) `to` type($vector)"

    def verify_op(self) -> Diagnostic | None:
        source, target = self.source.type, self.vector.type
        if isinstance(source, ShapedType) and not isinstance(source, VectorType):
            return self.error("source type is not a vector")
        if not isinstance(target, VectorType) or not isinstance(source, VectorType):
            return None
        problem = broadcast_problem(source, target)
        return self.error(problem) if problem else None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant scalar --> a splat; the same type --> the operand"""
        type = self.vector.type
        if self.source.type is type:
            return self.source
        if isinstance(operands[0], PoisonAttr):
            return operands[0]
        number = getattr(operands[0], "value", None)
        if isinstance(number, (int, float)) and isinstance(type, VectorType):
            return DenseElementsAttr.of(type, number)
        known = operands[0]
        if isinstance(known, DenseElementsAttr) and known.is_splat:
            return known_elements(known.raw, type)
        return None


def broadcast_problem(source: Type, target: VectorType) -> str:
    """Why a value cannot be broadcast to a type with the same elements; "" when it can."""
    if not isinstance(source, VectorType):
        return ""
    if source.rank > target.rank:
        return "source rank higher than destination rank"
    skipped = target.rank - source.rank
    wanted = list(zip(target.shape, scalable_flags(target), strict=True))[skipped:]
    given = zip(source.shape, scalable_flags(source), strict=True)
    for dim, goal in zip(given, wanted, strict=True):
        if dim not in (goal, (1, False)):
            found, expected = (f"[{n}]" if s else str(n) for n, s in (dim, goal))
            return f"dimension mismatch ({found} vs. {expected})"
    return ""


class BitCastOp(Op, name="vector.bitcast", traits=(Pure,)):
    """The same bits as elements of another width; the size of the last dimension changes
    accordingly.

    ```mlir
    %0 = vector.bitcast %v : vector<5x4xi32> to vector<5x8xi16>
    ```
    """

    source: Operand[AnyVectorOfAnyRank]
    result: Result[AnyVectorOfAnyRank]
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_op(self) -> Diagnostic | None:
        a, b = self.source.type, self.result.type
        if a.rank != b.rank:
            return self.error("failed to verify that all of {source, result} have same rank")
        for i, (x, y) in enumerate(zip(a.shape[:-1], b.shape[:-1], strict=True)):
            if x != y:
                return self.error(f"dimension size mismatch at: {i}")
        widths: list[Any] = [getattr(t.element_type, "width", None) for t in (a, b)]
        if a.rank == 0:
            if widths[0] != widths[1]:
                return self.error(
                    "source/result bitwidth of the 0-D vector element types must be equal"
                )
        elif None not in widths and a.shape[-1] * widths[0] != b.shape[-1] * widths[1]:
            return self.error("source/result bitwidth of the minor 1-D vectors must be equal")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """bitcast(x : T) : T --> x; bitcast(bitcast(x)) --> bitcast(x); a splat of bits --> a
        splat"""
        type, maker = self.result.type, self.source.defining_op
        if self.source.type is type:
            return self.source
        if isinstance(maker, BitCastOp):
            if maker.source.type is type:
                return maker.source
            self.set_operand(0, maker.source)
            return self.result
        known = operands[0]
        if isinstance(known, DenseElementsAttr) and known.is_splat:
            return _repeated_bits(known, type)
        return None


def _repeated_bits(known: DenseElementsAttr, type: Type) -> DenseElementsAttr | None:
    """The splat of the same bits as wider elements: for whole integers, and, as upstream, for f16
    as f32."""
    before, after = known.element_type, element_type_of(type)
    integers = isinstance(before, IntegerType) and isinstance(after, IntegerType)
    if not isinstance(type, VectorType) or not (integers or (before is F16 and after is F32)):
        return None
    narrow, wide = int(getattr(before, "width", 0)), int(getattr(after, "width", 0))
    if wide <= narrow or wide % narrow:
        return None
    bits = int.from_bytes(known.raw, "little")
    for _ in range(wide // narrow - 1):
        bits |= bits << narrow
    whole = bits & ((1 << wide) - 1)
    size = element_size(after)
    return known_elements(whole.to_bytes(size, "little"), type)


class ShapeCastOp(Op, name="vector.shape_cast", traits=(Pure,)):
    """The same elements in another shape.

    ```mlir
    %0 = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
    ```
    """

    source: Operand[AnyVectorOfAnyRank]
    result: Result[AnyVectorOfAnyRank]
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_op(self) -> Diagnostic | None:
        a, b = self.source.type, self.result.type
        if a.element_type is not b.element_type:
            return self.error("has different source and result element types")
        if a.num_elements != b.num_elements:
            return self.error(
                f"has different number of elements at source ({a.num_elements}) and result "
                f"({b.num_elements})"
            )
        counts = [scalable_flags(t).count(True) for t in (a, b)]
        if counts[0] != counts[1]:
            return self.error(
                f"has different number of scalable dims at source ({counts[0]}) and result "
                f"({counts[1]})"
            )
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """shape_cast(x : T) : T --> x; a constant --> a constant"""
        known = operands[0]
        if self.source.type is self.result.type:
            return self.source
        if isinstance(known, DenseElementsAttr):
            return known_elements(known.raw, self.result.type)
        return known if isinstance(known, PoisonAttr) else None


class TransposeOp(Op, name="vector.transpose", traits=(same_elements("operand and result"), Pure)):
    """The dimensions in another order.

    ```mlir
    %0 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    ```
    """

    vector: Operand[AnyVectorOfAnyRank]
    permutation: Prop[I64Array]
    result: Result[AnyVectorOfAnyRank]
    assembly_format = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"

    def verify_op(self) -> Diagnostic | None:
        source, result, order = self.vector.type, self.result.type, self.permutation.value
        if source.rank != result.rank:
            return self.error(f"vector result rank mismatch: {result.rank}")
        if len(order) != source.rank:
            return self.error(f"transposition length mismatch: {len(order)}")
        seen: set[int] = set()
        for i, d in enumerate(order):
            if not 0 <= d < source.rank:
                return self.error(f"transposition index out of range: {d}")
            if d in seen:
                return self.error(f"duplicate position index: {d}")
            seen.add(d)
            if result.shape[i] != source.shape[d]:
                return self.error(f"dimension size mismatch at: {d}")
        return None

    @property
    def keeps_order(self) -> bool:
        """True when only dimensions of one element move: row-major, the elements stay."""
        type = self.vector.type
        flags = scalable_flags(type)
        moved = [d for d in self.permutation if type.shape[d] != 1 or flags[d]]
        return moved == sorted(moved)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A permutation that moves nothing --> the vector; a splat --> the splat"""
        known, type = operands[0], self.result.type
        if isinstance(known, DenseElementsAttr) and known.is_splat:
            return known_elements(known.raw, type)
        if isinstance(known, PoisonAttr):
            return known
        return self.vector if self.vector.type is type and self.keeps_order else None
