"""arith.cmpi, arith.cmpf and arith.select."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import i1_like
from mlirlite.dialects.arith._fold import fold_elements
from mlirlite.dialects.arith.enums import (
    NO_FASTMATH,
    CmpFPredicate,
    CmpIPredicate,
    FastMathFlagsAttr,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constants import bit_width, constant, scalar, signed, unsigned
from mlirlite.ir.constraints import AnyType, BoolLike, FloatLike, SignlessIntegerOrIndexLike
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import (
    AllTypesMatch,
    Elementwise,
    Predicate,
    Pure,
    SameTypeOperands,
    TypesMatch,
)
from mlirlite.ir.types import I1, ShapedType
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

_COMPARES = (
    Pure,
    SameTypeOperands,
    TypesMatch(
        "result type has i1 element type and same shape as operands", "lhs", "result", i1_like
    ),
    Elementwise,
)
_MIRRORED = {
    "eq": CmpIPredicate.eq,
    "ne": CmpIPredicate.ne,
    "slt": CmpIPredicate.sgt,
    "sle": CmpIPredicate.sge,
    "sgt": CmpIPredicate.slt,
    "sge": CmpIPredicate.sle,
    "ult": CmpIPredicate.ugt,
    "ule": CmpIPredicate.uge,
    "ugt": CmpIPredicate.ult,
    "uge": CmpIPredicate.ule,
}


def compare_integers(predicate: CmpIPredicate, a: int, b: int, width: int) -> bool:
    """The result of comparing two bit patterns."""
    name = predicate.name
    if name in ("eq", "ne"):
        return (unsigned(a, width) == unsigned(b, width)) == (name == "eq")
    read = signed if name[0] == "s" else unsigned
    a, b = read(a, width), read(b, width)
    return {"lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[name[1:]]


def compare_floats(predicate: CmpFPredicate, a: float, b: float) -> bool:
    """The result of comparing two floats."""
    name = predicate.name
    if name in ("false_", "true_"):
        return name == "true_"
    unordered = math.isnan(a) or math.isnan(b)
    if name in ("ord", "uno"):
        return unordered == (name == "uno")
    if unordered:
        return name[0] == "u"
    kind = name[1:]
    return {
        "eq": a == b,
        "ne": a != b,
        "lt": a < b,
        "le": a <= b,
        "gt": a > b,
        "ge": a >= b,
    }[kind]


class CmpIOp(Op, name="arith.cmpi", traits=_COMPARES):
    """Compares integers: `eq`, `ne`, or one of `lt le gt ge` read as signed (`s…`) or unsigned
    (`u…`).

    ```mlir
    %r = arith.cmpi slt, %a, %b : i32
    ```
    """

    predicate: Prop[CmpIPredicate]
    lhs: Operand[SignlessIntegerOrIndexLike]
    rhs: Operand[SignlessIntegerOrIndexLike]
    result: Result[BoolLike]
    assembly_format = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants stand right, two --> the truth"""
        type, predicate = self.result.type, self.predicate
        if operands[0] is not None and operands[1] is None:  # constants stand right
            self.predicate = _MIRRORED[predicate.name]
            self.set_operands([self.rhs, self.lhs])
            return self.result
        width = bit_width(self.lhs.type)
        return fold_elements(
            operands, type, lambda a, b: int(compare_integers(predicate, a, b, width))
        )


class CmpFOp(Op, name="arith.cmpf", traits=_COMPARES):
    """Compares floats; `o…` predicates are false and `u…` ones true when an operand is a NaN.

    ```mlir
    %r = arith.cmpf olt, %a, %b : f32
    ```
    """

    predicate: Prop[CmpFPredicate]
    lhs: Operand[FloatLike]
    rhs: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[BoolLike]
    assembly_format = (
        "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"
    )

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """cmp(x, NaN) and cmp(NaN, x) --> the truth of the unordered case"""
        type, predicate = self.result.type, self.predicate
        if any((n := scalar(a)) is not None and n != n for a in operands):
            return constant(int(compare_floats(predicate, math.nan, math.nan)), type)
        if isinstance(operands[0], DenseElementsAttr):
            return None  # as upstream, which compares numbers alone
        return fold_elements(operands, type, lambda a, b: int(compare_floats(predicate, a, b)))


def _selects(op: "SelectOp") -> bool:
    condition, result = op.condition.type, op.result.type
    return condition is I1 or getattr(condition, "shape", None) == getattr(result, "shape", None)


class SelectOp(
    Op,
    name="arith.select",
    traits=(
        AllTypesMatch("true_value", "false_value", "result"),
        Predicate("condition is signless i1 or has matching shape", lambda op: _selects(op)),
        Pure,
        Elementwise,
    ),
):
    """One of two values; element by element when the condition is a vector or tensor of i1.

    ```mlir
    %r = arith.select %cond, %a, %b : i32
    ```
    """

    condition: Operand[BoolLike]
    true_value: Operand[AnyType]
    false_value: Operand[AnyType]
    result: Result[AnyType]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name: one type, or the condition's and the values'."""
        operands = p.operand_list()
        p.op_attr_dict(state, checked=True)
        p.expect(":")
        where = p.here()
        condition: Type = I1
        values = p.type()
        if p.accept(","):
            condition, values = values, p.type()
        if len(operands) != 3:
            raise p.error("expected 3 operands", where)
        state.operands = p.resolve_all(operands, [condition, values, values])
        state.result_types = [values]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.values(self.operands)
        p.attr_dict(self)
        p.text(" : ")
        if isinstance(self.condition.type, ShapedType):
            p.type(self.condition.type)
            p.text(", ")
        p.type(self.result.type)

    def verify_op(self) -> Diagnostic | None:
        condition, result = self.condition.type, self.result.type
        if condition is I1:
            return None
        if not isinstance(result, ShapedType):
            return self.error(f"expected condition to be a signless i1, but got '{condition}'")
        expected = i1_like(result)
        if condition is not expected:
            return self.error(
                f"expected condition type to have the same shape as the result type, expected "
                f"'{expected}', but got '{condition}'"
            )
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants, element by element"""
        if not isinstance(operands[0], DenseElementsAttr):
            return None
        return fold_elements(operands, self.result.type, lambda c, x, y: x if c else y)
