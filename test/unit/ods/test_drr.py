"""Patterns of .td files: each construct, errors, what is not known, arith's own beside them."""

from __future__ import annotations

import copy
import io
import json
import random
from pathlib import Path

import pytest

import mlirlite
from mlirlite.driver.opt import main
from mlirlite.driver.tblgen import main as tblgen
from mlirlite.ods import load_dialect
from mlirlite.ods.data import read_records
from mlirlite.rewriting import apply_patterns_greedily
from mlirlite.support.diagnostics import DiagnosticError

INPUTS = Path(__file__).with_name("Inputs")
DRR = str(INPUTS / "drr.td")
ARITH = str(INPUTS / "drr_arith.td")


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def rewritten(body, arguments="%x: i32, %y: i32", results="i32", only=(), file=DRR):
    """The ops of a function after the patterns of a file."""
    context = mlirlite.Context()
    load_dialect(DRR, context)
    patterns = mlirlite.load_patterns(file, context).patterns
    chosen = [p for p in patterns if not only or p.name in only]
    text = f"func.func @f({arguments}) -> ({results}) {{\n{body}\n}}"
    module = mlirlite.parse(text, context)
    apply_patterns_greedily(module, chosen)
    return [line.strip() for line in str(module).splitlines()[2:-2]]


TURN = '%0 = "drr.turn"(%x) : (i32) -> i32\n'
BACK = '%0 = "drr.back"(%x) : (i32) -> i32\n'


def test_a_value_instead_of_ops_where_a_constraint_holds():
    same = '%1 = "drr.back"(%0) : (i32) -> i32\nreturn %1 : i32'
    assert rewritten(TURN + same) == ["return %arg0 : i32"]
    other = '%1 = "drr.back"(%0) : (i32) -> i64\nreturn %1 : i64'
    assert len(rewritten(TURN + other, results="i64")) == 3


def test_one_name_twice_is_one_value():
    body = '%0 = "drr.meet"(%x, %{}) : (i32, i32) -> i32\nreturn %0 : i32'
    assert rewritten(body.format("x")) == [
        '%0 = "drr.join"(%arg0, %arg0) : (i32, i32) -> i32',
        '%1 = "drr.turn"(%0) : (i32) -> i32',
        "return %1 : i32",
    ]
    assert rewritten(body.format("y"))[0] == '%0 = "drr.meet"(%arg0, %arg1) : (i32, i32) -> i32'


@pytest.mark.parametrize("operands", ["%0, %y", "%y, %0"])
def test_either_matches_both_orders(operands):
    body = TURN + f'%1 = "drr.join"({operands}) : (i32, i32) -> i32\nreturn %1 : i32'
    assert rewritten(body)[0] == '%0 = "drr.meet"(%arg0, %arg1) : (i32, i32) -> i32'


def test_either_checks_constraints_of_types():
    body = '%0 = "drr.turn"(%x) : (i64) -> i64\n'
    body += '%1 = "drr.join"(%y, %0) : (i64, i64) -> i64\nreturn %1 : i64'
    assert len(rewritten(body, "%x: i64, %y: i64", "i64")) == 3


def test_constant_and_missing_attributes():
    body = '%0 = "drr.mark"(%x) <{{level = {} : i32{}}}> : (i32) -> i32\nreturn %0 : i32'
    label = ', label = "k"'
    for given in ("", label):
        [made, _] = rewritten(body.format(0, given))
        assert made.startswith('%0 = "drr.note"(%arg0) <{')
        assert "level = 7 : i32" in made
        assert ("label" in made) == bool(given)
    assert "drr.mark" in rewritten(body.format(1, label))[0]


def test_native_calls_compute_attributes():
    body = '%0 = "drr.mark"(%x) <{level = 3 : i32, label = "k"}> : (i32) -> i32\n'
    body += '%1 = "drr.note"(%0) <{level = 5 : i32, label = "j"}> : (i32) -> i64\nreturn %1 : i64'
    [made, _] = rewritten(body, results="i64")
    assert made == '%0 = "drr.note"(%arg0) <{label = "j", level = 4 : i32}> : (i32) -> i64'


def test_results_by_number_auxiliary_ops_and_locations():
    body = '%0 = "drr.turn"(%x) : (i32) -> i32 loc("inner")\n'
    body += '%1:2 = "drr.split"(%0) : (i32) -> (i32, i64) loc("outer")\n'
    body += "return %1#0, %1#1 : i32, i64"
    context = mlirlite.Context()
    load_dialect(DRR, context)
    text = f"func.func @f(%x: i32) -> (i32, i64) {{\n{body}\n}}"
    module = mlirlite.parse(text, context)
    mlirlite.run_pipeline(module, f"apply-drr{{files={DRR}}}", context)
    ops = {op.name: op for op in module.walk()}
    assert str(ops["drr.halves"].location) == 'loc(fused["outer", "inner"])'
    assert str(ops["drr.back"].location) == 'loc("back")'
    assert ops["drr.back"].results[0].type is ops["func.return"].operands[1].type
    assert ops["func.return"].operands[0] is ops["drr.halves"].results[1]


def test_given_result_types():
    body = BACK + '%1:2 = "drr.halves"(%0) : (i32) -> (i1, i64)\n'
    body += "return %1#1 : i64"
    made = rewritten(body.replace("i64", "i32"), only=("HalvesOfBack",))
    assert made == ["return %arg0 : i32"]
    used = body.replace("return %1#1", "return %1#0").replace(": i64", ": i1")
    assert len(rewritten(used, results="i1", only=("HalvesOfBack",))) == 3


def test_variadic_matches_a_number_of_operands():
    three = TURN + '%1 = "drr.gather"({}) <{{operandSegmentSizes = array<i32: {}>}}> : '
    three += "(i32, i32, i32) -> i32\nreturn %1 : i32"
    [made, _] = rewritten(three.format("%y, %0, %y", "2, 1"))
    assert made == (
        '%0 = "drr.gather"(%arg1, %arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 2>}> : '
        "(i32, i32, i32) -> i32"
    )
    assert len(rewritten(three.format("%y, %0, %y", "1, 2"))) == 3


def test_functions_of_the_file_beside():
    body = '%0 = "drr.gather"(%y, %x, %x, %x) <{operandSegmentSizes = array<i32: 4, 0>}> : '
    body += "(i32, i32, i32, i32) -> i32\nreturn %0 : i32"
    assert rewritten(body) == ["return %arg1 : i32"]
    deep = BACK + '%1 = "drr.back"(%0) : (i32) -> i32\n%2 = "drr.turn"(%1) : (i32) -> i32\n'
    made = rewritten(deep + "return %2 : i32")
    assert made[2] == (
        '%2 = "drr.mark"(%1) <{label = "deep", level = 2 : i32}> {was = "drr.turn"} : (i32) -> i32'
    )


def test_an_op_without_results_is_erased():
    body = BACK + '"drr.drop"(%0) : (i32) -> ()\nreturn %x : i32'
    assert rewritten(body)[0] == '"drr.forget"(%arg0) : (i32) -> ()'


def test_benefits_and_equations():
    found = mlirlite.load_patterns(DRR)
    benefits = {p.name: p.benefit for p in found.patterns}
    assert benefits["BackOfTurn"] == 2
    assert benefits["JoinOfTurn"] == 8  # join, either, turn, and 5
    equations = {p.name: p.equation for p in found.patterns}
    assert equations["MeetOfSame"] == "drr.meet(x, x) --> drr.turn(drr.join(x, x))"
    assert equations["BackOfTurn"] == "drr.back(drr.turn(x)):res --> x"


def run(program, *words, text=""):
    out, err = io.StringIO(), io.StringIO()
    code = program(list(words), stdin=io.StringIO(text), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


def test_what_is_not_known_is_left_out_and_said():
    assert mlirlite.load_patterns(DRR).unknown == {"NeverAgain": "nobodyKnows()"}
    text = 'func.func @f(%x: i32) {\n  "drr.never"(%x) : (i32) -> ()\n  return\n}\n'
    code, out, err = run(main, f"--load-dialect={DRR}", f"--apply-drr=files={DRR}", text=text)
    assert (code, "drr.never" in out) == (0, True)
    assert "1 of 12 patterns" in err
    assert "'NeverAgain' (nobodyKnows())" in err
    code, out, _ = run(tblgen, DRR, "--list-patterns")
    assert code == 0
    assert "NeverAgain: drr.never(x) --> drr.forget(Secret(x)) (not known: nobodyKnows())" in out
    assert "BackOfTurn: drr.back(drr.turn(x)):res --> x (benefit 2)" in out


PATTERNS = (
    ("(Turn $x, $y), (Back $x)", "op 'drr.turn' has 2 arguments in the pattern, but 1 in its"),
    ("(Turn $x), (Back $x, $x)", "resultant op 'drr.back' has 2 arguments in the pattern, but 1"),
    ("(Turn $x), (Back $y)", "the symbol '$y' is not known"),
    ("(Split $x), (Back $x)", "the root has 2 results, but the pattern gives 1 values"),
    ("(Turn $x), (Halves $x)", "values that replace results of the root and values that do not"),
    ("(Turn $x), (replaceWithValue $x, $x)", "values that replace results of the root and values"),
    ("(Gather (Turn $x), $y), (replaceWithValue $x)", "operand 'left' has any number of values"),
    ("(Turn (variadic $x)), (Back $x)", "operand 'x' is one value, found (variadic …)"),
    ("(Turn NumberAttr:$x), (Back $x)", "operand 'x' needs a constraint of types, found 'Num"),
    ("(Mark $x, I32:$a, $b), (Back $x)", "attribute 'level' needs a constraint of attributes"),
    ('(Turn $x), (Back "x")', "the text 'x' is neither a value nor an attribute"),
    ("(Turn (location $x)), (Back $x)", "'location' cannot stand in a source pattern"),
    ("(Turn $x), (either $x)", "'either' cannot stand in a result pattern"),
    ("(Secret $x), (Back $x)", "the root of a pattern is an op"),
    ("(Turn:$t $x), (Back $t__3)", "'$t__3': the op 'drr.turn' has 1 results"),
)


@pytest.mark.parametrize(("pattern", "message"), PATTERNS)
def test_wrong_patterns(pattern, message, tmp_path):
    path = tmp_path / "wrong.td"
    path.write_text(f'include "drr.td"\ndef Wrong : Pat<{pattern}>;\n')
    with pytest.raises(DiagnosticError) as e:
        mlirlite.load_patterns(str(path), None, [str(INPUTS)])
    found = e.value.diagnostics[0].message
    assert found.startswith("pattern 'Wrong', declared at wrong.td:2: ")
    assert message in found


def test_types_that_cannot_be_inferred(tmp_path):
    path = tmp_path / "wrong.td"
    path.write_text('include "drr.td"\ndef Wrong : Pat<(Turn $x), (Back (Back $x))>;\n')
    with pytest.raises(DiagnosticError) as e:
        rewritten(TURN + "return %0 : i32", only=("Wrong",), file=_beside(path))
    assert "give the result types 'out'" in e.value.diagnostics[0].message
    assert e.value.diagnostics[0].message.startswith("pattern 'Wrong', declared at wrong.td:2: ")


def _beside(path):
    text = path.read_text().replace('"drr.td"', f'"{INPUTS / "drr.td"}"')
    for name in ("drr_base.td", "base.td"):
        (path.parent / name).write_text((INPUTS / name).read_text())
    path.write_text(text)
    return str(path)


def test_a_native_call_that_gives_nothing_leaves_the_op(tmp_path):
    path = tmp_path / "empty.td"
    path.write_text(
        'include "drr.td"\ndef Nothing : NativeCodeCall<"Value{}">;\n'
        "def Empty : Pat<(Turn:$t $x), (Join (Join $x, $x), (Nothing))>;\n"
    )
    assert rewritten(TURN + "return %0 : i32", only=("Empty",), file=_beside(path)) == [
        '%0 = "drr.turn"(%arg0) : (i32) -> i32',
        "return %0 : i32",
    ]


def test_a_pass_without_a_file_says_what_it_needs():
    code, _, err = run(main, "--apply-drr", text="module {}")
    assert code == 1
    assert "apply-drr needs a file" in err


FORMS = """
%c = arith.constant 5 : i32
%d = arith.constant 7 : i32
%m = arith.constant -1 : i32
%t = arith.constant true
%f = arith.constant false
%one = arith.constant 1 : i32
%a0 = arith.addi %x, %c : i32
%a1 = arith.addi %a0, %d : i32
%b0 = arith.subi %c, %x : i32
%b1 = arith.addi %b0, %d : i32
%n0 = arith.muli %x, %m : i32
%n1 = arith.addi %n0, %y : i32
%n2 = arith.addi %y, %n0 : i32
%s0 = arith.subi %x, %y : i32
%s1 = arith.subi %s0, %x : i32
%p0 = arith.cmpi slt, %x, %y : i32
%p1 = arith.xori %p0, %t : i1
%q0 = arith.select %p0, %f, %t : i1
%r0 = arith.select %p0, %x, %y : i32
%r1 = arith.select %p0, %r0, %c : i32
%e0 = arith.extsi %x : i32 to i64
%e1 = arith.extsi %y : i32 to i64
%e2 = arith.xori %e0, %e1 : i64
%e3 = arith.cmpi eq, %e0, %e1 : i64
%e4 = arith.trunci %e0 : i64 to i48
%u0 = arith.extui %x : i32 to i64
%u1 = arith.extui %y : i32 to i64
%u2 = arith.andi %u0, %u1 : i64
%u3 = arith.ori %u0, %u1 : i64
%i0 = arith.index_cast %x : i32 to index
%i1 = arith.index_cast %i0 : index to i32
%h0, %h1 = arith.mulsi_extended %x, %y : i32
%o0, %o1 = arith.mulsi_extended %x, %one : i32
%w0 = arith.sitofp %x : i32 to f64
%w1 = arith.truncf %w0 : f64 to f32
"""
USED = ("a1", "b1", "n1", "n2", "s1", "p1", "q0", "r1", "e2", "e3", "e4", "u2", "u3", "i1")
USED += ("h0", "o0", "o1", "w1")


@pytest.mark.skipif(
    not Path("/usr/lib/llvm-22/include/mlir/IR/PatternBase.td").exists(),
    reason="libmlir-22-dev is not installed",
)
def test_patterns_over_upstreams_declarations():
    """Each gives what our own pattern for it gives."""
    uses = "".join(f'"use"(%{name}) : (TYPE) -> ()\n' for name in USED)
    text = f"func.func @f(%x: i32, %y: i32) {{\n{FORMS}{uses}return\n}}"
    for name in USED:
        text = text.replace(f"(%{name}) : (TYPE)", f"(%{name}) : ({_type(name)})")
    context = mlirlite.Context(allow_unregistered=True)
    found = mlirlite.load_patterns(ARITH, context, ["/usr/lib/llvm-22/include"])
    assert found.unknown == {}
    assert len(found.patterns) == 21
    ours, theirs = mlirlite.parse(text, context), mlirlite.parse(text, context)
    mlirlite.run_pipeline(ours, "canonicalize", context)
    counts: dict[str, int] = {}
    apply_patterns_greedily(theirs, found.patterns, count=counts.__setitem__)
    assert str(theirs) == str(ours)
    missing = {p.name for p in found.patterns} - counts.keys()
    assert missing == MISSING


def _type(name):
    kinds = {"p1": "i1", "q0": "i1", "e3": "i1", "e4": "i48", "w1": "f32"}
    return kinds.get(name, "i64" if name[0] in "eu" else "i32")


MISSING = {
    "Arith_AndIOpOfArith_ExtSIOp",
    "Arith_OrIOpOfArith_ExtSIOp",
    "Arith_XOrIOpOfArith_ExtUIOp",
    "CompareOfArith_ExtUIOp",
    "TruncOfArith_ExtUIOp",
}
"""Those of a pair whose other one is tested."""


def _values(fields):
    """Where values are: fields, and arguments of dags."""
    for name, value in fields.items():
        if not name.startswith("!"):
            yield (name,)
            if isinstance(value, dict) and value["kind"] == "dag":
                yield from ((name, "args", i, 0) for i in range(len(value["args"])))


def test_fields_of_other_kinds_are_errors(tmp_path):
    """As in a .td file that does without the classes of MLIR."""
    path, rng = tmp_path / "records.json", random.Random(0)
    dump = dict(read_records(DRR, [str(INPUTS)], "Pattern").dump)
    names = [name for kind in ("Pattern", "Op") for name in dump["!instanceof"][kind][:3]]
    places = [(n, *at) for n in names for at in _values(dump[n])]
    refused = 0
    for at in rng.sample(places, min(len(places), 150)):
        changed = copy.deepcopy(dump)
        part = changed
        for key in at[:-1]:
            part = part[key]
        part[at[-1]] = rng.choice((None, 7, "x", [], {"kind": "def", "def": names[-1]}))
        path.write_text(json.dumps(changed))
        try:
            mlirlite.load_patterns(str(path), mlirlite.Context())
        except DiagnosticError:
            refused += 1
    assert refused


ODD = (None, 3, "x", [], {}, [[]], {"kind": "def"}, {"kind": "dag", "operator": {}, "args": [[1]]})


def test_damaged_json_is_an_error(tmp_path):
    """As a file that llvm-tblgen has not written: any part of it replaced or missing."""
    path, rng = tmp_path / "records.json", random.Random(1)
    dump = read_records(DRR, [str(INPUTS)], "Pattern").dump
    refused = 0
    for _ in range(150):
        changed = copy.deepcopy(dump)
        places = list(_parts(changed))
        for part, key in rng.sample(places, 2):
            if rng.random() < 0.3 and isinstance(part, dict):
                part.pop(key, None)
            elif isinstance(part, dict) or key < len(part):
                part[key] = copy.deepcopy(rng.choice(ODD))
        path.write_text(json.dumps(changed))
        for load in (mlirlite.load_patterns, load_dialect):
            try:
                load(str(path), mlirlite.Context())
            except DiagnosticError:
                refused += 1
    assert refused


def _parts(value):
    """All objects and lists inside, with each of their keys."""
    for key, item in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(item, (dict, list)):
            yield from _parts(item)
