"""Targets, object code, plugins, and what cannot be translated."""

import ctypes

import pytest

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.llvmir import Emitter, instruction, to_llvmir
from mlirlite.target.llvmir.jit import Engine
from mlirlite.target.llvmir.levels import Effort
from mlirlite.target.llvmir.machine import Target, optimized

from .native import I32


def test_a_plugin_adds_an_instruction():
    from mlirlite.ir.attribute import Type
    from mlirlite.ir.definition import Op
    from mlirlite.ir.dialect import Dialect
    from mlirlite.ir.fields import Operand, Result
    from mlirlite.ir.types import IntegerType

    class DoubleOp(Op, name="twice.double"):
        """Adds a number to itself."""

        value: Operand[IntegerType]
        result: Result[IntegerType]
        assembly_format = "$value attr-dict `:` type($value)"

        def infer_types(self) -> list[Type]:
            return [self.operands[0].type]

    @instruction(DoubleOp)
    def double(op: DoubleOp, e: Emitter) -> str:
        value = e.name(op.operands[0])
        return f"add {e.type(op.operands[0])} {value}, {value}"

    class Twice(Dialect):
        def classes(self):
            return {"twice.double": DoubleOp}

    context = Context()
    context.register(Twice("twice", __name__))
    module = parse_module(
        """
        llvm.func @f(%a: i32) -> i32 {
          %0 = twice.double %a : i32
          llvm.return %0 : i32
        }
        """,
        context,
    )
    assert Engine(to_llvmir(module)).function("f", I32, I32)(21) == 42


@pytest.mark.parametrize(
    ("features", "expected"), [("+avx512f", "zmm"), ("+avx2,-avx512f", "ymm"), ("-avx", "xmm")]
)
def test_vector_width_follows_the_target(features, expected):
    ir = """
    define void @f(ptr noalias %0, ptr noalias %1) {
      br label %3
    3:
      %4 = phi i64 [ 0, %2 ], [ %8, %3 ]
      %5 = getelementptr float, ptr %0, i64 %4
      %6 = load float, ptr %5
      %7 = getelementptr float, ptr %1, i64 %4
      store float %6, ptr %7
      %8 = add i64 %4, 1
      %9 = icmp ult i64 %8, 4096
      br i1 %9, label %3, label %10
    10:
      ret void
    }
    """
    ir = ir.replace("store float %6", "%x = fadd float %6, 1.0\n      store float %x")
    target = Target(
        triple="x86_64-unknown-linux-gnu", cpu="x86-64", features=f"{features},-prefer-256-bit"
    )
    assert f"%{expected}" in optimized(ir, target=target).assembly()


def test_object_code_can_be_loaded_again():
    text = "define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  ret i32 %2\n}\n"
    first = Engine(text)
    again = Engine(first.object_code)
    assert again.function("f", I32, I32)(1) == 2


def test_aarch64_object():
    text = "define i32 @f(i32 %0) {\n  ret i32 %0\n}\n"
    code = optimized(text, target=Target(triple="aarch64-unknown-linux-gnu", cpu="generic"))
    assert code.object_code()[:4] == b"\x7fELF"
    assert code.object_code()[18] == 183  # EM_AARCH64
    assert code.bitcode()[:2] == b"BC"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "define float @f() {\n  ret i32 0\n}\n",
            "LLVM rejects the IR: value doesn't match function result type 'float'",
        ),
        (
            "declare void @nowhere()\ndefine void @f() {\n  call void @nowhere()\n  ret void\n}\n",
            "undefined symbols: 'nowhere'",
        ),
    ],
)
def test_wrong_text_is_explained(text, message):
    with pytest.raises(DiagnosticError, match=message.replace("(", r"\(")):
        Engine(text)


def test_unknown_symbol_and_triple():
    engine = Engine("define void @main_graph() {\n  ret void\n}\n")
    with pytest.raises(DiagnosticError, match="did you mean 'main_graph'"):
        engine.address("main_grap")
    with pytest.raises(DiagnosticError, match="unknown target triple 'nonsense-os'"):
        optimized("", target=Target(triple="nonsense-os"))


def test_ops_without_translation_are_all_listed():
    module = parse_module(
        """
        func.func @f(%a: i32) -> i32 {
          %0 = arith.addi %a, %a : i32
          return %0 : i32
        }
        """,
        Context(),
    )
    with pytest.raises(DiagnosticError) as caught:
        to_llvmir(module)
    messages = [d.message for d in caught.value.diagnostics]
    assert [m.split("'")[1] for m in messages] == ["func.func", "arith.addi", "func.return"]
    assert "lower the arith dialect to the llvm dialect first" in messages[1]


SUM = """
define i64 @sum(ptr %0, i64 %1) {
  br label %3
3:
  %4 = phi i64 [ 0, %2 ], [ %10, %7 ]
  %5 = phi i64 [ 0, %2 ], [ %11, %7 ]
  %6 = icmp slt i64 %5, %1
  br i1 %6, label %7, label %12
7:
  %8 = getelementptr i64, ptr %0, i64 %5
  %9 = load i64, ptr %8
  %10 = add i64 %4, %9
  %11 = add i64 %5, 1
  br label %3
12:
  ret i64 %4
}
"""


@pytest.mark.parametrize("effort", list(Effort))
def test_code_of_any_effort_computes_the_same(effort):
    numbers = (ctypes.c_int64 * 100)(*range(100))
    function = Engine(SUM, effort=effort).function(
        "sum", ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64
    )
    assert function(ctypes.addressof(numbers), 100) == sum(range(100))


def test_less_effort_makes_no_vectors_and_copies_no_loops():
    sizes = {e: len(optimized(SUM, effort=e).text()) for e in Effort}
    assert "x i64>" in optimized(SUM, effort=Effort.FULL).text()
    assert "x i64>" not in optimized(SUM, effort=Effort.SIMPLIFY).text()
    assert sizes[Effort.ONCE] == sizes[Effort.SIMPLIFY] < sizes[Effort.FULL] / 2


def test_effort_is_that_of_the_default_level_only():
    texts = {e: optimized(SUM, 3, effort=e).assembly() for e in Effort}
    assert len(set(texts.values())) == 1
