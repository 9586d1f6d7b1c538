"""Canonical forms of arith: constants gather, comparisons absorb negations, casts cancel."""

from collections.abc import Callable
from typing import Any

from mlirlite.dialects.arith import _canonical_compare  # noqa: F401
from mlirlite.dialects.arith._fold import bit_width, fold_elements, is_int, zero
from mlirlite.dialects.arith.casts import (
    ExtSIOp,
    ExtUIOp,
    IndexCastOp,
    IndexCastUIOp,
    SIToFPOp,
    TruncFOp,
    TruncIOp,
    UIToFPOp,
)
from mlirlite.dialects.arith.compare import CmpIOp, SelectOp
from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.arith.enums import NO_OVERFLOW, CmpIPredicate, IntegerOverflowFlagsAttr
from mlirlite.dialects.arith.extended import (
    AddUIExtendedOp,
    MulSIExtendedOp,
    MulUIExtendedOp,
)
from mlirlite.dialects.arith.floating import DivFOp, MulFOp, NegFOp
from mlirlite.dialects.arith.integer import (
    AddIOp,
    AndIOp,
    MulIOp,
    OrIOp,
    ShRSIOp,
    ShRUIOp,
    SubIOp,
    XOrIOp,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import TRUE, IntegerAttr
from mlirlite.ir.types import I1, IntegerType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting import (
    Rewriter,
    canonicalization,
    constant_value,
    rule,
    terms,
    variables,
)

_INVERSE = {
    "eq": "ne",
    "ne": "eq",
    "slt": "sge",
    "sge": "slt",
    "sle": "sgt",
    "sgt": "sle",
    "ult": "uge",
    "uge": "ult",
    "ule": "ugt",
    "ugt": "ule",
}


def _constant(value: Value) -> Attribute | None:
    return constant_value(value)


def _combine(
    rw: Rewriter, op: Any, a: Attribute, b: Attribute, function: Callable[[int, int], int]
) -> Value | None:
    """A new constant of two others, before the op; None when they are no numbers of its type."""
    folded = fold_elements([a, b], op.result.type, function)
    made = make_constant(folded, op.result.type) if folded is not None else None
    if made is None:
        return None
    return rw.insert(made).result


def _rewrite(
    rw: Rewriter,
    op: Any,
    cls: type[Any],
    values: tuple[Any, Any],
    function: Callable[[int, int], int],
    *,
    constant_first: bool = False,
) -> bool:
    """Replace `op` by `cls(x, f(a, b))`, or with the constant first; `values` are x and the pair of
    constants."""
    x, (a, b) = values
    rw.set_before(op)
    folded = _combine(rw, op, a, b, function)
    if folded is None:
        return rw.fail("the constants cannot be combined")
    operands = (folded, x) if constant_first else (x, folded)
    inner = next(v.defining_op for v in op.operands if _constant(v) is None)
    flags = op.overflowFlags.value & getattr(inner, "overflowFlags", NO_OVERFLOW).value
    rw.replace(op, cls(*operands, overflowFlags=IntegerOverflowFlagsAttr(flags)))
    return True


@canonicalization
def addi_of_constant(op: AddIOp, rw: Rewriter) -> bool | None:
    """(x + c0) + c1 --> x + (c0 + c1); (x - c0) + c1 --> x + (c1 - c0); (c0 - x) + c1 --> (c0 + c1)
    - x"""
    inner, outer = op.lhs.defining_op, _constant(op.rhs)
    if outer is None:
        return rw.fail("the right operand is no constant")
    if isinstance(inner, AddIOp) and (c := _constant(inner.rhs)) is not None:
        return _rewrite(rw, op, AddIOp, (inner.lhs, (c, outer)), lambda a, b: a + b)
    if isinstance(inner, SubIOp):
        if (c := _constant(inner.rhs)) is not None:
            return _rewrite(rw, op, AddIOp, (inner.lhs, (c, outer)), lambda a, b: b - a)
        if (c := _constant(inner.lhs)) is not None:
            pair = (inner.rhs, (c, outer))
            return _rewrite(rw, op, SubIOp, pair, lambda a, b: a + b, constant_first=True)
    return rw.fail("the left operand is no sum with a constant")


_x, _y, _c = variables("x y c")
_add, _sub, _mul, _xor, _select, _truncf = terms(AddIOp, SubIOp, MulIOp, XOrIOp, SelectOp, TruncFOp)

addi_of_negation = canonicalization(
    rule(_add(_x, _mul(_y, -1)), _sub(_x, _y), name="addi_of_negation")
)


@canonicalization
def subi_of_subi(op: SubIOp, rw: Rewriter) -> bool | None:
    """(x - y) - x --> 0 - y"""
    inner = op.lhs.defining_op
    if not isinstance(inner, SubIOp) or inner.lhs is not op.rhs:
        return rw.fail("not the same value is taken away again")
    type = inner.rhs.type
    nothing = zero(type)
    made = make_constant(nothing, type) if nothing is not None else None
    if made is None:
        return rw.fail("there is no constant of the type")
    flags = op.overflowFlags.value & inner.overflowFlags.value
    rw.set_before(op)
    start = rw.insert(made).result
    rw.replace(op, SubIOp(start, inner.rhs, overflowFlags=IntegerOverflowFlagsAttr(flags)))
    return True


@canonicalization
def subi_of_constant(op: SubIOp, rw: Rewriter) -> bool | None:
    """(x + c0) - c1 --> x + (c0 - c1), and the like for all places of the constants"""
    left, right = op.lhs.defining_op, op.rhs.defining_op
    outer = _constant(op.rhs)
    if outer is not None:
        if isinstance(left, AddIOp) and (c := _constant(left.rhs)) is not None:
            return _rewrite(rw, op, AddIOp, (left.lhs, (c, outer)), lambda a, b: a - b)
        if isinstance(left, SubIOp):
            if (c := _constant(left.rhs)) is not None:
                return _rewrite(rw, op, SubIOp, (left.lhs, (c, outer)), lambda a, b: a + b)
            if (c := _constant(left.lhs)) is not None:
                pair = (left.rhs, (c, outer))
                return _rewrite(rw, op, SubIOp, pair, lambda a, b: a - b, constant_first=True)
    outer = _constant(op.lhs)
    if outer is not None:
        if isinstance(right, AddIOp) and (c := _constant(right.rhs)) is not None:
            pair = (right.lhs, (c, outer))
            return _rewrite(rw, op, SubIOp, pair, lambda a, b: b - a, constant_first=True)
        if isinstance(right, SubIOp):
            if (c := _constant(right.rhs)) is not None:
                pair = (right.lhs, (c, outer))
                return _rewrite(rw, op, SubIOp, pair, lambda a, b: a + b, constant_first=True)
            if (c := _constant(right.lhs)) is not None:
                return _rewrite(rw, op, AddIOp, (right.rhs, (c, outer)), lambda a, b: b - a)
    return rw.fail("no constant meets another one")


@canonicalization
def muli_of_muli(op: MulIOp, rw: Rewriter) -> bool | None:
    """(x * c0) * c1 --> x * (c0 * c1)"""
    inner, outer = op.lhs.defining_op, _constant(op.rhs)
    if not isinstance(inner, MulIOp) or outer is None:
        return rw.fail("not a product with two constants")
    c = _constant(inner.rhs)
    if c is None:
        return rw.fail("not a product with two constants")
    return _rewrite(rw, op, MulIOp, (inner.lhs, (c, outer)), lambda a, b: a * b)


@canonicalization
def extended_without_high_half(
    op: MulSIExtendedOp | MulUIExtendedOp | AddUIExtendedOp, rw: Rewriter
) -> bool | None:
    """mul_extended with unused high half --> muli; addui_extended with unused overflow --> addi"""
    low, high = op.results
    if high.has_uses:
        return rw.fail("the second result is used")
    cls: Any = AddIOp if isinstance(op, AddUIExtendedOp) else MulIOp
    rw.set_before(op)
    plain = rw.insert(cls(*op.operands))
    rw.replace_all_uses_with(low, plain.result)
    rw.erase(op)
    return True


@canonicalization
def signed_extended_product_of_one(op: MulSIExtendedOp, rw: Rewriter) -> bool | None:
    """mulsi_extended(x, 1) --> x, extsi(x < 0)"""
    type = op.low.type
    if not is_int(_constant(op.rhs), 1):
        return rw.fail("the right operand is not 1")
    rw.set_before(op)
    nothing = zero(type)
    made = make_constant(nothing, type) if nothing is not None else None
    if made is None:
        return rw.fail("there is no constant of the type")
    negative = rw.insert(CmpIOp(CmpIPredicate.slt, op.lhs, rw.insert(made).result))
    high = rw.insert(ExtSIOp(negative.result, out=type))
    rw.replace(op, [op.lhs, high.result])
    return True


@canonicalization
def sign_extension_of_unsigned(op: ExtSIOp, rw: Rewriter) -> bool | None:
    """extsi(extui(x)) --> extui(x)"""
    inner = op.in_.defining_op
    if not isinstance(inner, ExtUIOp):
        return rw.fail("the operand is no zero extension")
    rw.replace(op, ExtUIOp(inner.in_, out=op.out.type))
    return True


@canonicalization
def not_of_compare(op: XOrIOp, rw: Rewriter) -> bool | None:
    """cmpi(p, a, b) ^ true --> cmpi(not p, a, b)"""
    inner = op.lhs.defining_op
    if not isinstance(inner, CmpIOp) or not is_int(_constant(op.rhs), 1):
        return rw.fail("not the negation of a comparison")
    if element_type_of(op.result.type) is not I1:
        return rw.fail("not the negation of a comparison")
    rw.replace(op, CmpIOp(CmpIPredicate[_INVERSE[inner.predicate.name]], inner.lhs, inner.rhs))
    return True


@canonicalization
def bitwise_of_extensions(op: XOrIOp | OrIOp | AndIOp, rw: Rewriter) -> bool | None:
    """ext(x) & ext(y) --> ext(x & y), for both extensions and all bitwise ops"""
    left, right = (v.defining_op for v in op.operands)
    for cls in (ExtUIOp, ExtSIOp):
        if isinstance(left, cls) and isinstance(right, cls) and left.in_.type is right.in_.type:
            rw.set_before(op)
            narrow = rw.insert(type(op)(left.in_, right.in_))
            rw.replace(op, cls(narrow.result, out=op.result.type))
            return True
    return rw.fail("the operands are not extended alike from one type")


@canonicalization
def compare_of_extensions(op: CmpIOp, rw: Rewriter) -> bool | None:
    """cmpi(eq, ext(a), ext(b)) --> cmpi(eq, a, b), and with ne"""
    if op.predicate not in (CmpIPredicate.eq, CmpIPredicate.ne):
        return rw.fail("the order depends on the width")
    left, right = op.lhs.defining_op, op.rhs.defining_op
    for cls in (ExtSIOp, ExtUIOp):
        if isinstance(left, cls) and isinstance(right, cls) and left.in_.type is right.in_.type:
            rw.replace(op, CmpIOp(op.predicate, left.in_, right.in_))
            return True
    return rw.fail("the operands are not extended alike from one type")


@canonicalization
def trunci_of_extension(op: TruncIOp, rw: Rewriter) -> bool | None:
    """trunci(ext(x)) --> ext(x) when bits of the extension are left"""
    inner = op.in_.defining_op
    if not isinstance(inner, (ExtUIOp, ExtSIOp)):
        return rw.fail("the operand is not extended")
    if bit_width(inner.in_.type) >= bit_width(op.out.type):
        return rw.fail("no bits of the extension are left")
    rw.replace(op, type(inner)(inner.in_, out=op.out.type))
    return True


@canonicalization
def trunci_of_signed_shift(op: TruncIOp, rw: Rewriter) -> bool | None:
    """trunci(shrsi(x, c)) --> trunci(shrui(x, c)), when just the bits that come in are cut off"""
    inner = op.in_.defining_op
    if not isinstance(inner, ShRSIOp):
        return rw.fail("the operand is no signed shift")
    amount = _constant(inner.rhs)
    if amount is None or not is_int(amount, bit_width(op.in_.type) - bit_width(op.out.type)):
        return rw.fail("other bits are cut off")
    made = make_constant(amount, op.in_.type)
    if made is None:
        return rw.fail("there is no constant of the type")
    rw.set_before(op)
    shifted = rw.insert(ShRUIOp(inner.lhs, rw.insert(made).result, isExact=inner.isExact))
    rw.replace(op, TruncIOp(shifted.result, op.overflowFlags, out=op.out.type))
    return True


@canonicalization
def cast_of_cast(op: IndexCastOp | IndexCastUIOp, rw: Rewriter) -> bool | None:
    """index_cast(index_cast(x)) : type of x --> x; index_cast(extsi(x)) --> index_cast(x)"""
    inner = op.in_.defining_op
    if isinstance(inner, type(op)) and inner.in_.type is op.out.type:
        # MLIR differs: it also takes casts through integers that are too narrow for an index.
        if bit_width(op.in_.type) < bit_width(op.out.type):
            return rw.fail("the type between loses bits")
        rw.replace(op, inner.in_)
        return True
    extension = ExtSIOp if isinstance(op, IndexCastOp) else ExtUIOp
    if isinstance(inner, extension):
        rw.replace(op, type(op)(inner.in_, out=op.out.type))
        return True
    return rw.fail("the operand is no cast that cancels")


truncf_of_signed, truncf_of_unsigned = (
    canonicalization(
        rule(_truncf(made(_x)), made(_x, out=lambda op: op.out.type), name=f"truncf_of_{name}")
    )
    for made, name in zip(terms(SIToFPOp, UIToFPOp), ("signed", "unsigned"), strict=True)
)


@canonicalization
def product_of_negations(op: MulFOp | DivFOp, rw: Rewriter) -> bool | None:
    """-a * -b --> a * b; -a / -b --> a / b"""
    left, right = (v.defining_op for v in op.operands)
    if not isinstance(left, NegFOp) or not isinstance(right, NegFOp):
        return rw.fail("not both operands are negated")
    rw.replace(op, type(op)(left.operand, right.operand, op.fastmath))
    return True


# Selection


select_of_not = canonicalization(
    rule(
        _select(_xor(_c, 1), _x, _y),
        _select(_c, _y, _x),
        where=lambda c: element_type_of(c.type) is I1,
        name="select_of_not",
    )
)


@canonicalization
def select_of_same_condition(op: SelectOp, rw: Rewriter) -> bool | None:
    """select(c, select(c, a, b), d) --> select(c, a, d), and on the other side"""
    on_true, on_false = op.true_value, op.false_value
    inner = on_true.defining_op
    if isinstance(inner, SelectOp) and inner.condition is op.condition:
        on_true = inner.true_value
    inner = on_false.defining_op
    if isinstance(inner, SelectOp) and inner.condition is op.condition:
        on_false = inner.false_value
    if on_true is op.true_value and on_false is op.false_value:
        return rw.fail("no value selects by the same condition")
    rw.replace(op, SelectOp(op.condition, on_true, on_false))
    return True


@canonicalization
def select_to_extension(op: SelectOp, rw: Rewriter) -> bool | None:
    """select(c, 1, 0) --> extui(c); select(c, 0, 1) --> extui(c ^ true), or without extui"""
    type, condition = op.result.type, op.condition
    on_true, on_false = _constant(op.true_value), _constant(op.false_value)
    if not isinstance(on_true, IntegerAttr) or not isinstance(on_false, IntegerAttr):
        return rw.fail("the values are no numbers")
    if type is I1 and is_int(on_true, 0) and is_int(on_false, 1):
        rw.replace(op, XOrIOp(condition, op.false_value))
        return True
    wide = isinstance(type, IntegerType) and type.width > 1
    if wide and is_int(on_true, 1) and is_int(on_false, 0):
        rw.replace(op, ExtUIOp(condition, out=type))
        return True
    if wide and is_int(on_true, 0) and is_int(on_false, 1):
        rw.set_before(op)
        true = make_constant(TRUE, I1)
        if true is not None:
            opposite = rw.insert(XOrIOp(condition, rw.insert(true).result))
            rw.replace(op, ExtUIOp(opposite.result, out=type))
            return True
    return rw.fail("the values are not 1 and 0")
