"""The parser recovers: one run reports every error of a text, and none that is only a
consequence."""

import pytest

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.support.diagnostics import DiagnosticError


def errors(text, limit=0, **context):
    """`line:column message` of each error."""
    with pytest.raises(DiagnosticError) as caught:
        parse_module(text, Context(**context), error_limit=limit)
    return ["{}:{} {}".format(*d.span().line_col(), d.message) for d in caught.value.diagnostics]


def function(*lines, arguments="%a: i32"):
    return "\n".join([f"func.func @f({arguments}) {{", *lines, "  return", "}", ""])


def test_each_op_has_its_error():
    found = errors(
        function(
            "  %0 = arith.addi %a, %a : i33x",
            "  %1 = arith.adddi %a, %a : i32",
            "  arith.cmpi eqq, %a, %a : i32",
        )
    )
    assert [e.split()[0] for e in found] == ["2:27", "3:8", "4:14"]
    assert found[1].endswith("custom op 'arith.adddi' is unknown; did you mean 'arith.addi'?")
    assert found[2].endswith("did you mean 'eq'?")


def test_values_of_a_lost_op_are_known():
    found = errors(
        function(
            "  %0:2 = foo.bar %a",
            "  %1 = arith.addi %0#0, %0#1 : i32",
            '  "arith.addi"(%0, %1) : (f32, i32) -> f32',
        )
    )
    assert len(found) == 1
    assert "Dialect `foo' not found" in found[0]


def test_a_forward_reference_to_a_lost_op_is_no_error():
    text = """"a.graph"() ({
  "a.use"(%0) : (i32) -> ()
  %0 = oops
}) : () -> ()
"""
    assert [e.split()[0] for e in errors(text, allow_unregistered=True)] == ["3:8"]


def test_undefined_values_are_found_beside_other_errors():
    found = errors(function("  oops", "  %0 = arith.addi %b, %a : i32"))
    assert found == [
        "2:3 custom op 'oops' is unknown (tried 'func.oops' as well)",
        "3:19 use of undeclared SSA value name",
    ]
    (found,) = errors(function("  return %arg : i32", arguments="%args: i32"))
    assert found.endswith("did you mean '%args'?")


def test_a_lost_region_is_passed_over():
    found = errors(
        function(
            "  scf.for %i = %a to %a stepp %a {",
            "    %x = arith.addi %i, %i : index",
            "  }",
            "  %y = oops",
        )
    )
    assert [e.split()[0] for e in found] == ["2:25", "5:8"]


def test_blocks():
    found = errors(function("  cf.br ^b", "^b(%x: i32x):", "  %y = arith.addi %x, %x : i32"))
    assert found == ["3:7 expected non-function type; did you mean 'i32'?"]
    assert errors(function("  cf.br ^exti", "^exit:")) == [
        "2:9 reference to an undefined block; did you mean '^exit'?"
    ]


def test_functions_without_errors_are_verified():
    sound = """func.func @g(%a: i32) -> i32 {
  "arith.addi"(%a) : (i32) -> i32
  return %a : i32
}
"""
    found = errors(function("  oops") + sound)
    assert found[1] == "6:3 'arith.addi' op expected 2 operands, but found 1"


def test_a_lost_alias_is_not_missed():
    found = errors(
        "#a = affine_map<(d0) -> (d0 +)>\n"
        + function("  %0 = affine.apply #a(%i)", arguments="%i: index")
    )
    assert found == ["1:30 missing right operand of binary operator"]


@pytest.mark.parametrize(
    "line", ["foo.bar(%a", "%x = foo.bar {a = 1", '"arith.addi"(%a, %a : (i32) -> i32', ")]}"]
)
def test_brackets_that_do_not_match(line):
    found = errors(function(f"  {line}", "  oops"))
    assert found[0][0] in "12"  # as upstream, at the end of the line before
    assert len(found) <= 3


def test_unclosed_region():
    with pytest.raises(DiagnosticError) as caught:
        parse_module("module {\n  oops\n", error_limit=0)
    first, last = caught.value.diagnostics
    assert "'oops' is unknown" in first.message
    (note,) = last.notes
    assert note.message == "unclosed '{' opened here"
    assert note.span().line_col() == (1, 8)


def test_limit():
    text = function(*["  oops"] * 9)
    assert len(errors(text, limit=3)) == 3
    assert len(errors(text, limit=1)) == 1
    assert len(errors(text, limit=0)) == 9


def test_unregistered_ops_without_permission():
    text = '"a.b"() : () -> ()\n"c.d"() : () -> ()\n'
    assert len(errors(text)) == 2
    parse_module(text, Context(allow_unregistered=True))


def test_verifiers_do_not_meet_lost_values_behind_others():
    found = errors(
        function(
            "  %0 = foo.bar",
            "  %1 = affine.apply affine_map<(d0) -> (d0)>(%0)",
            "  %2 = affine.apply affine_map<()[s0] -> (s0)>()[%1]",
            "  %3 = affine.load %m[%2] : memref<4xf32>",
            arguments="%m: memref<4xf32>",
        )
    )
    assert len(found) == 1
    assert found[0].startswith("2:8 ")


def test_errors_in_the_regions_of_an_op_whose_head_is_wrong():
    found = errors(
        function(
            "  %r = scf.fro %i = %a to %a {",
            "    %0 = arith.addi %i, %y : i32",
            "    arith.adi %a, %a : i32",
            "  } else {",
            "    %1 = arith.addi %a, %z : i32",
            "  }",
            "  %2 = arith.addi %r, %r : i32",
        )
    )
    assert [e.split()[0] for e in found] == ["2:8", "3:25", "4:5", "6:25"]
    assert found[1].endswith("use of undeclared SSA value name")


def test_a_function_whose_head_is_wrong_has_names_and_a_dialect_of_its_own():
    found = errors(
        "%a = arith.constant 1 : i32\nfunc.func @f(%a i32) {\n  %b = arith.addi %a, %c : i32\n"
        "  return\n}\nfunc.fun @g() {\n  %b = ub.poison : i32\n  retur\n}\n"
    )
    assert [e.split()[0] for e in found] == ["2:16", "3:23", "6:1", "8:3"]


def test_a_dictionary_behind_an_unknown_name_is_no_region():
    found = errors(function("  foo.op {", "    a = 1,", "    b.c = 2", "  }"))
    assert len(found) == 1


def test_ops_that_take_places_of_their_operands_do_without_definitions():
    text = """func.func @f(%a: tensor<2x3xf32>) {
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%b : tensor<3x2xf32>) permutation = [1, 0]
  oops
  return
}
"""
    assert [e.split()[0] for e in errors(text)] == ["2:56", "3:3"]
