"""The rewriter's changes and what its listener hears; folding, casts, effects and dead values."""

import pytest

from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import SignlessInteger
from mlirlite.ir.context import Context
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import SameOperandsAndResultType
from mlirlite.ir.types import F32, I1, I32, I64, MemRefType
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.values import Value
from mlirlite.rewriting.casts import cast_of, make_cast, reconcile_casts
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.folding import constant_value, dialect_of, fold_op
from mlirlite.rewriting.regions import simplify_regions
from mlirlite.rewriting.rewriter import Listener, Rewriter

CONTEXT = Context()
ARITH_CONSTANT = CONTEXT.op_class("arith.constant")
ADDI = CONTEXT.op_class("arith.addi")


class DoubleOp(Op, name="plain.double", traits=(SameOperandsAndResultType,)):
    value: Operand[SignlessInteger]
    result: Result[SignlessInteger]

    def fold(self, operands):
        return IntegerAttr(operands[0].value * 2, I32) if operands[0] else None


DIALECT = Dialect("plain", __name__)


def op(name: str, *operands: Value, results=(), regions=()) -> Operation:
    return UnregisteredOp.named(name, operands, results, regions=regions)


def constant(value: int) -> Operation:
    return ARITH_CONSTANT(IntegerAttr(value, I32))


def names(block: Block) -> list[str]:
    return [o.name for o in block]


class Ear(Listener):
    def __init__(self):
        self.heard = []

    def inserted(self, op):
        self.heard.append(f"+{op.name}")

    def moved(self, op):
        self.heard.append(f">{op.name}")

    def modified(self, op):
        self.heard.append(f"~{op.name}")

    def erased(self, op):
        self.heard.append(f"-{op.name}")


@pytest.fixture
def block():
    return Block()


@pytest.fixture
def ear():
    return Ear()


@pytest.fixture
def rw(block, ear):
    return Rewriter(block, listener=ear)


def test_replace_with_a_detached_op(block, ear, rw):
    old = rw.insert(op("a", results=[I32]))
    user = rw.insert(op("u", old.result, old.result))
    ear.heard.clear()
    rw.replace(old, new := op("b", results=[I32]))
    assert names(block) == ["b", "u"]
    assert user.operands == (new.result, new.result)
    assert ear.heard == ["+b", "~u", "-a"]
    assert (rw.block, rw.before) == (block, None)


def test_replace_needs_a_value_for_each_used_result(rw):
    old = rw.insert(op("a", results=[I32, I32]))
    with pytest.raises(ValueError, match=r"'a' has 2 results, got 1 values for them"):
        rw.replace(old, [old.results[0]])
    rw.insert(op("u", old.results[0]))
    with pytest.raises(ValueError, match=r"result #0 of 'a' is used and has no replacement"):
        rw.replace(old, [None, None])
    with pytest.raises(ValueError, match=r"cannot erase 'a': its results still have uses"):
        rw.erase(old)


def test_the_insertion_point_survives_the_erasure_of_its_op(block, rw):
    first, second = rw.insert(op("a")), rw.insert(op("b"))
    rw.set_before(first)
    rw.erase(first)
    rw.insert(op("c"))
    assert names(block) == ["c", second.name]


def test_inlining_a_block(block, ear, rw):
    x = rw.insert(op("x", results=[I32]))
    inner = Block([I32])
    inner.append(op("i", inner.args[0]))
    region = Region([inner])
    holder = rw.insert(op("holder", regions=[region]))
    ear.heard.clear()
    with pytest.raises(ValueError, match=r"the block has 1 arguments, got 0 values"):
        rw.inline_block_before(inner, holder)
    rw.inline_block_before(inner, holder, x.results)
    assert names(block) == ["x", "i", "holder"]
    assert block.first.next.operands == x.results
    assert region.empty
    assert ear.heard == ["~i", ">i"]


def test_splitting_merging_and_moving(ear, rw, block):
    region = Region([block])
    a, b, c = (rw.insert(op(n)) for n in "abc")
    rest = rw.split_block(b)
    assert (names(block), names(rest)) == (["a"], ["b", "c"])
    rw.move_before(c, a)
    rw.move_after(a, b)
    assert (names(block), names(rest)) == (["c"], ["b", "a"])
    rw.merge_blocks(rest, block)
    assert (names(block), region.blocks) == (["c", "b", "a"], [block])


def test_in_place_changes(ear, rw):
    a = rw.insert(op("a", results=[I32]))
    rw.insert(op("u", a.result))
    ear.heard.clear()
    with rw.modify(a):
        a.attributes["x"] = IntegerAttr(1, I32)
    rw.set_type(a.result, I64)
    rw.set_type(a.result, I64)
    assert ear.heard == ["~a", "~u"]
    copy = rw.clone(a)
    assert copy.attributes == a.attributes
    rw.replace_uses_if(a.result, copy.result, lambda use: use.owner.name == "u")
    assert not a.has_uses


def test_fold_op(rw, block):
    x, y = rw.insert(constant(2)), rw.insert(constant(3))
    add = rw.insert(ADDI(x, y))
    [value] = fold_op(add, rw)
    assert constant_value(value) is IntegerAttr(5, I32)
    unknown = rw.insert(op("a", results=[I32]))
    assert fold_op(rw.insert(ADDI(unknown, unknown)), rw) is None
    commuted = rw.insert(ADDI(x, unknown))
    assert fold_op(commuted, rw) == commuted.results
    assert commuted.operands == (unknown.result, x.result)
    assert fold_op(unknown, rw) is None


def test_a_dialect_without_constants_gets_those_of_its_operands(rw):
    x = rw.insert(constant(2))
    [value] = fold_op(rw.insert(DoubleOp(x)), rw)
    assert constant_value(value) is IntegerAttr(4, I32)
    assert fold_op(rw.insert(DoubleOp(op("a", results=[I32]))), rw) is None


def test_dialect_of_a_class_in_a_package():
    assert dialect_of(ADDI).name == "arith"
    assert dialect_of(CONTEXT.op_class("onnx.Relu")).name == "onnx"
    assert dialect_of(UnregisteredOp) is None


def test_casts(rw, block):
    a = rw.insert(op("a", results=[I32]))
    there = rw.insert(make_cast(a.results, [I64], None))
    back = rw.insert(make_cast(there.results, [I32], None))
    other = rw.insert(make_cast(a.results, [F32], None))
    user = rw.insert(op("u", *back.results, *other.results))
    assert cast_of(there.results) is there
    assert cast_of(a.results) is None
    assert reconcile_casts([there, back, other], rw) == [other]
    assert user.operands == (a.result, other.results[0])
    assert names(block) == ["a", other.name, "u"]


def test_effects_of_nested_ops(rw):
    body = Block()
    body.append(CONTEXT.op_class("memref.alloc")(memref=MemRefType((4,), F32)))
    condition = rw.insert(op("c", results=[I1]))
    conditional = CONTEXT.op_class("scf.if").create(
        condition.results, regions=[Region([body]), Region()]
    )
    effects = Effects()
    assert effects.is_droppable(conditional)
    assert not effects.is_free(conditional)
    body.append(op("anything"))
    assert not Effects().is_droppable(conditional)


def test_dead_values_in_cycles_are_erased(rw):
    """A graph region of an unregistered op, in which two ops only use each other."""
    inner = Block()
    first = ADDI.create(rw.insert(op("x", results=[I32])).results * 2, [I32])
    second = ADDI.create(first.results * 2, [I32])
    first.set_operand(0, second.results[0])
    for one in (first, second, op("end")):
        inner.append(one)
    region = Region([inner])
    rw.insert(op("graph", regions=[region]))
    assert simplify_regions([region], rw)
    assert names(inner) == ["end"]
    assert not simplify_regions([region], rw)
