"""The requirements of an operator that others have replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mlirlite.dialects.onnx.attribute_values import wrong_attribute
from mlirlite.dialects.onnx.dialect import DIALECT
from mlirlite.dialects.onnx.microsoft import DOMAIN, SIGNATURES, requirements_of
from mlirlite.dialects.onnx.node import NODE_NAME, OnnxNode
from mlirlite.dialects.onnx.op import OnnxOp, in_a_branch
from mlirlite.dialects.onnx.requirements import (
    Equal,
    HasRequirements,
    NotZero,
    Requirement,
    holds,
    known_leaf,
    positions_within,
    violation,
)
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.terms import Element, Integer, Size
from mlirlite.ir.attributes import DictionaryAttr, IntegerAttr, StringAttr
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Prop, VarOperand
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error


def _index(op: RequireOp) -> Sequence[Requirement]:
    """Operands: indices, and what they index along the attribute `axis`."""
    axis = op.attributes_.get("axis")
    at = axis.value if isinstance(axis, IntegerAttr) else 0
    return [positions_within(0, Size(1, at), "index")]


def _same_sizes(op: RequireOp) -> Sequence[Requirement]:
    """Operands: two tensors of one shape."""
    first, second = (shape_of(value) for value in op.operands)
    if first is None or second is None:
        return []
    what = "the ranks of Z and of what it is added to"
    ranks: list[Requirement] = [Equal(Integer(len(first)), Integer(len(second)), what)]
    sizes = (
        Equal(Size(0, i), Size(1, i), f"the sizes in dimension {i} of the result and of Z")
        for i in range(min(len(first), len(second)))
    )
    return [*ranks, *sizes]


STRICTER: dict[str, Callable[[RequireOp], Sequence[Requirement]]] = {
    "com.microsoft.FusedConv.Z": _same_sizes,
    "torch.divisor": lambda op: [NotZero(Element(0), "the divisor")],
    "torch.index": _index,
    "torch.factors": lambda op: [NotZero(Element(0), "the matrix's last pivot")],
}
"""What other front ends refuse and ONNX's operators take, by a name of the front end's."""


class RequireOp(Op, MemoryEffects, OnnxNode, HasRequirements, name="onnx.Require"):
    """Has the requirements of an operator with these attributes. It computes nothing; a run whose
    sizes or values do not fit ends here.

    ```mlir
    func.func @f(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) {
      "onnx.Require"(%x, %y) <{attributes = {}, operator = "onnx.Add"}>
        : (tensor<?x4xf32>, tensor<?x4xf32>) -> ()
      return
    }
    ```
    """

    # MLIR differs: onnx-mlir checks nothing at run time.
    inputs: VarOperand[AnyType]
    operator: Prop[str]
    attributes_: Prop[DictionaryAttr]

    @classmethod
    def of(cls, op: OnnxOp, operator: str = "") -> RequireOp:
        """A detached op with the requirements of another one, or of an operator like it."""
        kept = {k: a for k, a in op.attributes.items() if k == NODE_NAME}
        made: RequireOp = cls.create(
            op.operands,
            (),
            {
                "operator": StringAttr(operator or op.name),
                "attributes": DictionaryAttr(tuple(op.properties.items())),
            },
            kept,
            location=op.location,
        )
        return made

    def effects(self) -> Sequence[Effect]:
        """It may end the run."""
        return [Effect(EffectKind.WRITE)]

    @classmethod
    def of_operands(cls, operands: Sequence[Value], operator: str, like: Operation) -> RequireOp:
        """A detached op with requirements of STRICTER on these operands, at the place of an op."""
        kept = {k: a for k, a in like.attributes.items() if k == NODE_NAME}
        properties = {"operator": StringAttr(operator), "attributes": DictionaryAttr(())}
        made: RequireOp = cls.create(operands, (), properties, kept, location=like.location)
        return made

    @classmethod
    def of_microsoft(cls, op: Operation, operator: str) -> RequireOp:
        """A detached op with the requirements of an operator of com.microsoft."""
        kept = {k: a for k, a in op.attributes.items() if k == NODE_NAME}
        given = DictionaryAttr(tuple(op.attributes.items()))
        properties = {"operator": StringAttr(f"{DOMAIN}.{operator}"), "attributes": given}
        made: RequireOp = cls.create(op.operands, (), properties, kept, location=op.location)
        return made

    def requirements(self) -> Iterator[Requirement]:
        """The operator's requirements. ValueError when the operands have no result at all."""
        if self.operator in STRICTER:
            return iter(STRICTER[self.operator](self))
        domain, _, operator = self.operator.rpartition(".")
        if domain == DOMAIN and operator in SIGNATURES:
            return requirements_of(operator, self.operands, self.attributes_.to_dict())
        cls: Any = DIALECT.op_class(self.operator)
        if cls is None:
            raise ValueError(f"has an unknown operator '{self.operator}'")
        regions = [Region() for _ in cls.definition.regions]
        made: OnnxOp = cls.create(self.operands, (), self.attributes_.to_dict(), None, regions)
        try:
            wrong = wrong_attribute(made)
            if wrong is not None:
                raise ValueError(wrong)
            if not regions:
                made.infer()
            return iter(tuple(made.requirements()))
        finally:
            made.drop_all_references()

    @property
    def is_met(self) -> bool:
        """Whether all requirements are known to hold."""
        known = known_leaf(self)
        return all(holds(r, known) for r in self.requirements())

    def verify_op(self) -> Diagnostic | None:
        try:
            wrong = violation(self)
        except ValueError as e:
            wrong = str(e)
        if wrong is None or in_a_branch(self):
            return None
        return error(f"'{self.operator}' op {wrong}", self.where)
