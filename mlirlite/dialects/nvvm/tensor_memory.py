"""Tensor memory: its allocation, copies, loads and stores."""

from typing import Any

from mlirlite.dialects.nvvm.copy_enums import CTAGroupKind, CTAGroupKindAttr
from mlirlite.dialects.nvvm.tensor_memory_enums import (
    Tcgen05CpMulticast,
    Tcgen05CpMulticastAttr,
    Tcgen05CpShape,
    Tcgen05CpShapeAttr,
    Tcgen05CpSrcFormatAttr,
    Tcgen05LdStShape,
    Tcgen05LdStShapeAttr,
)
from mlirlite.dialects.nvvm.types import (
    RequiresSMa,
    TensorPointer,
    TensorWords,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import Int64
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, Result
from mlirlite.ir.types import VectorType
from mlirlite.support.diagnostics import Diagnostic, error

CTAGROUP_KIND_CTA_1: Any = CTAGroupKindAttr(CTAGroupKind.cta_1)
CP_MULTICAST_NONE: Any = Tcgen05CpMulticastAttr(Tcgen05CpMulticast.none)

_SHORTEST = {Tcgen05LdStShape.shape_16x128b: 2, Tcgen05LdStShape.shape_16x256b: 4}


def _misfit(
    op: "Tcgen05LdOp | Tcgen05StOp", type: Type, what: str, name: str, offset: bool
) -> Diagnostic | None:
    """The error of a load or store: the last one of several, as upstream."""
    shape = op.shape.value
    words = type.num_elements if isinstance(type, VectorType) else 1
    if words < _SHORTEST.get(shape, 1):
        return error(
            f"invalid {what} length {words} for shape {shape.name} in tcgen05.{name} Op", op.where
        )
    shifted = shape is Tcgen05LdStShape.shape_16x32bx2
    if offset and not shifted:
        return error("offset argument is only supported for shape 16x32bx2", op.where)
    if shifted and not offset:
        return error("shape 16x32bx2 requires offset argument", op.where)
    return None


class Tcgen05CpOp(Op, name="nvvm.tcgen05.cp", traits=(RequiresSMa(100, 101),)):
    """Copies from shared memory to tensor memory.

    ```mlir
    nvvm.tcgen05.cp %t, %d {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    ```
    """

    shape: Prop[Tcgen05CpShapeAttr]
    group: Prop[CTAGroupKindAttr] = CTAGROUP_KIND_CTA_1
    multicast: Prop[Tcgen05CpMulticastAttr] = CP_MULTICAST_NONE
    srcFormat: OptProp[Tcgen05CpSrcFormatAttr]
    taddr: Operand[TensorPointer]
    smem_desc: Operand[Int64]
    assembly_format = "$taddr `,` $smem_desc attr-dict"

    def verify_op(self) -> Diagnostic | None:
        shape, multicast = self.shape.value, self.multicast.value
        wrong = "Invalid multicast type for tcgen05.cp Op"
        allowed: tuple[Tcgen05CpMulticast, ...] = (Tcgen05CpMulticast.none,)
        if shape is Tcgen05CpShape.shape_64x128b:
            wrong = (
                "Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op"
            )
            allowed = (Tcgen05CpMulticast.warpx2_01_23, Tcgen05CpMulticast.warpx2_02_13)
        elif shape is Tcgen05CpShape.shape_32x128b:
            wrong = "Shape 32x128b requires multicast warpx4 for tcgen05.cp Op"
            allowed = (Tcgen05CpMulticast.warpx4,)
        return None if multicast in allowed else error(wrong, self.where)


class Tcgen05LdOp(Op, name="nvvm.tcgen05.ld", traits=(RequiresSMa(100, 101),)):
    """Loads from tensor memory.

    ```mlir
    %0 = nvvm.tcgen05.ld %t {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<2xi32>
    ```
    """

    pack: OptProp[UnitAttr]
    shape: Prop[Tcgen05LdStShapeAttr]
    tmemAddr: Operand[TensorPointer]
    offset: OptOperand[Int64]
    res: Result[TensorWords]
    assembly_format = "$tmemAddr (`,` $offset^)? (`pack` $pack^)? attr-dict `:` type($res)"

    def verify_op(self) -> Diagnostic | None:
        return _misfit(self, self.res.type, "result type", "ld", self.offset is not None)


class Tcgen05StOp(Op, name="nvvm.tcgen05.st", traits=(RequiresSMa(100, 101),)):
    """Stores to tensor memory.

    ```mlir
    nvvm.tcgen05.st %t, %v {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<2xi32>
    ```
    """

    unpack: OptProp[UnitAttr]
    shape: Prop[Tcgen05LdStShapeAttr]
    tmemAddr: Operand[TensorPointer]
    val: Operand[TensorWords]
    offset: OptOperand[Int64]
    assembly_format = (
        "$tmemAddr `,` $val (`,` $offset^)? (`unpack` $unpack^)? attr-dict `:` type($val)"
    )

    def verify_op(self) -> Diagnostic | None:
        return _misfit(self, self.val.type, "input", "st", self.offset is not None)
