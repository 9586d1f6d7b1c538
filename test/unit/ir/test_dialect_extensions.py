"""A plugin adds ops and types to a dialect that is there already."""

import io

import pytest

from mlirlite.driver import opt
from mlirlite.ir.context import Context
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module
from mlirlite.printer import print_op

PLUGIN = '''
from mlirlite.dialects.transform.interfaces import Modifies
from mlirlite.dialects.transform.interpretation import INTERPRETED, Silenceable
from mlirlite.dialects.transform.types import Handle, OpHandle
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UNIT
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import DialectExtension
from mlirlite.ir.fields import Operand


class LoopType(Type, OpHandle, name="transform.my_loop"):
    """A loop."""


class RotateOp(Op, Modifies, name="transform.my_rotate"):
    """Rotates loops."""

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


@INTERPRETED(RotateOp)
def rotate(run, op):
    for loop in run.get(op.target):
        if loop.name != "scf.for":
            raise Silenceable("no loop", op)
        loop.attributes["rotated"] = UNIT
    return ()


EXTENSION = DialectExtension("transform", __name__)
'''
TEXT = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @rotate(%arg0: !transform.my_loop {transform.readonly}) {
    transform.my_rotate %arg0 : !transform.my_loop
    transform.yield 
  }
}
"""  # noqa: W291


@pytest.fixture
def plugin(tmp_path):
    path = tmp_path / "rotate.py"
    path.write_text(PLUGIN)
    return str(path)


def test_ops_and_types_are_read_checked_and_printed(plugin):
    context = Context()
    context.load_plugin(plugin)
    module = parse_module(TEXT, context)
    assert verify(module) == []
    assert print_op(module) == TEXT
    assert "transform.my_rotate" in context.op_names()
    assert context.op_class("transform.yield") is not None


def test_other_contexts_do_not_know_them(plugin):
    Context().load_plugin(plugin)
    context = Context()
    assert context.op_class("transform.my_rotate") is None
    assert context.type_class("transform.my_loop") is None


def test_on_the_command_line(plugin):
    out = io.StringIO()
    code = opt.main(
        ["-", f"--load-plugin={plugin}"], stdin=io.StringIO(TEXT), stdout=out, stderr=out
    )
    assert (code, out.getvalue().strip("\n")) == (0, TEXT.strip("\n"))


SCRIPT = """module attributes {{transform.with_named_sequence}} {{
  func.func @f(%n: index) {{
    scf.for %i = %n to %n step %n {{
    }}
    return
  }}
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
    %0 = transform.structured.match ops{{["{name}"]}} in %root : (!transform.any_op) -> !transform.any_op
    transform.my_rotate %0 : !transform.any_op
    transform.yield
  }}
}}
"""  # noqa: E501


@pytest.mark.parametrize(
    ("name", "expected"),
    [("scf.for", "} {rotated}"), ("func.func", "error: no loop"), ("scf.while", "scf.for")],
)
def test_they_run_in_scripts(plugin, name, expected):
    out = io.StringIO()
    opt.main(
        ["-", f"--load-plugin={plugin}", "--transform-interpreter"],
        stdin=io.StringIO(SCRIPT.format(name=name)),
        stdout=out,
        stderr=out,
    )
    assert expected in out.getvalue()
