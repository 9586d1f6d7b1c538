"""Operations, blocks, regions, values, declarations, the verifier."""

from typing import ClassVar

import pytest

import mlirlite.printer  # noqa: F401  gives str() of types
from mlirlite.ir.attributes import UNIT, IntegerAttr, UnitAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.constraints import AnyType, Bool, Index, SignlessInteger
from mlirlite.ir.definition import Op
from mlirlite.ir.dominance import DominanceInfo, immediate_dominators
from mlirlite.ir.equivalence import structurally_equal
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    Prop,
    RegionField,
    Result,
    VarOperand,
    VarRegion,
    VarResult,
    VarSuccessor,
)
from mlirlite.ir.interfaces import BranchOp, is_memory_effect_free
from mlirlite.ir.traits import (
    AllTypesMatch,
    HasParent,
    IsolatedFromAbove,
    NoTerminator,
    Pure,
    SameOperandsAndResultType,
    Terminator,
    TypesMatch,
)
from mlirlite.ir.types import F32, I1, I32, I64, INDEX, VectorType
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.verifier import verify


class AddOp(Op, name="t.add", traits=(Pure, SameOperandsAndResultType)):
    """A sum."""

    lhs: Operand[SignlessInteger]
    rhs: Operand[SignlessInteger]
    amount: Prop[int] = 3
    flag: OptProp[UnitAttr]
    result: Result[SignlessInteger]


class CompareOp(Op, name="t.compare", traits=(AllTypesMatch("lhs", "rhs"),)):
    """A comparison: its result type is known."""

    lhs: Operand[AnyType]
    rhs: Operand[AnyType]
    result: Result[Bool]


class ElementOp(
    Op,
    name="t.element",
    traits=(TypesMatch("result is an element", "vector", "result", lambda t: t.element_type),),
):
    """An element of a vector."""

    vector: Operand[AnyType]
    result: Result[AnyType]


class MixedOp(Op, name="t.mixed"):
    """Several groups of operands."""

    first: Operand[Index]
    many: VarOperand[AnyType]
    maybe: OptOperand[Index]
    out: VarResult[AnyType]


class ScopeOp(Op, name="t.scope", traits=(NoTerminator,)):
    """Ops in a region."""

    body: RegionField
    rest: VarRegion


class IsolatedOp(Op, name="t.isolated", traits=(NoTerminator, IsolatedFromAbove)):
    """Ops in a nested region."""

    body: RegionField


class JumpOp(Op, BranchOp, name="t.jump", traits=(Terminator,)):
    """Branches to any of its successors with all operands."""

    values: VarOperand[AnyType]
    targets: VarSuccessor

    def successor_operand_range(self, index: int) -> range:
        return range(len(self.operands))


class InnerOp(Op, name="t.inner", traits=(HasParent("t.scope"), Pure)):
    """Lives in a scope."""

    result: Result[AnyType]


def block_of(*types):
    return Block(types)


def test_constructor_infers_result_types():
    b = block_of(I32, I32, VectorType((4,), F32))
    assert AddOp(b.args[0], b.args[1]).result.type is I32
    assert CompareOp(b.args[0], b.args[1]).result.type is I1
    assert ElementOp(b.args[2]).result.type is F32
    with pytest.raises(TypeError, match="give the result types 'result'"):
        InnerOp()
    assert InnerOp(result=I64).result.type is I64


def test_properties_have_python_values_and_defaults():
    b = block_of(I32)
    op = AddOp(b.args[0], b.args[0])
    assert op.amount == 3
    assert op.flag is None
    op.amount = 5
    assert op.properties["amount"] is IntegerAttr(5, I64)
    assert AddOp(b.args[0], b.args[0], flag=UNIT).flag is UNIT


def test_wrong_arguments_are_explained():
    b = block_of(I32)
    with pytest.raises(TypeError, match=r"AddOp\(\) missing 1 required positional argument: 'rhs'"):
        AddOp(b.args[0])
    with pytest.raises(TypeError, match="'rhs': 3 is a new constant, which needs"):
        AddOp(b.args[0], 3)


def test_wrong_declarations_fail_at_class_creation():
    with pytest.raises(TypeError, match="cannot be called 'operands'"):

        class Bad(Op, name="t.bad"):
            operands: VarOperand[AnyType]

    with pytest.raises(TypeError, match=r"Bad2.x: 3 states no constraint|Parameters to generic"):

        class Bad2(Op, name="t.bad2"):
            x: Operand[3]

    with pytest.raises(TypeError, match="only properties have defaults"):

        class Bad3(Op, name="t.bad3"):
            x: Operand[AnyType] = 3


def test_operand_groups_keep_their_sizes():
    b = block_of(INDEX, I32)
    i, x = b.args
    op = MixedOp(i, [x, x], i, out=[I32])
    assert (op.first, op.many, op.maybe) == (i, (x, x), i)
    op.many = [x]
    op.maybe = None
    assert op.operands == (i, x)
    assert op.properties["operandSegmentSizes"].value == (1, 1, 0)
    assert op.out[0].type is I32


def test_users_are_counted_through_many_uses():
    b = block_of(I32)
    x = b.args[0]
    ops = [AddOp(x, x) for _ in range(40)]
    assert x.num_uses == 80
    assert x.users == ops
    for op in ops[:39]:
        op.erase()
    assert x.num_uses == 2
    assert not x.has_one_use
    ops[39].erase()
    assert not x.has_uses


def test_replacing_values():
    b = block_of(I32, I32)
    x, y = b.args
    op = AddOp(x, x)
    x.replace_uses_if(y, lambda use: use.operand == 1)
    assert op.operands == (x, y)
    x.replace_all_uses_with(y)
    assert op.operands == (y, y)
    assert not x.has_uses


def test_erasing_an_op_that_is_used_is_refused():
    b = block_of(I32)
    op = AddOp(b.args[0], b.args[0])
    AddOp(op.result, op.result)
    with pytest.raises(ValueError, match="still have uses"):
        op.erase()


def nested(depth):
    root = ScopeOp(Region([Block()]), [])
    at = root
    for _ in range(depth):
        inner = ScopeOp(Region([Block()]), [])
        at.body.block.append(inner)
        at = inner
    return root


def test_nothing_recurses():
    root = nested(20_000)
    assert sum(1 for _ in root.walk()) == 20_001
    assert sum(1 for _ in root.walk_post_order()) == 20_001
    copy = root.clone()
    assert structurally_equal(root, copy)
    assert verify(root) == []
    root.erase()


def test_walk_survives_erasing_and_moving():
    root = ScopeOp(Region([Block()]), [])
    b = Builder.at_end(root.body.block)
    for _ in range(5):
        b.insert(InnerOp(result=I32))
    for op in root.walk():
        if isinstance(op, InnerOp):
            op.erase()
    assert root.body.block.empty


def test_order_in_a_block():
    block = Block()
    b = Builder.at_end(block)
    first, last = b.insert(InnerOp(result=I32)), b.insert(InnerOp(result=I32))
    middle = Builder.before_op(last).insert(InnerOp(result=I32))
    assert block.ops == [first, middle, last]
    assert first.is_before_in_block(middle)
    assert not last.is_before_in_block(middle)
    last.move_before(first)
    assert last.is_before_in_block(first)
    assert list(reversed(block)) == [middle, first, last]


def test_clone_maps_values_and_blocks():
    entry, target = Block(), Block([I32])
    region = Region([entry, target])
    value = Builder.at_end(entry).insert(InnerOp(result=I32)).result
    Builder.at_end(entry).insert(JumpOp([value], [target]))
    Builder.at_end(target).insert(JumpOp([], []))
    root = ScopeOp(region, [])
    copy = root.clone()
    jump = copy.body.entry.last
    assert jump.operands[0] is copy.body.entry.first.result
    assert jump.successors[0] is copy.body.last
    assert structurally_equal(root, copy)
    copy.body.entry.first.attributes["x"] = UNIT
    assert not structurally_equal(root, copy)


def test_dominators_of_a_diamond_with_a_loop():
    a, b, c, d = (Block() for _ in range(4))
    region = Region([a, b, c, d])
    for block, targets in ((a, [b, c]), (b, [d]), (c, [d]), (d, [b])):
        block.append(JumpOp([], targets))
    idom = immediate_dominators(region)
    assert (idom[b], idom[c], idom[d]) == (a, a, a)
    info = DominanceInfo()
    assert info.block_dominates(a, d)
    assert not info.block_dominates(b, d)
    unreachable = region.append(Block())
    assert DominanceInfo().block_dominates(d, unreachable)


def messages(op):
    return [d.message for d in verify(op)]


def test_verifier_reports_every_error_in_upstreams_words():
    root = ScopeOp(Region([Block([F32, INDEX])]), [])
    f, i = root.body.block.args
    b = Builder.at_end(root.body.block)
    b.insert(AddOp.create([f, i], [I32]))
    b.insert(AddOp.create([i], [I32]))
    b.insert(MixedOp.create([], []))
    outside = IsolatedOp(Region([Block()]))
    b.insert(outside)
    assert messages(root) == [
        "'t.add' op operand #0 must be signless integer, but got 'f32'",
        "'t.add' op expected 2 operands, but found 1",
        "'t.mixed' op expected 1 or more operands, but found 0",
    ]


def test_verifier_checks_dominance_and_isolation():
    root = ScopeOp(Region([Block()]), [])
    b = Builder.at_end(root.body.block)
    late = InnerOp(result=I32)
    early = b.insert(AddOp(late.result, late.result))
    b.insert(late)
    assert messages(root) == [
        "operand #0 does not dominate this use",
        "operand #1 does not dominate this use",
    ]
    early.move_after(late)
    assert messages(root) == []
    isolated = b.insert(IsolatedOp(Region([Block()])))
    isolated.body.block.append(AddOp(late.result, late.result))
    assert messages(root)[0] == "'t.add' op using value defined outside the region"


def test_verifier_checks_branches_and_parents():
    entry, target = Block(), Block([I32])
    root = ScopeOp(Region([entry, target]), [])
    entry.append(JumpOp([], [target]))
    target.append(JumpOp([], []))
    assert messages(root) == ["branch has 0 operands for successor #0, but target block has 1"]
    lost = IsolatedOp(Region([Block()]))
    lost.body.block.append(InnerOp(result=I32))
    assert messages(lost) == ["'t.inner' op expects parent op 't.scope'"]


def test_effects_are_known_by_traits():
    b = block_of(I32)
    assert is_memory_effect_free(AddOp(b.args[0], b.args[0]))
    assert not is_memory_effect_free(UnregisteredOp.named("x.y"))


class TemplateOp(Op):
    """A base without a name; its fields come first in classes that inherit from it."""

    x: Operand[AnyType]
    kept: ClassVar[int] = 1


class DerivedOp(TemplateOp, name="t.derived"):
    """x, then y."""

    y: Operand[AnyType]


def test_fields_are_inherited():
    b = block_of(I32, F32)
    op = DerivedOp(*b.args)
    assert (op.x, op.y) == tuple(b.args)
    assert op.kept == 1
