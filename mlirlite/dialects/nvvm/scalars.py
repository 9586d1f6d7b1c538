"""Instructions of a single thread, and PTX text."""

from mlirlite.dialects._constraints import I32Attr
from mlirlite.dialects.nvvm.types import I16Attr
from mlirlite.dialects.nvvm.warp_enums import PermuteMode, PermuteModeAttr
from mlirlite.ir.constraints import Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, Result
from mlirlite.ir.traits import Pure
from mlirlite.support.diagnostics import Diagnostic, error

_TWO_WORDS = (PermuteMode.default, PermuteMode.f4e, PermuteMode.b4e)


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
