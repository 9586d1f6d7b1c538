"""Rules: patterns as two expressions of op classes and variables."""

import pytest

from mlirlite.dialects import arith
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.parser import parse_module
from mlirlite.printer import print_op
from mlirlite.rewriting import (
    UNUSED,
    Number,
    TraceSink,
    apply_patterns_greedily,
    computed,
    constants,
    rule,
    terms,
    tracing,
    variables,
)

x, y, z, p, t, f, g = variables("x y z p t f g")
a, b = constants("a b")
Add, Sub, Mul, CmpI, Select, ExtUI = terms(
    arith.AddIOp, arith.SubIOp, arith.MulIOp, arith.CmpIOp, arith.SelectOp, arith.ExtUIOp
)


def rewritten(body, *rules, inputs="%x: i32, %y: i32"):
    """The ops of a function after the rules, without constants that are dead, and the reasons."""
    module = parse_module(f"func.func @f({inputs}) -> i32 {{ {body} }}")
    with tracing(TraceSink()) as sink:
        apply_patterns_greedily(module, rules, fold=False)
    lines = print_op(module).splitlines()[2:-2]
    reasons = [r for s in sink.statistics.values() for r in s.reasons]
    return [line.strip() for line in lines], reasons


def test_a_variable_twice_is_the_same_value():
    sub_of_add = rule(Sub(Add(x, y), y), x, name="sub_of_add")
    assert sub_of_add.equation == "arith.subi(arith.addi(x, y), y) --> x"
    same = "%0 = arith.addi %x, %y : i32 %1 = arith.subi %0, %y : i32 return %1 : i32"
    assert rewritten(same, sub_of_add)[0] == ["return %arg0 : i32"]
    other = "%0 = arith.addi %x, %y : i32 %1 = arith.subi %0, %0 : i32 return %1 : i32"
    lines, reasons = rewritten(other, sub_of_add)
    assert len(lines) == 3
    assert reasons == ["looks different"]


def test_commutative_ops_match_in_both_orders():
    both = "%0 = arith.addi %y, %x : i32 %1 = arith.subi %0, %y : i32 return %1 : i32"
    assert rewritten(both, rule(Sub(Add(x, y), y), x))[0] == ["return %arg0 : i32"]


def test_numbers_are_constants_and_splats():
    negate = rule(Mul(x, -1), Sub(0, x))
    text = "%c = arith.constant -1 : i32 %0 = arith.muli %x, %c : i32 return %0 : i32"
    assert rewritten(text, negate)[0] == [
        "%c0_i32 = arith.constant 0 : i32",
        "%0 = arith.subi %c0_i32, %arg0 : i32",
        "return %0 : i32",
    ]
    module = parse_module(
        "func.func @f(%x: vector<2xi8>) -> vector<2xi8> {"
        "%c = arith.constant dense<255> : vector<2xi8> %0 = arith.muli %x, %c : vector<2xi8>"
        "return %0 : vector<2xi8> }"
    )
    assert apply_patterns_greedily(module, [negate])
    assert "arith.constant dense<0> : vector<2xi8>" in print_op(module)


def test_a_number_of_a_dynamic_type_makes_the_rule_not_apply():
    module = parse_module(
        "func.func @f(%x: tensor<?xi8>) -> tensor<?xi8> {"
        "%0 = arith.subi %x, %x : tensor<?xi8> return %0 : tensor<?xi8> }"
    )
    assert not apply_patterns_greedily(module, [rule(Sub(x, x), 0)])


def test_functions_compute_constants_and_conditions():
    both = rule(
        Add(Add(x, a), b),
        Add(x, lambda a, b: IntegerAttr(a.value + b.value, a.type)),
        where=lambda a, b: a.value < b.value,
        reason="the first is not less",
    )
    text = (
        "%c = arith.constant {} : i32 %d = arith.constant {} : i32 %0 = arith.addi %x, %c : i32 "
        "%1 = arith.addi %0, %d : i32 return %1 : i32"
    )
    lines, _ = rewritten(text.format(3, 4), both)
    assert "%c7_i32 = arith.constant 7 : i32" in lines
    assert rewritten(text.format(4, 3), both)[1] == ["looks different", "the first is not less"]
    never = rule(Add(x, a), lambda x: None)
    assert "a part of the right side cannot be computed" in rewritten(text.format(4, 3), never)[1]


def test_properties_and_types():
    select = rule(
        Select(CmpI(p, x, y), a, b),
        ExtUI(CmpI(p, x, y), out=lambda op: op.result.type),
        where=lambda a, b: a.value == 1 and b.value == 0,
    )
    text = (
        "%c = arith.constant 1 : i32 %d = arith.constant 0 : i32 "
        "%0 = arith.cmpi slt, %x, %y : i32 %1 = arith.select %0, %c, %d : i32 return %1 : i32"
    )
    assert rewritten(text, select)[0] == [
        "%0 = arith.cmpi slt, %arg0, %arg1 : i32",
        "%1 = arith.extui %0 : i1 to i32",
        "return %1 : i32",
    ]
    only_slt = rule(CmpI(arith.CmpIPredicate.slt, x, x), 0)
    assert only_slt.roots == (arith.CmpIOp,)


def test_operators_combine_constants_and_flags():
    gather = rule(Add(Add(x, a, f), b, g), Add(x, a + b * a, f & g))
    assert gather.equation == (
        "arith.addi(arith.addi(x, a, f), b, g) --> arith.addi(x, a + (b * a), f & g)"
    )
    text = (
        "%c = arith.constant 3 : i32 %d = arith.constant 4 : i32 "
        "%0 = arith.addi %x, %c overflow<nsw> : i32 "
        "%1 = arith.addi %0, %d overflow<nsw, nuw> : i32 return %1 : i32"
    )
    lines, _ = rewritten(text, gather)
    assert "%c15_i32 = arith.constant 15 : i32" in lines
    assert "%0 = arith.addi %arg0, %c15_i32 overflow<nsw> : i32" in lines


def test_results_stand_for_their_types_and_may_be_unused():
    MulExt, Trunc = terms(arith.MulSIExtendedOp, arith.TruncIOp)
    low = rule(MulExt(x, y, high=UNUSED), (Mul(x, y), None))
    text = "%0, %1 = arith.mulsi_extended %x, %y : i32 return {} : i32"
    assert rewritten(text.format("%0"), low)[0][0] == "%0 = arith.muli %arg0, %arg1 : i32"
    assert rewritten(text.format("%1"), low)[1] == ["looks different"]

    @computed
    def has(value, type):
        return value.type is type

    back = rule(Trunc(ExtUI(x), out=t), x, where=has(x, t))
    assert back.equation == "arith.trunci(arith.extui(x), out=t) --> x where has(x, t)"
    text = "%0 = arith.extui %x : i32 to i64 %1 = arith.trunci %0 : i64 to i32 return %1 : i32"
    assert rewritten(text, back)[0] == ["return %arg0 : i32"]


def test_an_op_of_the_left_side_can_have_a_name():
    inner = rule(Sub(x, Sub(x, y).named(z)), z)
    text = "%0 = arith.subi %x, %y : i32 %1 = arith.subi %x, %0 : i32 return %1 : i32"
    assert rewritten(text, inner)[0][-1] == "return %0 : i32"


def test_a_number_may_depend_on_the_type():
    highest = Number("highest", lambda type: (1 << type.width - 1) - 1)
    flip = rule(Sub(x, highest), Add(x, highest))
    text = "%c = arith.constant 2147483647 : i32 %0 = arith.subi %x, %c : i32 return %0 : i32"
    assert "%0 = arith.addi %arg0, %c2147483647_i32 : i32" in rewritten(text, flip)[0]


def test_mistakes_are_found_when_the_rule_is_made():
    with pytest.raises(TypeError, match="AddIOp: too many positional arguments"):
        Add(x, y, x, y, x)
    with pytest.raises(TypeError, match=r"rule arith.addi\(x, x\): the left side has no variable"):
        rule(Add(x, x), y)
    with pytest.raises(TypeError, match=r"'predicate' is not an operand; it cannot be arith\.addi"):
        CmpI(Add(x, y), x, y)
    with pytest.raises(TypeError, match="has no variable 'z'"):
        rule(Add(x, x), x, where=lambda z: True)
