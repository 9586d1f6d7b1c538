"""Buffers of krnl: constants, reads and writes, sets and copies."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from mlirlite.dialects.memref import DeallocOp
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import AffineMapAttr, IntegerAttr, bool_attr, i32_attr
from mlirlite.ir.constraints import ANY, AnyMemRef, AnyType, Bool, Constraint, Index, Int64
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand, default
from mlirlite.ir.interfaces import AllocationOp, Effect, EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Pure, TypesMatch
from mlirlite.ir.types import DYNAMIC, I32, INDEX, MemRefType, ShapedType, VectorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


def _element(type: Type) -> Type | None:
    return type.element_type if isinstance(type, ShapedType) else None


def _check_indices(op: Operation, memref: Value, count: int, what: str) -> Diagnostic | None:
    rank = memref.type.rank if isinstance(memref.type, MemRefType) else 0
    if count != rank:
        return op.error(f"incorrect number of indices for {what}, expected {rank} but got {count}")
    return None


class LoadOp(
    Op,
    MemoryEffects,
    name="krnl.load",
    traits=(
        TypesMatch("result type matches element type of 'memref'", "memref", "result", _element),
    ),
):
    """Reads an element; becomes affine.load where the indices are affine, memref.load elsewhere.

    ```mlir
    %v = krnl.load %m[%i, %j] : memref<10x10xf32>
    ```
    """

    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    result: Result[AnyType]
    assembly_format = "$memref `[` $indices `]` attr-dict `:` type($memref)"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.operands[0]),)

    def verify_op(self) -> Diagnostic | None:
        return _check_indices(self, self.operands[0], len(self.operands) - 1, "load")


class StoreOp(
    Op,
    MemoryEffects,
    name="krnl.store",
    traits=(
        TypesMatch("type of 'value' matches element type of 'memref'", "memref", "value", _element),
    ),
):
    """Writes an element; becomes affine.store where the indices are affine, memref.store elsewhere.

    ```mlir
    krnl.store %v, %m[%i, %j] : memref<10x10xf32>
    ```
    """

    value: Operand[AnyType]
    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    assembly_format = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE, self.operands[1]),)

    def verify_op(self) -> Diagnostic | None:
        return _check_indices(self, self.operands[1], len(self.operands) - 2, "store")


def _check_subscripts(op: Operation, map: AffineMap) -> Diagnostic | None:
    memref = op.operands[0]
    if map.num_inputs != len(op.operands) - 1:
        return op.error(
            f"expects as many subscript operands as affine map inputs: {map.num_inputs}, "
            f"found {len(op.operands) - 1}"
        )
    return _check_indices(op, memref, len(map.results), op.name.partition(".")[2])


class GetLinearOffsetIndexOp(Op, MemoryEffects, name="krnl.get_linear_offset_index"):
    """The position of an element in a buffer, counted in elements from its first one.

    ```mlir
    %o = krnl.get_linear_offset_index %m at [%i + 3, 0, %j * 2, symbol(%n)] : memref<8x8x8x8xf32>
    ```
    """

    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    map: Prop[AffineMapAttr]
    result: Result[Index]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.operands[0]),)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        memref = p.operand()
        p.expect("at")
        state.properties["map"], subscripts = p.affine_map_of_ssa_ids("[")
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.operands = [p.resolve(memref, type), *p.resolve_all(subscripts, INDEX)]
        state.result_types = [INDEX]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.memref)
        p.text(" at [")
        p.affine_map_of_ssa_ids(self.map.map, self.indices)
        p.text("]")
        p.attr_dict(self, ("map",))
        p.text(" : ")
        p.type(self.memref.type)

    def verify_op(self) -> Diagnostic | None:
        return _check_subscripts(self, self.map.map)


Locality = Annotated[
    int,
    I32,
    Constraint(
        "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
        lambda a: isinstance(a, IntegerAttr) and a.type is I32 and 0 <= a.value <= 3,
    ),
]


class PrefetchOp(Op, MemoryEffects, name="krnl.prefetch"):
    """Prefetches an element into a cache before it is read or written.

    ```mlir
    krnl.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<400x400xi32>
    ```
    """

    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    isWrite: Prop[bool]
    localityHint: Prop[Locality]
    isDataCache: Prop[bool]
    map: Prop[AffineMapAttr]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE, self.operands[0]),)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        memref = p.operand()
        properties = state.properties
        properties["map"], subscripts = p.affine_map_of_ssa_ids("[")
        p.expect(",")
        where = p.here()
        access = p.keyword()
        if access not in ("read", "write"):
            raise p.error("rw specifier has to be 'read' or 'write'", where)
        p.expect(",")
        p.expect("locality")
        p.expect("<")
        properties["localityHint"] = i32_attr(p.integer())
        p.expect(">")
        p.expect(",")
        where = p.here()
        cache = p.keyword()
        if cache not in ("data", "instr"):
            raise p.error("cache type has to be 'data' or 'instr'", where)
        properties["isWrite"] = bool_attr(access == "write")
        properties["isDataCache"] = bool_attr(cache == "data")
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.operands = [p.resolve(memref, type), *p.resolve_all(subscripts, INDEX)]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.memref)
        p.text("[")
        p.affine_map_of_ssa_ids(self.map.map, self.indices)
        access = "write" if self.isWrite else "read"
        cache = "data" if self.isDataCache else "instr"
        p.text(f"], {access}, locality<{self.localityHint}>, {cache}")
        p.attr_dict(self, ("map", "localityHint", "isDataCache", "isWrite"))
        p.text(" : ")
        p.type(self.memref.type)

    def verify_op(self) -> Diagnostic | None:
        return _check_subscripts(self, self.map.map)


class GlobalOp(Op, name="krnl.global", traits=(Pure,)):
    """A constant buffer: the data of `value`, or what the runtime has under `name`, from byte
    `offset` on.

    ```mlir
    %0 = "krnl.global"() <{name = "constant_0", shape = [2], value = dense<[1, 2]> : tensor<2xi64>}>
         : () -> memref<2xi64>
    ```
    """

    shape: Prop[Annotated[Attribute, ANY]]
    name_: Prop[str]
    value: OptProp[Annotated[Attribute, ANY]]
    offset: OptProp[int]
    alignment: OptProp[int]
    output: Result[AnyMemRef]

    def verify_op(self) -> Diagnostic | None:
        value, type = self.value, self.output.type
        if isinstance(value, ElementsAttr) and isinstance(type, MemRefType):
            found = value.type
            if found.has_rank and found.shape != type.shape:
                return self.error(f"value of type '{found}' does not fit result type '{type}'")
        return None


class MemsetOp(
    Op,
    MemoryEffects,
    name="krnl.memset",
    traits=(
        TypesMatch("type of 'value' matches element type of 'dest'", "dest", "value", _element),
    ),
):
    """Sets every element of a buffer; with `delayed` also those that only the buffer's layout adds.

    ```mlir
    krnl.memset %m, %v : memref<10x10xf32>
    ```
    """

    dest: Operand[AnyMemRef]
    value: Operand[AnyType]
    delayed: Prop[bool] = default(False)
    assembly_format = "$dest `,` $value attr-dict `:` type($dest)"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE, self.operands[0]),)


class MemcpyOp(Op, MemoryEffects, name="krnl.memcpy"):
    """Copies `num_elems` elements; the offsets count elements from the start of each buffer.
    Nothing checks the ends.

    ```mlir
    "krnl.memcpy"(%dest, %src, %n, %to, %from)
        : (memref<8xf32>, memref<4x4xf32>, i64, index, index) -> ()
    ```
    """

    dest: Operand[AnyMemRef]
    src: Operand[AnyMemRef]
    num_elems: Operand[Int64]
    dest_offset: Operand[Index]
    src_offset: Operand[Index]

    def effects(self) -> Sequence[Effect]:
        return Effect(EffectKind.READ, self.operands[1]), Effect(EffectKind.WRITE, self.operands[0])


class OwnedOp(Op, AllocationOp, MemoryEffects, name="krnl.owned"):
    """The same buffer, to be freed after its last use: a buffer that a loop or a branch has made
    and passed out. Nothing else may use or free the operand.

    ```mlir
    %b = "krnl.owned"(%a) : (memref<?xf32>) -> memref<?xf32>
    ```
    """

    buffer: Operand[AnyMemRef]
    result: Result[AnyMemRef]

    def effects(self) -> Sequence[Effect]:
        # The write effect keeps it, and with it the deallocation, if nothing uses the result.
        return (Effect(EffectKind.ALLOCATE, self.results[0]), Effect(EffectKind.WRITE))

    def build_dealloc(self, value: Value) -> Operation:
        return DeallocOp.create((value,))

    def verify_op(self) -> Diagnostic | None:
        if self.buffer.type is not self.result.type:
            return self.error(
                f"result type '{self.result.type}' differs from that of the operand, "
                f"'{self.buffer.type}'"
            )
        return None


class MayOverwriteOp(Op, name="krnl.may_overwrite", traits=(Pure,)):
    """Whether the caller wants a result of the function in the memory of an argument: it says so by
    the offset in the argument's descriptor, which is one more than the number of the result, and
    else 0. No other op reads that offset.

    ```mlir
    %yes = krnl.may_overwrite %arg, 1 : memref<?xf32>
    ```
    """

    # MLIR differs: onnx-mlir writes no results into arguments.
    argument: Operand[AnyMemRef]
    result_number: Prop[int]
    yes: Result[Bool]
    assembly_format = "$argument `,` $result_number attr-dict `:` type($argument)"


class VectorTypeCastOp(Op, name="krnl.vector_type_cast", traits=(Pure,)):
    """Views a buffer of scalars as one of vectors: the last dimension is divided by their length.

    ```mlir
    %v = krnl.vector_type_cast %m : memref<6x8xf32> to memref<6x1xvector<8xf32>>
    ```
    """

    source: Operand[AnyMemRef]
    result: Result[AnyMemRef]
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_op(self) -> Diagnostic | None:
        if not _castable(self.source.type, self.result.type):
            return self.error(
                f"operand type '{self.source.type}' and result type '{self.result.type}' "
                "are cast incompatible"
            )
        return None


def _castable(source: Type, result: Type) -> bool:
    if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
        return False
    vector = result.element_type
    if not isinstance(vector, VectorType) or vector.element_type is not source.element_type:
        return False
    if (source.layout, source.memory_space) != (result.layout, result.memory_space):
        return False
    if not source.shape or source.shape[:-1] != result.shape[:-1]:
        return False
    if source.rank != result.rank:
        return False
    last, vectors = source.shape[-1], result.shape[-1]
    if DYNAMIC in (last, vectors):
        return last == vectors
    return last // vector.num_elements == vectors
