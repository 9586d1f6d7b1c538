"""Custom syntax by hooks: a small dialect whose ops, types and attributes read themselves."""

import pytest

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.context import Context
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand, VarRegion, VarSuccessor
from mlirlite.ir.locations import NameLoc
from mlirlite.ir.traits import IsolatedFromAbove, Terminator
from mlirlite.ir.types import DYNAMIC, I32, INDEX
from mlirlite.parser import parse_attribute, parse_module, parse_type
from mlirlite.support.diagnostics import DiagnosticError


class BoxType(Type, name="hook.box"):
    """`!hook.box<i32, 4x?>`."""

    element: Type
    shape: tuple[int, ...]

    @classmethod
    def parse(cls, p):
        p.expect("<")
        element = p.type()
        p.expect(",")
        shape = p.dimension_list(trailing_x=False)
        p.expect(">")
        return cls(element, shape)

    def verify(self):
        if len(self.shape) > 2:
            raise ValueError("a box has at most two dimensions")


class PairAttr(Attribute, name="hook.pair"):
    """`#hook.pair<1, [a b]>`."""

    first: int
    words: tuple[str, ...]

    @classmethod
    def parse(cls, p):
        p.expect("<")
        first = p.integer()
        p.expect(",")
        p.expect("[")
        words = []
        while not p.accept("]"):
            words.append(p.keyword())
        p.expect(">")
        return cls(first, tuple(words))


class EndOp(Op, name="hook.end", traits=(Terminator,)):
    """Ends a loop."""

    @classmethod
    def parse(cls, p, state):
        p.op_attr_dict(state)


class SumOp(Op, name="hook.sum"):
    """`hook.sum %a, %b by 3 : i32`."""

    values: VarOperand[Type]
    by: Prop[int]
    result: Result[Type]

    @classmethod
    def parse(cls, p, state):
        operands = p.operand_list()
        p.expect("by")
        state.properties["by"] = cls.definition.properties["by"].encode(p.integer())
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.operands += p.resolve_all(operands, type)
        state.result_types.append(type)
        if p.num_results > 1:
            raise p.error("has one result")


class LoopOp(Op, name="hook.loop"):
    """`hook.loop (%i: index = %n) { … } else { … }`."""

    default_dialect = "hook"
    bound: Operand[Type]
    bodies: VarRegion

    @classmethod
    def parse(cls, p, state):
        p.expect("(")
        argument = p.argument()
        p.expect("=")
        state.operands.append(p.resolve(p.operand(), argument.type))
        p.expect(")")
        region = yield p.region([argument])
        p.ensure_terminator(region, EndOp, state.location)
        state.regions.append(region)
        if p.accept("else"):
            state.regions.append((yield p.region()))


class BranchOp(Op, name="hook.br", traits=(Terminator,)):
    """`hook.br ^a(%x : i32)`."""

    operands_: VarOperand[Type]
    targets: VarSuccessor

    @classmethod
    def parse(cls, p, state):
        for block, values in p.comma_list(p.successor_with_operands):
            state.successors.append(block)
            state.operands += values


class IsolatedOp(Op, name="hook.isolated", traits=(IsolatedFromAbove,)):
    """`hook.isolated (%x: i32) { … }`, with an optional body."""

    bodies: VarRegion

    @classmethod
    def parse(cls, p, state):
        arguments = p.argument_list(attrs=True)
        body = yield p.optional_region(arguments, enable_name_shadowing=True)
        if body is not None:
            state.regions.append(body)


DIALECT = Dialect("hook", __name__)


@pytest.fixture
def context():
    import sys

    made = Context(allow_unregistered=True)
    DIALECT.module = next(n for n, m in sys.modules.items() if getattr(m, "DIALECT", 0) is DIALECT)
    made.register(DIALECT)
    return made


def test_types_and_attributes(context):
    assert parse_type("!hook.box<i32, 4x?>", context) is BoxType(I32, (4, DYNAMIC))
    nested = parse_type("!hook.box<tuple<!hook.box<i32, 1>>, 2>", context)
    assert nested.element.types == (BoxType(I32, (1,)),)
    assert parse_type("!hook<box<i32, 1>>", context) is BoxType(I32, (1,))
    found = parse_attribute("[#hook.pair<-1, [a b.c]>, 1]", context)
    assert found[0] is PairAttr(-1, ("a", "b.c"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("!hook.box<i32 4>", "1:14: expected ','"),
        ("!hook.box<i32, 4> x", "1:19: found trailing characters: 'x'"),
        ("!hook.box<i32, 1x2x3>", "1:1: a box has at most two dimensions"),
        ("!hook.bax<i32>", "1:7: unknown  type `bax` in dialect `hook`; did you mean 'box'?"),
        ("tuple<!hook.box<i32, i32>>", "1:21: expected '>'"),
    ],
)
def test_errors_of_types(context, text, message):
    with pytest.raises(DiagnosticError) as caught:
        parse_type(text, context)
    (found,) = caught.value.diagnostics
    line, column = found.span().line_col()
    assert f"{line}:{column}: {found.message}" == message


def test_operations(context):
    module = parse_module(
        """%n = "t.n"() : () -> index
           %s = hook.sum %n, %n by -3 {x} : index
           hook.loop (%i: index = %s) {
             %t = sum %i, %n by 1 : index
             hook.loop (%j: index = %t) {} loc("inner")
           } else {
             end {y}
           }""",
        context,
    )
    _, s, loop = module.regions[0].block.ops
    assert s.by == -3
    assert list(s.attributes) == ["x"]
    first, second = loop.regions
    assert [op.name for op in first.block] == ["hook.sum", "hook.loop", "hook.end"]
    assert first.block.args[0].type is INDEX
    assert first.block.first.operands == (first.block.args[0], loop.bound.owner.operands[0])
    assert first.block.ops[1].location is NameLoc("inner")
    assert list(second.block.first.attributes) == ["y"]


def test_successors(context):
    module = parse_module(
        """"t.r"() ({
             %x = "t.a"() : () -> i32
             hook.br ^b(%x : i32), ^a
           ^a:
             hook.br ^a
           ^b(%y: i32):
             hook.br ^a
           }) : () -> ()""",
        context,
    )
    entry, a, b = module.regions[0].block.first.regions[0].blocks
    assert entry.last.successors == (b, a)
    assert entry.last.operands == (entry.first.result,)


def test_isolated_regions_do_not_see_names_outside(context):
    module = parse_module(
        """%x = "t.a"() : () -> index
           hook.isolated (%x: i32 {a = 1}) { "t.u"(%x) : (i32) -> () }
           hook.isolated ()
           "t.u"(%x) : (index) -> ()""",
        context,
    )
    x, isolated, empty, use = module.regions[0].block.ops
    assert use.operands == (x.result,)
    assert isolated.regions[0].block.first.operands == tuple(isolated.regions[0].block.args)
    assert empty.regions == ()


def test_a_region_may_define_what_its_op_uses(context):
    """The verifier calls it bad dominance, but the parser must not lose the value."""
    module = parse_module(
        'hook.loop (%i: index = %late) { %late = "t.a"() : () -> index }', context
    )
    loop = module.regions[0].block.first
    assert loop.bound is loop.regions[0].block.first.result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hook.sum by : i32", "1:13: custom op 'hook.sum' expected integer value"),
        ("hook.sum %x by 1 : i32", "1:10: use of undeclared SSA value name"),
        ("%a:2 = hook.sum by 1 : i32", "1:27: custom op 'hook.sum' has one result"),
        ("hook.loop (%i: index %n) {}", "1:21: expected '='"),
        ("hook.loop (%i: index = %n) x", "1:27: expected '{' to begin a region"),
        (
            "hook.loop (%i: index = %n) { ^a: }",
            "1:30: invalid block name in region with named arguments",
        ),
        (
            '%i = "t.a"() : () -> i32 hook.loop (%i: index = %n) { }',
            "1:37: region entry argument '%i' is already in use",
        ),
        (
            "hook.sum by 1 {by = 2} : i32",
            "1:1: custom op 'hook.sum' attribute 'by' occurs more than once in the attribute list",
        ),
        ("hook.som", "1:1: custom op 'hook.som' is unknown; did you mean 'hook.sum'?"),
        ("hook.br 1", "1:8: expected block name"),
        ("hook.isolated (%x#1: i32)", "1:16: result number not allowed in argument list"),
    ],
)
def test_errors_of_operations(context, text, message):
    with pytest.raises(DiagnosticError) as caught:
        parse_module(text, context)
    found = caught.value.diagnostics[0]
    line, column = found.span().line_col()
    assert f"{line}:{column}: {found.message}" == message


def test_nesting_is_not_limited_by_the_stack(context):
    depth = 10_000
    text = '%n = "t.n"() : () -> index\n' + "".join(
        f"hook.loop (%i{i}: index = %n) {{\n" for i in range(depth)
    )
    module = parse_module(text + "}\n" * depth, context)
    assert sum(1 for _ in module.walk()) == 2 * depth + 2
