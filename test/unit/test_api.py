"""The first lines of Python, each in a fresh interpreter: nothing else is imported that could
help."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARSE = "import mlirlite\nm = mlirlite.parse('func.func private @f(i32)')\n"
TEXT = "module {\n  func.func private @f(i32)\n}\n"


def printed(code):
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize(
    "shown", ["print(m)", "print(str(m))", "print(f'{m}')", "print(m, sep='')"]
)
def test_a_module_is_its_text(shown):
    assert printed(PARSE + shown) == TEXT


def test_notebooks_show_it():
    assert "func.func" in printed(PARSE + "print(m._repr_html_())")


def test_a_type_is_its_text():
    code = "from mlirlite.ir.types import IntegerType\nprint(IntegerType(7))"
    assert printed(code) == "i7\n"


def test_errors_quote_ops():
    code = PARSE + "print(m.in_message())"
    assert '"builtin.module"() ({' in printed(code)
