"""Regular expressions of the package need no exponential time: none repeats a repetition, as in
`(a+)*`, of which a text has exponentially many readings when what follows does not match."""

import ast
import re
import re._constants as kinds
import re._parser as reader
import time
from pathlib import Path

import pytest

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.tablegen import read

PACKAGE = Path(__file__).resolve().parents[2] / "mlirlite"
REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT)
MANY = 1000


def alternatives(body):
    body = list(body)
    if len(body) == 1 and body[0][0] is kinds.SUBPATTERN:
        return alternatives(body[0][1][3])
    if len(body) == 1 and body[0][0] is kinds.BRANCH:
        return [a for branch in body[0][1][1] for a in alternatives(branch)]
    return [body]


def is_repeat(op, value):
    return op in REPEATS and value[1] > MANY


def repeats_a_repetition(body):
    for op, value in body:
        if is_repeat(op, value) and any(
            len(a) == 1 and is_repeat(*a[0]) for a in alternatives(value[2])
        ):
            return True
        inner = {kinds.SUBPATTERN: 3, kinds.ASSERT: 1, kinds.ASSERT_NOT: 1}.get(op)
        parts = value[1] if op is kinds.BRANCH else [value] if op is kinds.ATOMIC_GROUP else []
        parts = [value[inner]] if inner is not None else parts
        if op in (*REPEATS, kinds.POSSESSIVE_REPEAT):
            parts = [value[2]]
        if any(map(repeats_a_repetition, parts)):
            return True
    return False


def expressions(tree):
    """Literals that are the first argument of a function of `re`, with its flags."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        first = call.args[0] if call.args else None
        if (
            isinstance(call.func.value, ast.Name)
            and call.func.value.id == "re"
            and isinstance(first, ast.Constant)
            and isinstance(first.value, str)
        ):
            yield call.lineno, first.value, re.VERBOSE if "VERBOSE" in ast.unparse(call) else 0


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("(a+)*", True), ("(?:a*|b)+c", True), ("(?:a|b*+)*+", False), ("(a+b)*", False)],
)
def test_what_is_looked_for(text, wrong):
    assert repeats_a_repetition(reader.parse(text)) is wrong


def test_no_expression_repeats_a_repetition():
    found, count = [], 0
    for path in sorted(PACKAGE.rglob("*.py")):
        for line, text, flags in expressions(ast.parse(path.read_text(encoding="utf-8"))):
            count += 1
            if repeats_a_repetition(reader.parse(text, flags)):
                found.append(f"{path.relative_to(PACKAGE)}:{line}: {text}")
    assert found == []
    assert count > 100


@pytest.mark.parametrize("before", [" " * 5000, "//\n" * 5000, "/**/" * 5000, "//" * 5000 + "\n"])
def test_tablegen_after_much_that_is_blank(before, tmp_path):
    """What follows is no token, and no directive."""
    for after in ("^", "#", "# if", "/*"):
        (tmp_path / "a.td").write_text(before + after)
        began = time.process_time()
        with pytest.raises(DiagnosticError):
            read(str(tmp_path / "a.td"))
        assert time.process_time() - began < 5
