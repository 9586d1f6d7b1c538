"""OnnxOperator: the base of a plugin's ops for operators of a domain that ONNX does not define."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from mlirlite.dialects.onnx.node import OnnxNode
from mlirlite.dialects.onnx.requirements import HasRequirements, Requirement, violation
from mlirlite.ir.definition import Op
from mlirlite.ir.interfaces import InferShape
from mlirlite.support.diagnostics import Diagnostic
from mlirlite.support.extensions import note_extension


class OnnxOperator(Op, InferShape, OnnxNode, HasRequirements):
    """An operator of a plugin: nodes of this `operator` are imported as ops of the class.

        class SoftShiftOp(OnnxOperator, name="acme.soft_shift", operator="com.acme.SoftShift"):
            x: Operand[AnyTensor]
            lambda_: Prop[float] = 0.5
            result: Result[AnyTensor]

    The inputs of a node are the operands in order, its outputs the results, and its attributes the
    properties of these names. `infer_shapes` gives the types of the results. TypeError for an
    operator without a domain.
    """

    operator: ClassVar[str] = ""
    """Its domain, a dot, and its name."""

    def __init_subclass__(cls, operator: str = "", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not operator:
            return
        domain, _, name = operator.rpartition(".")
        if not domain or not name:
            raise TypeError(
                f"operator is '{operator}', expected a domain and a name, as in com.a.B"
            )
        cls.operator = operator
        note_extension(cls)
        _known[domain, name] = cls

    def requirements(self) -> Iterator[Requirement]:
        """What sizes and values of the operands must be like: checked at import, as far as they are
        known, and else by compiled code before the op's own."""
        return iter(())

    def verify_op(self) -> Diagnostic | None:
        wrong = violation(self)
        return None if wrong is None else self.error(wrong)


def own_operator(domain: str, name: str) -> type[OnnxOperator] | None:
    """The class that a plugin has for an operator; None if there is none."""
    return _known.get((domain, name))


_known: dict[tuple[str, str], type[OnnxOperator]] = {}
