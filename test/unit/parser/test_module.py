"""Operations, regions, blocks and names, read from generic text."""

import gc
import subprocess

import pytest

from mlirlite.ir.attributes import UNIT, StringAttr, i64_attr
from mlirlite.ir.context import Context
from mlirlite.ir.locations import FileLineColRange, NameLoc
from mlirlite.ir.types import F32, I32
from mlirlite.parser import parse_module
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError


def parse(text, **flags):
    return parse_module(text, Context(allow_unregistered=True), filename="f", **flags)


def body(text):
    return parse(text).regions[0].block.ops


def test_parts_of_an_operation():
    (op,) = body(
        '%a, %b:2 = "t.a"() <{p = 1}> ({}, {"t.b"() : () -> ()}) {d, e = "x"}'
        ' : () -> (i32, f32, f32) loc("here")'
    )
    assert op.name == "t.a"
    assert op.result_types == (I32, F32, F32)
    assert op.properties == {"p": i64_attr(1)}
    assert op.attributes == {"d": UNIT, "e": StringAttr("x")}
    assert [r.empty for r in op.regions] == [True, False]
    assert op.location is NameLoc("here")


def test_packs_of_results():
    a, use = body(
        '%a:2 = "t.a"() : () -> (i32, i32)\n"t.u"(%a#1, %a, %a#0) : (i32, i32, i32) -> ()'
    )
    assert use.operands == (a.results[1], a.results[0], a.results[0])


def test_uses_before_definitions():
    use, a = body('"t.u"(%a#1, %a#1) : (i32, i32) -> ()\n%a:2 = "t.a"() : () -> (i32, i32)')
    assert use.operands == (a.results[1], a.results[1])
    assert a.results[1].users == [use]
    assert not a.results[0].has_uses


def test_blocks_may_be_named_before_they_stand():
    (op,) = body(
        """"t.r"() ({
             "t.br"()[^b, ^a] : () -> ()
           ^a:
             "t.br"(%x)[^b] : (i32) -> ()
           ^b(%x: i32 loc("x"), %y: f32):
             "t.end"() : () -> ()
           }) : () -> ()"""
    )
    entry, a, b = op.regions[0].blocks
    assert entry.last.successors == (b, a)
    assert a.last.operands == (b.args[0],)
    assert b.predecessors == [entry, a]
    assert [arg.type for arg in b.args] == [I32, F32]
    assert b.args[0].location is NameLoc("x")


def test_the_first_block_may_have_a_name():
    (op,) = body('"t.r"() ({\n^a(%x: i32):\n  "t.br"(%x)[^a] : (i32) -> ()\n}) : () -> ()')
    block = op.regions[0].block
    assert block.last.successors == (block,)


def test_names_end_with_their_region():
    first, second = body(
        '"t.r"() ({ %x = "t.a"() : () -> i32 }) : () -> ()\n'
        '"t.r"() ({ %x = "t.a"() : () -> f32 }) : () -> ()'
    )
    assert [op.regions[0].block.first.result.type for op in (first, second)] == [I32, F32]
    with pytest.raises(DiagnosticError, match="redefinition of SSA value"):
        parse('%x = "t.a"() : () -> i32\n"t.r"() ({ %x = "t.a"() : () -> i32 }) : () -> ()')


def test_aliases():
    (op,) = body(
        "!t = tuple<i32>\n!u = tuple<!t>\n#a = [1]\n#b = {x = #a, t = !u}\n"
        '%0 = "t.a"() {a = #a, b = #b} : () -> !t'
    )
    assert str(op.attributes["b"]) == "{t = tuple<tuple<i32>>, x = [1]}"
    assert str(op.result.type) == "tuple<i32>"


def test_locations():
    a, b, c = body(
        '"t.a"() : () -> () loc(#l)\n  "t.b"() : () -> ()\n%x = "t.c"() : () -> i32\n'
        '#l = loc("g":3:4)'
    )
    assert a.location is FileLineColRange("g", 3, 4)
    assert b.location is FileLineColRange("f", 2, 3)
    assert c.location is FileLineColRange("f", 3, 6)


def test_unusual_layout():
    text = """
      %0
        , %1 = // results
      "t.a" // name
      ( // uses
      )
      { // attributes "x" {
        a = 1 // }
        , b = "//"
      } : (
      ) -> // types
      (i32,
       i32)
      "t.b"(%0 // a
         , %1):(i32,i32)->() // the end"""
    first, second = body(text)
    assert list(first.attributes) == ["a", "b"]
    assert second.operands == first.results


def test_the_module():
    module = parse('"builtin.module"() ({ "t.a"() : () -> () }) {x.y} : () -> ()')
    assert module.name == "builtin.module"
    assert module.attributes == {"x.y": UNIT}
    assert parse("").regions[0].block.empty
    implicit = parse('"t.a"() : () -> ()\n"t.b"() : () -> ()')
    assert [op.name for op in implicit.walk()] == ["builtin.module", "t.a", "t.b"]
    assert parse('"t.a"() : () -> ()', implicit_module=False).name == "t.a"
    with pytest.raises(DiagnosticError, match="single top-level operation, found: 2"):
        parse('"t.a"() : () -> ()\n"t.b"() : () -> ()', implicit_module=False)


def test_inherent_attributes_become_properties():
    (op,) = body('%0 = "arith.constant"() {value = 1 : i32, x.y} : () -> i32')
    assert list(op.properties) == ["value"]
    assert list(op.attributes) == ["x.y"]
    (op,) = body('%0 = "arith.constant"() <{value = 1 : i32}> {value = 2 : i32} : () -> i32')
    assert op.properties["value"].value == 1


def test_properties_that_are_left_out_have_their_defaults():
    ops = body(
        '%a = "arith.constant"() <{value = 1 : i32}> : () -> i32\n'
        '%b = "arith.addi"(%a, %a) : (i32, i32) -> i32\n%c = arith.addi %b, %b : i32'
    )
    assert [str(op.properties.get("overflowFlags")) for op in ops[1:]] == [
        "#arith.overflow<none>"
    ] * 2


def test_nesting_is_not_limited_by_the_stack():
    depth = 10_000
    module = parse('"t.r"() ({\n' * depth + "}) : () -> ()\n" * depth)
    assert sum(1 for _ in module.walk()) == depth + 1


def test_the_collector_is_on_again_after_an_error():
    with pytest.raises(DiagnosticError):
        parse("!")
    assert gc.isenabled()


def test_resources_are_decoded_when_asked_for():
    text = """
      "t.a"() {a = dense_resource<blob> : tensor<2xf32>, b = dense_resource<"b c"> : tensor<1xi8>,
               c = dense_resource<missing> : tensor<1xi8>, d = dense_resource<bad> : tensor<1xi8>}
        : () -> ()
      {-#
        dialect_resources: { builtin: {
          blob: "0x080000000000803F00000040", "b c": "0x0100000005", bad: "0x01000000ZZ"
        } },
        external_resources: { someone: { key: "a\\"b", flag: true } }
      #-}"""
    (op,) = body(text)
    resources = {name: a.resource for name, a in op.attributes.items()}
    assert resources["a"].data.cast("f").tolist() == [1.0, 2.0]
    assert resources["a"].alignment == 8
    assert bytes(resources["b"].data) == b"\5"
    assert not resources["c"].is_defined
    with pytest.raises(DiagnosticError, match="expected hex string blob for key 'bad'"):
        _ = resources["d"].data


GENERIC = """
%0:2 = "t.a"() <{a = 1}> ({
^bb0(%x: i32):
  "t.b"(%x)[^bb1, ^bb2] : (i32) -> ()
^bb1:
  %y = "t.c"() : () -> f32
  "t.d"(%y)[^bb2] : (f32) -> ()
^bb2:
  "t.e"() ({ "t.f"(%x, %fwd) : (i32, f32) -> () }, {}) : () -> ()
}, {}) {b} : () -> (i32, i32) loc("a")
"t.use"(%0#1, %0#0, %0) : (i32, i32, i32) -> () loc(#l)
%fwd = "t.g"() {f = #map, t = !t} : () -> f32
#l = loc("x":1:2)
// -----
#map = affine_map<(d0) -> (d0)>
!t = tensor<4xf32>
%0 = "t.fn"() {m = #map} : () -> ((i32) -> !t)
%1 = "t.fn"(%0) : ((i32) -> !t) -> (() -> ())
%a-b = "t.v"() : () -> i32
%$._ = "t.v"() {"quoted name" = 1, i32 = 2} : () -> i32
"t.use"(%a-b, %$._) : (i32, i32) -> ()
// -----
"builtin.module"() ({ "no dialect"() : () -> () }) {sym_name = "m", x.y = 1} : () -> ()
"""


def test_generic_text_is_the_same_to_upstream(mlir_opt):
    head = "#map = affine_map<() -> ()>\n!t = i32\n"
    chunks = (head + GENERIC).split("// -----\n")
    for flags, options in ((["--mlir-print-op-generic"], {"generic": True}), ([], {})):
        ours = [print_op(parse(c), **options) for c in chunks]
        theirs = [_reprint(mlir_opt, "// -----\n".join(c), flags) for c in (chunks, ours)]
        assert theirs[0] == theirs[1]


def _reprint(mlir_opt, text, flags):
    command = [mlir_opt, "--allow-unregistered-dialect", "--split-input-file", *flags]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def test_locations_are_upstreams(mlir_opt):
    text = """
      "t.a"() ({
      ^bb0(%a: i32, %b: i32 loc("b")):
        %0:2 = "t.b"(%a) : (i32) -> (i32, i32) loc(fused["x", "y":1:2])
        "t.c"(%0#1) {a = loc("z")} : (i32) -> ()
      }) : () -> ()
    """
    command = [mlir_opt, "--allow-unregistered-dialect", "--mlir-print-debuginfo"]
    theirs = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    module = parse_module(text, Context(allow_unregistered=True), filename="<stdin>")
    assert print_op(module, debuginfo=True).strip() == theirs.strip()
