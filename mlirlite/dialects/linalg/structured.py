"""The common part of all structured ops: operands in `ins(…) outs(…)`, their printing, and
upstream's checks of operands, maps and bodies."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import array_of
from mlirlite.dialects.linalg.bodies import Body, BodyBuilder
from mlirlite.dialects.linalg.payload import StructuredInterface, YieldOp
from mlirlite.ir.affine import AffineDim, AffineExpr, AffineMap
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, i32_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import AnyType, Constraint, is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import RegionField, VarOperand, VarResult
from mlirlite.ir.interfaces import (
    AsmNames,
    ConditionallySpeculatable,
    DestinationStyle,
    Effect,
    EffectKind,
    MemoryEffects,
)
from mlirlite.ir.locations import UNKNOWN
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator,
)
from mlirlite.ir.types import (
    DYNAMIC,
    BaseMemRefType,
    MemRefType,
    RankedTensorType,
    ShapedType,
    TensorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

AnyShapedType = Annotated[ShapedType, is_a(ShapedType, summary="shaped of any type values")]
RankedTensors = Annotated[
    RankedTensorType, is_a(RankedTensorType, summary="ranked tensor of any type values")
]
TensorOrMemRef = Annotated[
    ShapedType,
    Constraint(
        "memref of any type values or ranked tensor of any type values",
        lambda t: isinstance(t, (MemRefType, RankedTensorType)),
    ),
]
Tensors = Annotated[TensorType, is_a(TensorType, summary="tensor of any type values")]
MapArray = Annotated[ArrayAttr, array_of("AffineMap array attribute", AffineMapAttr)]

MEMOIZED = "linalg.memoized_indexing_maps"
"""The attribute in which an op whose maps follow from its name keeps them, as upstream."""
HIDDEN = (OPERAND_SEGMENTS, MEMOIZED)
STRUCTURED = (
    RecursiveMemoryEffects,
    RecursivelySpeculatable,
    SingleBlockImplicitTerminator("linalg.yield"),
)


def buffer_effects(operands: Sequence[Value], outputs: Sequence[Value]) -> list[Effect]:
    """Buffers are read; those of outputs are written too."""
    found = [Effect(EffectKind.READ, v) for v in operands if isinstance(v.type, BaseMemRefType)]
    return found + [
        Effect(EffectKind.WRITE, v) for v in outputs if isinstance(v.type, BaseMemRefType)
    ]


class StructuredOp(
    Op,
    StructuredInterface,
    ConditionallySpeculatable,
    MemoryEffects,
    AsmNames,
    DestinationStyle,
    traits=STRUCTURED,
):
    """Base of structured ops. The last `num_inits()` operands are the outputs."""

    def maps(self) -> Sequence[AffineMap]:
        """For each operand, from the loops to the operand's indices."""
        raise NotImplementedError

    def num_loops(self) -> int:
        return self.maps()[0].num_dims

    def num_inits(self) -> int:
        return 1

    def loop_sizes(self) -> Sequence[int]:
        sizes: dict[int, int] = {}
        for operand, map in zip(self.operands, self.maps(), strict=True):
            type = operand.type
            if isinstance(type, ShapedType) and type.has_rank:
                for size, expr in zip(type.shape, map.results, strict=True):
                    if isinstance(expr, AffineDim):
                        sizes.setdefault(expr.position, size)
        return [sizes.get(d, DYNAMIC) for d in range(self.num_loops())]

    def destination_operands(self) -> Sequence[int]:
        count = len(self.operands)
        return range(count - self.num_inits(), count)

    @property
    def inits(self) -> tuple[Value, ...]:
        """The outputs' operands."""
        return self.operands[len(self.operands) - self.num_inits() :]

    def effects(self) -> Sequence[Effect]:
        return buffer_effects(self.operands, self.inits)

    def is_speculatable(self) -> bool:
        """An op on tensors traps only if its body does."""
        return not any(isinstance(v.type, BaseMemRefType) for v in self.operands)

    def verify_op(self) -> Diagnostic | None:
        return verify_destinations(self, self.inits)

    def verify_regions(self) -> Diagnostic | None:
        return verify_structured(self)


class SegmentedOp(StructuredOp, traits=(AttrSizedOperandSegments,)):
    """A structured op with any number of inputs and outputs."""

    inputs: VarOperand[AnyType]
    outputs: VarOperand[AnyShapedType]
    result_tensors: VarResult[RankedTensors]
    region: RegionField

    def num_inits(self) -> int:
        sizes = self.properties.get(OPERAND_SEGMENTS)
        return int(getattr(sizes, "value", (0, 1))[1])


# Text


def parse_operands(p: "OpParser", word: str) -> list[Value]:
    """`ins(%a, %b : t, t)`, if it is there."""
    if not p.accept(word):
        return []
    p.expect("(")
    operands = p.operand_list()
    p.expect(":")
    types = p.type_list()
    p.expect(")")
    return p.resolve_all(operands, types)


def parse_parts(p: "OpParser", state: "OpState") -> tuple[list[Value], list[Value]]:
    """`<{…}> {…} ins(…) outs(…)`; the sizes of both go into the op's properties."""
    start = p.pos
    if given := p.accept("<"):
        state.properties.update(p.attr_dict())
        p.expect(">")
    p.op_attr_dict(state, checked=not given)
    parts = parse_ins_outs(p, state, segments=True)
    if given:
        p.check_properties(state, start)
    return parts


def parse_ins_outs(
    p: "OpParser", state: "OpState", *, segments: bool = False
) -> tuple[list[Value], list[Value]]:
    """`ins(…) outs(…)`."""
    inputs, outputs = parse_operands(p, "ins"), parse_operands(p, "outs")
    state.operands = [*inputs, *outputs]
    if segments:
        state.properties[OPERAND_SEGMENTS] = i32_array((len(inputs), len(outputs)))
    return inputs, outputs


def print_ins_outs(p: "Printer", inputs: Sequence[Value], outputs: Sequence[Value]) -> None:
    """As `parse_ins_outs` reads it."""
    for word, values in (("ins", inputs), ("outs", outputs)):
        if values:
            p.text(f" {word}(")
            p.values(values)
            p.text(" : ")
            p.types([v.type for v in values])
            p.text(")")


def fill_region(
    p: "OpParser", state: "OpState", body: Body, where: Any, *, unsigned: bool = False
) -> None:
    """Give a named op the region that its text does not show."""
    if not state.operands:
        state.regions.append(Region())  # the check of operands has a better error
        return
    block = Block([element_or_self(v.type) for v in state.operands])
    builder = BodyBuilder(block, unsigned)
    try:
        block.append(YieldOp([body(builder, block.args)]))
    except ValueError as e:
        failure = p.error(str(e), where)
        failure.diagnostics[0].notes += [
            Diagnostic(Severity.WARNING, text, UNKNOWN) for text in builder.warnings
        ]
        raise failure from None
    state.regions.append(Region([block]))


def tensor_types(values: Sequence[Value]) -> list[Type]:
    """The types of those values that are tensors: the result types of an op with these outputs."""
    return [v.type for v in values if isinstance(v.type, TensorType)]


def parse_long_body(p: "OpParser") -> Generator[Any, Any, Region]:
    """`(%in: f32, %out: f32) { … }`."""
    arguments = p.argument_list("(", ")")
    region: Region = yield p.region(arguments)
    return region


def print_long_body(p: "Printer", op: Operation) -> None:
    """As `parse_long_body` reads it, on its own line."""
    p.newline()
    p.text("  (")
    for i, argument in enumerate(op.regions[0].entry.args):
        if i:
            p.text(", ")
        p.block_argument(argument)
    p.text(") ")
    p.region(op.regions[0], print_entry_args=False, indent=1)


# Checks


def verify_destinations(op: Op, inits: Sequence[Value]) -> Diagnostic | None:
    """Upstream's DestinationStyleOpInterface: a tensor output gives a result of its type."""
    tensors = []
    for i, init in enumerate(inits, len(op.operands) - len(inits)):
        if isinstance(init.type, RankedTensorType):
            tensors.append((i, init.type))
        elif not isinstance(init.type, MemRefType):
            return op.error(f"expected that operand #{i} is a ranked tensor or a ranked memref")
    if len(op.results) != len(tensors):
        return op.error(
            f"expected the number of tensor results ({len(op.results)}) to be equal to the number "
            f"of output tensors ({len(tensors)})"
        )
    for (i, type), result in zip(tensors, op.results, strict=True):
        if result.type is not type:
            return op.error(
                f"expected type of operand #{i} ('{type}') to match type of corresponding result "
                f"('{result.type}')"
            )
    return None


def element_or_self(type: Type) -> Type:
    """The element type of a tensor or buffer; another type, vectors included, is one element."""
    return element_type_of(type) if isinstance(type, (MemRefType, RankedTensorType)) else type


def shape_of(type: Type) -> tuple[int, ...]:
    """The shape; that of one element is empty."""
    return type.shape if isinstance(type, (MemRefType, RankedTensorType)) else ()


def verify_structured(op: StructuredOp) -> Diagnostic | None:
    """Maps fit operands and loops, loops have one size, the body takes an element of each
    operand."""
    classes = {
        isinstance(v.type, TensorType)
        for v in op.operands
        if isinstance(v.type, (TensorType, BaseMemRefType))
    }
    if len(classes) > 1:
        return op.error("expected to have pure tensor or buffer semantics")
    maps = op.maps()
    if len(maps) != len(op.operands):
        return op.error(
            f"expected the number of indexing_map ({len(maps)}) to be equal to the number of "
            f"input/output operands ({len(op.operands)})"
        )
    loops = op.num_loops()
    for i, (map, operand) in enumerate(zip(maps, op.operands, strict=True)):
        if map.num_symbols:
            return op.error(f"unexpected symbols in indexing_map #{i}")
        rank = len(shape_of(operand.type))
        if len(map.results) != rank:
            return op.error(
                f"expected operand #{i} rank ({rank}) to match the result rank of indexing_map "
                f"({len(map.results)})"
            )
    seen = {r for map in maps for r in map.results if isinstance(r, AffineDim)}
    dims = max((map.num_dims for map in maps), default=0)
    if len(seen) != dims:
        flat = AffineMap(dims, 0, tuple(r for map in maps for r in map.results))
        return op.error(f"invalid indexing maps are non-invertible: ({flat})")
    for i, map in enumerate(maps):
        if map.num_dims != loops:
            return op.error(
                f"expected indexing_map #{i} to have {loops} dim(s) to match the number of loops"
            )
    return _verify_sizes(op, maps, loops) or _verify_body(op)


def _verify_sizes(op: StructuredOp, maps: Sequence[AffineMap], loops: int) -> Diagnostic | None:
    sizes = [DYNAMIC] * loops
    known = [False] * loops
    for map, operand in zip(maps, op.operands, strict=True):
        for result, size in zip(map.results, shape_of(operand.type), strict=True):
            if isinstance(result, AffineDim) and not known[result.position]:
                known[result.position] = True
                sizes[result.position] = size
    if DYNAMIC in sizes:
        return None
    last = [size - 1 for size in sizes]
    for i, (map, operand) in enumerate(zip(maps, op.operands, strict=True)):
        for d, (result, size) in enumerate(zip(map.results, shape_of(operand.type), strict=True)):
            if size in (DYNAMIC, 0):
                continue
            ends = result.evaluate(last), result.evaluate([0] * loops)
            if min(ends) < 0:
                return op.error(f"unexpected result less than 0 at expression #{d} in {map}")
            inferred = max(ends) + 1
            wrong = f"inferred input/output operand #{i} has shape's dimension #{d} to be "
            if not isinstance(result, AffineDim):
                if inferred > size:
                    return op.error(f"{wrong}greater than or equal to {inferred}, but found {size}")
            elif inferred != size:
                return op.error(f"{wrong}{inferred}, but found {size}")
    return None


def _verify_body(op: StructuredOp) -> Diagnostic | None:
    region = op.regions[0]
    if not region.has_one_block:
        return op.error("expects to have 1 region with 1 block")
    args = region.entry.args
    if len(args) != len(op.operands):
        return op.error(
            "expected as many non-induction variable region arguments as the number of "
            "input/output operands"
        )
    for i, (argument, operand) in enumerate(zip(args, op.operands, strict=True)):
        element = element_or_self(operand.type)
        if argument.type is not element:
            return op.error(
                f"expected type of bb argument #{i} ('{argument.type}') to match element or self "
                f"type of the corresponding operand ('{element}')"
            )
    return None


def letters_map(text: str, loops: int, factors: Sequence[Sequence[int]] = ()) -> AffineMap:
    """A map from its short form: `a b+e .` has a result for each word, where letters stand for
    loops in alphabetical order and `.` for none. The i-th sum `b+e` over all words is
    `b * strides[i] + e * dilations[i]` with `factors` = [strides, dilations]."""
    results: list[AffineExpr] = []
    sums = 0
    for word in text.split():
        if word == ".":
            continue
        dims = [AffineDim(ord(letter) - ord("a")) for letter in word.split("+")]
        if len(dims) == 1:
            results.append(dims[0])
            continue
        expression: AffineExpr = dims[0] * factors[0][sums] if factors else dims[0]
        results.append(expression + (dims[1] * factors[1][sums] if factors else dims[1]))
        sums += 1
    return AffineMap(loops, 0, tuple(results))
