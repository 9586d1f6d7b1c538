"""The greedy driver on a small dialect: folds, dead code, patterns, limits, loops."""

import pytest

from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import SignlessInteger
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Operand, Prop, RegionField, Result, VarOperand
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    Commutative,
    ConstantLike,
    Involution,
    IsolatedFromAbove,
    NoTerminator,
    Pure,
    SameOperandsAndResultType,
    SingleBlock,
)
from mlirlite.ir.types import I32
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import PatternSet, pattern
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.rewriting.trace import TraceSink, tracing
from mlirlite.support.diagnostics import DiagnosticError


class TopOp(Op, name="toy.top", traits=(IsolatedFromAbove, NoTerminator, SingleBlock())):
    body: RegionField


class NestOp(Op, name="toy.nest", traits=(NoTerminator, SingleBlock())):
    body: RegionField


class ConstantOp(Op, name="toy.constant", traits=(Pure, ConstantLike)):
    value: Prop[IntegerAttr]
    result: Result[SignlessInteger]

    def infer_types(self):
        return [self.value.type]

    def fold(self, operands):
        return self.value


class AddOp(Op, name="toy.add", traits=(Pure, Commutative, SameOperandsAndResultType)):
    lhs: Operand[SignlessInteger]
    rhs: Operand[SignlessInteger]
    result: Result[SignlessInteger]

    def fold(self, operands):
        a, b = operands
        if b is not None and b.value == 0:
            return self.lhs
        if a is not None and b is not None:
            return IntegerAttr(a.value + b.value, a.type)
        return None


class NotOp(Op, name="toy.not", traits=(Pure, Involution, SameOperandsAndResultType)):
    value: Operand[SignlessInteger]
    result: Result[SignlessInteger]


class AOp(Op, name="toy.a", traits=(Pure,)):
    result: Result[SignlessInteger]


class BOp(Op, name="toy.b", traits=(Pure,)):
    result: Result[SignlessInteger]


class UseOp(Op, name="toy.use"):
    values: VarOperand[SignlessInteger]


class ToyDialect(Dialect):
    def materialize_constant(self, value, type, location):
        return ConstantOp(value, loc=location)


DIALECT = ToyDialect("toy", __name__)


def top(*ops: Operation) -> TopOp:
    block = Block()
    for op in ops:
        block.append(op)
    return TopOp(Region([block]))


def names(root: Operation) -> list[str]:
    return [op.name.partition(".")[2] for op in root.walk()][1:]


def constant(value: int) -> ConstantOp:
    return ConstantOp(IntegerAttr(value, I32))


def constants(root: Operation) -> list[int]:
    return [op.value.value for op in root.walk() if isinstance(op, ConstantOp)]


def test_folds_to_a_constant_of_the_ops_dialect():
    a, b = constant(1), constant(2)
    add = AddOp(a, b)
    root = top(a, b, add, UseOp([add]))
    assert apply_patterns_greedily(root, [])
    assert names(root) == ["constant", "use"]
    assert constants(root) == [3]


def test_nothing_to_do():
    root = top(UseOp([]))
    assert not apply_patterns_greedily(root, [])


def test_commutative_ops_get_their_constants_last():
    x, c = AOp(result=I32), constant(1)
    add = AddOp(c, x)
    apply_patterns_greedily(top(x, c, add, UseOp([add])), [])
    assert add.operands == (x.result, c.result)


def test_involution():
    x = AOp(result=I32)
    first = NotOp(x)
    second = NotOp(first)
    use = UseOp([second])
    root = top(x, first, second, use)
    apply_patterns_greedily(root, [])
    assert names(root) == ["a", "use"]
    assert use.operands == (x.result,)


def test_equal_constants_become_one_at_the_top_of_the_isolated_op():
    inner = Region([Block()])
    deep = constant(7)
    inner.entry.append(deep)
    inner.entry.append(UseOp([deep]))
    same = constant(7)
    root = top(UseOp([]), NestOp(inner), same, UseOp([same]))
    apply_patterns_greedily(root, [])
    assert names(root) == ["constant", "use", "nest", "use", "use"]


def test_dead_chain_goes_but_not_what_has_effects():
    x = AOp(result=I32)
    y = NotOp(x)
    z = NotOp(y)
    root = top(x, y, z, UseOp([]))
    apply_patterns_greedily(root, [], fold=False)
    assert names(root) == ["use"]


def test_what_a_change_in_place_leaves_dead_goes_at_the_end_of_the_iteration():
    x, y = AOp(result=I32), BOp(result=I32)
    unused = NotOp(x)
    root = top(x, y, unused, UseOp([unused, y]), UseOp([x]))
    counts = []

    @pattern
    def take_y(op: UseOp, rw: Rewriter) -> bool:
        if op.values[0] is not unused.result:
            counts.append(len(x.result.users))
            return rw.fail("uses something else")
        with rw.modify(op):
            op.set_operand(0, y.result)
        return True

    apply_patterns_greedily(root, [take_y], fold=False, max_iterations=1)
    assert counts == [2, 2]  # until then it is a user, as upstream
    assert names(root) == ["a", "b", "use", "use"]


def test_benefit_own_class_first_then_order():
    tried = []

    def make(name, root, benefit=1):
        def function(op, rw):
            tried.append(name)
            return False

        function.__annotations__ = {"op": root}
        return pattern(benefit=benefit)(function)

    patterns = [make("any", Operation), make("second", AOp), make("first", AOp, 3), make("b", BOp)]
    x = AOp(result=I32)
    apply_patterns_greedily(top(x, UseOp([x])), patterns)
    assert tried == ["first", "second", "any", "any"]


@pattern
def a_to_b(op: AOp, rw: Rewriter) -> None:
    """a --> b"""
    rw.replace(op, BOp(result=I32))


@pattern
def b_to_a(op: BOp, rw: Rewriter) -> None:
    """b --> a"""
    rw.replace(op, AOp(result=I32))


def test_pattern_without_return_value():
    x = AOp(result=I32)
    root = top(x, UseOp([x]))
    assert apply_patterns_greedily(root, [a_to_b])
    assert names(root) == ["b", "use"]


def test_patterns_that_undo_each_other_are_named():
    x = AOp(result=I32)
    with pytest.raises(DiagnosticError) as e:
        apply_patterns_greedily(top(x, UseOp([x])), [a_to_b, b_to_a])
    text = str(e.value)
    assert "patterns 'a_to_b' and 'b_to_a' undo each other" in text
    assert "a --> b" in text


def test_pattern_that_never_ends_is_named():
    @pattern
    def again(op: UseOp, rw: Rewriter) -> None:
        with rw.modify(op):
            op.attributes["toy.n"] = IntegerAttr(0, I32)

    with pytest.raises(DiagnosticError, match=r"pattern 'again' applies to what it made"):
        apply_patterns_greedily(top(UseOp([])), [again])


def test_long_but_finite_rewriting_is_no_loop():
    """Each rewrite moves a `not` one step down a chain of 3000 ops."""

    @pattern
    def sink(op: NotOp, rw: Rewriter) -> bool:
        if not op.result.has_one_use or not isinstance(user := op.result.users[0], AddOp):
            return rw.fail("no add below")
        rw.set_before(user)
        add = rw.insert(AddOp(op.value, user.rhs))
        rw.set_after(add)
        rw.replace(user, rw.insert(NotOp(add)))
        rw.erase(op)
        return True

    x = AOp(result=I32)
    ops = [x, NotOp(x)]
    for _ in range(3000):
        ops.append(AddOp(ops[-1], x))
    root = top(*ops, UseOp([ops[-1]]))
    assert apply_patterns_greedily(root, [sink], fold=False)
    assert names(root)[-2:] == ["not", "use"]


def test_limits():
    x = AOp(result=I32)
    root = top(x, UseOp([x]))
    assert apply_patterns_greedily(root, [a_to_b, b_to_a], max_rewrites=3, max_iterations=1)
    assert names(root) == ["b", "use"]
    with pytest.raises(DiagnosticError, match=r"did not converge after 10 iterations"):
        apply_patterns_greedily(root, [a_to_b, b_to_a], max_rewrites=2, must_converge=True)


def test_a_pattern_that_fails_after_changes_is_at_fault():
    @pattern
    def liar(op: AOp, rw: Rewriter) -> bool:
        rw.insert(BOp(result=I32))
        return False

    x = AOp(result=I32)
    with pytest.raises(DiagnosticError, match=r"'liar' said that it does not apply after"):
        apply_patterns_greedily(top(x, UseOp([x])), [liar])


@pytest.mark.parametrize("traceback", [False, True])
def test_a_crash_names_pattern_and_op(monkeypatch, traceback):
    monkeypatch.setenv("MLIRLITE_TRACEBACK", "1" if traceback else "")

    @pattern
    def broken(op: AOp, rw: Rewriter) -> bool:
        return {}["x"]

    x = AOp(result=I32)
    with pytest.raises(DiagnosticError) as e:
        apply_patterns_greedily(top(x, UseOp([x])), [broken])
    assert "pattern 'broken' crashed on 'toy.a': KeyError: 'x'" in str(e.value)
    assert ("Traceback" in str(e.value)) is traceback


def test_fold_of_the_wrong_length_is_named():
    class BadOp(Op, name="toy.bad", traits=(Pure,)):
        result: Result[SignlessInteger]

        def fold(self, operands):
            return [None, None]

    x = BadOp(result=I32)
    with pytest.raises(DiagnosticError, match=r"fold crashed on 'toy.bad'"):
        apply_patterns_greedily(top(x, UseOp([x])), [])


def test_trace_counts_hits_and_reasons():
    @pattern
    def shy(op: UseOp, rw: Rewriter) -> bool:
        return rw.fail(lambda: "not today")

    x = AOp(result=I32)
    with tracing(TraceSink()) as sink:
        apply_patterns_greedily(top(x, UseOp([x])), [a_to_b, shy])
    assert sink.statistics["a_to_b"].hits == 1
    assert sink.statistics["shy"].reasons == {"not today": 2}


def test_trace_tells_of_constants_that_no_dialect_makes():
    class SecretOp(Op, name="mute.secret", traits=(Pure,)):
        result: Result[SignlessInteger]

        def fold(self, operands):
            return StringAttr("secret")

    x = SecretOp(result=I32)
    with tracing(TraceSink()) as sink:
        apply_patterns_greedily(top(x, UseOp([x])), [])
    reason = "materialize_constant of the dialect 'mute' gives no op for a constant of type i32"
    assert list(sink.statistics["fold of mute.secret"].reasons) == [reason]


def test_counts():
    seen = []
    x = AOp(result=I32)
    apply_patterns_greedily(
        top(x, UseOp([x]), AOp(result=I32)), [a_to_b], count=lambda name, n: seen.extend([name] * n)
    )
    assert seen.count("a_to_b") == 1
    assert seen.count("(dead)") == 1


def test_deep_nests_do_not_recurse():
    region = Region([Block()])
    x = constant(3)
    region.entry.append(x)
    region.entry.append(UseOp([x]))
    for _ in range(5000):
        outer = Region([Block()])
        outer.entry.append(NestOp(region))
        region = outer
    root = TopOp(region)
    apply_patterns_greedily(root, [])
    assert names(root)[:2] == ["constant", "nest"]


@pytest.mark.parametrize("annotation", [None, "Unknown", 3])
def test_a_pattern_needs_a_root_class(annotation):
    def function(op, rw):
        return False

    function.__annotations__ = {} if annotation is None else {"op": annotation}
    with pytest.raises(TypeError, match=r"pattern function"):
        pattern(function)


def test_union_of_roots():
    @pattern
    def either(op: AOp | BOp, rw: Rewriter) -> bool:
        return False

    assert either.roots == (AOp, BOp)
    found = PatternSet([either])
    assert found.for_class(BOp) == (either,)
    assert found.for_class(NotOp) == ()
    assert either.equation == "either"
