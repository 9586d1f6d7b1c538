"""Ops are built from plain Python values: numbers, names and enum cases."""

import pytest

from mlirlite.dialects import arith, func, llvm
from mlirlite.ir.attributes import FloatAttr, IntegerAttr, SymbolRefAttr
from mlirlite.ir.types import F32, I1, I32, INDEX


@pytest.mark.parametrize(
    ("value", "type", "expected"),
    [
        (3, I32, IntegerAttr(3, I32)),
        (True, I1, IntegerAttr(1, I1)),
        (3, INDEX, IntegerAttr(3, INDEX)),
        (3, F32, FloatAttr(3.0, F32)),
        (0.5, F32, FloatAttr(0.5, F32)),
    ],
)
@pytest.mark.parametrize("cls", [arith.ConstantOp, llvm.ConstantOp])
def test_a_number_is_a_constant_of_the_result_type(cls, value, type, expected):
    op = cls(value, **{cls.definition.results[0].attribute: type})
    assert op.value is expected


def test_a_number_that_the_type_has_not():
    with pytest.raises(TypeError, match="no attribute of type i32 stands"):
        arith.ConstantOp(0.5, result=I32)


def test_a_symbol_by_its_name():
    for name in ("f", "@f"):
        assert func.CallOp(name, results_=[]).callee is SymbolRefAttr("f")


def test_a_case_by_its_keyword_or_the_nearest():
    x = arith.ConstantOp(1, result=I32)
    assert arith.CmpIOp("slt", x, x).predicate.name == "slt"
    with pytest.raises(ValueError, match=r"has no case 'sltt'; did you mean 'slt'\?"):
        arith.CmpIOp("sltt", x, x)
