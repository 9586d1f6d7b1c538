"""Loops with handles, and the transformations that apply to them; memory of a device."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.omp._checks import IntLike
from mlirlite.dialects.omp._loop_names import loop_name
from mlirlite.dialects.omp.types import CanonicalLoopInfoType
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.block import Block
from mlirlite.ir.constraints import AnyInteger, Int64
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, RegionField, Result, VarOperand
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.ir.types import I64, INDEX as _INDEX
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

_CLI = CanonicalLoopInfoType()


def _loop_of(handle: Value) -> Operation | None:
    """The loop that a handle stands for; None when a transformation makes it."""
    return next((u for u in handle.users if isinstance(u, CanonicalLoopOp)), None)


class NewCliOp(Op, AsmNames, name="omp.new_cli"):
    """A handle of a later loop.

    ```mlir
    %loop = omp.new_cli
    ```
    """

    result_: Result[CanonicalLoopInfoType]
    assembly_format = "attr-dict"

    def infer_types(self) -> Sequence[Type] | None:
        return (_CLI,)

    def result_names(self) -> Sequence[str]:
        handle = self.results[0]
        for user in handle.users:
            if isinstance(user, CanonicalLoopOp):
                return (loop_name("canonloop", user),)
            if isinstance(user, TileOp) and handle in user.generatees:
                made: list[Value] = list(user.generatees)
                grids, place = len(made) // 2, made.index(handle)
                word = "grid" if place < grids else "intratile"
                return (f"{word}{place % grids + 1}",)
        return ("cli",)

    def verify_op(self) -> Diagnostic | None:
        handle = self.results[0]
        makers: list[Operation] = []
        consumers: list[Operation] = []
        for user in reversed(dict.fromkeys(handle.users)):  # the last one first, as upstream
            if isinstance(user, CanonicalLoopOp) or (
                isinstance(user, TileOp) and handle in user.generatees
            ):
                makers.append(user)
            else:
                consumers.append(user)
        for kind, users in (("generator", makers), ("consumer", consumers)):
            if len(users) > 1:
                found = self.error(f"CLI must have at most one {kind}")
                for word, user in zip(("first", "second"), users, strict=False):
                    shown = user.in_message() if kind == "consumer" else ""
                    found.note(f"{word} {kind} here:{shown}", user.where)
                return found
        if consumers and not makers:
            (user,) = consumers
            return self.error("CLI has no generator").note(
                f"see consumer here: {user.in_message()}", user.where
            )
        return None


class CanonicalLoopOp(Op, AsmNames, name="omp.canonical_loop"):
    """Counts from zero to a trip count.

    ```mlir
    %loop = omp.new_cli
    omp.canonical_loop(%loop) %i : i32 in range(%n) {
      omp.terminator
    }
    ```
    """

    tripCount: Operand[IntLike]
    cli: OptOperand[CanonicalLoopInfoType]
    region: RegionField

    def block_argument_names(self, block: Block) -> Sequence[str]:
        return (loop_name("iv", self),)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        handle = None
        if p.accept("("):
            handle = p.operand()
            p.expect(")")
        argument = p.argument("required")
        p.expect("in")
        p.expect("range")
        p.expect("(")
        count = p.operand()
        p.expect(")")
        type: Any = argument.type
        state.operands = [p.resolve(count, type)]
        if handle is not None:
            state.operands.append(p.resolve(handle, _CLI))
        state.regions.append((yield p.region([argument])))
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        handle = self.cli
        if handle is not None:
            p.text("(")
            p.value(handle)
            p.text(")")
        argument = self.region.entry.args[0]
        p.text(" ")
        p.value(argument)
        p.text(" : ")
        p.type(argument.type)
        p.text(" in range(")
        p.value(self.tripCount)
        p.text(") ")
        p.region(self.region, print_entry_args=False)
        p.attr_dict(self)

    def verify_regions(self) -> Diagnostic | None:
        block = self.region.first
        if block is None or len(block.args) != 1:
            return self.error("Canonical loop region must have exactly one argument")
        if block.args[0].type is not self.tripCount.type:
            return self.error("Region argument must be the same type as the trip count")
        return None


class UnrollHeuristicOp(Op, name="omp.unroll_heuristic"):
    """Unrolls a loop by a factor that the compiler chooses.

    ```mlir
    %loop = omp.new_cli
    omp.canonical_loop(%loop) %i : i32 in range(%n) {
      omp.terminator
    }
    omp.unroll_heuristic(%loop)
    ```
    """

    applyee: Operand[CanonicalLoopInfoType]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        p.expect("(")
        handle = p.operand()
        p.expect(")")
        p.op_attr_dict(state)
        state.operands = [p.resolve(handle, _CLI)]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text("(")
        p.value(self.applyee)
        p.text(")")
        p.attr_dict(self)


class TileOp(Op, name="omp.tile", traits=(AttrSizedOperandSegments,)):
    """Splits loops into loops over tiles and loops within them.

    ```mlir
    %tiles = omp.new_cli
    %within = omp.new_cli
    %loop = omp.new_cli
    omp.canonical_loop(%loop) %i : i32 in range(%n) {
      omp.terminator
    }
    omp.tile (%tiles, %within) <- (%loop) sizes(%size : i32)
    ```
    """

    generatees: VarOperand[CanonicalLoopInfoType]
    applyees: VarOperand[CanonicalLoopInfoType]
    sizes: VarOperand[IntLike]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        made = p.operand_list("(", ")") if p.peek("(") else []
        p.expect("<-")
        given = p.operand_list("(", ")")
        sizes: list[Value] = []
        if p.accept("sizes"):
            p.expect("(")
            operands = p.operand_list()
            p.expect(":")
            sizes = p.resolve_all(operands, p.type_list())
            p.expect(")")
        p.op_attr_dict(state)
        handles = p.resolve_all([*made, *given], _CLI)
        state.operands = [*handles, *sizes]
        segments = (len(made), len(given), len(sizes))
        state.properties["operandSegmentSizes"] = i32_array(segments)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        if self.generatees:
            p.text("(")
            p.values(self.generatees)
            p.text(")")
        p.text(" <- (")
        p.values(self.applyees)
        p.text(")")
        if self.sizes:
            p.text(" sizes(")
            p.values(self.sizes)
            p.text(" : ")
            p.types([v.type for v in self.sizes])
            p.text(")")
        p.attr_dict(self, ("operandSegmentSizes",))

    def verify_op(self) -> Diagnostic | None:
        applied, made = self.applyees, self.generatees
        if not applied:
            return self.error("must apply to at least one loop")
        if len(self.sizes) != len(applied):
            return self.error("there must be one tile size for each applyee")
        if made and len(made) != 2 * len(applied):
            return self.error("expecting two times the number of generatees than applyees")
        loops = [_loop_of(handle) for handle in applied]
        for outer, inner in zip(loops, loops[1:]):  # noqa: B905, RUF007
            if outer is None or inner is None:
                continue
            ops = list(outer.regions[0].first or ())
            if len(ops) != 2 or ops[0] is not inner:
                return self.error("tiled loop nest must be perfectly nested")
        for i, loop in enumerate(loops):
            count = loop.operands[0] if loop is not None else None
            for outer in loops[:i]:
                body = outer.regions[0].first if outer is not None else None
                if count is not None and body is not None and count in body.args:
                    return self.error("tiled loop nest must be rectangular")
        return None


class TargetAllocMemOp(Op, name="omp.target_allocmem", traits=(AttrSizedOperandSegments,)):
    """Allocates memory of a device; gives its address as a number.

    ```mlir
    %address = omp.target_allocmem %device : i32, f32, %count
    ```
    """

    device: Operand[AnyInteger]
    in_type: Prop[Type]
    uniq_name: OptProp[str]
    bindc_name: OptProp[str]
    typeparams: VarOperand[IntLike]
    shape: VarOperand[IntLike]
    heap: Result[Int64]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        device = p.operand()
        p.expect(":")
        values = [p.resolve(device, p.type())]
        p.expect(",")
        state.properties["in_type"] = p.type()
        sizes = [1, 0, 0]
        if p.accept("("):
            operands = p.operand_list()
            p.expect(":")
            values += p.resolve_all(operands, p.type_list())
            p.expect(")")
            sizes[1] = len(operands)
        if p.accept(","):
            shape = p.operand_list()
            values += p.resolve_all(shape, _INDEX)
            sizes[2] = len(shape)
        p.op_attr_dict(state)
        state.operands = values
        state.result_types = [I64]
        state.properties["operandSegmentSizes"] = i32_array(sizes)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.device)
        p.text(" : ")
        p.type(self.device.type)
        p.text(", ")
        p.type(self.in_type)
        if self.typeparams:
            p.text("(")
            p.values(self.typeparams)
            p.text(" : ")
            p.types([v.type for v in self.typeparams])
            p.text(")")
        for value in self.shape:
            p.text(", ")
            p.value(value)
        p.attr_dict(self, ("in_type", "operandSegmentSizes"))
