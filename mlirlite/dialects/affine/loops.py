"""affine loops and conditionals."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._assignments import parse_assignments, print_assignments
from mlirlite.dialects._branches import parse_branches, print_branches
from mlirlite.dialects._loops import CountedLoop
from mlirlite.dialects._regions import verify_region_branch
from mlirlite.dialects.affine._scope import verify_operands
from mlirlite.dialects.affine._syntax import parse_map_operands, print_map_operands
from mlirlite.ir.affine import AffineConst, AffineMap, AffineSymbol, IntegerSet
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    IntegerAttr,
    IntegerSetAttr,
    i32_array,
    index_attr,
)
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import AnyType, Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Prop, RegionField, VarOperand, VarResult
from mlirlite.ir.interfaces import ConditionallySpeculatable, RegionBranchOp
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    AutomaticAllocationScope,
    NoRegionArguments,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
    Terminator,
)
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


_WITH_YIELD = ("affine.for", "affine.if", "affine.parallel")


class YieldOp(Op, name="affine.yield", traits=(Pure, ReturnLike, Terminator)):
    """Ends a region of an affine op and passes its values on.

    ```mlir
    affine.yield %0 : f32
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> Diagnostic | None:
        parent = self.parent_op
        if parent is None or parent.name not in _WITH_YIELD:
            return self.error("only terminates affine.if/for/parallel regions")
        if len(parent.results) != len(self.operands):
            return self.error(
                "parent of yield must have same number of results as the yield operands"
            )
        if parent.result_types != self.operand_types:
            return self.error("types mismatch between yield op and its parent")
        return None


def constant_map(number: int) -> AffineMapAttr:
    """`affine_map<() -> (number)>`."""
    result: AffineMapAttr = AffineMapAttr(AffineMap.constant(number))
    return result


SYMBOL_MAP: AffineMapAttr = AffineMapAttr(AffineMap(0, 1, (AffineSymbol(0),)))
"""`affine_map<()[s0] -> (s0)>`: the bound of `0 to %n`."""

StepIndex = Annotated[int, INDEX, Constraint("index attribute", lambda a: is_integer(a, INDEX))]
SetAttr = Annotated[
    IntegerSetAttr, Constraint("IntegerSet attribute", lambda a: isinstance(a, IntegerSetAttr))
]


def is_integer(a: Any, type: Type) -> bool:
    """True for an integer attribute of this type."""
    return isinstance(a, IntegerAttr) and a.type is type


class ForOp(
    Op,
    ConditionallySpeculatable,
    CountedLoop,
    RegionBranchOp,
    name="affine.for",
    traits=(
        AttrSizedOperandSegments,
        AutomaticAllocationScope,
        RecursiveMemoryEffects,
        RecursivelySpeculatable,
        SingleBlockImplicitTerminator("affine.yield"),
    ),
):
    """Counts from the largest of the lower bounds up to, not including, the smallest of the upper
    ones.

    ```mlir
    affine.for %i = 0 to 10 step 2 {
    }
    ```
    """

    lowerBoundOperands: VarOperand[Index]
    upperBoundOperands: VarOperand[Index]
    inits: VarOperand[AnyType]
    lowerBoundMap: Prop[AffineMapAttr]
    upperBoundMap: Prop[AffineMapAttr]
    step: Prop[StepIndex]
    results_: VarResult[AnyType]
    region: RegionField[OneBlock]

    def default_types(self) -> Sequence[Type]:
        return [v.type for v in self.inits]

    @classmethod
    def between(
        cls, lower: int | Value, upper: int | Value, step: int = 1, inits: Sequence[Value] = ()
    ) -> "ForOp":
        """A loop from a number or value up to another, not including it."""
        bounds = (lower, upper)
        low, high = (SYMBOL_MAP if isinstance(b, Value) else constant_map(b) for b in bounds)
        operands = ([b] if isinstance(b, Value) else [] for b in bounds)
        made: ForOp = cls(*operands, inits, lowerBoundMap=low, upperBoundMap=high, step=step)
        return made

    @property
    def constant_bounds(self) -> tuple[int | None, int | None]:
        """The bounds, where they are one number each."""
        return self.lowerBoundMap.map.single_constant, self.upperBoundMap.map.single_constant

    @property
    def trip_count(self) -> int | None:
        """How often the body runs, where the bounds are one number each."""
        lower, upper = self.constant_bounds
        if lower is None or upper is None or not self.step:
            return None
        return max(0, -((lower - upper) // self.step))

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        count = self.trip_count
        if region is None and count is not None:
            return (self.regions[0],) if count else (None,)
        if region is not None and count == 1:
            return (None,)
        return self.regions[0], None

    def region_entry_operands(self, region: Region | None) -> Sequence[Value]:
        return self.inits

    def region_inputs(self, region: Region | None) -> Sequence[Value]:
        return self.results if region is None else self.iter_args

    def carried_operands(self) -> Sequence[int]:
        count = len(self.operands)
        return range(count - len(self.inits), count)

    def is_speculatable(self) -> bool:
        """Steps of 1 reach every end."""
        return self.step == 1

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        counter = p.argument(type="none")
        p.expect("=")
        lower = _parse_bound(p, state, is_lower=True)
        p.expect("to", " between bounds")
        upper = _parse_bound(p, state, is_lower=False)
        step = 1
        if p.accept("step"):
            where = p.here()
            given = p.attribute(INDEX)
            if not isinstance(given, IntegerAttr):
                raise p.error("invalid kind of attribute specified", where)
            step = given.value
            if step < 0:
                raise p.error(
                    "expected step to be representable as a positive signed integer", where
                )
        arguments: list[Any] = []
        inits: list[Any] = []
        if p.accept("iter_args"):
            arguments, inits = parse_assignments(p)
            state.result_types = p.arrow_types(optional=False)
        if len(inits) != len(state.result_types):
            raise p.error(
                "mismatch between the number of loop-carried values and results", state.location
            )
        carried = p.resolve_all(inits, state.result_types)
        state.operands = [*lower, *upper, *carried]
        state.properties["operandSegmentSizes"] = i32_array([len(lower), len(upper), len(carried)])
        state.properties["step"] = index_attr(step)
        typed = [counter._replace(type=INDEX)]
        typed += [a._replace(type=t) for a, t in zip(arguments, state.result_types, strict=True)]
        region = yield p.region(typed)
        p.ensure_terminator(region, YieldOp, state.location)
        state.regions.append(region)
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.block_argument(self.induction_var, with_type=False)
        p.text(" = ")
        _print_bound(p, self.lowerBoundMap, self.lowerBoundOperands, "max")
        p.text(" to ")
        _print_bound(p, self.upperBoundMap, self.upperBoundOperands, "min")
        if self.step != 1:
            p.text(f" step {self.step}")
        if self.inits:
            print_assignments(p, self.iter_args, self.inits, " iter_args")
            p.text(" -> (")
            p.types([v.type for v in self.inits])
            p.text(")")
        p.text(" ")
        p.region(self.region, print_entry_args=False, print_terminators=bool(self.inits))
        p.attr_dict(self, ("lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"))

    def verify_op(self) -> Diagnostic | None:
        body = self.body
        if not body.args or body.args[0].type is not INDEX:
            return self.error(
                "expected body to have a single index argument for the induction variable"
            )
        for operands, map, side in (
            (self.lowerBoundOperands, self.lowerBoundMap.map, "lower"),
            (self.upperBoundOperands, self.upperBoundMap.map, "upper"),
        ):
            if not map.results:
                return self.error(f"expected {side} bound map to have at least one result")
            found = verify_operands(self, operands, map)
            if found is not None:
                return found
        count = len(self.results)
        if len(self.inits) != count or len(self.iter_args) != count:
            return self.error(
                "mismatch between the number of loop-carried values and results"
                if len(self.inits) != count
                else "mismatch between the number of basic block args and results"
            )
        return None

    def verify_regions(self) -> Diagnostic | None:
        return verify_region_branch(self)


def _parse_bound(p: "OpParser", state: "OpState", *, is_lower: bool) -> list[Value]:
    """A bound; its map goes into the properties."""
    name, word, side = (
        ("lowerBoundMap", "max", "lower") if is_lower else ("upperBoundMap", "min", "upper")
    )
    several = p.optional_keyword(word) is not None
    operand = p.optional_operand()
    if operand is not None:
        state.properties[name] = SYMBOL_MAP
        return [p.resolve(operand, INDEX)]
    where = p.here()
    attribute = p.attribute(INDEX)
    if isinstance(attribute, AffineMapAttr):
        values = parse_map_operands(p, attribute.map, "affine map", state.location)
        if len(attribute.map.results) > 1 and not several:
            raise p.error(
                f"{side} loop bound affine map with multiple results requires '{word}' prefix",
                where,
            )
        state.properties[name] = attribute
        return values
    if not isinstance(attribute, IntegerAttr):
        raise p.error("expected valid affine map representation for loop bounds", state.location)
    state.properties[name] = constant_map(attribute.value)
    return []


def _print_bound(
    p: "Printer", attribute: AffineMapAttr, operands: Sequence[Value], word: str
) -> None:
    map = attribute.map
    if len(map.results) == 1:
        only = map.results[0]
        if isinstance(only, AffineConst) and not map.num_inputs:
            p.text(str(only.value))
            return
        if isinstance(only, AffineSymbol) and not map.num_dims and map.num_symbols == 1:
            p.value(operands[0])
            return
    else:
        p.text(f"{word} ")
    p.attribute(attribute)
    print_map_operands(p, operands, map)


class IfOp(
    Op,
    RegionBranchOp,
    name="affine.if",
    traits=(
        NoRegionArguments,
        RecursiveMemoryEffects,
        RecursivelySpeculatable,
        SingleBlockImplicitTerminator("affine.yield"),
    ),
):
    """Runs one of two regions; the first when the operands are in the integer set.

    ```mlir
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
    }
    ```
    """

    operands_: VarOperand[AnyType]
    condition: Prop[SetAttr]
    results_: VarResult[AnyType]
    thenRegion: RegionField[OneBlock]
    elseRegion: RegionField

    @property
    def integer_set(self) -> IntegerSet:
        """The condition."""
        return self.condition.set

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        if region is not None:
            return (None,)
        then, otherwise = self.regions
        return then, None if otherwise.empty else otherwise

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        where = p.here()
        condition = p.attribute()
        if not isinstance(condition, IntegerSetAttr):
            raise p.error("invalid kind of attribute specified", where)
        state.properties["condition"] = condition
        state.operands = parse_map_operands(p, condition.set, "integer set", state.location)
        state.result_types = p.arrow_types(optional=True)
        yield from parse_branches(p, state, YieldOp)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.attribute(self.condition)
        print_map_operands(p, self.operands, self.integer_set)
        p.arrow_types(self.result_types)
        print_branches(p, self)
        p.attr_dict(self, ("condition",))

    def verify_op(self) -> Diagnostic | None:
        condition = self.integer_set
        if len(self.operands) != condition.num_dims + condition.num_symbols:
            return self.error(
                "operand count and condition integer set dimension and symbol count must match"
            )
        return verify_operands(self, self.operands, condition)

    def verify_regions(self) -> Diagnostic | None:
        return verify_region_branch(self)
