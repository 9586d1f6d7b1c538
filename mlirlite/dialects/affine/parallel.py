"""affine.parallel: nests of loops whose iterations run in any order."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._loops import LoopNest
from mlirlite.dialects.affine._scope import verify_operands
from mlirlite.dialects.affine.loops import YieldOp, is_integer
from mlirlite.dialects.arith.enums import AtomicRMWKind
from mlirlite.ir.affine import AffineConst, AffineDim, AffineMap, AffineSymbol
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    IntegerAttr,
    i64_attr,
)
from mlirlite.ir.constraints import AnyType, Constraint, Index, IntegerElements
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Prop, RegionField, VarOperand, VarResult
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AutomaticAllocationScope,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator,
)
from mlirlite.ir.types import I32, I64, INDEX, FloatType, IntegerType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


ReductionArray = Annotated[
    ArrayAttr,
    Constraint(
        "Reduction ops",
        lambda a: (
            isinstance(a, ArrayAttr)
            and all(is_integer(e, I64) and e.value in set(AtomicRMWKind) for e in a)
        ),
    ),
]
I64Attrs = Annotated[
    ArrayAttr,
    Constraint(
        "64-bit integer array attribute",
        lambda a: isinstance(a, ArrayAttr) and all(is_integer(e, I64) for e in a),
    ),
]
I32Elements = Annotated[
    DenseElementsAttr,
    IntegerElements(
        "32-bit signless integer elements attribute",
        lambda a: isinstance(a, DenseElementsAttr) and a.element_type is I32,
    ),
]


class ParallelOp(
    Op,
    LoopNest,
    name="affine.parallel",
    traits=(
        AutomaticAllocationScope,
        RecursiveMemoryEffects,
        RecursivelySpeculatable,
        SingleBlockImplicitTerminator("affine.yield"),
    ),
):
    """A nest of loops whose iterations may run at the same time; results are reductions over all of
    them.

    ```mlir
    affine.parallel (%i, %j) = (0, 0) to (%n, 20) step (1, 2) {
    }
    ```
    """

    mapOperands: VarOperand[Index]
    reductions: Prop[ReductionArray]
    lowerBoundsMap: Prop[AffineMapAttr]
    lowerBoundsGroups: Prop[I32Elements]
    upperBoundsMap: Prop[AffineMapAttr]
    upperBoundsGroups: Prop[I32Elements]
    steps: Prop[I64Attrs]
    results_: VarResult[AnyType]
    region: RegionField[OneBlock]

    def loop_count(self) -> int:
        return len(self.steps)

    @property
    def step_numbers(self) -> list[int]:
        """The step of each loop."""
        return [s.value for s in self.steps if isinstance(s, IntegerAttr)]

    @property
    def reduction_kinds(self) -> list[AtomicRMWKind]:
        """How each result is combined."""
        return [AtomicRMWKind(r.value) for r in self.reductions if isinstance(r, IntegerAttr)]

    @property
    def lower_operands(self) -> tuple[Value, ...]:
        """Operands of the lower bounds' map."""
        return self.operands[: self.lowerBoundsMap.map.num_inputs]

    @property
    def upper_operands(self) -> tuple[Value, ...]:
        """Operands of the upper bounds' map."""
        return self.operands[self.lowerBoundsMap.map.num_inputs :]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        counters = p.argument_list("(", type="none")
        p.expect("=")
        lower = _parse_bounds(p, state, "lower", "max")
        p.expect("to")
        upper = _parse_bounds(p, state, "upper", "min")
        state.operands = [*lower, *upper]
        steps = [1] * len(counters)
        if p.accept("step"):
            map, operands = p.affine_map_of_ssa_ids("(")
            if operands:
                raise p.error("steps must be constant integers", state.location)
            steps = []
            for result in map.map.results:
                if not isinstance(result, AffineConst):
                    raise p.error("steps must be constant integers", state.location)
                steps.append(result.value)
        state.properties["steps"] = ArrayAttr(tuple(i64_attrs(steps)))
        kinds: list[Attribute] = []
        if p.accept("reduce"):
            p.comma_list(lambda: kinds.append(_parse_reduction(p)), "(", ")")
        state.properties["reductions"] = ArrayAttr(tuple(kinds))
        state.result_types = p.arrow_types(optional=True)
        region = yield p.region([c._replace(type=INDEX) for c in counters])
        p.op_attr_dict(state)
        p.ensure_terminator(region, YieldOp, state.location)
        state.regions.append(region)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" (")
        p.values(self.body.args)
        p.text(") = (")
        _print_bounds(p, self.lowerBoundsMap, self.lowerBoundsGroups, self.lower_operands, "max")
        p.text(") to (")
        _print_bounds(p, self.upperBoundsMap, self.upperBoundsGroups, self.upper_operands, "min")
        p.text(")")
        steps = self.step_numbers
        if any(s != 1 for s in steps):
            p.text(f" step ({', '.join(map(str, steps))})")
        if self.results:
            kinds = ", ".join(f'"{k.name}"' for k in self.reduction_kinds)
            p.text(f" reduce ({kinds}) -> (")
            p.types(self.result_types)
            p.text(")")
        p.text(" ")
        p.region(self.region, print_entry_args=False, print_terminators=bool(self.results))
        p.attr_dict(
            self,
            (
                "reductions",
                "lowerBoundsMap",
                "lowerBoundsGroups",
                "upperBoundsMap",
                "upperBoundsGroups",
                "steps",
            ),
        )

    def verify_op(self) -> Diagnostic | None:
        rank = len(self.body.args)
        lower, upper = self.lowerBoundsGroups.values(), self.upperBoundsGroups.values()
        steps = self.step_numbers
        if not rank == len(lower) == len(upper) == len(steps):
            return self.error(
                f"the number of region arguments ({rank}) and the number of map groups for lower "
                f"({len(lower)}) and upper bound ({len(upper)}), and the number of steps "
                f"({len(steps)}) must all match"
            )
        for groups, map, side in (
            (lower, self.lowerBoundsMap.map, "lower"),
            (upper, self.upperBoundsMap.map, "upper"),
        ):
            if 0 in groups:
                return self.error(f"expected {side} bound map to have at least one result")
            if sum(groups) != len(map.results):
                return self.error(f"expected {side} bounds map to have {sum(groups)} results")
        if len(self.reductions) != len(self.results):
            return self.error("a reduction must be specified for each output")
        for kind, result in zip(self.reduction_kinds, self.results, strict=True):
            if not _reduces(kind, result.type):
                return self.error("result type cannot match reduction attribute")
        for operands, attribute in (
            (self.lower_operands, self.lowerBoundsMap),
            (self.upper_operands, self.upperBoundsMap),
        ):
            found = verify_operands(self, operands, attribute.map)
            if found is not None:
                return found
        return None


def _reduces(kind: AtomicRMWKind, type: Type) -> bool:
    name = kind.name
    if name == "assign":
        return True
    if name in ("addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"):
        return isinstance(type, FloatType)
    if not isinstance(type, IntegerType):
        return False
    if name in ("maxs", "mins"):
        return type.is_signed or type.is_signless
    if name in ("maxu", "minu"):
        return type.is_unsigned or type.is_signless
    return True


def i64_attrs(numbers: Sequence[int]) -> list[Attribute]:
    """i64 attributes of numbers."""
    return [i64_attr(n) for n in numbers]


def _parse_reduction(p: "OpParser") -> Attribute:
    where = p.here()
    word = p.string()
    if word not in AtomicRMWKind.__members__:
        raise p.error(f'invalid reduction value: "{word}"', where)
    return i64_attr(AtomicRMWKind[word])


def _parse_bounds(p: "OpParser", state: "OpState", side: str, word: str) -> list[Value]:
    """`(0, %i + 1, max(%a, %b))`: one map over all entries, and how many results each entry has."""
    maps: list[AffineMap] = []
    operands: list[Any] = []

    def entry() -> None:
        if p.accept(word):
            attribute, found = p.affine_map_of_ssa_ids("(")
        else:
            attribute, found = p.affine_map_of_ssa_ids("")
        maps.append(attribute.map)
        operands.append(found)

    p.comma_list(entry, "(", ")")
    map, values = _merge(p, maps, operands)
    state.properties[f"{side}BoundsMap"] = AffineMapAttr(map)
    groups = [len(m.results) for m in maps]
    state.properties[f"{side}BoundsGroups"] = DenseElementsAttr.of(
        RankedTensorType((len(groups),), I32), groups
    )
    return values


def _merge(
    p: "OpParser", maps: Sequence[AffineMap], operands: Sequence[list[Any]]
) -> tuple[AffineMap, list[Value]]:
    """One map of several: dimensions of all, then symbols of all, each value once."""
    dims: dict[Value, int] = {}
    symbols: dict[Value, int] = {}
    results = []
    for map, given in zip(maps, operands, strict=True):
        values = p.resolve_all(given, INDEX)
        new_dims = [dims.setdefault(v, len(dims)) for v in values[: map.num_dims]]
        new_symbols = [symbols.setdefault(v, len(symbols)) for v in values[map.num_dims :]]
        results += [
            r.replace([AffineDim(d) for d in new_dims], [AffineSymbol(s) for s in new_symbols])
            for r in map.results
        ]
    merged: AffineMap = AffineMap(len(dims), len(symbols), tuple(results))
    return merged, [*dims, *symbols]


def _print_bounds(
    p: "Printer",
    attribute: AffineMapAttr,
    groups: DenseElementsAttr,
    operands: Sequence[Value],
    word: str,
) -> None:
    map, start = attribute.map, 0
    for i, count in enumerate(groups.values()):
        part: AffineMap = AffineMap(
            map.num_dims, map.num_symbols, map.results[start : start + count]
        )
        start += count
        p.text(", " if i else "")
        if count != 1:
            p.text(f"{word}(")
        p.affine_map_of_ssa_ids(part, operands)
        if count != 1:
            p.text(")")
