"""Types and attributes from Python values."""

import numpy as np
import pytest

from mlirlite.dialects import affine, arith, func, memref, scf
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.from_python import to_attribute, to_type
from mlirlite.ir.types import F32, F64, I1, I64, INDEX


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (F32, "f32"),
        ("memref<?x4xbf16>", "memref<?x4xbf16>"),
        ("(i32) -> index", "(i32) -> index"),
        (int, "i64"),
        (float, "f64"),
        (bool, "i1"),
        (complex, "complex<f64>"),
        (np.float32, "f32"),
        (np.int8, "i8"),
        (np.dtype("uint16"), "ui16"),
        (np.dtype(">c8"), "complex<f32>"),
        (np.zeros(3, np.float16), "f16"),
    ],
)
def test_types(given, text):
    assert str(to_type(given)) == text


@pytest.mark.parametrize("wrong", [3, None, str, np.dtype("U3"), [I1]])
def test_what_is_no_type(wrong):
    with pytest.raises(TypeError, match="no type stands for"):
        to_type(wrong)


def test_numbers_and_arrays_of_a_type():
    def shown(value, of=None):
        return str(to_attribute(value, None if of is None else to_type(of)))

    assert shown(np.float32(1.5)) == "1.500000e+00 : f64"
    assert shown(np.int8(3), "index") == "3 : index"
    assert shown(0.0, "vector<4xf32>") == "dense<0.000000e+00> : vector<4xf32>"
    assert shown([[1, 2]], "tensor<1x2xi8>") == "dense<[[1, 2]]> : tensor<1x2xi8>"
    assert shown(np.array([[1, 2]], np.int16)) == "dense<[[1, 2]]> : tensor<1x2xi16>"
    assert shown(np.array([1, 2], ">i4")) == "dense<[1, 2]> : tensor<2xi32>"
    assert shown(1 + 2j, "complex<f32>") == "[1.000000e+00 : f32, 2.000000e+00 : f32]"
    with pytest.raises(TypeError, match="an array of shape"):
        shown(np.zeros(3), "tensor<2xf32>")
    with pytest.raises(TypeError, match="no attribute of type i32 stands"):
        shown(0.5, "i32")


def test_the_field_says_which_attribute():
    x = arith.ConstantOp(1, result=INDEX)
    bounds = np.array([4])
    forall = scf.ForallOp(staticLowerBound=(0,), staticUpperBound=bounds, staticStep=[1])
    shown = {
        "type": func.FuncOp("f", ([int], ["f32"])).function_type,
        "strings": memref.GlobalOp("g", type="memref<2xf32>", sym_visibility="private").type,
        "flag": memref.GlobalOp("g", type="memref<2xf32>", constant=True).constant,
        "map": affine.ApplyOp(AffineMap.identity(1), [x]).map,
        "ints": forall.staticUpperBound,
        "flags": arith.AddIOp(x, x, overflowFlags="nsw, nuw").overflowFlags,
        "array": arith.ConstantOp(np.ones((2, 2), np.float32)).value,
        "splat": arith.ConstantOp(2, result="vector<4xi32>").value,
    }
    assert {name: str(value) for name, value in shown.items()} == {
        "type": "(i64) -> f32",
        "strings": "memref<2xf32>",
        "flag": "unit",
        "map": "affine_map<(d0) -> (d0)>",
        "ints": "array<i64: 4>",
        "flags": "#arith.overflow<nsw, nuw>",
        "array": "dense<1.000000e+00> : tensor<2x2xf32>",
        "splat": "dense<2> : vector<4xi32>",
    }
    assert arith.ConstantOp(3).result.type is I64
    assert arith.ConstantOp(3.0).result.type is F64
    assert arith.ConstantOp(True).result.type is I1


def test_values_that_do_not_fit_name_the_property():
    x = arith.ConstantOp(1, result=INDEX)
    with pytest.raises(ValueError, match="has no case 'nsv'; did you mean 'nsw'"):
        arith.AddIOp(x, x, overflowFlags="nsv")
    with pytest.raises(TypeError, match="property 'map': takes an attribute, not str"):
        affine.ApplyOp("d0", [x])
    with pytest.raises(TypeError, match="property 'function_type': no type stands for 3"):
        func.FuncOp("f", 3)
    with pytest.raises(TypeError, match="operands 'mapOperands' must be values, got AffineMap"):
        affine.ApplyOp(AffineMap.identity(1), AffineMap.identity(1))
