"""memref ops that make, free, read and write buffers."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import NOT_NONTEMPORAL, Alignment, FlatSymbolRef, SymbolName
from mlirlite.dialects.memref._constraints import Rank1MemRef, StaticMemRef
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    UNIT,
    AffineMapAttr,
    IntegerAttr,
    StridedLayoutAttr,
    StringAttr,
    UnitAttr,
    bool_attr,
)
from mlirlite.ir.builder import Builder
from mlirlite.ir.constraints import (
    AnyMemRef,
    AnyRankedOrUnrankedMemRef,
    AnyType,
    Constraint,
    Index,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, Result, VarOperand
from mlirlite.ir.interfaces import (
    AllocationOp,
    AsmNames,
    Effect,
    EffectKind,
    MemoryEffects,
    PromotableAllocation,
    SlotAccess,
    SymbolUser,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    AutomaticAllocationScope,
    Pure,
    Symbol,
    TypesMatch,
    compatible_shapes,
)
from mlirlite.ir.types import (
    DYNAMIC,
    I32,
    INDEX,
    BaseMemRefType,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer


class _AllocOp(Op, AsmNames, MemoryEffects):
    """A new buffer; one size for each `?` of its type, one value for each symbol of its layout."""

    dynamicSizes: VarOperand[Index]
    symbolOperands: VarOperand[Index]
    alignment: OptProp[Alignment]
    memref: Result[AnyMemRef]
    assembly_format = (
        "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.ALLOCATE, self.results[0]),)

    def verify(self) -> Diagnostic | None:
        type = self.memref.type
        if not isinstance(type, MemRefType):
            return self.error("result must be a memref")
        sizes, wanted = len(self.dynamicSizes), type.num_dynamic_dims
        if sizes != wanted:
            return self.error(f"incorrect number of dynamic sizes, has {sizes}, expected {wanted}")
        symbols, wanted = len(self.symbolOperands), layout_symbols(type)
        if symbols != wanted:
            return self.error(
                "symbol operand count does not equal memref symbol count: "
                f"expected {wanted}, got {symbols}"
            )
        return None


def layout_symbols(type: MemRefType) -> int:
    """How many symbols the layout's map has: one for each unknown of a strided layout."""
    layout = type.layout
    if isinstance(layout, StridedLayoutAttr):
        return (*layout.strides, layout.offset).count(DYNAMIC)
    return layout.map.num_symbols if isinstance(layout, AffineMapAttr) else 0


class AllocOp(_AllocOp, AllocationOp, name="memref.alloc", traits=(AttrSizedOperandSegments,)):
    """A new buffer, freed by memref.dealloc.

    ```mlir
    %0 = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32>
    ```
    """

    def result_names(self) -> Sequence[str]:
        return ("alloc",)

    def build_dealloc(self, value: Value) -> Operation:
        return DeallocOp.create((value,))


class AllocaOp(
    _AllocOp, PromotableAllocation, name="memref.alloca", traits=(AttrSizedOperandSegments,)
):
    """A new buffer on the stack, freed when the enclosing allocation scope ends.

    ```mlir
    %0 = memref.alloca() : memref<4xf32>
    ```
    """

    def result_names(self) -> Sequence[str]:
        return ("alloca",)

    def promotable_slot(self) -> Type | None:
        type = self.results[0].type
        if not isinstance(type, MemRefType) or any(n != 1 for n in type.shape):
            return None
        element = type.element_type
        scalar = element_type_of(element)
        plain = isinstance(element, MemRefType) or isinstance(
            scalar, (FloatType, IndexType, IntegerType)
        )
        return element if plain else None

    def default_value(self, type: Type) -> Operation:
        from mlirlite.dialects.ub import PoisonOp

        poison: Operation = PoisonOp(result=type)
        return poison

    def verify(self) -> Diagnostic | None:
        op = self.parent_op
        while op is not None and not op.may_have_trait(AutomaticAllocationScope):
            op = op.parent_op
        if op is None:
            return self.error("requires an ancestor op with AutomaticAllocationScope trait")
        return super().verify()


class DeallocOp(Op, MemoryEffects, name="memref.dealloc"):
    """Frees a buffer.

    ```mlir
    memref.dealloc %0 : memref<8x64xf32>
    ```
    """

    memref: Operand[AnyRankedOrUnrankedMemRef]
    assembly_format = "$memref attr-dict `:` type($memref)"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.FREE, self.operands[0]),)


class ReallocOp(Op, MemoryEffects, name="memref.realloc"):
    """A buffer of another size with the elements of a given one, which is freed.

    ```mlir
    %1 = memref.realloc %0(%n) : memref<64xf32> to memref<?xf32>
    ```
    """

    source: Operand[Rank1MemRef]
    dynamicResultSize: OptOperand[Index]
    alignment: OptProp[Alignment]
    result: Result[Rank1MemRef]
    assembly_format = (
        "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)"
    )

    def effects(self) -> Sequence[Effect]:
        return (
            Effect(EffectKind.FREE, self.operands[0]),
            Effect(EffectKind.ALLOCATE, self.results[0]),
        )

    def verify(self) -> Diagnostic | None:
        source, result = self.source.type, self.result.type
        if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
            return None
        for what, type in (("source", source), ("result", result)):
            if type.layout is not None:
                return error(f"unsupported layout for {what} memref type '{type}'", self.where)
        for what, before, after in (
            ("memory spaces", source.memory_space, result.memory_space),
            ("element types", source.element_type, result.element_type),
        ):
            if before is not after:
                return error(
                    f"different {what} specified for source memref type '{source}' and result "
                    f"memref type '{result}'",
                    self.where,
                )
        given = self.dynamicResultSize is not None
        if result.num_dynamic_dims and not given:
            return error(f"missing dimension operand for result type '{result}'", self.where)
        if not result.num_dynamic_dims and given:
            return error(f"unnecessary dimension operand for result type '{result}'", self.where)
        return None


class LoadOp(
    Op,
    MemoryEffects,
    SlotAccess,
    name="memref.load",
    traits=(
        TypesMatch(
            "result type matches element type of 'memref'", "memref", "result", element_type_of
        ),
    ),
):
    """The element at the indices.

    ```mlir
    %0 = memref.load %m[%i, %j] : memref<8x?xi32>
    ```
    """

    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    nontemporal: OptProp[bool] = NOT_NONTEMPORAL
    alignment: OptProp[Alignment]
    result: Result[AnyType]
    assembly_format = "$memref `[` $indices `]` attr-dict `:` type($memref)"

    def may_promote(self, slot: Value, type: Type) -> bool:
        return True

    def reads_slot(self, slot: Value, type: Type) -> bool:
        return True

    def writes_slot(self, slot: Value) -> bool:
        return False

    def take_value(self, slot: Value, current: Callable[[], Value], b: Builder) -> None:
        self.results[0].replace_all_uses_with(current())

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.operands[0]),)

    def verify(self) -> Diagnostic | None:
        rank = rank_of(self.operands[0].type)
        if len(self.operands) - 1 != rank:
            return self.error(
                f"incorrect number of indices for load, expected {rank} but got "
                f"{len(self.operands) - 1}"
            )
        return None


def rank_of(type: Type) -> int:
    """The rank of a ranked memref type."""
    return type.rank if isinstance(type, MemRefType) else 0


class StoreOp(
    Op,
    MemoryEffects,
    SlotAccess,
    name="memref.store",
    traits=(
        TypesMatch(
            "type of 'value' matches element type of 'memref'", "memref", "value", element_type_of
        ),
    ),
):
    """Writes the element at the indices.

    ```mlir
    memref.store %v, %m[%i, %j] : memref<4x?xf32>
    ```
    """

    value: Operand[AnyType]
    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    nontemporal: OptProp[bool] = NOT_NONTEMPORAL
    alignment: OptProp[Alignment]
    assembly_format = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"

    def may_promote(self, slot: Value, type: Type) -> bool:
        return self.operands[0] is not slot

    def reads_slot(self, slot: Value, type: Type) -> bool:
        return False

    def writes_slot(self, slot: Value) -> bool:
        return True

    def value_stored(self, type: Type, current: Callable[[], Value], b: Builder) -> Value:
        return self.operands[0]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE, self.operands[1]),)

    def verify(self) -> Diagnostic | None:
        if len(self.operands) - 2 != rank_of(self.operands[1].type):
            return self.error("store index operand count not equal to memref rank")
        return None


class CopyOp(Op, MemoryEffects, name="memref.copy"):
    """Copies all elements of one buffer to another of the same shape.

    ```mlir
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    target: Operand[AnyRankedOrUnrankedMemRef]
    assembly_format = "$source `,` $target attr-dict `:` type($source) `to` type($target)"

    def effects(self) -> Sequence[Effect]:
        return (
            Effect(EffectKind.READ, self.operands[0]),
            Effect(EffectKind.WRITE, self.operands[1]),
        )

    def verify(self) -> Diagnostic | None:
        source, target = self.source.type, self.target.type
        if element_type_of(source) is not element_type_of(target):
            return self.error("requires the same element type for all operands")
        if not compatible_shapes(source, target):
            return self.error("requires the same shape for all operands")
        return None


Locality = Annotated[
    int,
    I32,
    Constraint(
        "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
        lambda a: isinstance(a, IntegerAttr) and a.type is I32 and 0 <= a.value <= 3,
    ),
]


class PrefetchOp(Op, MemoryEffects, name="memref.prefetch"):
    """Says that an element will be read or written soon.

    ```mlir
    memref.prefetch %m[%i, %j], read, locality<3>, data : memref<400x400xi32>
    ```
    """

    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    isWrite: Prop[bool]
    localityHint: Prop[Locality]
    isDataCache: Prop[bool]

    def effects(self) -> Sequence[Effect]:
        return (
            Effect(EffectKind.READ, self.operands[0]),
            Effect(EffectKind.WRITE, self.operands[0]),
        )

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        memref = p.operand()
        indices = p.operand_list("[", "]")
        parse_prefetch_hints(p, state)
        p.op_attr_dict(state)
        p.expect(":")
        state.operands = [p.resolve(memref, p.type()), *p.resolve_all(indices, INDEX)]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.memref)
        p.text("[")
        p.values(self.indices)
        p.text("]")
        print_prefetch_hints(p, self)
        p.attr_dict(self, PREFETCH_HINTS)
        p.text(" : ")
        p.type(self.memref.type)

    def verify(self) -> Diagnostic | None:
        if len(self.operands) - 1 != rank_of(self.operands[0].type):
            return self.error("too few indices")
        return None


PREFETCH_HINTS = ("isWrite", "localityHint", "isDataCache")


def parse_prefetch_hints(p: "OpParser", state: "OpState") -> None:
    """`, read, locality<3>, data`, shared with affine.prefetch."""
    p.expect(",")
    access = p.keyword()
    p.expect(",")
    p.expect("locality")
    p.expect("<")
    hint = p.integer()
    p.expect(">")
    p.expect(",")
    cache = p.keyword()
    if access not in ("read", "write"):
        raise p.error("rw specifier has to be 'read' or 'write'", state.location)
    if cache not in ("data", "instr"):
        raise p.error("cache type has to be 'data' or 'instr'", state.location)
    state.properties["isWrite"] = bool_attr(access == "write")
    state.properties["localityHint"] = IntegerAttr(hint, I32)
    state.properties["isDataCache"] = bool_attr(cache == "data")


def print_prefetch_hints(p: "Printer", op: Any) -> None:
    """As `parse_prefetch_hints` reads them."""
    access = "write" if op.isWrite else "read"
    cache = "data" if op.isDataCache else "instr"
    p.text(f", {access}, locality<{op.localityHint}>, {cache}")


class GlobalOp(Op, name="memref.global", traits=(Symbol,)):
    """A buffer with a name that lives as long as the program.

    ```mlir
    memref.global "private" constant @w : memref<2xf32> = dense<[1.0, 2.0]>
    ```
    """

    sym_name: Prop[SymbolName]
    sym_visibility: OptProp[str]
    type: Prop[
        Annotated[
            MemRefType, Constraint("memref type attribute", lambda a: isinstance(a, MemRefType))
        ]
    ]
    initial_value: OptProp[Attribute]
    constant: OptProp[UnitAttr]
    alignment: OptProp[Alignment]

    @property
    def is_uninitialized(self) -> bool:
        """True for `= uninitialized`."""
        return isinstance(self.initial_value, UnitAttr)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        visibility = p.optional_string()
        if visibility is not None:
            state.properties["sym_visibility"] = StringAttr(visibility)
        if p.accept("constant"):
            state.properties["constant"] = UNIT
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        p.expect(":")
        type = p.type()
        if not isinstance(type, MemRefType) or not type.has_static_shape:
            raise p.error(f"type should be static shaped memref, but got '{type}'", state.location)
        state.properties["type"] = type
        if p.accept("="):
            if p.accept("uninitialized"):
                state.properties["initial_value"] = UNIT
            else:
                value = p.attribute(tensor_of(type))
                if not isinstance(value, ElementsAttr):
                    raise p.error(
                        "initial value should be a unit or elements attribute", state.location
                    )
                state.properties["initial_value"] = value
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        if self.sym_visibility is not None:
            p.string(self.sym_visibility)
            p.text(" ")
        if self.constant is not None:
            p.text("constant ")
        p.symbol_name(self.sym_name)
        p.text(" : ")
        p.type(self.type)
        value = self.initial_value
        if isinstance(value, UnitAttr):
            p.text(" = uninitialized")
        elif value is not None:
            p.text(" = ")
            p.attribute_without_type(value)
        p.attr_dict(self, ("sym_name", "sym_visibility", "type", "initial_value", "constant"))

    def verify(self) -> Diagnostic | None:
        type, value = self.type, self.initial_value
        if not type.has_static_shape:
            return self.error(f"type should be static shaped memref, but got '{type}'")
        if value is not None and not isinstance(value, (UnitAttr, ElementsAttr)):
            return self.error(
                f"initial value should be a unit or elements attribute, but got {value}"
            )
        if isinstance(value, ElementsAttr):
            if element_type_of(value.type) is not type.element_type:
                return self.error(
                    f"initial value element expected to be of type '{type.element_type}', but "
                    "was of "
                    f"type '{value.element_type}'"
                )
            if value.type.shape != type.shape:
                return self.error(
                    f"initial value shape expected to be {_shape(type.shape)} but was "
                    f"{_shape(value.type.shape)}"
                )
        return None


def _shape(shape: Sequence[int]) -> str:
    return ", ".join(map(str, shape))


def tensor_of(type: BaseMemRefType) -> Type:
    """The tensor type of a buffer's contents."""
    if isinstance(type, UnrankedMemRefType):
        unranked: Type = UnrankedTensorType(type.element_type)
        return unranked
    ranked: Type = RankedTensorType(type.shape, type.element_type)
    return ranked


class GetGlobalOp(Op, SymbolUser, name="memref.get_global", traits=(Pure,)):
    """The buffer of a memref.global.

    ```mlir
    %0 = memref.get_global @w : memref<2xf32>
    ```
    """

    name_: Prop[FlatSymbolRef]
    result: Result[StaticMemRef]
    assembly_format = "$name `:` type($result) attr-dict"

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        found = tables.lookup(self, self.name_)
        if not isinstance(found, GlobalOp):
            return self.error(f"'{self.name_.root}' does not reference a valid global memref")
        if found.type is not self.result.type:
            return self.error(
                f"result type '{self.result.type}' does not match type '{found.type}' of the "
                "global "
                f"memref @{self.name_.root}"
            )
        return None
