"""bufferization ops."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._sizes import wrong_size_count
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UnitAttr, i32_array
from mlirlite.ir.constraints import AnyShaped, AnyTensor, Bool, Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    OptResult,
    Result,
    VarOperand,
    VarResult,
)
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    Predicate,
    PredicateTrait,
    Pure,
    SameOperandsAndResultElementType,
    SameOperandsAndResultShape,
    compatible_shapes,
)
from mlirlite.ir.types import (
    I1,
    INDEX,
    BaseMemRefType,
    RankedTensorType,
    ShapedType,
    TensorType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class TensorLikeType(ShapedType):
    """A dialect's own kind of tensors."""


class BufferLikeType(ShapedType):
    """A dialect's own kind of buffers."""


TensorLike = Annotated[
    Type,
    Constraint("TensorLikeType instance", lambda t: isinstance(t, (TensorType, TensorLikeType))),
]
BufferLike = Annotated[
    Type,
    Constraint(
        "BufferLikeType instance", lambda t: isinstance(t, (BaseMemRefType, BufferLikeType))
    ),
]
Condition = Annotated[Type, Constraint("1-bit signless integer", lambda t: t is I1)]
"""i1, as often as there are retained buffers."""
AnyBuffer = Annotated[
    BaseMemRefType,
    Constraint(
        "ranked or unranked memref of any type values", lambda t: isinstance(t, BaseMemRefType)
    ),
]


class _TypesMatch(PredicateTrait):
    """A tensor and a buffer that correspond to each other."""

    def verify(self, op: Operation) -> Diagnostic | None:
        a, b = op.operands[0].type, op.results[0].type
        ranked = {t.has_rank for t in (a, b) if isinstance(t, ShapedType)}
        if len(ranked) > 1 or not compatible_shapes(a, b):
            problem = "shapes do not match"
        elif element_type_of(a) is not element_type_of(b):
            problem = "element types do not match"
        else:
            return None
        return error(problem, op.where).then(
            f"'{op.name}' op failed to verify that specified tensor and buffer types match"
        )


_CONVERSION = (
    _TypesMatch(),
    SameOperandsAndResultShape,
    SameOperandsAndResultElementType,
)


class AllocTensorOp(Op, name="bufferization.alloc_tensor", traits=(AttrSizedOperandSegments,)):
    """A tensor that gets its own buffer, with the elements of another tensor or none.

    ```mlir
    %0 = bufferization.alloc_tensor(%n) : tensor<?x5xf32>
    ```
    """

    dynamic_sizes: VarOperand[Index]
    copy: OptOperand[AnyTensor]
    size_hint: OptOperand[Index]
    memory_space: OptProp[Attribute]
    result: Result[AnyTensor]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        p.expect("(")
        sizes = p.operand_list()
        p.expect(")")
        copy = hint = None
        if p.accept("copy"):
            p.expect("(")
            copy = p.operand()
            p.expect(")")
        if p.accept("size_hint"):
            p.expect("=")
            hint = p.operand()
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type_of(TensorType)
        state.result_types = [type]
        state.operands = p.resolve_all(sizes, INDEX)
        if copy is not None:
            state.operands.append(p.resolve(copy, type))
        if hint is not None:
            state.operands.append(p.resolve(hint, INDEX))
        state.properties[OPERAND_SEGMENTS] = i32_array(
            (len(sizes), int(copy is not None), int(hint is not None))
        )

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text("(")
        p.values(self.dynamic_sizes)
        p.text(")")
        if self.copy is not None:
            p.text(" copy(")
            p.value(self.copy)
            p.text(")")
        if self.size_hint is not None:
            p.text(" size_hint=")
            p.value(self.size_hint)
        p.attr_dict(self, (OPERAND_SEGMENTS,))
        p.text(" : ")
        p.type(self.result.type)

    def verify_op(self) -> Diagnostic | None:
        type, sizes = self.result.type, len(self.dynamic_sizes)
        if self.copy is not None:
            if sizes:
                return error("dynamic sizes not needed when copying a tensor", self.where)
            if self.copy.type is not type:
                return error("expected that `copy` and return type match", self.where)
        elif isinstance(type, RankedTensorType):
            return wrong_size_count(self, sizes, type)
        return None


class CloneOp(Op, MemoryEffects, name="bufferization.clone"):
    """A buffer with the same elements, which may be the same buffer while neither is written.

    ```mlir
    %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
    ```
    """

    input: Operand[AnyBuffer]
    output: Result[AnyBuffer]
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    def effects(self) -> Sequence[Effect]:
        return (
            Effect(EffectKind.READ, self.input),
            Effect(EffectKind.WRITE, self.output),
            Effect(EffectKind.ALLOCATE, self.output),
        )


class DeallocTensorOp(Op, name="bufferization.dealloc_tensor"):
    """Frees the buffer of a tensor.

    ```mlir
    bufferization.dealloc_tensor %t : tensor<4xi32>
    ```
    """

    tensor: Operand[AnyTensor]
    assembly_format = "$tensor attr-dict `:` type($tensor)"


class DeallocOp(Op, name="bufferization.dealloc", traits=(AttrSizedOperandSegments,)):
    """Frees buffers whose condition holds, unless they alias a retained one; returns the conditions
    of the retained ones.

    ```mlir
    %0 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%b : memref<?xf32>)
    ```
    """

    memrefs: VarOperand[AnyBuffer]
    conditions: VarOperand[Bool]
    retained: VarOperand[AnyBuffer]
    updatedConditions: VarResult[Condition]
    assembly_format = (
        "(` ``(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)` )? "
        "(`retain` ` ` `(` $retained^ `:` type($retained) `)` )? attr-dict"
    )

    def infer_types(self) -> Sequence[Type] | None:
        return (I1,) * len(self.retained)

    def verify_op(self) -> Diagnostic | None:
        if len(self.memrefs) != len(self.conditions):
            return self.error("must have the same number of conditions as memrefs to deallocate")
        if len(self.updatedConditions) != len(self.retained):
            return self.error(
                "must have the same number of updated conditions (results) as retained operands"
            )
        return None


class MaterializeInDestinationOp(
    Op,
    MemoryEffects,
    name="bufferization.materialize_in_destination",
    traits=(
        Predicate(
            "all of {source, dest} have same element type",
            lambda op: element_type_of(op.source.type) is element_type_of(op.dest.type),
        ),
    ),
):
    """Puts a tensor into the buffer of another one, or into a memref.

    ```mlir
    %0 = bufferization.materialize_in_destination %s in %d
      : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    ```
    """

    source: Operand[AnyTensor]
    dest: Operand[AnyShaped]
    restrict: OptProp[UnitAttr]
    writable: OptProp[UnitAttr]
    result: OptResult[AnyTensor]
    assembly_format = (
        "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict `:` "
        "functional-type(operands, results)"
    )

    def effects(self) -> Sequence[Effect]:
        written = isinstance(self.dest.type, BaseMemRefType)
        return (Effect(EffectKind.WRITE, self.dest),) if written else ()

    def verify_op(self) -> Diagnostic | None:
        source, target = self.source.type, self.dest.type
        if not isinstance(target, (TensorType, BaseMemRefType)):
            return self.error("'dest' must be a tensor or a memref")
        into_tensor = isinstance(target, TensorType)
        if into_tensor:
            if not self.results:
                return self.error("tensor 'dest' implies exactly one tensor result")
            if self.results[0].type is not target:
                return self.error("result and 'dest' types must match")
        elif self.results:
            return self.error("memref 'dest' implies zero results")
        if self.restrict is not None and into_tensor:
            return self.error("'restrict' is valid only for memref destinations")
        if (self.writable is not None) is into_tensor:
            return self.error(
                "'writable' must be specified if and only if the destination is of memref type"
            )
        if not isinstance(source, ShapedType) or not source.has_rank or not target.has_rank:
            return None
        if len(source.shape) != len(target.shape):
            return self.error("rank mismatch between source and destination shape")
        if not compatible_shapes(source, target):
            return self.error("source/destination shapes are incompatible")
        return None


class ToTensorOp(
    Op,
    MemoryEffects,
    name="bufferization.to_tensor",
    traits=_CONVERSION,
):
    """The elements of a buffer as a tensor.

    ```mlir
    %0 = bufferization.to_tensor %m restrict writable : memref<?xf32> to tensor<?xf32>
    ```
    """

    buffer: Operand[BufferLike]
    restrict: OptProp[UnitAttr]
    writable: OptProp[UnitAttr]
    result: Result[TensorLike]
    assembly_format = (
        "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($buffer) "
        "`to` type($result)"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.buffer),)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """to_tensor(to_buffer(x)) --> x, when nothing is between the two"""
        maker = self.buffer.defining_op
        if not isinstance(maker, ToBufferOp) or maker.next is not self:
            return None
        return maker.tensor if maker.tensor.type is self.result.type else None


class ToBufferOp(
    Op,
    name="bufferization.to_buffer",
    traits=(*_CONVERSION, Pure),
):
    """The buffer of a tensor.

    ```mlir
    %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
    ```
    """

    tensor: Operand[TensorLike]
    read_only: OptProp[UnitAttr]
    buffer: Result[BufferLike]
    assembly_format = (
        "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)"
    )

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """to_buffer(to_tensor(m)) --> m"""
        maker = self.tensor.defining_op
        if isinstance(maker, ToTensorOp) and maker.buffer.type is self.buffer.type:
            return maker.buffer
        return None
