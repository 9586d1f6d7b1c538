"""scf.forall: loops whose iterations are independent and fill shared tensors."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._assignments import parse_assignments, print_assignments
from mlirlite.dialects._constraints import I64Array, array_of
from mlirlite.dialects._loops import LoopNest
from mlirlite.dialects._mixed import Mixed, merge, number_of
from mlirlite.dialects._parallel import InParallel, ParallelCombining
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, i32_array, i64_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import AnyRankedTensor, AnyType, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    OptProp,
    Prop,
    RegionField,
    VarOperand,
    VarResult,
)
from mlirlite.ir.interfaces import RegionBranchOp
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    AutomaticAllocationScope,
    GraphRegion,
    HasParent,
    NoTerminator,
    Pure,
    RecursiveMemoryEffects,
    SingleBlock,
    SingleBlockImplicitTerminator,
    Terminator,
)
from mlirlite.ir.types import DYNAMIC, INDEX
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


DeviceMapping = Annotated[ArrayAttr, array_of("Device Mapping array attribute", Attribute)]


class DeviceMask:
    """An attribute in a loop's mapping that says which processors run: upstream's
    DeviceMaskingAttrInterface."""

    __slots__ = ()


class InParallelOp(
    Op,
    InParallel,
    name="scf.forall.in_parallel",
    traits=(
        GraphRegion,
        HasParent("scf.forall"),
        NoTerminator,
        Pure,
        SingleBlock(),
        Terminator,
    ),
):
    """Ends the body of scf.forall: its ops insert each iteration's values into the shared results.

    ```mlir
    scf.forall.in_parallel {
    }
    ```
    """

    region: RegionField[OneBlock]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        region = yield p.region()
        if region.empty:
            region.append(Block())
        state.regions.append(region)
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.region(self.region, print_entry_args=False, print_terminators=False)
        p.attr_dict(self)

    def verify_op(self) -> Diagnostic | None:
        for op in self.region.entry:
            if not isinstance(op, ParallelCombining):
                return self.error("expected only ParallelCombiningOpInterface ops")
        return None


class ForallOp(
    Op,
    LoopNest,
    RegionBranchOp,
    name="scf.forall",
    traits=(
        AttrSizedOperandSegments,
        AutomaticAllocationScope,
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator("scf.forall.in_parallel"),
    ),
):
    """A nest of loops whose iterations are independent, each filling its part of shared tensors.

    ```mlir
    scf.forall (%i, %j) in (%n, 4) {
    }
    ```
    """

    dynamicLowerBound: VarOperand[Index]
    dynamicUpperBound: VarOperand[Index]
    dynamicStep: VarOperand[Index]
    outputs: VarOperand[AnyRankedTensor]
    staticLowerBound: Prop[I64Array]
    staticUpperBound: Prop[I64Array]
    staticStep: Prop[I64Array]
    mapping: OptProp[DeviceMapping]
    results_: VarResult[AnyType]
    region: RegionField[OneBlock]

    @property
    def rank(self) -> int:
        """Number of loops."""
        return len(self.staticLowerBound)

    @property
    def mixed_lower_bounds(self) -> list[Mixed]:
        """Where each loop starts."""
        return merge(self.staticLowerBound, self.dynamicLowerBound)

    @property
    def mixed_upper_bounds(self) -> list[Mixed]:
        """Where each loop ends, not included."""
        return merge(self.staticUpperBound, self.dynamicUpperBound)

    @property
    def mixed_steps(self) -> list[Mixed]:
        """The step of each loop."""
        return merge(self.staticStep, self.dynamicStep)

    @property
    def induction_vars(self) -> Sequence[BlockArgument]:
        """The counters."""
        return self.body.args[: self.rank]

    @property
    def is_normalized(self) -> bool:
        """True when all loops start at 0 and step by 1."""
        return all(number_of(bound) == 0 for bound in self.mixed_lower_bounds) and all(
            number_of(step) == 1 for step in self.mixed_steps
        )

    def default_types(self) -> Sequence[Type]:
        return [v.type for v in self.outputs]

    def loop_count(self) -> int:
        return self.rank

    def entry_arguments(self, region: Region) -> Sequence[Type]:
        return *super().entry_arguments(region), *(v.type for v in self.outputs)

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return (self.regions[0],) if region is None else (self.regions[0], None)

    def region_inputs(self, region: Region | None) -> Sequence[Value]:
        return ()

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        counters = p.argument_list("(", type="none")
        rank = len(counters)
        if p.accept("in"):
            upper = parse_mixed(p)
            lower: list[Any] = [0] * rank
            steps: list[Any] = [1] * rank
        else:
            p.expect("=")
            lower = parse_mixed(p)
            p.expect("to")
            upper = parse_mixed(p)
            p.expect("step")
            steps = parse_mixed(p)
        arguments: list[Any] = []
        outputs: list[Any] = []
        where = p.here()
        if p.accept("shared_outs"):
            where = p.here()
            arguments, outputs = parse_assignments(p)
            state.result_types = p.arrow_types(optional=False)
        if len(outputs) != len(state.result_types):
            raise p.error(
                "number of operands and types do not match: got "
                f"{len(outputs)} operands and {len(state.result_types)} types",
                where,
            )
        groups: list[list[Value]] = []
        for name, mixed in (("LowerBound", lower), ("UpperBound", upper), ("Step", steps)):
            static = i64_array(m if isinstance(m, int) else DYNAMIC for m in mixed)
            state.properties[f"static{name}"] = static
            groups.append(p.resolve_all([m for m in mixed if not isinstance(m, int)], INDEX))
        groups.append(p.resolve_all(outputs, state.result_types))
        typed = [c._replace(type=INDEX) for c in counters]
        typed += [a._replace(type=t) for a, t in zip(arguments, state.result_types, strict=True)]
        region = yield p.region(typed)
        p.ensure_terminator(region, InParallelOp, state.location)
        combining = region.entry.last
        if isinstance(combining, InParallelOp) and combining.region.empty:
            combining.region.append(Block())
        state.regions.append(region)
        p.op_attr_dict(state)
        state.operands = [v for g in groups for v in g]
        state.properties["operandSegmentSizes"] = i32_array(len(g) for g in groups)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" (")
        p.values(self.induction_vars)
        if self.is_normalized:
            p.text(") in ")
            print_mixed(p, self.mixed_upper_bounds)
        else:
            p.text(") = ")
            print_mixed(p, self.mixed_lower_bounds)
            p.text(" to ")
            print_mixed(p, self.mixed_upper_bounds)
            p.text(" step ")
            print_mixed(p, self.mixed_steps)
        if self.outputs:
            print_assignments(p, self.body.args[self.rank :], self.outputs, " shared_outs")
            p.text(" -> (")
            p.types(self.result_types)
            p.text(")")
        p.text(" ")
        p.region(self.region, print_entry_args=False, print_terminators=bool(self.results))
        p.attr_dict(
            self,
            ("operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep"),
        )

    def verify_op(self) -> Diagnostic | None:
        rank, body = self.rank, self.body
        if len(self.results) != len(self.outputs):
            return self.error(
                f"produces {len(self.results)} results, but has {len(self.outputs)} outputs"
            )
        if len(body.args) != rank + len(self.results):
            return self.error(f"region expects {rank + len(self.results)} arguments")
        for i, argument in enumerate(self.induction_vars):
            if argument.type is not INDEX:
                return self.error(f"expects {i}-th block argument to be an index")
        for i, (output, argument) in enumerate(zip(self.outputs, body.args[rank:], strict=True)):
            if output.type is not argument.type:
                return self.error(
                    f"type mismatch between {i}-th output and corresponding block argument"
                )
        if self.mapping is not None:
            masks = sum(isinstance(a, DeviceMask) for a in self.mapping)
            if len(self.mapping) - masks != rank:
                return self.error("mapping attribute size must match op rank")
            if masks > 1:
                return self.error('"mapping" supports at most one device masking attribute')
        for name, values, dynamic in (
            ("lower bound", self.staticLowerBound, self.dynamicLowerBound),
            ("upper bound", self.staticUpperBound, self.dynamicUpperBound),
            ("step", self.staticStep, self.dynamicStep),
        ):
            if len(values) != rank:
                return _plain(self, f"expected {rank} {name} values, got {len(values)}")
            unknown = sum(v == DYNAMIC for v in values)
            if unknown != len(dynamic):
                return _plain(self, f"expected {unknown} dynamic {name} values")
        return None


def _plain(op: Op, message: str) -> Diagnostic:
    return error(message, op.where)


def parse_mixed(p: "OpParser") -> list[Any]:
    """`(4, %n)`: numbers and unresolved operands."""

    def one() -> Any:
        number = p.optional_integer()
        return p.operand() if number is None else number

    found: list[Any] = p.comma_list(one, "(", ")")
    return found


def print_mixed(p: "Printer", mixed: Sequence[Mixed]) -> None:
    """`(4, %n)`."""
    p.text("(")
    for i, entry in enumerate(mixed):
        if i:
            p.text(", ")
        if isinstance(entry, Value):
            p.value(entry)
        else:
            p.text(str(entry))
    p.text(")")
