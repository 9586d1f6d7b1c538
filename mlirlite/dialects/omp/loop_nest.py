"""A rectangle of loops, and the common part of the ops around it."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects.omp._checks import IntLike, is_composite
from mlirlite.dialects.omp.parallel import ParallelOp
from mlirlite.ir.attributes import UNIT, UnitAttr, i64_array, i64_attr
from mlirlite.ir.block import Region
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, RegionField, VarOperand
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.operation import Operation, OpInterface
from mlirlite.ir.traits import RecursiveMemoryEffects, SameVariadicOperandSize
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


_MISSING = "'omp.composite' attribute missing from composite wrapper"


class LoopWrapper(OpInterface):
    """An op around omp.loop_nest, or around another wrapper, which determines how the loops run."""

    __slots__ = ()

    def nested(self) -> Operation | None:
        """The first op inside."""
        block = self.regions[0].first
        return block.first if block is not None else None

    def verify_wrapped(self) -> Diagnostic | None:
        """There is one op inside, a loop nest or another wrapper."""
        first = self.nested()
        if first is None or not self.regions[0].has_one_block or first.next is not None:
            return self.error("loop wrapper does not contain exactly one nested op")
        if not isinstance(first, (LoopWrapper, LoopNestOp)):
            return self.error(
                "nested in loop wrapper is not another loop wrapper or `omp.loop_nest`"
            )
        return None

    def verify_alone(self) -> Diagnostic | None:
        """There is no other wrapper around it or in it."""
        if isinstance(self.nested(), LoopWrapper) or isinstance(self.parent_op, LoopWrapper):
            return self.error("expected to be a standalone loop wrapper")
        return None

    def verify_composite(self, allowed: Sequence[str]) -> Diagnostic | None:
        """Wrappers in wrappers say `omp.composite`; `allowed` are those that may be inside."""
        inner, parent = self.nested(), self.parent_op
        composite = is_composite(self)
        leaf = isinstance(parent, LoopWrapper) and self.name in ("omp.simd", "omp.wsloop")
        if isinstance(inner, LoopWrapper):
            if not composite:
                return error(_MISSING, self.where)
            if inner.name not in allowed:
                many = len(allowed) > 1
                words = " and ".join(f"'{n}'" for n in allowed)
                return error(
                    f"only supported nested wrapper{'s are' if many else ' is'} {words}", self.where
                )
            if inner.name == "omp.wsloop" and not (
                isinstance(parent, ParallelOp) and is_composite(parent)
            ):
                return error(
                    "an 'omp.wsloop' nested wrapper is only allowed when a composite "
                    "'omp.parallel' is the direct parent",
                    self.where,
                )
            return None
        if composite and not leaf:
            return error("'omp.composite' attribute present in non-composite wrapper", self.where)
        return error(_MISSING, self.where) if leaf and not composite else None


class LoopNestOp(
    Op,
    LoopLike,
    name="omp.loop_nest",
    traits=(RecursiveMemoryEffects, SameVariadicOperandSize()),
):
    """Loops over a rectangle of indices; `inclusive` of the upper bounds or not.

    ```mlir
    omp.wsloop {
      omp.loop_nest (%i, %j) : index = (%a, %b) to (%c, %d) step (%e, %f) collapse(2) {
        omp.yield
      }
    }
    ```
    """

    collapse_num_loops: OptProp[int]
    loop_lower_bounds: VarOperand[IntLike]
    loop_upper_bounds: VarOperand[IntLike]
    loop_steps: VarOperand[IntLike]
    loop_inclusive: OptProp[UnitAttr]
    tile_sizes: OptProp[I64Array]
    region: RegionField

    def loop_regions(self) -> Sequence[Region]:
        return self.regions

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        arguments = p.argument_list("(", ")", "none")
        p.expect(":")
        type = p.type()

        def bounds() -> list[Any]:
            where = p.here()
            found = p.operand_list("(", ")")
            if len(found) != len(arguments):
                raise p.error(f"expected {len(arguments)} operands", where)
            return found

        p.expect("=")
        operands = bounds()
        p.expect("to")
        operands += bounds()
        if p.accept("inclusive"):
            state.properties["loop_inclusive"] = UNIT
        p.expect("step")
        operands += bounds()
        if p.accept("collapse"):
            p.expect("(")
            state.properties["collapse_num_loops"] = i64_attr(p.integer())
            p.expect(")")
        if p.accept("tiles"):
            state.properties["tile_sizes"] = i64_array(p.comma_list(p.integer, "(", ")"))
        state.operands = p.resolve_all(operands, type)
        state.regions.append((yield p.region([a._replace(type=type) for a in arguments])))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        args = self.region.entry.args
        p.text(" (")
        p.values(args)
        p.text(") : ")
        p.type(args[0].type)
        p.text(" = (")
        p.values(self.loop_lower_bounds)
        p.text(") to (")
        p.values(self.loop_upper_bounds)
        p.text(") inclusive step (" if self.loop_inclusive is not None else ") step (")
        p.values(self.loop_steps)
        p.text(") ")
        if (self.collapse_num_loops or 0) > 1:
            p.text(f"collapse({self.collapse_num_loops}) ")
        if self.tile_sizes is not None:
            p.text(f"tiles({', '.join(map(str, self.tile_sizes))}) ")
        p.region(self.region, print_entry_args=False)

    def verify_op(self) -> Diagnostic | None:
        bounds = self.loop_lower_bounds
        if not bounds:
            return self.error("must represent at least one loop")
        args = self.region.entry.args if not self.region.empty else []
        if len(bounds) != len(args):
            return self.error("number of range arguments and IVs do not match")
        for bound, argument in zip(bounds, args, strict=True):
            if bound.type is not argument.type:
                return self.error("range argument type does not match corresponding IV type")
        if (self.collapse_num_loops or 0) > len(args):
            return self.error("collapse value is larger than the number of loops")
        if self.tile_sizes is not None and len(self.tile_sizes) > len(args):
            return self.error("too few canonical loops for tile dimensions")
        parent: Any = self.parent_op
        if not isinstance(parent, LoopWrapper):
            return self.error("expects parent op to be a loop wrapper")
        return None
