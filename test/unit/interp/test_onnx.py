"""Ops of onnx in the interpreter: through onnx.reference, with the interpreter's values."""

import numpy as np
import pytest

from mlirlite.interp import Machine
from mlirlite.parser import parse_module
from mlirlite.support.diagnostics import DiagnosticError


def run(text, *arguments):
    return Machine(parse_module(text)).call("f", [np.asarray(a) for a in arguments])


def test_values_of_every_kind():
    text = """
    func.func @f(%x: tensor<2xf32>) -> (tensor<2xbf16>, tensor<2xi8>, tensor<2xi1>, tensor<1xi64>) {
      %zero = onnx.Constant dense<0.0> : tensor<f32>
      %b = "onnx.Cast"(%x) {to = bf16} : (tensor<2xf32>) -> tensor<2xbf16>
      %i = "onnx.Cast"(%x) {to = i8} : (tensor<2xf32>) -> tensor<2xi8>
      %l = "onnx.Less"(%x, %zero) : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
      %s = "onnx.Shape"(%x) : (tensor<2xf32>) -> tensor<1xi64>
      onnx.Return %b, %i, %l, %s : tensor<2xbf16>, tensor<2xi8>, tensor<2xi1>, tensor<1xi64>
    }"""
    b, i, less, shape = run(text, np.array([1.703125, -2.5], np.float32))
    assert b.tolist() == [1.703125, -2.5]
    assert (i.dtype, i.tolist()) == (np.int8, [1, -2])
    assert (less.dtype, less.tolist()) == (np.bool_, [False, True])
    assert shape.tolist() == [2]


def test_optional_operands_and_results():
    text = """
    func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
      %none = "onnx.NoValue"() {value} : () -> none
      %high = onnx.Constant dense<1.5> : tensor<f32>
      %y = "onnx.Clip"(%x, %none, %high) : (tensor<3xf32>, none, tensor<f32>) -> tensor<3xf32>
      onnx.Return %y : tensor<3xf32>
    }"""
    assert run(text, np.array([-9, 1, 2], np.float32))[0].tolist() == [-9, 1, 1.5]


def test_regions_see_values_of_outside():
    text = """
    func.func @f(%n: tensor<i64>, %x: tensor<f32>, %step: tensor<f32>) -> tensor<f32> {
      %go = onnx.Constant dense<true> : tensor<i1>
      %r = "onnx.Loop"(%n, %go, %x) ({
      ^bb0(%i: tensor<i64>, %c: tensor<i1>, %s: tensor<f32>):
        %t = "onnx.Add"(%s, %step) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        onnx.Yield %c, %t : tensor<i1>, tensor<f32>
      }) : (tensor<i64>, tensor<i1>, tensor<f32>) -> tensor<f32>
      onnx.Return %r : tensor<f32>
    }"""
    assert run(text, 4, np.float32(1), np.float32(0.5))[0] == 3


def test_strings_and_sequences():
    text = """
    func.func @f(%x: tensor<2x!onnx.String>) -> (tensor<2x!onnx.String>, tensor<2x!onnx.String>) {
      %c = "onnx.StringConcat"(%x, %x)
        : (tensor<2x!onnx.String>, tensor<2x!onnx.String>) -> tensor<2x!onnx.String>
      %q = "onnx.SequenceConstruct"(%c, %x)
        : (tensor<2x!onnx.String>, tensor<2x!onnx.String>) -> !onnx.Seq<tensor<2x!onnx.String>>
      %one = onnx.Constant dense<1> : tensor<i64>
      %y = "onnx.SequenceAt"(%q, %one)
        : (!onnx.Seq<tensor<2x!onnx.String>>, tensor<i64>) -> tensor<2x!onnx.String>
      onnx.Return %c, %y : tensor<2x!onnx.String>, tensor<2x!onnx.String>
    }"""
    joined, same = run(text, np.array(["a", "b"], object))
    assert joined.tolist() == ["aa", "bb"]
    assert same.tolist() == ["a", "b"]


def test_a_failure_names_the_op():
    text = """
    func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {
      %0 = onnx.Constant dense<3> : tensor<1xi64>
      %1 = "onnx.Reshape"(%x, %0) : (tensor<2xf32>, tensor<1xi64>) -> tensor<3xf32>
      onnx.Return %1 : tensor<3xf32>
    }"""
    with pytest.raises(DiagnosticError, match=r"'onnx.Reshape' op cannot be evaluated by onnx.ref"):
        run(text, np.zeros(2, np.float32))
