"""arith.cmpi, arith.cmpf and arith.select."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import i1_like
from mlirlite.dialects.arith._fold import (
    bit_width,
    constant,
    fold_elements,
    is_int,
    scalar,
    signed,
    unsigned,
)
from mlirlite.dialects.arith.casts import ExtSIOp, ExtUIOp
from mlirlite.dialects.arith.enums import (
    NO_FASTMATH,
    CmpFPredicate,
    CmpIPredicate,
    FastMathFlagsAttr,
)
from mlirlite.dialects.ub import PoisonAttr
from mlirlite.ir.attribute import Attribute, Type
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
from mlirlite.ir.types import I1, ShapedType, element_type_of
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
_EQUAL_TRUE = frozenset({"eq", "sle", "sge", "ule", "uge"})


def compare_integers(predicate: CmpIPredicate, a: int, b: int, width: int) -> bool:
    """The truth of a comparison of two bit patterns."""
    name = predicate.name
    if name in ("eq", "ne"):
        return (unsigned(a, width) == unsigned(b, width)) == (name == "eq")
    read = signed if name[0] == "s" else unsigned
    a, b = read(a, width), read(b, width)
    return {"lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[name[1:]]


def compare_floats(predicate: CmpFPredicate, a: float, b: float) -> bool:
    """The truth of a comparison of two floats."""
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
        """cmp(x, x) --> its truth; (x : i1) != false, (x : i1) == true, ext(x : i1) != 0 --> x"""
        type, predicate = self.result.type, self.predicate
        if self.lhs is self.rhs:
            if isinstance(type, ShapedType) and not type.has_static_shape:
                return None
            return constant(int(predicate.name in _EQUAL_TRUE), type)
        if element_type_of(self.lhs.type) is I1:
            if predicate is CmpIPredicate.ne and is_int(operands[1], 0):
                return self.lhs
            if predicate is CmpIPredicate.eq and is_int(operands[1], 1):
                return self.lhs
        extension = self.lhs.defining_op
        if (
            isinstance(extension, (ExtSIOp, ExtUIOp))
            and element_type_of(extension.in_.type) is I1
            and predicate is CmpIPredicate.ne
            and is_int(operands[1], 0)
        ):
            return extension.in_
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
        return fold_elements(operands, type, lambda a, b: int(compare_floats(predicate, a, b)))


def _selects(op: Any) -> bool:
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

    def verify(self) -> Diagnostic | None:
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
        """select(true, a, b) --> a; select(c, a, a) --> a; select(c, true, false) --> c;
        select(c, poison, b) --> b"""
        condition, on_true, on_false = operands
        a, b = self.true_value, self.false_value
        if is_int(condition, 1):
            return a
        if is_int(condition, 0) or isinstance(on_true, PoisonAttr):
            return b
        if a is b or isinstance(on_false, PoisonAttr):
            return a
        if (
            element_type_of(self.result.type) is I1
            and self.condition.type is self.result.type
            and is_int(on_true, 1)
            and is_int(on_false, 0)
        ):
            return self.condition
        if (
            isinstance(condition, DenseElementsAttr)
            and on_true is not None
            and on_false is not None
        ):
            return fold_elements(operands, self.result.type, lambda c, x, y: x if c else y)
        return self._fold_comparison()

    def _fold_comparison(self) -> Any:
        """select(a == b, a, b) --> b; select(a != b, a, b) --> a"""
        compare = self.condition.defining_op
        if not isinstance(compare, CmpIOp):
            return None
        pair = {compare.lhs, compare.rhs}
        if pair != {self.true_value, self.false_value}:
            return None
        if compare.predicate is CmpIPredicate.eq:
            return self.false_value
        return self.true_value if compare.predicate is CmpIPredicate.ne else None
