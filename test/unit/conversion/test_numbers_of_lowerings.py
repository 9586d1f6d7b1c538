"""Lowerings hold no numbers of a machine: these are fields of `Machine`, of its `Tuning`, or of a
schedule. Numbers that do not depend on a processor are declared `Fixed`."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3] / "mlirlite"
ROOMS = ("conversion/onnx_to_krnl", "dialects/onnx/transforms")
PLAIN = {0, 1, -1}
SMALL = 4  # counts of operands, dimensions, corners of a box
# What a number may be compared with: the width of a type, the version of an operator.
OF_TYPES = re.compile(r"width|bits|version|opset")


ARITHMETIC = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.unaryop, ast.operator)


def number(node):
    """The value of a number as it is written, also `16 << 10`; None for anything else."""
    if not all(isinstance(part, ARITHMETIC) for part in ast.walk(node)):
        return None
    if any(isinstance(getattr(part, "value", 0), (str, bytes)) for part in ast.walk(node)):
        return None
    value = eval(ast.unparse(node))
    return value if type(value) in (int, float) else None


def has_number(node):
    """Whether an expression has a number to declare; tables of them count as well."""
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return any(map(has_number, node.elts))
    if isinstance(node, ast.Dict):
        return any(number(value) not in (None, *PLAIN) for value in node.values)
    return number(node) not in (None, *PLAIN)


def undeclared(tree):
    """Numbers of a module or a class that are not declared `Fixed`."""
    for scope in (n for n in ast.walk(tree) if isinstance(n, (ast.Module, ast.ClassDef))):
        for node in scope.body:
            if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
                continue
            declared = "Fixed" in ast.unparse(getattr(node, "annotation", ast.Constant("")))
            if has_number(node.value) and not declared:
                yield node, f"{ast.unparse(node)} is not declared as Fixed"


def hidden(tree):
    """Numbers inside functions: default arguments (except options of passes), and limits in
    comparisons."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            decorators = getattr(node, "decorator_list", [])
            if any("compiler_pass" in ast.unparse(d) for d in decorators):
                continue
            for value in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                if has_number(value):
                    yield value, f"{ast.unparse(value)} is the default of an argument"
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            limits = [n for n in sides if abs(number(n) or 0) > SMALL]
            if limits and not OF_TYPES.search(ast.unparse(node)):
                yield limits[0], f"{ast.unparse(node)}: a limit without a name"


def violations(text):
    """The lines of a file that break the rule, and why. Hexadecimal numbers are bit patterns and
    are allowed."""
    tree, lines = ast.parse(text), text.split("\n")
    return [
        (node.lineno, problem)
        for node, problem in (*undeclared(tree), *hidden(tree))
        if not lines[node.lineno - 1][node.col_offset :].startswith("0x")
    ]


def test_lowerings_hold_no_number_of_a_machine():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {problem}; a field of Tuning or of a schedule?"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for line, problem in violations(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "_AHEAD = 512",
        "_AHEAD: int = 16 << 10",
        "_SHARE = 0.75",
        "_BLOCK, _LEAST = 256, 64",
        '_STEPS = {"f32": 8}',
        "class A:\n    columns = 8",
        "def f(x, unroll=4): ...",
        "def f(x):\n    return x > 4096",
        "g = lambda x: 64 <= x",
    ],
)
def test_numbers_are_found(text):
    assert len(violations(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "_BIAS: Fixed[int] = 127",
        "_FIRST, _NEXT = 0, 1",
        "_NAMES = ('a', 'b')",
        "class A:\n    size: ClassVar[Fixed[int]] = 4",
        "def f(x, step=1): ...",
        "def f(x):\n    return x.width < 32 or len(x.shape) == 4 or x > 0x7FFF",
        "@compiler_pass('p')\ndef f(op, *, members: int = 16): ...",
        "room = machine.l2_bytes // 2",
    ],
)
def test_other_numbers_pass(text):
    assert violations(text) == []
