"""vector ops that reduce, contract and mask, and vector.print."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import I64Array, array_of
from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.vector._constraints import (
    AnyVectorOfAnyRank,
    AnyVectorOfNonZeroRank,
    MaskVector,
    Printable,
    scalable_flags,
    vector_type,
)
from mlirlite.dialects.vector.elements import SAME_ELEMENTS, same_elements
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
from mlirlite.dialects.vector.memory import (
    GatherOp,
    ScatterOp,
    TransferReadOp,
    TransferWriteOp,
    mask_type,
)
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, DictionaryAttr, StringAttr
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
    Predicate,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
    Terminator,
    TypesMatch,
)
from mlirlite.ir.types import (
    I1,
    FloatType,
    IndexType,
    IntegerType,
    VectorType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error

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
    Op, name="vector.multi_reduction", traits=(AllTypesMatch("dest", "acc"), SAME_ELEMENTS, Pure)
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


class ScanOp(
    Op,
    name="vector.scan",
    traits=(
        AllTypesMatch("source", "dest"),
        AllTypesMatch("initial_value", "accumulated_value"),
        Pure,
    ),
):
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

    def verify(self) -> Diagnostic | None:
        source, initial, dim = self.source.type, self.initial_value.type, self.reduction_dim
        if not isinstance(source, VectorType) or not isinstance(initial, VectorType):
            return None
        if dim >= source.rank:
            return self.error(f"reduction dimension {dim} has to be less than {source.rank}")
        if initial.rank != source.rank - 1:
            return self.error(
                f"initial value rank {initial.rank} has to be equal to {source.rank - 1}"
            )
        if initial.shape != (*source.shape[:dim], *source.shape[dim + 1 :]):
            return self.error("incompatible input/initial value shapes")
        if not combines(self.kind, initial.element_type):
            name = CombiningKind(self.kind.value).name.removesuffix("_")
            return self.error(
                f"unsupported reduction type '{initial.element_type}' for kind '{name}'"
            )
        return None


class OuterProductOp(
    Op,
    name="vector.outerproduct",
    traits=(
        same_elements("lhs operand and result"),
        same_elements("rhs operand and result", 1),
        Pure,
    ),
):
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
        _check_kind(p, state.properties.get("kind"), where)
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
            if lhs.is_scalable and not rhs.is_scalable:
                return self.error("expected either both or only #2 operand dim to be scalable")
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


def _check_kind(p: "OpParser", kind: Any, where: Any) -> None:
    if kind is not None and not isinstance(kind, CombiningKindAttr):
        message = (
            f"'{p.op_name}' op expected 'kind' attribute of type CombiningKind "
            "(e.g. 'vector.kind<add>')"
        )
        raise DiagnosticError(error(message, where))


class ContractionOp(
    Op,
    name="vector.contract",
    traits=(
        Predicate(
            "lhs and rhs have same element type",
            lambda op: element_type_of(op.lhs.type) is element_type_of(op.rhs.type),
        ),
        same_elements("third operand acc and result", 2),
        Pure,
    ),
):
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
        given = p.attribute()
        if not isinstance(given, DictionaryAttr):
            raise p.error("expected a dictionary of the op's attributes", where)
        entries = given.to_dict()
        _check_kind(p, entries.get("kind"), where)
        names = entries.get("iterator_types")
        if not isinstance(names, ArrayAttr):
            raise p.error('expected "iterator_types" array attribute', where)
        if all(isinstance(n, StringAttr) for n in names):
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
        if p.peek(","):
            raise p.error("expected zero or exactly 2 vector mask operands", where)
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
        element = element_type_of(self.lhs.type)
        if isinstance(element, IntegerType) and not element.is_signless:
            return self.error("only supports signless integer types")
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
            dims = [r.position for r in map.results if isinstance(r, AffineDim)]
            if len(set(dims)) != len(map.results):
                return self.error(
                    f"expected indexing map {i} to be a projected permutation of its inputs"
                )
        problem = self._shape_problem()
        if problem:
            return self.error(problem)
        if not combines(self.kind, element_type_of(self.result.type)):
            return self.error("unsupported contraction type")
        return None

    def loop_sizes(self) -> list[int | None]:
        """The size of each loop, from the left operand where both have it; None where neither
        does."""
        sizes: list[int | None] = [None] * len(self.iterator_types)
        for value, attribute in (
            (self.rhs, self.indexing_maps[1]),
            (self.lhs, self.indexing_maps[0]),
        ):
            for result, size in zip(attribute.map.results, value.type.shape, strict=True):  # type: ignore[attr-defined]
                sizes[result.position] = size
        return sizes

    def _shape_problem(self) -> str:
        """What is wrong with the pairs of dimensions or the accumulator, "" for nothing."""
        op: Any = self
        lhs, rhs, out = (
            {r.position: i for i, r in enumerate(a.map.results)} for a in op.indexing_maps
        )
        kinds = [IteratorType(t.value) for t in op.iterator_types]
        shared = [d for d in lhs if d in rhs]
        summed = [d for d in shared if kinds[d] is IteratorType.reduction]
        if not summed:
            return "expected at least one contracting dimension pair"
        a, b = op.lhs.type, op.rhs.type
        for d in sorted(shared, key=lambda d: d not in summed):
            if a.shape[lhs[d]] != b.shape[rhs[d]]:
                what = "contracting" if d in summed else "batch"
                return f"invalid {what} dimension map"
        kept = [d for d in (*lhs, *rhs) if d not in summed]
        types = (op.acc.type, op.result.type)
        if all(isinstance(t, VectorType) for t in types) is not bool(kept):
            return "invalid accumulator/result vector shape"
        if not kept:
            return ""
        sizes = self.loop_sizes()
        if None in sizes:
            return "expected all dimensions to be either a LHS or a RHS dimension"
        result = op.result.type
        expected = VectorType(
            tuple([sizes[d] for d in out]), result.element_type, result.scalable_dims
        )
        if any(t is not expected for t in types):
            return f"invalid accumulator/result vector shape, expected: '{expected}'"
        return ""


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
        state.result_types = p.arrow_types(optional=True)
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
        first = self.maskRegion.entry.first
        if first is not None:
            p.operation(first)
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
        if tuple(masked.results) != tuple(last.operands):
            return self.error(
                "expects all the results from the MaskableOpInterface to match all the values "
                "returned by the terminator"
            )
        if masked.result_types != self.result_types:
            return self.error("expects result type to match maskable operation result type")
        return self._verify_mask(masked)

    def _verify_mask(self, masked: Operation) -> Diagnostic | None:
        expected = _mask_of(masked)
        if expected is not None and self.mask.type is not expected:
            return self.error(f"expects a '{expected}' mask for the maskable operation")
        passthru = self.passthru
        if passthru is None:
            return None
        if masked.name not in ("vector.gather", "vector.transfer_read"):
            return self.error("doesn't expect a passthru argument for the maskable operation")
        if len(masked.results) != 1:
            return self.error("expects result when passthru argument is provided")
        if passthru.type is not masked.results[0].type:
            return self.error("expects passthru type to match result type")
        return None


def _mask_of(op: Any) -> Type | None:
    """The type of the mask that an op takes in vector.mask; None when it is not known."""
    if isinstance(op, (ReductionOp, MultiDimReductionOp)):
        shape = op.operands[0].type
    elif isinstance(op, OuterProductOp):
        shape = op.result.type
    elif isinstance(op, ContractionOp):
        sizes = op.loop_sizes()
        flags = [False] * len(sizes)
        maps: Any = op.indexing_maps
        for value, attribute in zip(op.operands, maps, strict=True):
            if isinstance(value.type, VectorType):
                for result, scalable in zip(
                    attribute.map.results, scalable_flags(value.type), strict=True
                ):
                    flags[result.position] |= scalable
        shape = VectorType(tuple([n or 1 for n in sizes]), I1, tuple(flags))
    elif isinstance(op, (GatherOp, ScatterOp)):
        shape = op.indices.type
    elif isinstance(op, (TransferReadOp, TransferWriteOp)):
        return mask_type(vector_type(op.vector_value.type), op.map)
    else:
        return None
    found: Type = shape.replace(element_type=I1)
    return found


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


class PrintOp(
    Op,
    MemoryEffects,
    name="vector.print",
    traits=(
        Predicate(
            "`source` or `punctuation` are not set when printing strings",
            lambda op: (
                op.stringLiteral is None or (op.source is None and op.punctuation is NEWLINE)
            ),
        ),
    ),
):
    """Prints a value, a string or punctuation while the program runs.

    ```mlir
    vector.print %v : vector<4xf32>
    ```
    """

    source: OptOperand[Printable]
    punctuation: Prop[PrintPunctuationAttr] = NEWLINE
    stringLiteral: OptProp[str]
    assembly_format = (
        "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) "
        "attr-dict"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE),)
