"""Long strings of hex digits are read and printed piece by piece; every digit counts."""

import io

import pytest

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.printer import print_op, print_to
from mlirlite.support.diagnostics import DiagnosticError


def constant(digits: str, count: int) -> str:
    return f'"t.t"() {{a = dense<"0x{digits}"> : tensor<{count}xi8>, b = 1 : i32}} : () -> ()\n'


def unregistered() -> Context:
    context = Context()
    context.allow_unregistered = True
    return context


@pytest.mark.parametrize("count", [101, 65535, 65536, 200_001])
def test_comes_back(count):
    text = constant(bytes(i * 7 % 251 for i in range(count)).hex().upper(), count)
    module = parse_module(text, unregistered())
    assert text in print_op(module)
    stream = io.StringIO()
    print_to(module, stream)
    assert text in stream.getvalue()
    assert "__elided__> : tensor" in print_op(module, elide_elements_larger=4)


@pytest.mark.parametrize("digits", ["01 02", "01 02" * 2000, "0" * 6001, "0g" * 3000])
def test_is_refused(digits):
    with pytest.raises(DiagnosticError, match="expected string containing hex digits"):
        parse_module(constant(digits, len(digits) // 2), unregistered())
