"""The op by which ranks exchange values."""

from __future__ import annotations

from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop, VarOperand, VarResult
from mlirlite.support.diagnostics import Diagnostic

KINDS = ("all_reduce", "all_gather", "reduce_scatter", "send", "receive", "halo")
JOINS = ("sum", "max", "min", "prod")


class CollectiveOp(Op, name="onnx.Collective"):
    """An exchange between the ranks of a program. `kind` is all_reduce or reduce_scatter, joined by
    `reduce`, all_gather, send, receive or halo; `axis` is what is gathered or scattered along,
    `ranks` are those who take part, or the other one. In a halo each rank gets elements of the
    ranks before and after it: `halo` says how many of each, and how many it gives to them.

    ```mlir
    func.func @f(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
      %0 = "onnx.Collective"(%x) <{axis = 1 : i64, kind = "all_gather", ranks = [0, 1]}>
        : (tensor<2x4xf32>) -> tensor<2x8xf32>
      return %0 : tensor<2x8xf32>
    }
    ```
    """

    kind: Prop[str]
    reduce: OptProp[str]
    axis: OptProp[IntegerAttr]
    halo: OptProp[ArrayAttr]
    ranks: Prop[ArrayAttr]
    inputs: VarOperand[AnyType]
    outputs: VarResult[AnyType]

    def verify_op(self) -> Diagnostic | None:
        if self.kind not in KINDS:
            return self.error(f"has the kind '{self.kind}', expected {', '.join(KINDS)}")
        if self.kind in ("all_reduce", "reduce_scatter") and self.reduce not in JOINS:
            return self.error(f"joins by '{self.reduce}', expected {', '.join(JOINS)}")
        if (self.kind == "halo") != (len(self.amounts) == 4):
            return self.error("states 'halo', four numbers, if and only if it is one")
        return None

    @property
    def amounts(self) -> tuple[int, ...]:
        """Elements from the rank before and from the one after, to the one before, to the one
        after; () unless it is a halo."""
        found = self.halo.value if self.halo is not None else ()
        return tuple(n.value for n in found if isinstance(n, IntegerAttr))

    @property
    def members(self) -> tuple[int, ...]:
        """The ranks as numbers."""
        return tuple(r.value for r in self.ranks.value if isinstance(r, IntegerAttr))

    @property
    def dimension(self) -> int:
        """The axis as a number."""
        return 0 if self.axis is None else int(self.axis.value)
