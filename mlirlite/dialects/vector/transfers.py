"""vector.transfer_read and transfer_write: slices of buffers and tensors through a map."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import BoolArrayAttr
from mlirlite.dialects.vector._constraints import (
    AnyVectorOfAnyRank,
    MaskVector,
    integers,
)
from mlirlite.dialects.vector.memory import MemoryOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineMap
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, bool_attr, i32_array
from mlirlite.ir.constraints import AnyRankedTensor, AnyShaped, AnyType, Index
from mlirlite.ir.fields import Operand, OptOperand, OptResult, Prop, Result, VarOperand
from mlirlite.ir.interfaces import Box, ConditionallySpeculatable, EffectKind, SubsetOp
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.ir.types import (
    I1,
    INDEX,
    MemRefType,
    RankedTensorType,
    ShapedType,
    TensorType,
    VectorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


def minor_identity(shaped: ShapedType, vector: VectorType) -> AffineMap:
    """The default map of a transfer: the last dimensions, one for each of the vector's."""
    inner = shaped.element_type
    inner_rank = inner.rank if isinstance(inner, VectorType) else 0
    if shaped.rank == 0 and vector.shape == (1,):
        return AffineMap(0, 0, (AffineConst(0),))
    count = vector.rank - inner_rank
    dims = tuple(AffineDim(d) for d in range(shaped.rank - count, shaped.rank))
    return AffineMap(shaped.rank, 0, dims)


def minor_width(type: Type) -> int:
    """Bits of a number, or of the numbers in a vector's last dimension; 0 when it is unknown."""
    element = element_type_of(type)
    bits = 64 if element is INDEX else int(getattr(element, "width", 0))
    return bits * (type.shape[-1] if isinstance(type, VectorType) and type.shape else 1)


def mask_type(vector: VectorType, map: AffineMap) -> VectorType:
    """The type of a transfer's mask: the vector's sizes in the order of the base's dimensions,
    without broadcast ones."""
    placed = sorted((r.position, i) for i, r in enumerate(map.results) if isinstance(r, AffineDim))
    shape = [vector.shape[i] for _, i in placed]
    scalable = [vector.scalable_dims[i] for _, i in placed] if vector.is_scalable else []
    result: VectorType = VectorType(tuple(shape) or (1,), I1, tuple(scalable))
    return result


class _TransferOp(MemoryOp, ConditionallySpeculatable, SubsetOp):
    """A vector moved from or to a slice of a buffer or tensor, through a map of dimensions."""

    if TYPE_CHECKING:
        indices: VarOperand[Index]
        mask: OptOperand[MaskVector]
        permutation_map: Prop[AffineMapAttr]
        in_bounds: Prop[BoolArrayAttr]

    @property
    def map(self) -> AffineMap:
        """The vector's dimensions as functions of the base's."""
        return self.permutation_map.map

    @property
    def is_minor_identity(self) -> bool:
        """Whether the vector's dimensions are the base's last ones, in order."""
        results, count = self.map.results, self.map.num_dims
        return results == tuple(map(AffineDim, range(count - len(results), count)))

    @property
    def in_bounds_flags(self) -> list[bool]:
        """For each dimension of the vector, whether it is known to lie in the base."""
        return [bool(b) for b in integers(self.in_bounds)]

    @property
    def vector_value(self) -> Value:
        """The vector that is read or written."""
        raise NotImplementedError

    def is_speculatable(self) -> bool:
        """A tensor may be read, and a vector inserted into one, speculatively."""
        return isinstance(self.base.type, RankedTensorType)

    @property
    def chunk(self) -> list[int]:
        """How many elements are moved along each dimension of the base."""
        sizes = [1] * self.map.num_dims
        vector: Any = self.vector_value.type
        for result, size in zip(self.map.results, vector.shape, strict=False):
            if isinstance(result, AffineDim):
                sizes[result.position] = size
        return sizes

    def subset_box(self) -> Box:
        return Box(self.indices, self.chunk, [1] * self.map.num_dims, (self.map, self.mask))

    def print_attributes(self, p: "Printer", elided: Sequence[str]) -> None:
        """The dictionary without implied entries."""
        hidden = [*elided, "operandSegmentSizes"]
        if self.is_minor_identity:
            hidden.append("permutation_map")
        if not any(self.in_bounds_flags):
            hidden.append("in_bounds")
        p.attr_dict(self, hidden)

    def print_rest(self, p: "Printer", types: Sequence[Type]) -> None:
        """Print what follows the indices and the padding."""
        mask = self.mask
        if mask is not None:
            p.text(", ")
            p.value(mask)
        self.print_attributes(p, ())
        p.text(" : ")
        p.types(types)

    def verify_transfer(self) -> Diagnostic | None:
        """Upstream's checks of both transfers."""
        base, vector, map = self.base.type, self.vector_value.type, self.map
        if not isinstance(base, (MemRefType, RankedTensorType)):
            return self.error("requires source to be a memref or ranked tensor type")
        if not isinstance(vector, VectorType):
            return None
        element = base.element_type
        mask = self.mask
        inner_rank = element.rank if isinstance(element, VectorType) else 0
        wide, narrow = minor_width(vector), minor_width(element)
        if wide and narrow and wide % narrow:
            whole = "minor 1-D vector of the source" if inner_rank else "source element type"
            return self.error(
                "requires the bitwidth of the minor 1-D vector to be an integral multiple of the "
                f"bitwidth of the {whole}"
            )
        if inner_rank > vector.rank:
            return self.error("requires source vector element and vector result ranks to match.")
        if len(map.results) != vector.rank - inner_rank:
            return self.error(
                "requires a permutation_map with result dims of the same rank as the vector type"
            )
        if map.num_symbols:
            return self.error("requires permutation_map without symbols")
        if map.num_dims != base.rank:
            return self.error(
                "requires a permutation_map with input dims of the same rank as the source type"
            )
        for result in map.results:
            if not isinstance(result, (AffineDim, AffineConst)) or (
                isinstance(result, AffineConst) and result.value
            ):
                return self.error(
                    "requires a projected permutation_map (at most one dim or the zero "
                    "constant can appear in each result)"
                )
        dims = [r.position for r in map.results if isinstance(r, AffineDim)]
        if len(set(dims)) != len(dims):
            return self.error(
                "requires a permutation_map that is a permutation (found one dim used more "
                "than once)"
            )
        flags = self.in_bounds_flags
        if len(flags) != len(map.results):
            return self.error(
                "expects the in_bounds attr of same rank as permutation_map results: "
                f"{AffineMapAttr(map)} vs inBounds of size: {len(flags)}"
            )
        if mask is not None and mask.type is not mask_type(vector, map):
            return self.error(
                "expects mask type consistent with permutation map and vector type. Expected "
                f"mask type '{mask_type(vector, map)}', but got '{mask.type}'"
            )
        return None


def _complete(p: "OpParser", state: "OpState", base: Type, vector: Type, where: Any) -> AffineMap:
    """Add the map and the flags that the text leaves out."""
    writes = p.op_class is TransferWriteOp
    if writes and not isinstance(vector, VectorType):
        raise p.error("requires vector type", where)
    if not isinstance(base, (MemRefType, RankedTensorType)):
        raise p.error("requires memref or ranked tensor type", where)
    if not isinstance(vector, VectorType):
        raise p.error("requires vector type", where)
    given = state.properties.get("permutation_map")
    if isinstance(given, AffineMapAttr):
        map = given.map
    else:
        inner = base.element_type
        inner_rank = inner.rank if isinstance(inner, VectorType) else 0
        if base.rank < vector.rank - inner_rank:
            raise p.error(
                "expected a custom permutation_map when rank(source) != rank(destination)", where
            )
        map = minor_identity(base, vector)
        state.properties["permutation_map"] = AffineMapAttr(map)
    flags = state.properties.get("in_bounds")
    if flags is None:
        state.properties["in_bounds"] = ArrayAttr((bool_attr(False),) * len(map.results))
    return map


def _resolved_masks(
    p: "OpParser", masks: Sequence[Any], types: tuple[Type, Type], map: AffineMap
) -> list[Value]:
    """The mask of a transfer between a base and a vector of these types, if it has one."""
    base, vector = types
    if not masks or not isinstance(vector, VectorType):
        return []
    if isinstance(element_type_of(base), VectorType):
        raise p.error("does not support masks with vector element type", masks[0].span)
    if len(map.results) != vector.rank:
        raise p.error(
            "expected the same rank for the vector and the results of the permutation map",
            masks[0].span,
        )
    return [p.resolve(masks[0], mask_type(vector, map))]


class TransferReadOp(_TransferOp, name="vector.transfer_read", traits=(AttrSizedOperandSegments,)):
    """A vector read from a slice of a buffer or tensor; elements outside are a padding value.

    ```mlir
    %0 = vector.transfer_read %m[%i, %j], %zero : memref<?x?xf32>, vector<4xf32>
    ```
    """

    base: Operand[AnyShaped]
    indices: VarOperand[Index]
    padding: Operand[AnyType]
    mask: OptOperand[MaskVector]
    permutation_map: Prop[AffineMapAttr]
    in_bounds: Prop[BoolArrayAttr]
    vector: Result[AnyVectorOfAnyRank]

    def subset_whole(self) -> int:
        return 0

    @property
    def vector_value(self) -> Value:
        return self.results[0]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        base = p.operand()
        indices = p.operand_list("[", "]")
        p.expect(",")
        padding = p.operand()
        masks = [p.operand()] if p.accept(",") else []
        p.op_attr_dict(state)
        p.expect(":")
        where = p.here()
        types = p.type_list()
        if len(types) != 2:
            raise p.error("requires two types", where)
        shaped, vector = types
        map = _complete(p, state, shaped, vector, where)
        values = [p.resolve(base, shaped), *p.resolve_all(indices, INDEX)]
        values.append(p.resolve(padding, element_type_of(shaped)))
        values += _resolved_masks(p, masks, (shaped, vector), map)
        state.operands = values
        state.result_types = [vector]
        state.properties["operandSegmentSizes"] = i32_array([1, len(indices), 1, len(masks)])

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.base)
        p.text("[")
        p.values(self.indices)
        p.text("], ")
        p.value(self.padding)
        self.print_rest(p, [self.base.type, self.vector.type])

    def verify_op(self) -> Diagnostic | None:
        found = self.verify_indices(self.indices) or self.verify_transfer()
        if found is not None:
            return found
        element = element_type_of(self.base.type)
        if self.padding.type is not element:
            return self.error("requires formal padding and source of the same elemental type")
        return None


class TransferWriteOp(
    _TransferOp, name="vector.transfer_write", traits=(AttrSizedOperandSegments,)
):
    """A vector written to a slice of a buffer, or inserted into a slice of a tensor, which is the
    result.

    ```mlir
    vector.transfer_write %v, %m[%i, %j] : vector<4xf32>, memref<?x?xf32>
    ```
    """

    kind = EffectKind.WRITE
    valueToStore: Operand[AnyVectorOfAnyRank]
    base: Operand[AnyShaped]
    indices: VarOperand[Index]
    mask: OptOperand[MaskVector]
    permutation_map: Prop[AffineMapAttr]
    in_bounds: Prop[BoolArrayAttr]
    result: OptResult[AnyRankedTensor]

    def subset_whole(self) -> int:
        return 1

    def subset_part(self) -> int | None:
        return 0

    @property
    def vector_value(self) -> Value:
        return self.operands[0]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        vector_use = p.operand()
        p.expect(",")
        base = p.operand()
        indices = p.operand_list("[", "]")
        masks = [p.operand()] if p.accept(",") else []
        p.op_attr_dict(state)
        p.expect(":")
        where = p.here()
        types = p.type_list()
        if len(types) != 2:
            raise p.error("requires two types", where)
        vector, shaped = types
        map = _complete(p, state, shaped, vector, where)
        values = [
            p.resolve(vector_use, vector),
            p.resolve(base, shaped),
            *p.resolve_all(indices, INDEX),
        ]
        values += _resolved_masks(p, masks, (shaped, vector), map)
        state.operands = values
        if isinstance(shaped, TensorType):
            state.result_types = [shaped]
        state.properties["operandSegmentSizes"] = i32_array([1, 1, len(indices), len(masks)])

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.valueToStore)
        p.text(", ")
        p.value(self.base)
        p.text("[")
        p.values(self.indices)
        p.text("]")
        self.print_rest(p, [self.valueToStore.type, self.base.type])

    def verify_op(self) -> Diagnostic | None:
        found = self.verify_indices(self.indices)
        if found is None and AffineConst(0) in self.map.results:
            found = self.error("should not have broadcast dimensions")
        return found or self.verify_transfer()
