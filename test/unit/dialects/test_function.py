"""An op that is a function derives from `FunctionOp`, and declares its body and further fields."""

import pytest

from mlirlite import Context, DiagnosticError, build, parse
from mlirlite.dsl import (
    Dialect,
    FunctionOp,
    IsolatedFromAbove,
    Op,
    RegionField,
    Symbol,
    Terminator,
)


class KernelOp(FunctionOp, name="kern.kernel", traits=(IsolatedFromAbove, Symbol)):
    body: RegionField


class EndOp(Op, name="kern.end", traits=(Terminator,)):
    assembly_format = "attr-dict"


DIALECT = Dialect("kern", __name__)


@pytest.fixture
def context():
    context = Context()
    context.register(DIALECT)
    return context


def test_it_reads_and_prints_as_functions_do(context):
    text = """module {
  kern.kernel private @f(%arg0: i32 {kern.a}, %arg1: f32) -> i32 attributes {kern.b = 1 : i64} {
    kern.end
  }
  kern.kernel private @g(i32)
}
"""
    assert f"{parse(text, context)}\n" == text


def test_it_is_built_with_arguments_of_its_type():
    kernel = KernelOp("f", (["i32", "f32"], []))
    with build(kernel) as [x, y]:
        EndOp()
    assert kernel.arguments == [x, y]
    assert [str(v.type) for v in kernel.arguments] == ["i32", "f32"]
    kernel.verify(Context())


def test_its_entry_block_has_the_arguments_of_the_type(context):
    with pytest.raises(DiagnosticError, match="entry block must have 2 arguments"):
        parse(
            '"kern.kernel"() <{sym_name = "f", function_type = (i32, i32) -> ()}> ({\n'
            "^bb0(%x: i32): kern.end\n}) : () -> ()",
            context,
        )
