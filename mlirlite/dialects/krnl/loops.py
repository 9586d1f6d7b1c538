"""Loops of krnl: define_loops and iterate; krnl/schedule.py has block, permute, unroll and
parallel."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mlirlite.dialects.krnl.types import LOOP, Loop
from mlirlite.ir.affine import AffineConst, AffineMap, AffineSymbol
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, IntegerAttr, i64_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    RegionField,
    VarOperand,
    VarResult,
)
from mlirlite.ir.interfaces import Effect, EffectKind, LoopLike, MemoryEffects
from mlirlite.ir.locations import AnyLocation
from mlirlite.ir.traits import (
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
    Terminator,
)
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

Bound = int | Value | tuple[AffineMap, Sequence[Value]]
"""A loop's bound: a number, an index, or a map with its operands (dimensions, then symbols); a
lower bound is the largest result of the map, an upper bound the smallest."""

SYMBOL_BOUND = AffineMap(0, 1, (AffineSymbol(0),))


class DefineLoopsOp(Op, MemoryEffects, name="krnl.define_loops"):
    """Makes loops that a schedule may change before `krnl.iterate` gives them bounds and a body.

    ```mlir
    %i, %j = krnl.define_loops 2
    ```
    """

    loops: VarResult[Loop]

    @classmethod
    def of(cls, count: int, loc: AnyLocation | None = None) -> "DefineLoopsOp":
        """A definition of `count` loops."""
        return cls.create((), (LOOP,) * count, None, {"num_loops": i64_attr(count)}, location=loc)

    def effects(self) -> Sequence[Effect]:
        # MLIR differs: onnx-mlir declares no effect, and CSE would merge two loops.
        return [Effect(EffectKind.ALLOCATE, loop) for loop in self.results]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read the number of loops."""
        where = p.here()
        count = p.integer()
        if count < 0:
            raise p.error(f"expected a number of loops, found {count}", where)
        state.attributes["num_loops"] = i64_attr(count)
        state.result_types = [LOOP] * count

    def print(self, p: "Printer") -> None:
        """Print the number of loops."""
        p.text(f" {len(self.results)}")

    def verify_op(self) -> Diagnostic | None:
        stated = self.attributes.get("num_loops")
        if not isinstance(stated, IntegerAttr):
            return self.error("requires attribute 'num_loops'")
        if stated.value != len(self.results):
            return self.error(f"defines {stated.value} loops but has {len(self.results)} results")
        return None


class YieldOp(Op, name="krnl.yield", traits=(Pure, Terminator, ReturnLike)):
    """Ends the body of `krnl.iterate`; its values go to the next iteration or to the results.

    ```mlir
    krnl.yield %sum : f32
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> Diagnostic | None:
        parent = self.parent_op
        if not isinstance(parent, IterateOp):
            return self.error("only terminates krnl.iterate regions")
        if len(parent.results) != len(self.operands):
            return self.error(
                "parent of yield must have same number of results as the yield operands"
            )
        if parent.result_types != self.operand_types:
            return self.error("types mismatch between yield op and its parent")
        return None


class LoopRange(NamedTuple):
    """One `%loop -> %i = lower to upper` of a `krnl.iterate`."""

    loop: Value
    induction_var: BlockArgument
    lower: AffineMap
    lower_operands: tuple[Value, ...]
    upper: AffineMap
    upper_operands: tuple[Value, ...]


class IterateOp(
    Op,
    LoopLike,
    name="krnl.iterate",
    traits=(RecursiveMemoryEffects, SingleBlockImplicitTerminator("krnl.yield")),
):
    """Runs its body for every point of the loops in `( )`. `with` gives the original loops their
    bounds; loops that `krnl.block` made of them take theirs from it, and so does an inner iterate
    over the rest of them.

    ```mlir
    krnl.iterate(%i, %j) with (%i -> %x = 0 to 10, %j -> %y = %lb to %n){
    }
    ```
    """

    operands_: VarOperand[AnyType]
    results_: VarResult[AnyType]
    bodyRegion: RegionField

    @classmethod
    def over(
        cls,
        loops: Sequence[Value],
        originals: Sequence[Value],
        lower: Sequence[Bound],
        upper: Sequence[Bound],
        inits: Sequence[Value] = (),
        loc: AnyLocation | None = None,
    ) -> "IterateOp":
        """A detached iterate over `loops` with bounds for `originals`. Its body has an index
        argument for each original and an argument for each init, and ends in `krnl.yield` when
        there are no inits (add it otherwise)."""
        operands = list(loops)
        maps = []
        for loop, *bounds in zip(originals, lower, upper, strict=True):
            operands.append(loop)
            for bound in bounds:
                map, values = bound_map(bound)
                maps.append(AffineMapAttr(map))
                operands += values
        types = [v.type for v in inits]
        body = Block([INDEX] * len(originals) + types)
        if not inits:
            body.append(YieldOp.create(location=loc))
        attributes = {
            "bounds": ArrayAttr(tuple(maps)),
            "num_optimized_loops": i64_attr(len(loops)),
        }
        return cls.create(
            [*operands, *inits], types, None, attributes, [Region([body])], location=loc
        )

    @property
    def body(self) -> Block:
        """The block that runs."""
        return self.regions[0].block

    @property
    def optimized_loops(self) -> tuple[Value, ...]:
        """The loops that run here."""
        return self.operands[: self._count()]

    @property
    def inits(self) -> tuple[Value, ...]:
        """The initial values of the iteration arguments."""
        return self.operands[len(self.operands) - len(self.results) :]

    @property
    def iter_args(self) -> Sequence[BlockArgument]:
        """The body's arguments that carry values from one iteration to the next."""
        args = self.body.args
        return args[len(args) - len(self.results) :]

    def ranges(self) -> list[LoopRange]:
        """The original loops with their induction variables and bounds."""
        found = []
        at = self._count()
        operands = self.operands
        bounds: Any = self.attributes["bounds"]
        maps = [a.map for a in bounds]
        args = self.body.args
        for i in range(0, len(maps), 2):
            lower, upper = maps[i], maps[i + 1]
            middle = at + 1 + lower.num_inputs
            end = middle + upper.num_inputs
            found.append(
                LoopRange(
                    operands[at],
                    args[i // 2],
                    lower,
                    operands[at + 1 : middle],
                    upper,
                    operands[middle:end],
                )
            )
            at = end
        return found

    def _count(self) -> int:
        count: Any = self.attributes["num_optimized_loops"]
        return int(count.value)

    def loop_regions(self) -> Sequence[Region]:
        return self.regions

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        loops = p.operand_list("(", ")")
        state.operands = p.resolve_all(loops, LOOP)
        state.attributes["num_optimized_loops"] = i64_attr(len(loops))
        maps: list[AffineMapAttr] = []
        arguments: list[Any] = []

        def loop_range() -> None:
            state.operands.append(p.resolve(p.operand(), LOOP))
            p.expect("->")
            arguments.append(p.argument(type="none")._replace(type=INDEX))
            p.expect("=")
            maps.append(_parse_bound(p, state, "max", "lower"))
            p.expect("to")
            maps.append(_parse_bound(p, state, "min", "upper"))

        p.expect("with")
        p.comma_list(loop_range, "(", ")")
        state.attributes["bounds"] = ArrayAttr(tuple(maps))
        if p.accept("iter_args"):
            where = p.here()
            pairs = p.comma_list(lambda: _parse_init(p), "(", ")")
            types = p.arrow_types(optional=False)
            if len(types) != len(pairs):
                raise p.error(
                    f"expected {len(pairs)} result types, one an iteration argument, "
                    f"found {len(types)}",
                    where,
                )
            for (argument, init), type in zip(pairs, types, strict=True):
                arguments.append(argument._replace(type=type))
                state.operands.append(p.resolve(init, type))
            state.result_types = types
        region = yield p.region(arguments)
        p.ensure_terminator(region, YieldOp, state.location)
        state.regions = [region]
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text("(")
        p.values(self.optimized_loops)
        p.text(") with (")
        for i, r in enumerate(self.ranges()):
            if i:
                p.text(", ")
            p.value(r.loop)
            p.text(" -> ")
            p.value(r.induction_var)
            p.text(" = ")
            _print_bound(p, r.lower, r.lower_operands, "max")
            p.text(" to ")
            _print_bound(p, r.upper, r.upper_operands, "min")
        p.text(")")
        if self.results:
            p.text(" iter_args(")
            for i, (argument, init) in enumerate(zip(self.iter_args, self.inits, strict=True)):
                # MLIR differs: onnx-mlir leaves out the commas, here and between the types,
                # and cannot read that.
                if i:
                    p.text(", ")
                p.value(argument)
                p.text(" = ")
                p.value(init)
            p.text(") -> (")
            p.types(self.result_types)
            p.text(")")
        p.region(self.regions[0], print_entry_args=False, print_terminators=bool(self.results))
        # MLIR differs: onnx-mlir drops other attributes, such as hints for LLVM's loops.
        p.attr_dict(self, ("bounds", "num_optimized_loops"))

    def verify_op(self) -> Diagnostic | None:
        bounds, count = self.attributes.get("bounds"), self.attributes.get("num_optimized_loops")
        if not isinstance(bounds, ArrayAttr) or any(
            not isinstance(b, AffineMapAttr) for b in bounds
        ):
            return self.error("requires attribute 'bounds', an array of affine maps")
        if not isinstance(count, IntegerAttr) or not 0 <= count.value <= len(self.operands):
            return self.error("requires attribute 'num_optimized_loops', a number of operands")
        if len(bounds) % 2:
            return self.error("requires a lower and an upper bound for each original loop")
        maps = [b.map for b in bounds if isinstance(b, AffineMapAttr)]
        if any(not m.results for m in maps):
            return self.error("requires bounds with at least one result")
        originals = len(maps) // 2
        expected = count.value + originals + sum(m.num_inputs for m in maps) + len(self.results)
        if expected != len(self.operands):
            return self.error(
                f"expects {expected} operands for {count.value} loops, {originals} original loops "
                f"with their bounds and {len(self.results)} initial values, "
                f"but found {len(self.operands)}"
            )
        if self.regions[0].empty:
            return self.error("expects a body")
        types = [v.type for v in self.inits]
        if types != list(self.result_types):
            return self.error("types mismatch between initial values and results")
        if [a.type for a in self.regions[0].entry.args] != [INDEX] * originals + types:
            return self.error(
                f"expects a body with {originals} arguments of type 'index' "
                "and one for each initial value"
            )
        ranges = self.ranges()
        for value in (*self.optimized_loops, *(r.loop for r in ranges)):
            if value.type is not LOOP:
                return self.error(f"expects loops of type '!krnl.loop', found '{value.type}'")
        for r in ranges:
            for value in (*r.lower_operands, *r.upper_operands):
                if value.type is not INDEX:
                    return self.error(f"expects bounds of type 'index', found '{value.type}'")
        return None


def bound_map(bound: Bound) -> tuple[AffineMap, Sequence[Value]]:
    """A bound as `krnl.iterate` stores it: a map and its operands."""
    if isinstance(bound, int):
        return AffineMap.constant(bound), ()
    if isinstance(bound, Value):
        return SYMBOL_BOUND, (bound,)
    return bound


def _parse_init(p: "OpParser") -> tuple[Any, Any]:
    """`%argument = %init`."""
    argument = p.argument(type="none")
    p.expect("=")
    return argument, p.operand()


def _parse_bound(p: "OpParser", state: "OpState", prefix: str, kind: str) -> AffineMapAttr:
    prefixed = p.accept(prefix)
    value = p.optional_operand()
    if value is not None:
        state.operands.append(p.resolve(value, INDEX))
        return AffineMapAttr(SYMBOL_BOUND)
    where = p.here()
    attribute = p.attribute(INDEX)
    if isinstance(attribute, IntegerAttr):
        return AffineMapAttr(AffineMap.constant(attribute.value))
    if not isinstance(attribute, AffineMapAttr):
        raise p.error("expected a loop bound: an integer, a value or an affine map", where)
    map = attribute.map
    dims = p.operand_list("(", ")")
    if len(dims) != map.num_dims:
        raise p.error("dim operand count and integer set dim count must match", where)
    symbols = p.operand_list("[", "]") if p.peek("[") else []
    if len(symbols) != map.num_symbols:
        raise p.error("symbol operand count and integer set symbol count must match", where)
    if len(map.results) > 1 and not prefixed:
        raise p.error(
            f"{kind} loop bound affine map with multiple results requires '{prefix}' prefix", where
        )
    state.operands += p.resolve_all([*dims, *symbols], INDEX)
    return attribute


def _print_bound(p: "Printer", map: AffineMap, operands: Sequence[Value], prefix: str) -> None:
    if len(map.results) != 1:
        p.text(f"{prefix} ")
    elif map is SYMBOL_BOUND:
        p.value(operands[0])
        return
    elif map.num_inputs == 0 and isinstance(map.results[0], AffineConst):
        p.text(str(map.results[0].value))
        return
    p.attribute(AffineMapAttr(map))
    p.text("(")
    p.values(operands[: map.num_dims])
    p.text(")")
    if map.num_symbols:
        p.text("[")
        p.values(operands[map.num_dims :])
        p.text("]")
