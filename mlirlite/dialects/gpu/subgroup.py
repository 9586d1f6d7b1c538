"""gpu: what the threads of a workgroup or subgroup do together."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import I32Attr, I64Attr
from mlirlite.dialects.gpu.enums import (
    AllReduceOperation,
    AllReduceOperationAttr,
    BroadcastType,
    BroadcastTypeAttr,
    ShuffleModeAttr,
)
from mlirlite.dialects.gpu.kernels import YieldOp
from mlirlite.dialects.gpu.syntax import keyword_of
from mlirlite.dialects.gpu.types import (
    IntegerOrFloat,
    IntegerOrFloatOr1DVector,
    Printable,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, StringAttr, UnitAttr, i64_attr
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import AnyType, Bool, Constraint, Index, Int32, is_a
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
from mlirlite.ir.interfaces import (
    ConditionallySpeculatable,
    Effect,
    EffectKind,
    MemoryEffects,
    RegionBranchOp,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AllTypesMatch,
    Elementwise,
    IsolatedFromAbove,
    NoMemoryEffect,
    Pure,
    RecursiveMemoryEffects,
    SameOperandsAndResultType,
    SingleBlockImplicitTerminator,
)
from mlirlite.ir.types import I32, INDEX, FloatType, IntegerType, VectorType
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

ONE: Any = 1
"""The default of a stride."""
_FLOATS = {
    AllReduceOperation.minnumf,
    AllReduceOperation.maxnumf,
    AllReduceOperation.minimumf,
    AllReduceOperation.maximumf,
}
_INTEGERS = {
    AllReduceOperation.minsi,
    AllReduceOperation.minui,
    AllReduceOperation.maxsi,
    AllReduceOperation.maxui,
    AllReduceOperation.and_,
    AllReduceOperation.or_,
    AllReduceOperation.xor,
}


def _i32(words: str, test: Any) -> Constraint:
    return Constraint(
        f"32-bit signless integer attribute whose {words}",
        lambda a: isinstance(a, IntegerAttr) and a.type is I32 and test(a.value),
    )


Offset = Annotated[int, I32, _i32("minimum value is 0", lambda n: n >= 0)]
Width = Annotated[int, I32, _i32("value is a power of two > 0", lambda n: is_power_of_two(n))]


def is_power_of_two(n: int) -> bool:
    """1, 2, 4, …"""
    return n > 0 and n & (n - 1) == 0


def _misfit(op: Operation, element: Type, type: Type) -> Diagnostic | None:
    kind = op.properties.get("op")
    if not isinstance(kind, AllReduceOperationAttr):
        return None
    if kind.value in _FLOATS:
        fits = isinstance(element, FloatType)
    else:
        fits = kind.value not in _INTEGERS or isinstance(element, IntegerType)
    if fits:
        return None
    word = keyword_of(kind)
    return error(f"`{word}` reduction operation is not compatible with type '{type}'", op.where)


class BarrierOp(Op, name="gpu.barrier"):
    """All threads of the workgroup wait for each other.

    ```mlir
    gpu.barrier
    ```
    """

    assembly_format = "attr-dict"


class PrintfOp(Op, MemoryEffects, name="gpu.printf"):
    """Prints, as C's function does.

    ```mlir
    gpu.printf "%d\\n", %n : i32
    ```
    """

    format: Prop[Annotated[str, is_a(StringAttr, summary="string attribute")]]
    args: VarOperand[Printable]
    assembly_format = "$format attr-dict (`,` $args^ `:` type($args))?"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE),)


class AllReduceOp(Op, name="gpu.all_reduce", traits=(IsolatedFromAbove, SameOperandsAndResultType)):
    """One value of those of all threads of the workgroup, by an operation or by its body.

    ```mlir
    %0 = gpu.all_reduce add %x {
    } : (f32) -> f32
    ```
    """

    value: Operand[IntegerOrFloat]
    op: OptProp[AllReduceOperationAttr]
    uniform: OptProp[UnitAttr]
    result: Result[IntegerOrFloat]
    body: RegionField
    assembly_format = (
        "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? $body attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify_regions(self) -> Diagnostic | None:
        region, type = self.regions[0], self.result.type
        if region.empty is not (self.properties.get("op") is not None):
            return error("expected either an op attribute or a non-empty body", self.where)
        if region.first is None:
            return _misfit(self, type, type)
        arguments = region.first.args
        if len(arguments) != 2:
            return error("expected two region arguments", self.where)
        if any(a.type is not type for a in arguments):
            return error("incorrect region argument type", self.where)
        yields = [block.last for block in region if isinstance(block.last, YieldOp)]
        for found in yields:
            if len(found.operands) != 1:
                return error("expected one gpu.yield operand", self.where)
            if found.operands[0].type is not type:
                return error("incorrect gpu.yield type", self.where)
        return None if yields else error("expected gpu.yield op in region", self.where)


class SubgroupReduceOp(Op, name="gpu.subgroup_reduce", traits=(SameOperandsAndResultType,)):
    """One value of those of all threads of the subgroup, or of each cluster of some of them.

    ```mlir
    %0 = gpu.subgroup_reduce add %x cluster(size = 4, stride = 2) : (f32) -> f32
    ```
    """

    value: Operand[IntegerOrFloatOr1DVector]
    op: Prop[AllReduceOperationAttr]
    uniform: OptProp[UnitAttr]
    cluster_size: OptProp[I32Attr]
    cluster_stride: Prop[I32Attr] = ONE
    result: Result[IntegerOrFloatOr1DVector]
    assembly_format = (
        "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? "
        "(`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? "
        "attr-dict `:` functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        type = self.result.type
        element = type.element_type if isinstance(type, VectorType) else type
        found = _misfit(self, element, type)
        if found is not None:
            return found
        size, stride = self.cluster_size, self.cluster_stride
        if size is not None and not is_power_of_two(size):
            return self.error(f"cluster size {size} is not a power of two")
        if stride != 1 and size is None:
            return self.error("cluster stride can only be specified if cluster size is specified")
        if not is_power_of_two(stride):
            return self.error(f"cluster stride {stride} is not a power of two")
        return None


class ShuffleOp(Op, name="gpu.shuffle", traits=(AllTypesMatch("value", "shuffleResult"), Pure)):
    """The value of another lane of the subgroup, and whether there is such a lane.

    ```mlir
    %0, %1 = gpu.shuffle xor %x, %offset, %width : f32
    ```
    """

    value: Operand[IntegerOrFloatOr1DVector]
    offset: Operand[Int32]
    width: Operand[Int32]
    mode: Prop[ShuffleModeAttr]
    shuffleResult: Result[IntegerOrFloatOr1DVector]
    valid: Result[Bool]
    assembly_format = "$mode $value `,` $offset `,` $width attr-dict `:` type($value)"


class RotateOp(Op, name="gpu.rotate", traits=(AllTypesMatch("value", "rotateResult"), Pure)):
    """The value of the lane that is `offset` further on among `width` lanes.

    ```mlir
    %0, %1 = gpu.rotate %x, 4, 16 : f32
    ```
    """

    value: Operand[IntegerOrFloatOr1DVector]
    offset: Prop[Offset]
    width: Prop[Width]
    rotateResult: Result[IntegerOrFloatOr1DVector]
    valid: Result[Bool]
    assembly_format = "$value `,` $offset `,` $width attr-dict `:` type($value)"

    def verify_op(self) -> Diagnostic | None:
        if self.offset >= self.width:
            return self.error(f"offset must be in the range [0, {self.width})")
        return None


class SubgroupBroadcastOp(
    Op,
    ConditionallySpeculatable,
    name="gpu.subgroup_broadcast",
    traits=(AllTypesMatch("result", "src"), Elementwise, NoMemoryEffect),
):
    """The value of one lane in all of them.

    ```mlir
    %0 = gpu.subgroup_broadcast %x, specific_lane %n : f32
    ```
    """

    src: Operand[AnyType]
    lane: OptOperand[Int32]
    broadcast_type: Prop[BroadcastTypeAttr]
    result: Result[AnyType]
    assembly_format = "$src `,` $broadcast_type ($lane^)? attr-dict `:` type($result)"

    @property
    def is_specific(self) -> bool:
        """Whether the lane is given."""
        return self.broadcast_type.value is BroadcastType.specific_lane

    def is_speculatable(self) -> bool:
        """The first active lane depends on the position of the op."""
        return self.is_specific

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """broadcast(broadcast(x)) --> broadcast(x)"""
        maker = self.src.defining_op
        return maker.result if isinstance(maker, SubgroupBroadcastOp) else None

    def verify_op(self) -> Diagnostic | None:
        if self.is_specific and self.lane is None:
            return self.error("lane must be specified for `specific_lane` broadcast")
        if not self.is_specific and self.lane is not None:
            return self.error("lane can only be specified for `specific_lane` broadcast")
        return None


class WarpExecuteOnLane0Op(
    Op,
    RegionBranchOp,
    name="gpu.warp_execute_on_lane_0",
    traits=(RecursiveMemoryEffects, SingleBlockImplicitTerminator("gpu.yield")),
):
    """Runs its body in the first lane, on vectors whose parts all lanes hold.

    ```mlir
    %0 = gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xi32>) -> (vector<1xf32>) {
    ^bb0(%arg0: vector<128xi32>):
      %1 = ub.poison : vector<32xf32>
      gpu.yield %1 : vector<32xf32>
    }
    ```
    """

    laneid: Operand[Index]
    warp_size: Prop[I64Attr]
    args: VarOperand[AnyType]
    results_: VarResult[AnyType]
    warpRegion: RegionField[OneBlock]

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return (self.regions[0],) if region is None else (None,)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        p.expect("(")
        lane = p.operand()
        p.expect(")")
        p.expect("[")
        state.properties["warp_size"] = i64_attr(p.integer())
        p.expect("]")
        state.operands = [p.resolve(lane, INDEX)]
        if p.optional_keyword("args"):
            p.expect("(")
            operands = p.operand_list()
            p.expect(":")
            state.operands += p.resolve_all(operands, p.type_list())
            p.expect(")")
        state.result_types = p.arrow_types(optional=True)
        region = yield p.region()
        p.ensure_terminator(region, YieldOp, state.location)
        p.op_attr_dict(state)
        state.regions.append(region)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text("(")
        p.value(self.laneid)
        p.text(f")[{self.warp_size}]")
        if self.args:
            p.text(" args(")
            p.values(self.args)
            p.text(" : ")
            p.types([v.type for v in self.args])
            p.text(")")
        if self.results:
            p.text(" -> (")
            p.types(self.result_types)
            p.text(")")
        p.text(" ")
        p.region(self.regions[0], print_terminators=bool(self.results))
        p.attr_dict(self, ("warp_size",))

    def verify_regions(self) -> Diagnostic | None:
        arguments = self.regions[0].entry.args
        if len(self.args) != len(arguments):
            return self.error("expected same number op arguments and block arguments.")
        last = self.regions[0].entry.last
        given = last.operands if last is not None else ()
        if len(given) != len(self.results):
            return self.error("expected same number of yield operands and return values.")
        for whole, part in (
            *zip(arguments, self.args, strict=True),
            *zip(given, self.results, strict=True),
        ):
            found = self._misfit(whole.type, part.type)
            if found is not None:
                return found
        return None

    def _misfit(self, whole: Type, part: Type) -> Diagnostic | None:
        if whole is part:
            return None
        if not isinstance(whole, VectorType) or not isinstance(part, VectorType):
            return self.error("expected vector type for distributed operands.")
        if whole.rank != part.rank or whole.element_type is not part.element_type:
            return self.error("expected distributed vectors to have same rank and element type.")
        lanes = 1
        for i, (n, m) in enumerate(zip(whole.shape, part.shape, strict=True)):
            if n % m:
                return self.error(
                    f"expected expanded vector dimension #{i} ({n}) to be a multipler of the "
                    f"distributed vector dimension ({m})"
                )
            lanes *= n // m
        if lanes != self.warp_size:
            return self.error(
                f"incompatible distribution dimensions from '{whole}' to '{part}' with warp size = "
                f"{self.warp_size}"
            )
        return None
