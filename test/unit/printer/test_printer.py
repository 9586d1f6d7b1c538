"""The printer without an oracle: names, hooks, regions, streams, depth, and what str() gives."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from mlirlite.ir.affine import AffineConst, AffineDim, AffineMap, AffineSymbol
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    UNIT,
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    DistinctAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    i64_array,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr
from mlirlite.ir.fields import Operand, RegionField, Result, VarOperand, VarResult
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.locations import FileLineColRange, NameLoc
from mlirlite.ir.resources import Resource
from mlirlite.ir.traits import IsolatedFromAbove, Terminator
from mlirlite.ir.types import (
    DYNAMIC,
    F32,
    F64,
    I1,
    I32,
    I64,
    INDEX,
    MemRefType,
    RankedTensorType,
    TupleType,
)
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.printer import (
    AttributePrinter,
    Printer,
    PrintingFlags,
    print_attribute,
    print_op,
    print_to,
)


class PairAttr(Attribute, name="p.pair"):
    first: Attribute
    second: Attribute

    def print(self, p: AttributePrinter) -> None:
        p.text("<")
        p.attribute(self.first)
        p.text(" & ")
        p.attribute(self.second)
        p.text(">")


class WordsAttr(Attribute, name="p.words"):
    text: str

    def print(self, p: AttributePrinter) -> None:
        p.text(self.text)


class NamedAttr(Attribute, name="p.named"):
    text: str

    def alias(self) -> str:
        return self.text

    def print(self, p: AttributePrinter) -> None:
        p.text("<")
        p.string(self.text)
        p.text(">")


class SharedAttr(NamedAttr, name="p.shared"):
    """Its alias is its text without blanks."""

    def alias(self) -> str:
        return self.text.strip()


class NamesOp(AsmNames, Op, name="p.names"):
    values_: VarOperand[AnyType]
    results_: VarResult[AnyType]
    body: RegionField

    def result_names(self) -> Sequence[str]:
        hint = self.attributes.get("names")
        return [s.value for s in hint] if hint is not None else ()  # type: ignore[union-attr]

    def block_argument_names(self, block: Block) -> Sequence[str]:
        return ["iv", "", "acc"]


class HookOp(Op, name="p.hook"):
    x: Operand[AnyType]
    result: Result[AnyType]
    first: RegionField
    second: RegionField
    default_dialect: ClassVar[str] = "p"

    def print(self, p: Any) -> None:
        p.text(" ")
        p.value(self.x)
        p.text(" with ")
        p.region(self.first, print_entry_args=False)
        p.text(" and ")
        p.region(self.second, print_terminators=False)
        p.attr_dict(self, ("hidden",))
        p.text(" : ")
        p.functional_type([self.x], [self.result])
        p.arrow_types([F32, F32])


class EndOp(Op, name="p.end", traits=(Terminator,)):
    assembly_format = "attr-dict"


class IsolatedOp(Op, name="p.isolated", traits=(IsolatedFromAbove,)):
    body: RegionField
    assembly_format = "attr-dict $body"


def op(name: str, *args: Any, **kwargs: Any) -> UnregisteredOp:
    return UnregisteredOp.named(name, *args, **kwargs)


def body(*ops: Any, types: Sequence[Type] = ()) -> Region:
    block = Block(types)
    for o in ops:
        block.append(o)
    return Region([block])


def test_generic_operation() -> None:
    a = op("t.a", (), (I32, I32))
    b = op("t.b", (a.results[1],), (), {"p": UNIT}, {"z": IntegerAttr(1, I64), "a b": UNIT})
    text = print_op(op("t.top", regions=[body(a, b)]))
    assert text == (
        '"t.top"() ({\n'
        '  %0:2 = "t.a"() : () -> (i32, i32)\n'
        '  "t.b"(%0#1) <{p}> {"a b", z = 1 : i64} : (i32) -> ()\n'
        "}) : () -> ()\n"
    )


def test_str_is_the_text_without_the_last_newline() -> None:
    a = op("t.a", (), (I32,))
    top = op("t.top", regions=[body(a)])
    assert str(top) == '"t.top"() ({\n  %0 = "t.a"() : () -> i32\n}) : () -> ()'
    assert str(a) == '%0 = "t.a"() : () -> i32'


def test_nested_op_has_the_names_and_no_aliases_of_the_whole() -> None:
    map_type = MemRefType((2,), F32, AffineMapAttr(AffineMap(1, 0, (AffineDim(0) + 1,))))
    a = op("t.a", (), (I32,))
    b = op("t.b", (a.results[0],), (map_type,))
    top = op("t.top", regions=[body(a, b)])
    assert str(b) == '%1 = "t.b"(%0) : (i32) -> memref<2xf32, affine_map<(d0) -> (d0 + 1)>>'
    assert "#map = affine_map" in str(top)
    assert "memref<2xf32, #map>" in str(top)


def test_local_scope_numbers_from_the_isolated_op() -> None:
    inner = op("t.inner", (), (I32,))
    isolated = IsolatedOp(body(op("t.before", (), (I32,)), inner))
    op("t.top", regions=[body(op("t.first", (), (I32,)), isolated)])
    assert print_op(inner) == '%2 = "t.inner"() : () -> i32'
    assert print_op(inner, local_scope=True) == '%1 = "t.inner"() : () -> i32'


def test_detached_value_is_shown_as_unknown() -> None:
    a = op("t.a", (), (I32,))
    assert str(op("t.b", (a.results[0],))) == '"t.b"(<<UNKNOWN SSA VALUE>>) : (i32) -> ()'


def names(*hints: str) -> dict[str, Attribute]:
    return {"names": ArrayAttr(tuple(map(StringAttr, hints)))}


def named(count: int, *hints: str) -> NamesOp:
    made: NamesOp = NamesOp.create((), (I32,) * count, {}, names(*hints), [Region()])
    return made


def heads(*ops: Any, **flags: Any) -> list[str]:
    """The text before `=` in each line."""
    lines = print_op(op("t.top", regions=[body(*ops)]), **flags).splitlines()
    return [line.partition(" =")[0].strip() for line in lines if "p.names" in line]


def test_suggested_names() -> None:
    found = heads(named(1, "c"), named(1, "c"), named(1, "d"), named(1, "c"), named(1, "d"))
    assert found == ["%c", "%c_0", "%d", "%c_1", "%d_2"]


def test_suggested_names_are_made_valid() -> None:
    assert heads(named(1, "1x"), named(1, "a b"), named(1, "a+b"), named(1, "é")) == [
        "%_1x",
        "%a_b",
        "%a2Bb",
        "%C3A9",
    ]


def test_names_of_result_groups() -> None:
    first, second, third = named(3, "a"), named(3, "a", "", "b"), named(3, "", "m")
    assert heads(first, second, third) == ["%a:3", "%a_0:2, %b", "%0, %m:2"]
    first, second, third = named(3, "a"), named(3, "a", "", "b"), named(3, "", "m")
    user = op("t.u", (*first.results, *second.results, *third.results))
    text = print_op(op("t.top", regions=[body(first, second, third, user)]))
    assert '"t.u"(%a#0, %a#1, %a#2, %a_0#0, %a_0#1, %b, %0, %m#0, %m#1)' in text


def test_generic_form_has_no_suggested_names() -> None:
    assert heads(named(1, "c"), named(2, "c"), generic=True) == ["%0", "%1:2"]


def test_names_of_block_arguments() -> None:
    loop = NamesOp.create((), (), {}, {}, [body(types=(I32, F32, I32, I1))])
    assert "^bb0(%iv: i32, %arg0: f32, %acc: i32, %arg1: i1):" in print_op(loop)
    assert "^bb0(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: i1):" in print_op(loop, generic=True)


def test_sibling_regions_reuse_numbers_unless_unique() -> None:
    def two() -> Any:
        return op("t.r", regions=[body(op("t.a", (), (I32,))), body(op("t.b", (), (I32,)))])

    assert '%0 = "t.b"' in print_op(two())
    assert '%1 = "t.a"' in print_op(two(), unique_ssa_ids=True)
    assert '%0 = "t.b"' in print_op(two(), unique_ssa_ids=True)


def test_names_from_locations() -> None:
    a = op("t.a", (), (I32,), location=NameLoc("some value"))
    assert '%some_value = "t.a"' in print_op(op("t.top", regions=[body(a)]), nameloc_as_prefix=True)


def test_hook_with_regions() -> None:
    source = op("t.a", (), (I32,))
    first = body(op("t.inside"), EndOp(), types=(I32,))
    second = body(EndOp(), types=(F32,))
    attributes = {"hidden": UNIT, "seen": UNIT}
    hook = HookOp.create((source.results[0],), (F32,), {}, attributes, [first, second])
    after = op("t.after")
    assert print_op(op("t.top", regions=[body(source, hook, after)])) == (
        '"t.top"() ({\n'
        '  %0 = "t.a"() : () -> i32\n'
        "  %1 = p.hook %0 with {\n"
        '    "t.inside"() : () -> ()\n'
        "    end\n"
        "  } and {\n"
        "  ^bb0(%arg0: f32):\n"
        "  } {seen} : (i32) -> f32 -> (f32, f32)\n"
        '  "t.after"() : () -> ()\n'
        "}) : () -> ()\n"
    )


def test_skipped_regions() -> None:
    top = op("t.top", regions=[body(op("t.a")), Region()])
    assert print_op(top, skip_regions=True) == '"t.top"() ({...}, {...}) : () -> ()\n'


def test_empty_regions_and_blocks() -> None:
    top = op("t.top", regions=[Region(), Region([Block()]), Region([Block(), Block()])])
    assert print_op(top) == (
        '"t.top"() ({\n}, {\n^bb0:\n}, {\n^bb0:\n^bb1:  // no predecessors\n}) : () -> ()\n'
    )


def test_predecessors() -> None:
    first, second, third = Block(), Block(), Block()
    first.append(op("t.br", successors=[second, third]))
    second.append(op("t.br", successors=[third, third]))
    third.append(op("t.end"))
    text = print_op(op("t.top", regions=[Region([first, second, third])]))
    assert "^bb1:  // pred: ^bb0\n" in text
    assert "^bb2:  // 3 preds: ^bb0, ^bb1, ^bb1\n" in text
    assert '"t.br"()[^bb2, ^bb2] : () -> ()' in text


def test_depth() -> None:
    inner = op("t.leaf")
    for _ in range(10_000):
        inner = op("t.r", regions=[body(inner)])

    class Sizes:
        total = 0
        last = ""

        def write(self, text: str) -> int:
            self.total += len(text)
            self.last = (self.last + text)[-50:]
            return len(text)

    stream = Sizes()
    print_to(inner, stream)  # type: ignore[arg-type]
    assert stream.total == 200_250_022
    assert stream.last.endswith("\n  }) : () -> ()\n}) : () -> ()\n")


@pytest.mark.parametrize("leaf", [UNIT, AffineMapAttr(AffineMap.identity(1))])
def test_depth_of_attributes(leaf: Attribute) -> None:
    attribute: Attribute = leaf
    for _ in range(5_000):
        attribute = ArrayAttr((attribute,))
    text = print_op(op("t.a", attributes={"a": attribute}))
    assert "[" * 5_000 in text
    assert "]" * 5_000 in text
    type_: Type = I1
    for _ in range(5_000):
        type_ = TupleType((type_,))
    assert print_attribute(type_) == "tuple<" * 5_000 + "i1" + ">" * 5_000


def test_stream_gets_the_same_text() -> None:
    resource = Resource("r", bytes(range(256)) * 9000, alignment=16)
    attribute = DenseResourceAttr(RankedTensorType((9000 * 64,), F32), resource)
    top = op("t.top", attributes={"a": attribute})
    pieces: list[str] = []

    class Stream:
        def write(self, text: str) -> None:
            pieces.append(text)

    print_to(top, Stream())  # type: ignore[arg-type]
    text = print_op(top)
    assert "".join(pieces) == text
    assert max(map(len, pieces)) <= 2 << 20
    assert '\n{-#\n  dialect_resources: {\n    builtin: {\n      r: "0x1000000000010203' in text
    assert text.endswith('FDFEFF"\n    }\n  }\n#-}\n')


def test_resources_of_one_key_are_told_apart() -> None:
    def elements(value: float) -> Attribute:
        raw = FloatAttr(value, F32).bits.to_bytes(4, "little")
        return DenseResourceAttr(RankedTensorType((1,), F32), Resource("w", raw, alignment=4))

    text = print_op(op("t.top", attributes={"a": elements(1.0), "b": elements(2.0)}))
    assert "a = dense_resource<w> : tensor<1xf32>, b = dense_resource<w_1> : tensor<1xf32>" in text
    assert '      w: "0x040000000000803F",\n      w_1: "0x0400000000000040"\n' in text


def test_aliases_inside_a_dialects_attribute() -> None:
    first = AffineMapAttr(AffineMap.identity(1))
    second = AffineMapAttr(AffineMap.identity(2))
    pair = PairAttr(second, PairAttr(first, IntegerAttr(1, I32)))
    assert print_op(op("t.a", attributes={"x": pair, "y": first})) == (
        "#map = affine_map<(d0, d1) -> (d0, d1)>\n"
        "#map1 = affine_map<(d0) -> (d0)>\n"
        '"t.a"() {x = #p.pair<#map & #p.pair<#map1 & 1 : i32>>, y = #map1} : () -> ()\n'
    )
    assert str(pair) == (
        "#p.pair<affine_map<(d0, d1) -> (d0, d1)> & #p.pair<affine_map<(d0) -> (d0)> & 1 : i32>>"
    )


def test_alias_of_a_dialects_attribute() -> None:
    one, two, other = NamedAttr("x"), NamedAttr("y1"), NamedAttr("z")
    text = print_op(op("t.a", attributes={"a": ArrayAttr((one, two)), "b": PairAttr(one, other)}))
    assert text == (
        '#x = #p.named<"x">\n#y1 = #p.named<"y1">\n#z = #p.named<"z">\n'
        '"t.a"() {a = [#x, #y1], b = #p.pair<#x & #z>} : () -> ()\n'
    )


def test_numbers_of_aliases_that_end_in_a_digit() -> None:
    """No alias is another one's with a number."""
    wanted = ["x", "x ", "x1", "x1 ", "x1_1", "x1_1 "]
    text = print_op(op("t.a", attributes={"a": ArrayAttr([SharedAttr(w) for w in wanted])}))
    assert '"t.a"() {a = [#x, #x1, #x1_1, #x1_2, #x1_1_1, #x1_1_2]}' in text


def test_symbol_form_of_dialect_attributes() -> None:
    assert str(WordsAttr("<a b>")) == "#p.words<a b>"
    assert str(WordsAttr("a b")) == "#p<words a b>"
    assert str(WordsAttr("")) == "#p.words"


def test_distinct_attributes_are_numbered_as_printed() -> None:
    plain, referring = DistinctAttr(UNIT), DistinctAttr(StringAttr("r"))
    text = print_op(op("t.a", attributes={"a": plain, "b": referring, "c": plain}))
    assert text == (
        '#distinct = distinct[0]<"r">\n'
        '"t.a"() {a = distinct[1]<>, b = #distinct, c = distinct[1]<>} : () -> ()\n'
    )


def test_locations_of_operations_come_last() -> None:
    where = FileLineColRange("f.py", 1, 2)
    assert print_op(op("t.a", location=where), debuginfo=True) == (
        '"t.a"() : () -> () loc(#loc)\n#loc = loc("f.py":1:2)\n'
    )
    assert print_op(op("t.a", location=where), debuginfo=True, pretty_debuginfo=True) == (
        '"t.a"() : () -> () f.py:1:2\n#loc = f.py:1:2\n'
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (IntegerAttr(3, I64), "3 : i64"),
        (IntegerAttr(1, I1), "true"),
        (FloatAttr(0.1, F64), "1.000000e-01 : f64"),
        (FloatAttr(float("inf"), F32), "0x7F800000 : f32"),
        (DictionaryAttr({"b": UNIT, "a": IntegerAttr(1, INDEX)}), "{a = 1 : index, b}"),
        (i64_array(()), "array<i64>"),
        (
            DenseElementsAttr.of(RankedTensorType((2,), I32), [1, 2]),
            "dense<[1, 2]> : tensor<2xi32>",
        ),
        (MemRefType((DYNAMIC, 2), F32), "memref<?x2xf32>"),
        (StringAttr('a"\\\n\x7fé'), '"a\\22\\\\\\0A\\7F\\C3\\A9"'),
    ],
)
def test_attribute_text(value: Attribute, text: str) -> None:
    assert str(value) == text
    assert print_attribute(value, PrintingFlags(elide_elements_larger=100)) == text


def test_affine_text_of_values() -> None:
    a = op("t.a", (), (INDEX, INDEX))
    p = Printer()
    p.names = {a.results[0]: "%i", a.results[1]: "%n"}
    expressions = (AffineDim(0) * 2 + AffineSymbol(0), AffineConst(3), AffineDim(0) % 4)
    affine_map = AffineMap(1, 1, expressions)
    text = p.captured(lambda: p.affine_map_of_ssa_ids(affine_map, a.results))
    assert text == "%i * 2 + symbol(%n), 3, %i mod 4"
