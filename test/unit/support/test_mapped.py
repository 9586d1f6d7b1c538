"""Long hex strings stay in the file: same positions, same data."""

import re

import pytest

from mlirlite.ir.context import Context
from mlirlite.parser import parse_source
from mlirlite.printer import print_op
from mlirlite.support import hex_digits, mapped
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.source import SourceFile

DIGITS = "40000000" + "0123456789ABCDEF" * 64
TEXT = f"""\
%0 = arith.constant dense_resource<big> : tensor<512xi8>
"t.é"() : () -> ()
{{-#
  dialect_resources: {{
    builtin: {{
      big: "0x{DIGITS}", small: "0x0400000001020304",
      other: "0x{DIGITS.lower()}"
    }}
  }}
#-}}
"""


@pytest.fixture
def source(tmp_path, monkeypatch):
    monkeypatch.setattr(mapped, "_LARGE", 0)
    for module in (mapped, hex_digits):
        monkeypatch.setattr(module, "WINDOW", 100)
    path = tmp_path / "big.mlir"

    def make(text):
        path.write_text(text, encoding="utf-8")
        return mapped.open_source(str(path))

    return make


def module_of(source):
    context = Context()
    context.allow_unregistered = True
    return parse_source(source, context)


def test_data(source):
    mapped_source = source(TEXT)
    assert len(mapped_source.text) < len(TEXT) - 1500
    module = module_of(mapped_source)
    assert print_op(module) == print_op(module_of(SourceFile("f", TEXT)))
    resource = next(module.walk_post_order()).properties["value"].resource
    assert resource.size == 512
    assert bytes(resource.data).hex().upper() == DIGITS[8:]


def test_positions(source):
    wrong = TEXT.replace('"0x0400000001020304"', '"0x0400"')
    messages = []
    for given in (source(wrong), SourceFile("f", wrong)):
        with pytest.raises(DiagnosticError) as e:
            module_of(given)
        [problem] = e.value.diagnostics
        messages.append((problem.message, problem.span().line_col()))
    assert messages[0] == messages[1]
    assert messages[0][1] == (6, wrong.splitlines()[5].index('"0x0400"') + 2)


def test_not_hex(source):
    module = module_of(source(re.sub("(?<=40000000)01", "0G", TEXT)))
    with pytest.raises(DiagnosticError, match="expected hex string blob for key 'big'"):
        print_op(module)


def test_parts_of_a_file(source):
    whole = source("module {\n}\n// ----- x\n" + TEXT)
    at = whole.text.index(" x\n")
    part = whole.part(at, len(whole.text))
    assert part.line_col(1) == (3, 10)
    assert part.line_text(3) == "         x"
    assert len(part.cuts) == 2
    with pytest.raises(DiagnosticError):
        module_of(part)
    rest = whole.part(at + 3, len(whole.text))
    assert "012345" in print_op(module_of(rest))
