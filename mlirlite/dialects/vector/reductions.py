"""vector ops that reduce, contract and mask, and vector.print."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import I64Array, array_of
from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.vector._constraints import (
    AnyVectorOfAnyRank,
    AnyVectorOfNonZeroRank,
    MaskVector,
)
from mlirlite.dialects.vector.elements import SAME_ELEMENTS
from mlirlite.dialects.vector.enums import (
    ADD,
    NEWLINE,
    CombiningKind,
    CombiningKindAttr,
    IteratorType,
    IteratorTypeAttr,
    IteratorTypes,
    PrintPunctuationAttr,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, StringAttr
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    Prop,
    RegionField,
    Result,
    VarOperand,
    VarResult,
)
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AllTypesMatch,
    NoRegionArguments,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
    Terminator,
    TypesMatch,
)
from mlirlite.ir.types import FloatType, IndexType, IntegerType, VectorType, element_type_of
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer

_FLOAT_KINDS = frozenset({"minnumf", "maxnumf", "minimumf", "maximumf"})


def combines(kind: CombiningKindAttr, type: Type) -> bool:
    """Whether elements of a type can be combined in this way."""
    name = CombiningKind(kind.value).name
    if name in ("add", "mul"):
        return isinstance(type, (IntegerType, IndexType, FloatType))
    if name in _FLOAT_KINDS:
        return isinstance(type, FloatType)
    return isinstance(type, (IntegerType, IndexType))


class ReductionOp(
    Op,
    name="vector.reduction",
    traits=(
        SAME_ELEMENTS,
        TypesMatch("dest and acc have the same type", "dest", "acc", lambda t: t),
        Pure,
    ),
):
    """All elements of a vector, and an initial value if given, combined into one.

    ```mlir
    %0 = vector.reduction <add>, %v, %acc : vector<16xf32> into f32
    ```
    """

    kind: Prop[CombiningKindAttr]
    vector: Operand[AnyVectorOfAnyRank]
    acc: OptOperand[AnyType]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    dest: Result[AnyType]
    assembly_format = (
        "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` "
        "type($vector) `into` type($dest)"
    )

    def verify(self) -> Diagnostic | None:
        vector, dest = self.vector.type, self.dest.type
        if isinstance(vector, VectorType) and vector.rank > 1:
            return self.error(f"unsupported reduction rank: {vector.rank}")
        if not combines(self.kind, dest):
            name = CombiningKind(self.kind.value).name.removesuffix("_")
            return self.error(f"unsupported reduction type ''{dest}'' for kind '{name}'")
        return None


class MultiDimReductionOp(
    Op, name="vector.multi_reduction", traits=(AllTypesMatch("dest", "acc"), Pure)
):
    """Some dimensions of a vector reduced away.

    ```mlir
    %0 = vector.multi_reduction <add>, %v, %acc [1] : vector<4x8xf32> to vector<4xf32>
    ```
    """

    kind: Prop[CombiningKindAttr]
    source: Operand[AnyVectorOfNonZeroRank]
    acc: Operand[AnyType]
    reduction_dims: Prop[I64Array]
    dest: Result[AnyType]
    assembly_format = (
        "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)"
    )

    def verify(self) -> Diagnostic | None:
        source, dest = self.source.type, self.dest.type
        if not isinstance(source, VectorType):
            return None
        gone = set(self.reduction_dims.value)
        kept = [d for i, d in enumerate(source.shape) if i not in gone]
        scalable = [s for i, s in enumerate(source.scalable_dims) if i not in gone]
        expected: Type = source.element_type
        if kept:
            expected = VectorType(tuple(kept), source.element_type, tuple(scalable))
        if dest is not expected:
            return self.error(
                f"destination type '{dest}' is incompatible with source type '{source}'"
            )
        return None


class ScanOp(Op, name="vector.scan", traits=(Pure,)):
    """Running totals along a dimension.

    ```mlir
    %dest, %acc = vector.scan <add>, %v, %init {inclusive = false, reduction_dim = 1 : i64}
      : vector<4x8xf32>, vector<4xf32>
    ```
    """

    kind: Prop[CombiningKindAttr]
    source: Operand[AnyVectorOfNonZeroRank]
    initial_value: Operand[AnyVectorOfAnyRank]
    reduction_dim: Prop[int]
    inclusive: Prop[bool]
    dest: Result[AnyVectorOfNonZeroRank]
    accumulated_value: Result[AnyVectorOfAnyRank]
    assembly_format = (
        "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)"
    )

    def infer_types(self) -> Sequence[Type] | None:
        return self.operands[0].type, self.operands[1].type


class OuterProductOp(Op, name="vector.outerproduct", traits=(Pure,)):
    """Every element of one vector times every element of another, or a vector times a scalar,
    combined with `acc`.

    ```mlir
    %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<8xf32>
    ```
    """

    lhs: Operand[AnyVectorOfNonZeroRank]
    rhs: Operand[AnyType]
    acc: OptOperand[AnyType]
    kind: Prop[CombiningKindAttr] = ADD
    result: Result[AnyVectorOfNonZeroRank]

    def infer_types(self) -> Sequence[Type] | None:
        return (_outer_type(self.operands[0].type, self.operands[1].type),)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        where = p.here()
        operands = p.operand_list()
        p.op_attr_dict(state)
        p.expect(":")
        lhs = p.type()
        p.expect(",")
        rhs = p.type()
        if len(operands) < 2:
            raise p.error("expected at least 2 operands", where)
        if not isinstance(lhs, VectorType):
            raise p.error("expected vector type for operand #1", where)
        result = _outer_type(lhs, rhs)
        types = [lhs, rhs, result][: len(operands)]
        state.operands = p.resolve_all(operands, types)
        state.properties.setdefault("kind", ADD)
        state.result_types = [result]

    def print(self, p: "Printer") -> None:
        """Print what follows the name. As upstream, the kind is shown with an accumulator only."""
        p.text(" ")
        p.values(self.operands)
        if len(self.operands) > 2:
            p.attr_dict(self)
        p.text(" : ")
        p.types([self.lhs.type, self.rhs.type])

    def verify(self) -> Diagnostic | None:
        lhs, rhs, result = self.lhs.type, self.rhs.type, self.result.type
        if not isinstance(lhs, VectorType) or not isinstance(result, VectorType):
            return None
        if lhs.rank != 1:
            return self.error("expected 1-d vector for operand #1")
        if isinstance(rhs, VectorType):
            if rhs.rank != 1:
                return self.error("expected 1-d vector for operand #2")
            if result.rank != 2:
                return self.error("expected 2-d vector result")
            if lhs.shape[0] != result.shape[0]:
                return self.error("expected #1 operand dim to match result dim #1")
            if rhs.shape[0] != result.shape[1]:
                return self.error("expected #2 operand dim to match result dim #2")
        else:
            if result.rank != 1:
                return self.error("expected 1-d vector result")
            if lhs.shape[0] != result.shape[0]:
                return self.error("expected #1 operand dim to match result dim #1")
        if self.acc is not None and self.acc.type is not result:
            return self.error("expected operand #3 of same type as result type")
        if not combines(self.kind, result.element_type):
            return self.error("unsupported outerproduct type")
        return None


def _outer_type(lhs: Type, rhs: Type) -> Type:
    if isinstance(lhs, VectorType) and isinstance(rhs, VectorType) and lhs.rank == rhs.rank == 1:
        scalable = [t.is_scalable and t.scalable_dims[0] for t in (lhs, rhs)]
        product: Type = VectorType((lhs.shape[0], rhs.shape[0]), lhs.element_type, tuple(scalable))
        return product
    return lhs


class ContractionOp(Op, name="vector.contract", traits=(Pure,)):
    """Products of elements of two vectors, summed as maps and iterator types say, added to an
    accumulator.

    ```mlir
    %0 = vector.contract {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"], kind = #vector.kind<add>
    } %a, %b, %c : vector<10xf32>, vector<10xf32> into f32
    ```
    """

    lhs: Operand[AnyVectorOfNonZeroRank]
    rhs: Operand[AnyVectorOfNonZeroRank]
    acc: Operand[AnyType]
    indexing_maps: Prop[Annotated[ArrayAttr, array_of("AffineMap array attribute", AffineMapAttr)]]
    iterator_types: Prop[IteratorTypes]
    kind: Prop[CombiningKindAttr] = ADD
    result: Result[AnyType]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        where = p.here()
        entries = p.attr_dict()
        names = entries.get("iterator_types")
        if isinstance(names, ArrayAttr) and all(isinstance(n, StringAttr) for n in names):
            words = [n.value for n in names if isinstance(n, StringAttr)]
            for word in words:
                if word not in IteratorType.__members__:
                    raise p.error(f"unexpected iterator_type ({word})", where)
            entries["iterator_types"] = ArrayAttr(
                tuple(IteratorTypeAttr(IteratorType[w]) for w in words)
            )
        operands = [p.operand()]
        p.expect(",")
        operands.append(p.operand())
        p.expect(",")
        operands.append(p.operand())
        p.op_attr_dict(state)
        p.expect(":")
        types = [p.type()]
        p.expect(",")
        types.append(p.type())
        p.expect("into")
        result = p.type()
        for name, value in entries.items():
            declared = name in ("indexing_maps", "iterator_types", "kind")
            (state.properties if declared else state.attributes)[name] = value
        state.properties.setdefault("kind", ADD)
        state.operands = p.resolve_all(operands, [*types, result])
        state.result_types = [result]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        words = [
            StringAttr(IteratorType(t.value).name)
            for t in self.iterator_types
            if isinstance(t, IteratorTypeAttr)
        ]
        p.text(" ")
        p.dictionary(
            {
                "indexing_maps": self.indexing_maps,
                "iterator_types": ArrayAttr(tuple(words)),
                "kind": self.properties.get("kind", ADD),
            }
        )
        p.text(" ")
        p.values(self.operands)
        p.attr_dict(self, ("indexing_maps", "iterator_types", "kind"))
        p.text(" : ")
        p.types([self.lhs.type, self.rhs.type])
        p.text(" into ")
        p.type(self.result.type)

    def verify(self) -> Diagnostic | None:
        if len(self.indexing_maps) != 3:
            return self.error("expected an indexing map for each vector operand")
        loops = len(self.iterator_types)
        for i, (attribute, operand) in enumerate(
            zip(self.indexing_maps, self.operands, strict=True)
        ):
            if not isinstance(attribute, AffineMapAttr):
                return None
            map, type = attribute.map, operand.type
            if map.num_symbols:
                return self.error(f"expected indexing map {i} to have no symbols")
            rank = type.rank if isinstance(type, VectorType) else 0
            if map.num_dims != loops:
                return self.error(f"expected indexing map {i} to have {loops} number of inputs")
            if len(map.results) != rank:
                return self.error(f"expected indexing map {i} to have {rank} number of outputs")
        if not combines(self.kind, element_type_of(self.result.type)):
            return self.error("unsupported contraction type")
        return None


class YieldOp(Op, name="vector.yield", traits=(Pure, ReturnLike, Terminator)):
    """Ends a region of a vector op and hands its values on.

    ```mlir
    vector.yield %0 : vector<4xf32>
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"


class MaskOp(
    Op,
    name="vector.mask",
    traits=(
        NoRegionArguments,
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator("vector.yield"),
    ),
):
    """One op that works only where a mask is true.

    ```mlir
    %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xf32> into f32 }
      : vector<8xi1> -> f32
    ```
    """

    mask: Operand[MaskVector]
    passthru: OptOperand[AnyType]
    results_: VarResult[AnyType]
    maskRegion: RegionField

    @property
    def masked_op(self) -> Operation | None:
        """The op inside, None when there is only the terminator."""
        first = self.maskRegion.entry.first
        return None if isinstance(first, YieldOp) else first

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        mask = p.operand()
        passthru = p.operand() if p.accept(",") else None
        region = yield p.region()
        block = region.first
        if block is not None and block.last is not None and not isinstance(block.last, YieldOp):
            block.append(YieldOp(block.last.results, loc=state.location))
        p.ensure_terminator(region, YieldOp, state.location)
        state.regions.append(region)
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        if p.accept("->"):
            state.result_types = p.type_list()
        state.operands = [p.resolve(mask, type)]
        if passthru is not None:
            if not state.result_types:
                raise p.error("expects a result if passthru operand is provided", state.location)
            state.operands.append(p.resolve(passthru, state.result_types[0]))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.values(self.operands)
        p.text(" { ")
        masked = self.masked_op
        if masked is not None:
            p.operation(masked)
        p.text(" }")
        p.attr_dict(self)
        p.text(" : ")
        p.type(self.mask.type)
        if self.results:
            p.text(" -> ")
            p.types(self.result_types)

    def verify(self) -> Diagnostic | None:
        block = self.maskRegion.entry
        ops = block.ops
        if len(ops) > 2:
            return self.error("expects only one operation to mask")
        last = block.last
        if not isinstance(last, YieldOp):
            return self.error("expects a terminator within the mask region")
        if len(last.operands) != len(self.results):
            return self.error("expects number of results to match mask region yielded values")
        masked = self.masked_op
        if masked is None:
            return None
        if masked.name not in MASKABLE:
            return self.error("expects a MaskableOpInterface within the mask region")
        if len(masked.results) != len(self.results):
            return self.error(
                "expects number of results to match maskable operation number of results"
            )
        if masked.result_types != self.result_types:
            return self.error("expects result type to match maskable operation result type")
        return None


MASKABLE = frozenset(
    f"vector.{name}"
    for name in (
        "contract",
        "gather",
        "multi_reduction",
        "outerproduct",
        "reduction",
        "scatter",
        "transfer_read",
        "transfer_write",
    )
)
"""Ops that may stand in vector.mask."""


class PrintOp(Op, MemoryEffects, name="vector.print"):
    """Prints a value, a string or punctuation while the program runs.

    ```mlir
    vector.print %v : vector<4xf32>
    ```
    """

    source: OptOperand[AnyType]
    punctuation: Prop[PrintPunctuationAttr] = NEWLINE
    stringLiteral: OptProp[str]
    assembly_format = (
        "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) "
        "attr-dict"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE),)
