"""Assembly formats: the language, the checks against a declaration, and both directions of every
directive."""

import enum
import re
from pathlib import Path
from typing import Annotated, Any, ClassVar

import pytest

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    DenseArrayAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    SymbolRefAttr,
    UnitAttr,
    i32_array,
)
from mlirlite.ir.constraints import AnyInteger, AnyMemRef, AnyType, Bool, Index, SignlessInteger
from mlirlite.ir.context import Context
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    OptResult,
    Prop,
    RegionField,
    Result,
    Successor,
    VarOperand,
    VarRegion,
    VarResult,
    VarSuccessor,
)
from mlirlite.ir.traits import (
    AllTypesMatch,
    IsolatedFromAbove,
    NoTerminator,
    SameOperandsAndResultType,
    SingleBlock,
    SingleBlockImplicitTerminator,
    Terminator,
    TypesMatch,
)
from mlirlite.ir.types import F32, I1, I32, I64, FunctionType
from mlirlite.parser import parse_module
from mlirlite.parser.format.assembly_format import (
    FormatError,
    Group,
    Literal,
    OIList,
    Space,
    TypeOf,
    Variable,
    parse_format,
    spell,
)
from mlirlite.parser.format.definition import OpFormat
from mlirlite.parser.format.directives import DynamicIndexList, directive, find_directive
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError

CASES = Path(__file__).with_name("assembly_formats.txt")


def cases(section: str) -> list[tuple[str, str]]:
    """Pairs of a text and what follows `-> ` below it, from a section of assembly_formats.txt."""
    sections = CASES.read_text(encoding="utf-8").split("=== ")
    body = next(s for s in sections if s.startswith(section + "\n"))
    found = []
    for part in body.strip().split("\n\n")[1:]:
        text, _, expected = part.partition("\n-> ")
        found.append((text, expected))
    return found


# A dialect with an op for each directive


class Color(enum.IntEnum):
    red = 0
    green = 1
    or_ = 2


class Access(enum.IntFlag):
    none = 0
    read = 1
    write = 2


class FastFlags(enum.IntFlag):
    none = 0
    nnan = 1
    ninf = 2


class FastAttr(EnumAttr, name="t.fast", cases=FastFlags):
    separator: ClassVar[str] = ", "


class DimAttr(EnumAttr, name="t.dim", cases=Color):
    assembly_format: ClassVar[str | None] = "$value"


class TileAttr(Attribute, name="t.tile"):
    assembly_format: ClassVar[str | None] = "`<` $rows `x` $columns (`,` $label^)? `>`"
    rows: int
    columns: int
    label: str = ""


class StructAttr(Attribute, name="t.struct"):
    assembly_format: ClassVar[str | None] = "`<` struct(params) `>`"
    type: Type
    size: int
    exact: bool = False


class BoxType(Type, name="t.box"):
    assembly_format: ClassVar[str | None] = "`<` $element `>`"
    element: Type


class ListType(Type, name="t.list"):
    assembly_format: ClassVar[str | None] = "`<` $elements `>`"
    elements: tuple[Type, ...]


class UnitType(Type, name="t.unit"):
    pass


class BinaryOp(Op, name="t.binary", traits=(SameOperandsAndResultType,)):
    lhs: Operand[AnyInteger]
    rhs: Operand[AnyInteger]
    flags: Prop[FastAttr] = FastAttr(0)
    result: Result[AnyInteger]
    assembly_format = "$lhs `,` $rhs (`fast` `` $flags^)? attr-dict `:` type($result)"


class CompareOp(Op, name="t.compare", traits=(AllTypesMatch("lhs", "rhs"),)):
    predicate: Prop[Color]
    lhs: Operand[AnyInteger]
    rhs: Operand[AnyInteger]
    result: Result[Bool]
    assembly_format = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"


class ConstantOp(Op, name="t.constant", traits=(AllTypesMatch("value", "result"),)):
    value: Prop[IntegerAttr]
    result: Result[AnyInteger]
    assembly_format = "attr-dict $value"


class LoadOp(
    Op,
    name="t.load",
    traits=(
        TypesMatch(
            "result type matches element type of 'memref'",
            "memref",
            "result",
            lambda t: t.element_type,
        ),
    ),
):
    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    nontemporal: Prop[bool] = False
    result: Result[AnyType]
    assembly_format = "$memref `[` $indices `]` attr-dict `:` type($memref)"


class NumbersOp(Op, name="t.numbers"):
    a: Prop[Annotated[int, I32]]
    b: Prop[Annotated[DenseArrayAttr, I64]]
    c: OptProp[float]
    d: Prop[bool]
    e: OptProp[str]
    f: Prop[Annotated[DenseArrayAttr, I1]]
    assembly_format = "$a $b $d $f (`c` $c^)? (`e` $e^)? attr-dict"


class SegmentsOp(Op, name="t.segments"):
    first: VarOperand[AnyInteger]
    second: OptOperand[AnyInteger]
    third: VarOperand[AnyInteger]
    results_: VarResult[AnyInteger]
    other: OptResult[AnyInteger]
    assembly_format = """
      `(` $first `:` type($first) `)` (`or` $second^ `:` type($second))?
      (`then` $third^ `:` type($third))? attr-dict `->` `(` type($results) `)`
      (`and` type($other)^)?
    """


class CallOp(Op, name="t.call"):
    callee: Prop[SymbolRefAttr]
    inputs: VarOperand[AnyType]
    outputs: VarResult[AnyType]
    assembly_format = "$callee `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)"


class AllOp(Op, name="t.all"):
    a: Operand[AnyType]
    b: VarOperand[AnyType]
    r: VarResult[AnyType]
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


class YieldOp(Op, name="t.yield", traits=(Terminator,)):
    values_: VarOperand[AnyType]
    assembly_format = "attr-dict ($values^ `:` type($values))?"


class LoopOp(Op, name="t.loop", traits=(SingleBlockImplicitTerminator("t.yield"),)):
    count: Operand[Index]
    body: RegionField
    default_dialect: ClassVar[str] = "t"
    assembly_format = "$count attr-dict-with-keyword $body"


class ScopeOp(Op, name="t.scope"):
    sym_name: OptProp[str]
    body: RegionField
    assembly_format = "($sym_name^)? attr-dict-with-keyword $body"


class BoxOp(Op, name="t.box_region", traits=(IsolatedFromAbove, NoTerminator, SingleBlock())):
    body: RegionField
    assembly_format = "$body attr-dict"


class BranchesOp(Op, name="t.branches"):
    flag: Operand[Bool]
    then: RegionField
    otherwise: RegionField
    rest: VarRegion
    assembly_format = "$flag $then (`else` $otherwise^)? (`more` $rest^)? attr-dict"


class JumpOp(Op, name="t.jump", traits=(Terminator,)):
    condition: Operand[Bool]
    dest: Successor
    others: VarSuccessor
    assembly_format = "$condition `,` $dest (`or` $others^)? attr-dict"


class ElseOp(Op, name="t.else"):
    x: OptOperand[AnyInteger]
    assembly_format = "(`x` $x^ `:` type($x)) : (`nothing`)? attr-dict"


class FlagOp(Op, name="t.flag"):
    fast: OptProp[UnitAttr]
    slow: OptProp[UnitAttr]
    assembly_format = "(`fast` $fast^)? (`slow` $slow^) : (`normal`)? attr-dict"


class ListedOp(Op, name="t.listed"):
    size: OptProp[Annotated[int, I64]]
    x: OptOperand[SignlessInteger]
    private: OptProp[UnitAttr]
    assembly_format = (
        "oilist(`size` `(` $size `)` | `x` $x `:` type($x) | `private` $private) attr-dict"
    )


class SliceOp(Op, name="t.slice"):
    source: Operand[AnyMemRef]
    offsets: VarOperand[Index]
    sizes: VarOperand[Index]
    static_offsets: Prop[Annotated[DenseArrayAttr, I64]]
    static_sizes: Prop[Annotated[DenseArrayAttr, I64]]
    assembly_format = """$source `` custom<DynamicIndexList>($offsets, $static_offsets)
      custom<DynamicIndexList>($sizes, $static_sizes, "{}", "::Delimiter::Paren")
      attr-dict `:` type($source)"""


class PropDictOp(Op, name="t.prop_dict"):
    x: OptProp[int]
    y: OptProp[int]
    assembly_format = "(`x` $x^)? prop-dict attr-dict"


class SpacesOp(Op, name="t.spaces"):
    x: Operand[AnyInteger]
    assembly_format = """`a` `` `[` `b` `]` ` ` `[` $x `]` `{` `}` `<` `w` `>` `->` `=` `(` `)`
      attr-dict `:` type($x)"""


class NewlineOp(Op, name="t.newline"):
    a: Prop[int]
    assembly_format = "`begin` `\\n` `` `end` $a attr-dict"


class AttrsOp(Op, name="t.attrs"):
    tile: Prop[TileAttr]
    struct: OptProp[StructAttr]
    dim: OptProp[DimAttr]
    type_: Prop[Type]
    any: OptProp[Attribute]
    assembly_format = (
        "$tile (`struct` $struct^)? (`dim` $dim^)? `of` $type (`any` $any^)? attr-dict"
    )


class AccessOp(Op, name="t.access"):
    mode: Prop[Access]
    assembly_format = "$mode attr-dict"


class InferOp(Op, name="t.infer"):
    x: Operand[AnyInteger]
    n: Prop[int]
    result: Result[AnyType]
    assembly_format = "$x `,` $n attr-dict `:` type($x)"

    def infer_types(self) -> list[Type]:
        if self.n < 0:
            raise ValueError("n must not be negative")
        return [FunctionType((self.x.type,) * self.n, ())]


class UnboxOp(Op, name="t.unbox"):
    box: Operand[BoxType]
    result: Result[BoxType]
    assembly_format = "$box attr-dict `:` type($box) `to` qualified(type($result))"


@directive("Twice", dialect="t")
class Twice:
    """`n n`: a number that is written twice, and must be given once with `ref`."""

    @staticmethod
    def parse(p: Any, state: Any, limit: IntegerAttr) -> IntegerAttr:
        first, second = p.integer(), p.integer()
        if first != second or first > limit.value:
            raise p.error("expected the same small number twice")
        return IntegerAttr(first, I64)

    @staticmethod
    def print(p: Any, op: Any, number: IntegerAttr, limit: IntegerAttr) -> None:
        p.text(f"{number.value} {number.value}")


@directive("Body", dialect="t")
class Body:
    @staticmethod
    def parse(p: Any, state: Any, word: str) -> Any:
        p.expect(word)
        region = yield p.region()
        return region

    @staticmethod
    def print(p: Any, op: Any, region: Any, word: str) -> None:
        p.text(word + " ")
        p.region(region)


class CustomOp(Op, name="t.custom"):
    limit: Prop[int]
    n: Prop[int]
    body: RegionField
    assembly_format = '$limit custom<Twice>($n, ref($limit)) custom<Body>($body, "do") attr-dict'


DIALECT = Dialect("t", __name__)


def context() -> Context:
    result = Context(allow_unregistered=True)
    result.register(DIALECT)
    return result


PRELUDE = """%i, %j = "x.ints"() : () -> (i32, i32)
%b = "x.bool"() : () -> i1
%n = "x.index"() : () -> index
%m = "x.memref"() : () -> memref<?xf32>
%box = "x.box"() : () -> !t.box<i1>
"""


def body_of(text: str) -> list[str]:
    """The lines of a printed module after the prelude, without the module's indentation."""
    return [line[2:] for line in text.splitlines()[6:-1]]


def round_trip(op_text: str) -> Any:
    """Parse an op after the prelude, check that it prints the same, and that its generic form reads
    back to it."""
    module = parse_module(PRELUDE + op_text, context())
    printed = print_op(module)
    again = parse_module(printed, context())
    assert print_op(again) == printed
    generic = parse_module(print_op(module, generic=True), context())
    assert print_op(generic) == printed
    return module.regions[0].block.ops[5], "\n".join(body_of(printed))


@pytest.mark.parametrize(("text", "expected"), cases("round trips"))
def test_round_trip(text: str, expected: str) -> None:
    results = re.match(r"(%\w+(?::\d+)?(?:, %\w+)*) = ", expected)
    _, printed = round_trip((f"{results[1]} = " if results else "") + text)
    assert printed == expected


def test_successors() -> None:
    text = """"x.region"() ({
  %b = "x.bool"() : () -> i1
  t.jump %b, ^one or ^two, ^one
^one:
  t.jump %b, ^two
^two:
  t.yield
}) : () -> ()"""
    module = parse_module(text, context())
    printed = print_op(module)
    assert "t.jump %0, ^bb1 or ^bb2, ^bb1\n" in printed
    assert "t.jump %0, ^bb2\n" in printed
    assert print_op(parse_module(printed, context())) == printed


def test_segment_sizes_follow_the_operands() -> None:
    op, _ = round_trip("%r = t.segments(%i, %j : i32, i32) then %j : i32 -> (i8)")
    assert op.properties["operandSegmentSizes"] is i32_array((2, 0, 1))
    assert op.properties["resultSegmentSizes"] is i32_array((1, 0))
    assert (len(op.first), op.second, len(op.third)) == (2, None, 1)


def test_inferred_types() -> None:
    op, _ = round_trip("%r = t.load %m[%n] : memref<?xf32>")
    assert op.result.type is F32
    op, _ = round_trip("%r = t.compare red, %i, %j : i32")
    assert op.result.type is I1
    op, _ = round_trip("%r = t.infer %i, 2 : i32")
    assert op.result.type is FunctionType((I32, I32), ())
    value = op.x
    assert value.num_uses == 1


def test_implicit_terminator_is_there_and_not_printed() -> None:
    op, printed = round_trip("t.loop %n {}")
    assert op.body.block.last.name == "t.yield"
    assert "yield" not in printed


def test_single_block_without_terminator_is_made() -> None:
    op, _ = round_trip("t.box_region {}")
    assert op.body.has_one_block


def test_enum_and_flags_are_stored_as_numbers() -> None:
    op, _ = round_trip("t.access read")
    assert op.properties["mode"] is IntegerAttr(1, I64)
    op, _ = round_trip("%r = t.binary %i, %j fast<nnan, ninf> : i32")
    assert op.flags is FastAttr(3)


def test_parameters_of_types_print_and_parse() -> None:
    module = parse_module(
        '"x.y"() {a = !t.list<i32, !t.box<f32>>, b = #t<dim green>} : () -> ()', context()
    )
    attributes = module.regions[0].block.first.attributes
    assert attributes["a"] is ListType((I32, BoxType(F32)))
    assert str(attributes["a"]) == "!t.list<i32, !t.box<f32>>"
    assert str(attributes["b"]) == "#t<dim green>"
    assert str(TileAttr(1, 2, "x")) == '#t.tile<1 x 2, "x">'
    assert str(FastAttr(3)) == "#t.fast<nnan, ninf>"
    assert str(UnitType()) == "!t.unit"


# Errors in texts


@pytest.mark.parametrize(("text", "message"), cases("errors"))
def test_bad_text(text: str, message: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        parse_module(PRELUDE + text, context())
    assert caught.value.diagnostics[0].message == message


# Wrong formats


def format_of(text: str, **annotations: Any) -> OpFormat:
    namespace = {"__annotations__": annotations, "assembly_format": text, "__module__": __name__}
    cls = type(Op)("WrongOp", (Op,), namespace, name="t.wrong")
    from mlirlite.parser.format.hooks import parse_hook

    parse_hook(cls)
    return OpFormat(cls, text)


@pytest.mark.parametrize(("text", "message"), cases("wrong formats"))
def test_wrong_format(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        format_of(text, x=Operand[AnyInteger])
    assert message in str(caught.value)


def test_type_of_a_property_is_refused() -> None:
    with pytest.raises(FormatError, match="only operands and results have types in '\\$p'"):
        format_of("$p attr-dict `:` type($p)", p=Prop[int])


# The language


@pytest.mark.parametrize(("text", "_"), cases("upstream"))
def test_spelled_tree_reads_back(text: str, _: str) -> None:
    tree = parse_format(text)
    spelled = " ".join(map(spell, tree))
    plain = parse_format(_with_anchors(text, spelled))
    assert plain == tree
    assert list(map(type, plain)) == list(map(type, tree))


def _with_anchors(text: str, spelled: str) -> str:
    """`spell` leaves the anchors out; put them back where the text has them."""
    at = 0
    for anchored in re.findall(r"(\$\w+|\S+\))\^", text):
        at = spelled.index(anchored, at) + len(anchored)
        spelled = f"{spelled[:at]}^{spelled[at:]}"
    return spelled


def test_tree() -> None:
    tree = parse_format("$a `,` (`x` `` $b^ `:` type($b))? oilist(`k` $c | `l` `m`)")
    assert tree[:2] == (Variable("a"), Literal(","))
    group = tree[2]
    assert isinstance(group, Group)
    assert group.then == (
        Literal("x"),
        Space(""),
        Variable("b"),
        Literal(":"),
        TypeOf(Variable("b")),
    )
    assert group.anchor == Variable("b")
    assert not group.inverted
    assert isinstance(tree[3], OIList)
    assert tree[3].clauses == ((Literal("k"), (Variable("c"),)), (Literal("l"), (Literal("m"),)))


def test_saved_trees_are_used_and_survive_damage(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mlirlite.parser.format import assembly_format as module

    monkeypatch.setenv("MLIRLITE_CACHE_DIR", str(tmp_path))
    for name in ("_saved", "_parser"):
        monkeypatch.setattr(module, name, None)
    monkeypatch.setattr(module, "_known", 0)
    text = "$x `:` type($x) attr-dict (`a` $b^) : (`c`)?"
    tree = parse_format(text)
    module._write_cache()
    (file,) = (tmp_path / "tables").iterdir()

    def no_lark(text: str) -> Any:
        raise AssertionError("the saved tree was not used")

    monkeypatch.setattr(module, "_saved", None)
    with monkeypatch.context() as patched:
        patched.setattr(module, "_parse", no_lark)
        assert parse_format(text) == tree
    file.write_bytes(file.read_bytes()[:-3])
    monkeypatch.setattr(module, "_saved", None)
    assert parse_format(text) == tree


def test_directives_are_found_by_dialect_first() -> None:
    assert find_directive("DynamicIndexList", "t") is DynamicIndexList
    assert find_directive("Twice", "t") is Twice
    assert find_directive("Twice", "u") is None


def test_directive_registered_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="custom<Twice> is registered already"):

        @directive("Twice", dialect="t")
        class Other:
            pass


def test_float_property_without_type() -> None:
    op, _ = round_trip("t.numbers 1 [] true [] c 0.1")
    assert isinstance(op.properties["c"], FloatAttr)
    assert op.c == 0.1
