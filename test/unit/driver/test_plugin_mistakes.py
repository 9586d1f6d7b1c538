"""A mistake in a plugin is shown in the plugin's file, with the line of the input where it
occurred; it is never called an internal error."""

import io
import re

import pytest

from mlirlite.driver import opt, run
from mlirlite.ir.context import Context
from mlirlite.support.diagnostics import DiagnosticError

HEAD = """
from mlirlite.dialects import arith
from mlirlite.interp import evaluate
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr, UnitAttr
from mlirlite.ir.types import I32
from mlirlite.ir.constraints import SignlessInteger
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import Pure, Trait
from mlirlite.passes import compiler_pass
from mlirlite.rewriting import Lowerings, apply_patterns_greedily, pattern
"""
TAIL = '\nDIALECT = Dialect("bad", __name__)\n'
ONE = """
class OneOp(Op, name="bad.one"):
    x: Operand[SignlessInteger]
    result: Result[SignlessInteger]
    assembly_format = "$x attr-dict `:` type($x) `->` type($result)"
"""
USE = "func.func @main(%a: i32) -> i32 {\n  %0 = bad.one %a : i32 -> i32\n  return %0 : i32\n}\n"
PASS = '''
@compiler_pass("try-it")
def try_it(op, state):
    """Try it."""
    {}
'''

# By what is wrong: the plugin, the input, options, the line of the input that is named. `HERE`
# marks the line of the plugin that must be shown.
MISTAKES = {
    "format": (
        'class OneOp(Op, name="bad.one"):\n    x: Operand[SignlessInteger]\n'
        '    assembly_format = "$y attr-dict"  # HERE\n',
        "func.func @main(%a: i32) {\n  bad.one %a\n  bad.one %a\n  return\n}\n",
        [],
        2,
    ),
    "format of a type": (
        'class ThatType(Type, name="bad.that"):\n    n: int\n'
        '    assembly_format = "`<` $m `>`"  # HERE\n',
        "func.func private @f()\nfunc.func private @g(!bad.that<3>)\n",
        [],
        2,
    ),
    "format that only the printer needs": (
        'class OneOp(Op, name="bad.one"):\n    x: Operand[SignlessInteger]\n'
        '    assembly_format = "$x custom<Nothing>($x) attr-dict"  # HERE\n',
        'func.func @main(%a: i32) {\n  "bad.one"(%a) : (i32) -> ()\n  return\n}\n',
        [],
        2,
    ),
    "verify": (
        ONE + "    def verify_op(self):\n        return self.x.type.shape  # HERE\n",
        USE,
        [],
        2,
    ),
    "verify of an op with regions": (
        'class OneOp(Op, name="bad.one"):\n    body: RegionField\n'
        "    def verify_op(self):\n        return self.nothing  # HERE\n",
        '"bad.one"() ({\n}) : () -> ()\n',
        [],
        1,
    ),
    "verify gives no diagnostic": (
        ONE + "    def verify_op(self):  # HERE\n        return 'wrong'\n",
        USE,
        [],
        2,
    ),
    "trait": (
        "class Odd(Trait):\n    def verify(self, op):\n        return op.odd  # HERE\n"
        'class OneOp(Op, name="bad.one", traits=(Odd(),)):\n    assembly_format = "attr-dict"\n',
        "bad.one\n",
        [],
        1,
    ),
    "parse": (
        'class OneOp(Op, name="bad.one"):\n    @classmethod\n    def parse(cls, p, state):\n'
        "        p.nothing()  # HERE\n",
        "bad.one\n",
        [],
        1,
    ),
    "parse with a constraint for a type": (
        'class OneOp(Op, name="bad.one"):\n    x: Operand[SignlessInteger]\n    @classmethod\n'
        "    def parse(cls, p, state):\n"
        "        state.operands.append(p.resolve(p.operand(), SignlessInteger))  # HERE\n",
        "func.func @main(%a: i32) {\n  bad.one %a\n  return\n}\n",
        [],
        2,
    ),
    "parse of a type": (
        'class ThatType(Type, name="bad.that"):\n    n: int\n    @classmethod\n'
        "    def parse(cls, p):\n        return 1 // 0  # HERE\n",
        "func.func private @f()\nfunc.func private @g(!bad.that<3>)\n",
        [],
        2,
    ),
    "print": (
        ONE + "    def print(self, p):\n        p.nothing()  # HERE\n",
        'func.func @main(%a: i32) {\n  %0 = "bad.one"(%a) : (i32) -> i32\n  return\n}\n',
        [],
        2,
    ),
    "fold": (
        ONE + "    def fold(self, operands):\n        return {}[1]  # HERE\n",
        USE,
        ["--canonicalize"],
        2,
    ),
    "fold gives no value": (
        ONE + "    def fold(self, operands):  # HERE\n        return 'one'\n",
        USE,
        ["--canonicalize"],
        2,
    ),
    "pattern": (
        ONE + '@pattern\ndef up(op: OneOp, rw):\n    """a --> b"""\n    rw.nothing(op)  # HERE\n'
        + PASS.format("apply_patterns_greedily(op, [up], fold=False)"),
        USE,
        ["--try-it"],
        2,
    ),
    "lowering": (
        ONE + 'lower = Lowerings("down")\n@lower(OneOp)\ndef down(op, rw):\n'
        "    return rw.nothing  # HERE\n" + PASS.format("lower.convert(op)"),
        USE,
        ["--try-it"],
        2,
    ),
    **{
        f"lowering: {name}": (
            ONE + 'lower = Lowerings("down")\n@lower(OneOp)  # HERE\ndef down(op, rw):\n'
            f"    [x] = rw.operands\n    {body}\n" + PASS.format("lower.convert(op)"),
            USE,
            ["--try-it"],
            2,
        )
        for name, body in {
            "no return": "rw.insert(arith.AddIOp(x, x))",
            "no return, nothing inserted": "arith.AddIOp(x, x)",
            "True for nothing": "return True",
            "no value": "return 'a'",
            "a number": "return 5",
            "a list of something else than values": "return [x.type]",
            "too many values": "return [x, x]",
            "False after a change": "rw.insert(arith.AddIOp(x, x))\n    return rw.fail('no')",
        }.items()
    },
    "lowering: a constructor that raises ValueError": (
        ONE + 'lower = Lowerings("down")\n@lower(OneOp)\ndef down(op, rw):\n'
        '    return arith.ConstantOp(IntegerAttr(1, "i32"))  # HERE\n'
        + PASS.format("lower.convert(op)"),
        USE,
        ["--try-it"],
        2,
    ),
    **{
        f"pattern: {name}": (
            ONE + '@pattern  # HERE\ndef up(op: OneOp, rw):\n    """a --> b"""\n'
            f"    x = op.x\n    {body}\n"
            + PASS.format("apply_patterns_greedily(op, [up], fold=False)"),
            USE,
            ["--try-it"],
            2,
        )
        for name, body in {
            "no replacement": "rw.insert(arith.AddIOp(x, x))",
            "a value": "return rw.insert(arith.AddIOp(x, x)).result",
            "a text": "return ''",
            "False after a change": "rw.insert(arith.AddIOp(x, x))\n    return rw.fail('no')",
            "True for nothing": "return True",
            "True for a change without the rewriter": "op.attributes['a'] = UnitAttr()\n"
            "    return True",
            "what it made, without end": "rw.replace(op, OneOp(x, result=op.result.type))",
            "a change in place without end": "with rw.modify(op): pass",
        }.items()
    },
    "pattern: partial": (
        ONE + "from functools import partial\nfrom mlirlite.rewriting import Pattern\n"
        "def up(op, rw, how):  # HERE\n    return True\n"
        "up = Pattern(partial(up, how=1), [OneOp], 1, 'up')\n"
        + PASS.format("apply_patterns_greedily(op, [up])"),
        USE,
        ["--try-it"],
        2,
    ),
    "pattern: object": (
        ONE + "from mlirlite.rewriting import Pattern\nclass Up:\n"
        "    def __call__(self, op, rw):  # HERE\n        return True\n"
        + PASS.format("apply_patterns_greedily(op, [Pattern(Up(), [OneOp], 1, 'up')])"),
        USE,
        ["--try-it"],
        2,
    ),
    "equation without end": (
        ONE + "from mlirlite.dsl import rule, terms, variables\nx, t = variables('x t')\n"
        "[One] = terms(OneOp)\n"
        "again = rule(One(x, result=t), One(One(x, result=t), result=t))  # HERE\n"
        + PASS.format("apply_patterns_greedily(op, [again], fold=False)"),
        USE,
        ["--try-it"],
        2,
    ),
    "fold without end": (
        ONE + "    def fold(self, operands):  # HERE\n        return self.result\n",
        USE,
        ["--canonicalize"],
        2,
    ),
    "verify without end": (
        ONE + "    def verify_op(self):\n        return self.verify_op()  # HERE\n",
        USE,
        [],
        2,
    ),
    "verify of a type that returns its message": (
        'class ThatType(Type, name="bad.that"):\n    n: int\n    assembly_format = "`<` $n `>`"\n'
        "    def verify(self):  # HERE\n        return 'wrong'\n",
        "func.func private @f()\nfunc.func private @g(!bad.that<3>)\n",
        [],
        2,
    ),
    "parse of a type that returns nothing": (
        'class ThatType(Type, name="bad.that"):\n    n: int\n    @classmethod  # HERE\n'
        "    def parse(cls, p):\n        p.expect('<')\n        cls(p.integer())\n"
        "        p.expect('>')\n",
        "func.func private @f()\nfunc.func private @g(!bad.that<3>)\n",
        [],
        2,
    ),
    "format that is not a string": (
        'class OneOp(Op, name="bad.one"):\n    assembly_format = ["attr-dict"]  # HERE\n',
        "bad.one\n",
        [],
        1,
    ),
    **{
        f"parse: {name}": (
            'class OneOp(Op, name="bad.one"):\n    x: VarOperand[SignlessInteger]\n'
            "    y: VarOperand[SignlessInteger]\n    body: RegionField\n    @classmethod  # HERE\n"
            "    def parse(cls, p, state):\n        n = p.operand()\n"
            f"        {body}\n        state.regions.append((yield p.region()))\n",
            "func.func @main(%a: i32) {\n  bad.one %a {\n  }\n  return\n}\n",
            [],
            2,
        )
        for name, body in (
            ("a text for a type", "state.result_types.append('i32')"),
            ("an operand that is not a value", "state.operands.append(n)"),
            ("a request for a region", "state.regions.append(p.region())"),
            ("a number for an attribute", "state.attributes['n'] = 3"),
            ("more results", "state.result_types.append(p.resolve(n, I32).type)"),
            ("no sizes of groups", "state.operands.append(p.resolve(n, I32))"),
        )
    },
    "lowering: a rule for types gives a text": (
        ONE + "from mlirlite.dsl import IntegerType, TypeConverter\ntypes = TypeConverter()\n"
        "@types(IntegerType)  # HERE\ndef longer(type, types):\n    return 'i64'\n"
        'lower = Lowerings("down", types)\n@lower(OneOp)\ndef down(op, rw):\n'
        "    return rw.operands\n" + PASS.format("lower.convert(op)"),
        USE,
        ["--try-it"],
        2,
    ),
    "invalid IR": (
        ONE + PASS.format("[i.erase() for i in op.walk() if i.name == 'func.return']")
        .replace('("try-it")', '("try-it")  # HERE'),
        USE,
        ["--try-it"],
        2,
    ),
    "analysis without a method": (
        "from mlirlite.dataflow import ForwardAnalysis, analysis\n@analysis('odd')\n"
        "class Odd(ForwardAnalysis[int]):  # HERE\n    pass\n",
        "func.func @main(%a: i32) {\n  return\n}\n",
        ["--show-analysis=odd"],
        0,
    ),
    "analysis that gives one fact too many": (
        ONE + "from mlirlite.dataflow import ForwardAnalysis, analysis\n@analysis('odd')\n"
        "class Odd(ForwardAnalysis[int]):  # HERE\n    def unknown(self, value): return 0\n"
        "    def transfer(self, op, facts): return [1, 2]\n",
        USE,
        ["--show-analysis=odd"],
        0,
    ),
    **{
        f"evaluation gives {what}": (
            ONE + f"@evaluate(OneOp)  # HERE\ndef one(machine, op):\n    return {what}\n",
            USE,
            ["run", "--interpret", "-e", "main", "--arg=1"],
            2,
        )
        for what in ("2.5", "1 << 40", "None", "'x'", "(1, 2)")
    },
    **{
        f"evaluation yields {what}": (
            'class OneOp(Op, name="bad.one"):\n    body: RegionField\n'
            '    assembly_format = "attr-dict-with-keyword $body"\n'
            "from mlirlite.interp.machine import Enter\n@evaluate(OneOp)  # HERE\n"
            f"def one(machine, op):\n    yield {what}\n",
            "func.func @main() {\n  bad.one {\n    ub.unreachable\n  }\n  return\n}\n",
            ["run", "--interpret", "-e", "main"],
            2,
        )
        for what in ("op.body", "Enter(op.body, [1])")
    },
    "pass": (PASS.format("op.nothing()  # HERE"), USE.replace("bad.one %a : i32 -> i32",
        "arith.addi %a, %a : i32"), ["--try-it"], 0),
    "evaluation": (
        ONE + "@evaluate(OneOp)\ndef one(machine, op):\n    return machine[3]  # HERE\n",
        USE,
        ["run", "--interpret", "--arg=1"],
        2,
    ),
    "evaluation gives too much": (
        'class OneOp(Op, name="bad.one"):\n    assembly_format = "attr-dict"\n'
        "@evaluate(OneOp)  # HERE\ndef one(machine, op):\n    return 1, 2\n",
        "func.func @main() {\n  bad.one\n  return\n}\n",
        ["run", "--interpret", "-e", "main"],
        2,
    ),
}  # fmt: skip


def told(folder, plugin, text, options):
    """The program's exit code and errors, and the marked line of the plugin."""
    path = folder / "wrong.py"
    path.write_text(HEAD.replace("Result\n", "RegionField, Result, VarOperand\n") + plugin + TAIL)
    (folder / "in.mlir").write_text(text)
    program, words = (run, options[1:]) if options[:1] == ["run"] else (opt, options)
    out = io.StringIO()
    words = [f"--load-plugin={path}", str(folder / "in.mlir"), *words]
    code = program.main(words, stdout=out, stderr=out)
    lines = path.read_text().splitlines()
    return code, out.getvalue(), next((n for n, s in enumerate(lines, 1) if "# HERE" in s), 0)


@pytest.mark.parametrize("name", MISTAKES)
def test_the_line_of_the_plugin_and_of_the_input_are_shown(name, tmp_path):
    plugin, text, options, line = MISTAKES[name]
    code, errors, here = told(tmp_path, plugin, text, options)
    assert code == 1
    assert "internal error" not in errors
    assert "please report" not in errors
    assert f"wrong.py:{here}:" in errors
    assert f"in.mlir:{line}:" in errors if line else re.search(r"in\.mlir: error", errors)
    assert re.search(r" \[MLE0\d+\]$", errors, re.M)
    assert errors.count("wrong.py:") == 1


LOADING = {
    "a trait that is an int": 'class OneOp(Op, name="bad.one", traits=3): pass  # HERE\n',
    "a field of an int": 'class OneOp(Op, name="bad.one"):  # HERE\n    x: Operand[3]\n',
    "a field without its import": 'class OneOp(Op, name="bad.one"):  \n    x: Oprnd  # HERE\n',
    "a trait as text": 'class OneOp(Op, name="bad.one", traits=(Pure, "Pure")): pass  # HERE\n',
    "a trait that is in no tuple": 'class OneOp(Op, name="bad.one", traits=Pure): pass  # HERE\n',
    "traits as text": 'class OneOp(Op, name="bad.one", traits="Pure"): pass  # HERE\n',
    "a field that is assigned": (
        'class OneOp(Op, name="bad.one"):\n    x = Operand(SignlessInteger)  # HERE\n'
    ),
    "a field that is assigned in brackets": (
        'class OneOp(Op, name="bad.one"):  # HERE\n    x = Operand[SignlessInteger]\n'
    ),
    "a type without a field": 'class OneOp(Op, name="bad.one"):  # HERE\n    x: SignlessInteger\n',
    "a class of types without a field": 'class OneOp(Op, name="bad.one"):  # HERE\n    x: Type\n',
    "a lowering of a text": 'l = Lowerings("x")\n@l("bad.one")  # HERE\ndef f(op, rw): pass\n',
    "a lowering of nothing": 'l = Lowerings("x")\n@l  # HERE\ndef f(op, rw): pass\n',
    "an added lowering of a text": 'l = Lowerings("x")\nl.add("bad.one", print)  # HERE\n',
    "an evaluation of a text": '@evaluate("bad.one")  # HERE\ndef f(machine, op): pass\n',
    "a pass without a flag": "@compiler_pass  # HERE\ndef f(op, state): pass\n",
    "a pattern of a text": "@pattern  # HERE\ndef f(op: 'bad.one', rw): pass\n",
    "a pattern of a class": "@pattern(arith.AddIOp)  # HERE\ndef f(op, rw): pass\n",
    "no Python": 'class OneOp(Op, name="bad.one"):\n    x y  # HERE\n',
    "an exception": "def f():\n    return {}[1]  # HERE\nf()\n",
    "a module that is not there": "import nothing_of_this_name  # HERE\n",
    "an op of another name": 'class OneOp(Op, name="bed.one"):  # HERE\n    pass\n',
    "two ops of a name": ONE + 'class TwoOp(Op, name="bad.one"):  # HERE\n    pass\n',
    "a field called name": 'class OneOp(Op, name="bad.one"):  # HERE\n    name: Operand[Type]\n',
    "an error that is not returned": (
        ONE + "    def verify_op(self):\n        self.error('odd')  # HERE\n        return None\n"
    ),
    "an error that is not raised": (
        'class OneOp(Op, name="bad.one"):\n    @classmethod\n    def parse(cls, p, state):\n'
        "        if p.accept('odd'):\n            p.error('odd')  # HERE\n"
    ),
    "a pass that yields": ("@compiler_pass('try-it')  # HERE\ndef f(op, state):\n    yield op\n"),
    "a pass on a class": (
        "@compiler_pass('try-it', anchor=arith.AddIOp)  # HERE\ndef f(op, state): pass\n"
    ),
    "lowerings without a name": "l = Lowerings(None)  # HERE\n",
    "an analysis without a name": (
        "from mlirlite.dataflow import analysis\n@analysis  # HERE\nclass Odd: pass\n"
    ),
    "a term without an operand": (
        "from mlirlite.dsl import terms\nadd, = terms(arith.AddIOp)\nadd(1)  # HERE\n"
    ),
    "a type of another name": 'class OneType(Type, name="b.one"):  # HERE\n    pass\n',
}


@pytest.mark.parametrize("name", LOADING)
def test_what_cannot_be_loaded_is_shown_where_it_stands(name, tmp_path):
    code, errors, here = told(tmp_path, LOADING[name], "", [])
    assert code == 1
    assert re.match(rf".*wrong\.py:{here}:\d+: error: (cannot load )?plugin ", errors)
    assert "[MLE0006]" in errors


WRONG = "int", "str", "object", "5", "None", "I32", "AnInt", "Pure", "print"
"""What is given where a class of ops or types is meant, or a function."""
REGISTERS = {
    "a lowering": "@Lowerings('x')({})",
    "an added lowering": "Lowerings('x').add({}, print)",
    "ops that become others": "Lowerings('x').one_to_one({{{}: arith.AddIOp}})",
    "ops of which others become": "Lowerings('x').one_to_one({{arith.AddIOp: {}}})",
    "an evaluation": "@evaluate({})",
    "a table of one's own": "@OpTable('x')({})",
    "a range": "@infer_range({})",
    "a pattern": "@pattern",
    "a pattern with a benefit": "@pattern(benefit=2)",
    "a canonicalization": "@canonicalization",
    "a rule of types": "@TypeConverter()({})",
    "operators": "@operators({})",
    "terms": "terms({})",
}
TAKES = {
    "a lowering": "Lowerings('x')(arith.AddIOp)({})",
    "an added lowering": "Lowerings('x').add(arith.AddIOp, {})",
    "an evaluation": "evaluate(OneOp)({})",
    "a pattern": "pattern({})",
    "a canonicalization": "canonicalization({})",
    "canonicalizations": "canonicalizations(x={})",
    "folds": "folds({})",
    "a rule of types": "TypeConverter()(IntegerType)({})",
    "a materialization": "TypeConverter().materialization({})",
    "operators": "operators(IntegerType)({})",
    "a computed part": "computed({})",
    "a pass": "compiler_pass('try-it')({})",
    "an analysis": "analysis('try-it')({})",
    "a directive": "directive('TryIt')({})",
}
"""What decorators are put before: nothing of `NO_CODE` is that."""
NO_CODE = "5", "None", "'f'", "I32"
NAMES = """
from mlirlite.dataflow.analyses.int_range import infer_range
from mlirlite.dataflow.registry import analysis
from mlirlite.dsl import (
    I32, IntegerType, OpTable, TypeConverter, canonicalization, canonicalizations, computed,
    directive, folds, operators, terms,
)
class AnInt(int): pass
"""


def refused(folder, line):
    """Load a plugin with a line; whether it was refused at this line."""
    path = folder / f"wrong{len(list(folder.iterdir()))}.py"  # each is loaded once
    path.write_text(HEAD + NAMES + ONE + line + TAIL)
    try:
        Context().load_plugin(str(path))
    except DiagnosticError as e:
        here = path.read_text().splitlines().index(line.splitlines()[0]) + 1
        return f"{path.name}:{here}:" in str(e) and "TypeError: " in str(e)
    return False


def test_what_is_no_class_is_refused_by_everything_that_registers(tmp_path):
    function = "\ndef f(op: {}, rw): pass"
    accepted = [
        (name, wrong)
        for name, text in REGISTERS.items()
        for wrong in WRONG
        if not refused(tmp_path, text.format(wrong) + function.format(wrong) * text.startswith("@"))
    ]
    assert not accepted


def test_what_is_no_function_is_refused_by_every_decorator(tmp_path):
    accepted = [
        (name, wrong)
        for name, text in TAKES.items()
        for wrong in NO_CODE
        if (wrong != "None" or name not in ("a pattern", "a canonicalization"))  # is @pattern()
        and not refused(tmp_path, text.format(wrong))
    ]
    assert not accepted


def test_classes_and_interfaces_are_taken():
    from mlirlite.dialects import arith
    from mlirlite.ir.interfaces import MemoryEffects
    from mlirlite.ir.optable import OpTable

    class Priced:
        pass

    class PricedOp(Priced):
        pass

    table = OpTable("x")
    for cls in (arith.AddIOp, MemoryEffects, Priced, PricedOp):
        table.add(cls, print)


UNFOUND = {
    "no dialect": (ONE, False, r"add DIALECT = Dialect\(\"bad\""),
    "no name": (
        ONE.replace(', name="bad.one"', ""),
        True,
        r'is it this op\? class OneOp\(Op, name="bad.one"\)',
    ),
}


@pytest.mark.parametrize("name", UNFOUND)
def test_a_class_that_no_dialect_finds_is_named(name, tmp_path):
    plugin, dialect, hint = UNFOUND[name]
    path = tmp_path / "wrong.py"
    path.write_text(HEAD + plugin + (TAIL if dialect else ""))
    (tmp_path / "in.mlir").write_text(USE)
    out = io.StringIO()
    words = [f"--load-plugin={path}", str(tmp_path / "in.mlir")]
    assert opt.main(words, stdout=out, stderr=out) == 1
    line = path.read_text().splitlines().index(plugin.strip().splitlines()[-4]) + 1
    assert re.search(rf"wrong\.py:{line}:1: note: .*{hint}", out.getvalue())
    assert "--load-plugin=FILE" not in out.getvalue()


def test_a_pass_of_a_taken_name_is_shown_in_its_file(tmp_path):
    taken = PASS.replace("try-it", "canonicalize")
    code, errors, _ = told(tmp_path, taken.format("pass"), "", ["--canonicalize"])
    assert code == 1
    assert re.search(r"wrong\.py:\d+:\d+: error: .*there is a pass 'canonicalize' already", errors)


def test_two_passes_of_a_name_and_one_on_no_op_are_shown_in_their_file(tmp_path):
    plugins = {
        "two passes": PASS.format("pass") + PASS.format("op.walk()").replace("def try", "def re"),
        "did you mean 'func.func'": PASS.format("pass").replace(
            '"try-it"', '"try-it", anchor="func.fun"'
        ),
    }
    for i, (text, plugin) in enumerate(plugins.items()):
        folder = tmp_path / str(i)
        folder.mkdir()
        code, errors, _ = told(folder, plugin, USE.replace("bad.one %a : i32 -> i32",
            "arith.addi %a, %a : i32"), ["--try-it"])  # fmt: skip
        assert code == 1
        assert re.search(r"wrong\.py:\d+:\d+: error: plugin ", errors)
        assert text in errors


def test_a_dialect_of_a_taken_name_is_shown_in_its_file(tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text(HEAD + '\nDIALECT = Dialect("arith", __name__)\n')
    with pytest.raises(DiagnosticError, match=r"wrong\.py:\d+:1: .*a dialect 'arith' already"):
        Context().load_plugin(str(path))


@pytest.mark.parametrize("call", ["exit()", "sys.exit(0)"])
def test_a_plugin_that_ends_the_process_is_shown(call, tmp_path):
    code, errors, here = told(tmp_path, f"import sys\n{call}  # HERE\n", "", [])
    assert code == 1
    assert re.match(rf".*wrong\.py:{here}:1: error: a plugin called sys.exit\((0|None)\)", errors)


def test_a_plugin_that_is_no_python_file(tmp_path):
    (tmp_path / "in.mlir").write_text(USE)
    with pytest.raises(DiagnosticError, match=r"in.mlir': expected a Python file \(.py\)"):
        Context().load_plugin(str(tmp_path / "in.mlir"))


def test_a_module_by_name_that_raises(tmp_path, monkeypatch):
    (tmp_path / "raising_plugin.py").write_text("raise KeyError('x')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DiagnosticError, match=r"cannot load plugin 'raising_plugin': KeyError"):
        Context().load_plugin("raising_plugin")


FORGOTTEN = """func.func @main(%a: i32, %t: !dozen.t) {
  %0 = dozen.twice %a : i32
  %1 = dozen.twice %0 : i32
  %2 = "dozen.x"(%1) {a = #dozen.a} : (i32) -> !dozen.t
  %3 = arith.adi %0, %0 : i32
  return
}
"""


def test_a_forgotten_plugin_is_named_once():
    out = io.StringIO()
    code = opt.main(["-"], stdin=io.StringIO(FORGOTTEN), stdout=out, stderr=out)
    assert code == 1
    errors = re.findall(r"error: (.*)", out.getvalue())
    assert len(errors) == 2
    assert "did you mean 'arith.addi'" in errors[1]
    assert out.getvalue().count("is 'dozen' in a plugin? --load-plugin=FILE") == 1
    assert "mlir.llvm.org" not in out.getvalue()
