"""Special registers without a range: masks, clocks, sizes of memory, the environment."""

from mlirlite.dialects.llvm.constraints import AnyLLVM
from mlirlite.dialects.nvvm.types import RequiresSM
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Result
from mlirlite.ir.traits import Pure


class ClockRegisterOp(Op):
    """Base: a register that changes by itself."""

    res: Result[AnyLLVM]
    assembly_format = "attr-dict `:` type($res)"


class RegisterOp(ClockRegisterOp, traits=(Pure,)):
    """Base: a register that stays the same while a thread runs."""


class AggrSmemSizeOp(
    RegisterOp, name="nvvm.read.ptx.sreg.aggr.smem.size", traits=(RequiresSM(90),)
):
    """Bytes of shared memory of the block, those of the system too.

    ```mlir
    %0 = nvvm.read.ptx.sreg.aggr.smem.size : i32
    ```
    """


class ClockOp(ClockRegisterOp, name="nvvm.read.ptx.sreg.clock"):
    """A counter of cycles, 32 bits.

    ```mlir
    %0 = nvvm.read.ptx.sreg.clock : i32
    ```
    """


class Clock64Op(ClockRegisterOp, name="nvvm.read.ptx.sreg.clock64"):
    """A counter of cycles.

    ```mlir
    %0 = nvvm.read.ptx.sreg.clock64 : i32
    ```
    """


class DynamicSmemSizeOp(RegisterOp, name="nvvm.read.ptx.sreg.dynamic.smem.size"):
    """Bytes of shared memory that were requested at the launch.

    ```mlir
    %0 = nvvm.read.ptx.sreg.dynamic.smem.size : i32
    ```
    """


class EnvReg0Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg0"):
    """Environment register 0.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg0 : i32
    ```
    """


class EnvReg1Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg1"):
    """Environment register 1.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg1 : i32
    ```
    """


class EnvReg2Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg2"):
    """Environment register 2.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg2 : i32
    ```
    """


class EnvReg3Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg3"):
    """Environment register 3.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg3 : i32
    ```
    """


class EnvReg4Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg4"):
    """Environment register 4.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg4 : i32
    ```
    """


class EnvReg5Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg5"):
    """Environment register 5.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg5 : i32
    ```
    """


class EnvReg6Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg6"):
    """Environment register 6.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg6 : i32
    ```
    """


class EnvReg7Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg7"):
    """Environment register 7.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg7 : i32
    ```
    """


class EnvReg8Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg8"):
    """Environment register 8.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg8 : i32
    ```
    """


class EnvReg9Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg9"):
    """Environment register 9.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg9 : i32
    ```
    """


class EnvReg10Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg10"):
    """Environment register 10.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg10 : i32
    ```
    """


class EnvReg11Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg11"):
    """Environment register 11.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg11 : i32
    ```
    """


class EnvReg12Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg12"):
    """Environment register 12.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg12 : i32
    ```
    """


class EnvReg13Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg13"):
    """Environment register 13.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg13 : i32
    ```
    """


class EnvReg14Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg14"):
    """Environment register 14.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg14 : i32
    ```
    """


class EnvReg15Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg15"):
    """Environment register 15.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg15 : i32
    ```
    """


class EnvReg16Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg16"):
    """Environment register 16.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg16 : i32
    ```
    """


class EnvReg17Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg17"):
    """Environment register 17.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg17 : i32
    ```
    """


class EnvReg18Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg18"):
    """Environment register 18.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg18 : i32
    ```
    """


class EnvReg19Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg19"):
    """Environment register 19.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg19 : i32
    ```
    """


class EnvReg20Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg20"):
    """Environment register 20.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg20 : i32
    ```
    """


class EnvReg21Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg21"):
    """Environment register 21.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg21 : i32
    ```
    """


class EnvReg22Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg22"):
    """Environment register 22.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg22 : i32
    ```
    """


class EnvReg23Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg23"):
    """Environment register 23.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg23 : i32
    ```
    """


class EnvReg24Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg24"):
    """Environment register 24.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg24 : i32
    ```
    """


class EnvReg25Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg25"):
    """Environment register 25.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg25 : i32
    ```
    """


class EnvReg26Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg26"):
    """Environment register 26.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg26 : i32
    ```
    """


class EnvReg27Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg27"):
    """Environment register 27.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg27 : i32
    ```
    """


class EnvReg28Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg28"):
    """Environment register 28.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg28 : i32
    ```
    """


class EnvReg29Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg29"):
    """Environment register 29.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg29 : i32
    ```
    """


class EnvReg30Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg30"):
    """Environment register 30.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg30 : i32
    ```
    """


class EnvReg31Op(RegisterOp, name="nvvm.read.ptx.sreg.envreg31"):
    """Environment register 31.

    ```mlir
    %0 = nvvm.read.ptx.sreg.envreg31 : i32
    ```
    """


class GlobalTimerOp(ClockRegisterOp, name="nvvm.read.ptx.sreg.globaltimer"):
    """Nanoseconds.

    ```mlir
    %0 = nvvm.read.ptx.sreg.globaltimer : i32
    ```
    """


class GlobalTimerLoOp(ClockRegisterOp, name="nvvm.read.ptx.sreg.globaltimer.lo"):
    """The low half of the nanoseconds.

    ```mlir
    %0 = nvvm.read.ptx.sreg.globaltimer.lo : i32
    ```
    """


class LaneMaskEqOp(RegisterOp, name="nvvm.read.ptx.sreg.lanemask.eq"):
    """The bit of this lane.

    ```mlir
    %0 = nvvm.read.ptx.sreg.lanemask.eq : i32
    ```
    """


class LaneMaskGeOp(RegisterOp, name="nvvm.read.ptx.sreg.lanemask.ge"):
    """The bits of this lane and later ones.

    ```mlir
    %0 = nvvm.read.ptx.sreg.lanemask.ge : i32
    ```
    """


class LaneMaskGtOp(RegisterOp, name="nvvm.read.ptx.sreg.lanemask.gt"):
    """The bits of later lanes.

    ```mlir
    %0 = nvvm.read.ptx.sreg.lanemask.gt : i32
    ```
    """


class LaneMaskLeOp(RegisterOp, name="nvvm.read.ptx.sreg.lanemask.le"):
    """The bits of this lane and earlier ones.

    ```mlir
    %0 = nvvm.read.ptx.sreg.lanemask.le : i32
    ```
    """


class LaneMaskLtOp(RegisterOp, name="nvvm.read.ptx.sreg.lanemask.lt"):
    """The bits of earlier lanes.

    ```mlir
    %0 = nvvm.read.ptx.sreg.lanemask.lt : i32
    ```
    """


class TotalSmemSizeOp(RegisterOp, name="nvvm.read.ptx.sreg.total.smem.size"):
    """Bytes of shared memory of the block.

    ```mlir
    %0 = nvvm.read.ptx.sreg.total.smem.size : i32
    ```
    """
