"""The ops that occur only in the bodies of structured ops: linalg.yield and linalg.index."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr, index_attr
from mlirlite.ir.constraints import AnyType, Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Prop, Result, VarOperand
from mlirlite.ir.operation import OpInterface
from mlirlite.ir.traits import Pure, ReturnLike, Terminator
from mlirlite.ir.types import I64, element_type_of
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class StructuredInterface(OpInterface):
    """An op that computes its outputs element by element, in loops over all operands' indices:
    upstream's LinalgOp."""

    __slots__ = ()

    def num_loops(self) -> int:
        """How many loops there are."""
        raise NotImplementedError

    def num_inits(self) -> int:
        """How many outputs there are: the last operands."""
        raise NotImplementedError

    def loop_sizes(self) -> Sequence[int]:
        """How often each loop runs, from the operands' types; DYNAMIC if unknown."""
        raise NotImplementedError


class YieldOp(Op, name="linalg.yield", traits=(Pure, ReturnLike, Terminator)):
    """Ends the body of a structured op with an element for each output.

    ```mlir
    linalg.yield %0, %1 : f32, f32
    ```
    """

    values: VarOperand[AnyType]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        operands = p.operand_list()
        p.op_attr_dict(state)
        if operands:
            p.expect(":")
            state.operands = p.resolve_all(operands, p.type_list())

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        if self.operands:
            p.text(" ")
            p.values(self.operands)
        p.attr_dict(self)
        if self.operands:
            p.text(" : ")
            p.types([v.type for v in self.operands])

    def verify_op(self) -> Diagnostic | None:
        parent = self.parent_op
        if parent is None or len(parent.regions) != 1 or parent.regions[0].empty:
            return self.error("expected single non-empty parent region")
        if not isinstance(parent, StructuredInterface):
            return self.error("expected parent op with LinalgOp interface")
        count = parent.num_inits()
        if len(self.operands) != count:
            return self.error(
                f"expected number of yield values ({len(self.operands)}) to match the number of "
                f"inits / outs operands of the enclosing LinalgOp ({count})"
            )
        inits = parent.operands[len(parent.operands) - count :]
        for i, (value, init) in enumerate(zip(self.operands, inits, strict=True)):
            element = element_type_of(init.type)
            if value.type is not element:
                return self.error(
                    f"type of yield operand {i + 1} ('{value.type}') doesn't match the element "
                    f"type of the enclosing linalg.generic op ('{element}')"
                )
        return None


class IndexOp(Op, name="linalg.index", traits=(Pure,)):
    """The index of a loop of the structured op around it.

    ```mlir
    linalg.map outs(%m : memref<4xindex>) (%out: index) {
      %0 = linalg.index 0 : index
      linalg.yield %0 : index
    }
    ```
    """

    dim: Prop[
        Annotated[
            int,
            I64,
            Constraint(
                "64-bit signless integer attribute whose minimum value is 0",
                lambda a: isinstance(a, IntegerAttr) and a.type is I64 and a.value >= 0,
            ),
        ]
    ]
    result: Result[Index]
    assembly_format = "$dim attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """The index of a loop that runs once --> 0"""
        parent: Any = self.parent_op
        if not isinstance(parent, StructuredInterface):
            return None
        return index_attr(0) if parent.loop_sizes()[self.dim] == 1 else None

    def verify_op(self) -> Diagnostic | None:
        parent: Any = self.parent_op
        if not isinstance(parent, StructuredInterface):
            return self.error("expected parent op with LinalgOp interface")
        if self.dim >= parent.num_loops():
            return self.error(
                f"expected dim ({self.dim}) to be lower than the number of loops "
                f"({parent.num_loops()}) of the enclosing LinalgOp"
            )
        return None
