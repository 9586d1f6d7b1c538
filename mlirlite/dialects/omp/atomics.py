"""Atomic accesses to memory."""

from collections.abc import Sequence

from mlirlite.dialects._atomics import verify_capture, verify_update, verify_updated
from mlirlite.dialects.omp._checks import (
    PointerLike,
    verify_hint,
)
from mlirlite.dialects.omp.enums import (
    MemoryOrder,
    MemoryOrderKindAttr,
)
from mlirlite.dialects.omp.types import AtomicControlAttr
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, RegionField
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator,
)
from mlirlite.ir.types import BaseMemRefType
from mlirlite.support.diagnostics import Diagnostic, error


class AtomicReadOp(Op, name="omp.atomic.read"):
    """Reads a variable as one step.

    ```mlir
    omp.atomic.read %v = %x memory_order(acquire) : memref<i32>, memref<i32>, i32
    ```
    """

    x: Operand[PointerLike]
    v: Operand[PointerLike]
    element_type: Prop[Type]
    hint: OptProp[int]
    memory_order: OptProp[MemoryOrderKindAttr]
    assembly_format = (
        "$v `=` $x oilist( `hint` `(` custom<SynchronizationHint>($hint) `)` | `memory_order` "
        "`(` custom<MemoryOrder>($memory_order) `)` ) `:` type($v) `,` type($x) `,` "
        "$element_type attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        wrong = _order(
            self, (MemoryOrder.acq_rel, MemoryOrder.release), "acq_rel or release", "reads"
        )
        if wrong is None and self.x is self.v:
            wrong = error(
                "read and write must not be to the same location for atomic reads", self.where
            )
        return wrong or verify_hint(self)


class AtomicWriteOp(Op, name="omp.atomic.write"):
    """Writes a variable as one step.

    ```mlir
    omp.atomic.write %x = %value hint(contended) : memref<i32>, i32
    ```
    """

    x: Operand[PointerLike]
    expr: Operand[AnyType]
    hint: OptProp[int]
    memory_order: OptProp[MemoryOrderKindAttr]
    assembly_format = (
        "$x `=` $expr oilist( `hint` `(` custom<SynchronizationHint>($hint) `)` | "
        "`memory_order` `(` custom<MemoryOrder>($memory_order) `)` ) `:` type($x) `,` "
        "type($expr) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        wrong = _order(
            self, (MemoryOrder.acq_rel, MemoryOrder.acquire), "acq_rel or acquire", "writes"
        )
        if wrong is not None:
            return wrong
        type = self.x.type
        if isinstance(type, BaseMemRefType) and type.element_type is not self.expr.type:
            return error("address must dereference to value type", self.where)
        return verify_hint(self)


class AtomicUpdateOp(
    Op,
    MemoryEffects,
    name="omp.atomic.update",
    traits=(
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator("omp.yield"),
    ),
):
    """Replaces a variable's value as one step.

    ```mlir
    omp.atomic.update %x : memref<i32> {
    ^bb0(%old: i32):
      %new = arith.addi %old, %n : i32
      omp.yield(%new : i32)
    }
    ```
    """

    x: Operand[PointerLike]
    atomic_control: OptProp[AtomicControlAttr]
    hint: OptProp[int]
    memory_order: OptProp[MemoryOrderKindAttr]
    region: RegionField[OneBlock]
    assembly_format = (
        "oilist( `hint` `(` custom<SynchronizationHint>($hint) `)` | `memory_order` `(` "
        "custom<MemoryOrder>($memory_order) `)` ) $x `:` type($x) $region attr-dict"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.x), Effect(EffectKind.WRITE, self.x))

    def verify_op(self) -> Diagnostic | None:
        wrong = _order(
            self, (MemoryOrder.acq_rel, MemoryOrder.acquire), "acq_rel or acquire", "updates"
        )
        if wrong is not None:
            return wrong
        return verify_update(self) or verify_hint(self)

    def verify_regions(self) -> Diagnostic | None:
        return verify_updated(self)


class AtomicCaptureOp(
    Op,
    name="omp.atomic.capture",
    traits=(
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator("omp.terminator"),
    ),
):
    """A read and a write of one variable as one step.

    ```mlir
    omp.atomic.capture {
      omp.atomic.read %v = %x : memref<i32>, memref<i32>, i32
      omp.atomic.write %x = %value : memref<i32>, i32
    }
    ```
    """

    hint: OptProp[int]
    memory_order: OptProp[MemoryOrderKindAttr]
    region: RegionField[OneBlock]
    assembly_format = (
        "oilist( `hint` `(` custom<SynchronizationHint>($hint) `)` | `memory_order` `(` "
        "custom<MemoryOrder>($memory_order) `)` ) $region attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_hint(self)

    def verify_regions(self) -> Diagnostic | None:
        wrong = verify_capture(self)
        if wrong is not None:
            return wrong
        first, second, _ = self.region.entry
        for name in ("hint", "memory_order"):
            if name in first.properties or name in second.properties:
                return self.error(f"operations inside capture region must not have {name} clause")
        return None


def _order(
    op: "AtomicReadOp | AtomicWriteOp | AtomicUpdateOp",
    wrong: tuple[MemoryOrder, ...],
    names: str,
    what: str,
) -> Diagnostic | None:
    order = op.memory_order
    if order is not None and order.value in wrong:
        return error(f"memory-order must not be {names} for atomic {what}", op.where)
    return None
