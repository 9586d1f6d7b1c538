"""Instructions of a single thread, and PTX text."""

from mlirlite.dialects._constraints import I32Attr
from mlirlite.dialects.nvvm.types import Float32, I16Attr, Int8x4, Int16x2
from mlirlite.dialects.nvvm.warp_enums import DotAccumulateTypeAttr, PermuteMode, PermuteModeAttr
from mlirlite.ir.constraints import AnyType, Bool, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, Result, VarOperand, VarResult
from mlirlite.ir.traits import AttrSizedOperandSegments, Pure
from mlirlite.support.diagnostics import Diagnostic, error

_TWO_WORDS = (PermuteMode.default, PermuteMode.f4e, PermuteMode.b4e)


class InlinePtxOp(Op, name="nvvm.inline_ptx", traits=(AttrSizedOperandSegments,)):
    """PTX text with operands that are read (`ro`), read and written (`rw`) or written.

    ```mlir
    nvvm.inline_ptx "mbarrier.init.b64 [$0], $1;" ro(%b, %n : !llvm.ptr<3>, i32)
    ```
    """

    readOnlyArgs: VarOperand[AnyType]
    readWriteArgs: VarOperand[AnyType]
    ptxCode: Prop[str]
    predicate: OptOperand[Bool]
    writeOnlyArgs: VarResult[AnyType]
    assembly_format = (
        "$ptxCode (`ro` `(` $readOnlyArgs^ `:` type($readOnlyArgs) `)` )? (`rw` `(` "
        "$readWriteArgs^ `:` type($readWriteArgs) `)` )? (`,` `predicate` `=` $predicate^)? "
        "attr-dict (`->` type($writeOnlyArgs)^)?"
    )


class RcpApproxFtzF32Op(Op, name="nvvm.rcp.approx.ftz.f", traits=(Pure,)):
    """About 1/x.

    ```mlir
    %0 = nvvm.rcp.approx.ftz.f %x : f32
    ```
    """

    arg: Operand[Float32]
    res: Result[Float32]
    assembly_format = "$arg attr-dict `:` type($res)"


class PermuteOp(Op, name="nvvm.prmt", traits=(Pure,)):
    """Four bytes chosen from two words.

    ```mlir
    %0 = nvvm.prmt <f4e> %selector, %lo, %hi : i32
    ```
    """

    lo: Operand[Int32]
    hi: OptOperand[Int32]
    selector: Operand[Int32]
    mode: Prop[PermuteModeAttr]
    res: Result[Int32]
    assembly_format = "$mode $selector `,` $lo (`,` $hi^)? attr-dict `:` type($res)"

    def verify_op(self) -> Diagnostic | None:
        mode = self.mode.value
        if mode in _TWO_WORDS and self.hi is None:
            return error(f"mode '{mode.name}' requires 'hi' operand.", self.where)
        if mode not in _TWO_WORDS and self.hi is not None:
            return error(f"mode '{mode.name}' does not accept 'hi' operand.", self.where)
        return None


class DotAccumulate4WayOp(Op, name="nvvm.dot.accumulate.4way"):
    """A dot product of four bytes, added up.

    ```mlir
    %0 = nvvm.dot.accumulate.4way %a <signed>, %b <unsigned>, %c : vector<4xi8>, vector<4xi8>
    ```
    """

    a: Operand[Int8x4]
    a_type: Prop[DotAccumulateTypeAttr]
    b: Operand[Int8x4]
    b_type: Prop[DotAccumulateTypeAttr]
    c: Operand[Int32]
    res: Result[Int32]
    assembly_format = "$a $a_type `,` $b $b_type `,` $c attr-dict `:` type($a) `,` type($b)"


class DotAccumulate2WayOp(Op, name="nvvm.dot.accumulate.2way"):
    """A dot product of two words and two of four bytes, added up.

    ```mlir
    %0 = nvvm.dot.accumulate.2way %a <signed>, %b <signed>, %c {b_hi = false}
      : vector<2xi16>, vector<4xi8>
    ```
    """

    a: Operand[Int16x2]
    a_type: Prop[DotAccumulateTypeAttr]
    b: Operand[Int8x4]
    b_type: Prop[DotAccumulateTypeAttr]
    c: Operand[Int32]
    b_hi: Prop[bool]
    res: Result[Int32]
    assembly_format = "$a $a_type `,` $b $b_type `,` $c attr-dict `:` type($a) `,` type($b)"


class NanosleepOp(Op, name="nvvm.nanosleep"):
    """Sleeps for about this many nanoseconds.

    ```mlir
    nvvm.nanosleep %n
    ```
    """

    duration: Operand[Int32]
    assembly_format = "attr-dict $duration"


class PMEventOp(Op, name="nvvm.pmevent"):
    """Triggers events of the performance monitor.

    ```mlir
    nvvm.pmevent id = 10
    ```
    """

    maskedEventId: OptProp[I16Attr]
    eventId: OptProp[I32Attr]
    assembly_format = "attr-dict (`id` `=` $eventId^)? (`mask` `=` $maskedEventId^)?"

    def verify_op(self) -> Diagnostic | None:
        if self.maskedEventId is None and self.eventId is None:
            return self.error("either `id` or `mask` must be set")
        if self.maskedEventId is not None and self.eventId is not None:
            return self.error("`id` and `mask` cannot be set at the same time")
        if self.eventId is not None and not 0 <= self.eventId <= 15:
            return self.error("`id` must be between 0 and 15")
        return None


class ExitOp(Op, name="nvvm.exit"):
    """Ends the thread.

    ```mlir
    nvvm.exit
    ```
    """

    assembly_format = "attr-dict"


class BreakpointOp(Op, name="nvvm.breakpoint"):
    """Stops in a debugger.

    ```mlir
    nvvm.breakpoint
    ```
    """

    assembly_format = "attr-dict"
