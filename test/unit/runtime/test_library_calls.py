"""Operators that a library computes: MatMul by a function in C."""

import io
import shutil
import subprocess

import numpy as np
import onnx
import onnx.helper
import pytest

import mlirlite
from mlirlite.driver.compile import main as compile_main
from mlirlite.driver.run import main as run_main
from mlirlite.target.object.elf import symbols_of

CODE = """
#include <stdint.h>
struct matrix { float *allocated, *aligned; int64_t offset, sizes[2], strides[2]; };
int calls = 0;
void product(struct matrix *out, struct matrix *x, struct matrix *y) {
  calls++;
  for (int64_t i = 0; i < out->sizes[0]; i++)
    for (int64_t j = 0; j < out->sizes[1]; j++) {
      float sum = 0;
      for (int64_t k = 0; k < x->sizes[1]; k++)
        sum += x->aligned[i * x->strides[0] + k] * y->aligned[k * y->strides[0] + j];
      out->aligned[i * out->strides[0] + j] = sum;
    }
}
void scaled(struct matrix *out, struct matrix *x, struct matrix *y, void *none, double alpha) {
  for (int64_t i = 0; i < out->sizes[0] * out->sizes[1]; i++) out->aligned[i] = alpha;
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang-22")
    if compiler is None:
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("library")
    (folder / "product.c").write_text(CODE)
    subprocess.run(
        [compiler, "-O1", "-shared", "-fPIC", "product.c", "-o", "libproduct.so"],
        cwd=folder,
        check=True,
    )
    return str(folder / "libproduct.so")


@pytest.fixture
def model(tmp_path):
    """Two products with a Relu between, and one that is a Gemm."""
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    kind = onnx.TensorProto.FLOAT
    graph = onnx.helper.make_graph(
        [
            make("MatMul", ["x", "y"], ["a"]),
            make("Relu", ["a"], ["b"]),
            make("MatMul", ["b", "y"], ["c"]),
            make("Gemm", ["c", "y"], ["z"], alpha=0.5),
        ],
        "g",
        [info("x", kind, [3, 17]), info("y", kind, [17, 17])],
        [info("z", kind, [3, 17])],
    )
    path = tmp_path / "m.onnx"
    imports = [onnx.helper.make_opsetid("", 21)]
    onnx.save(onnx.helper.make_model(graph, opset_imports=imports, ir_version=10), path)
    return str(path)


def feeds():
    rng = np.random.default_rng(0)
    return {
        n: rng.standard_normal(s).astype(np.float32) for n, s in (("x", (3, 17)), ("y", (17, 17)))
    }


@pytest.mark.parametrize("machine", [None, ""])
def test_a_library_computes_what_is_named(model, library, machine):
    import ctypes

    given = feeds()
    [want] = mlirlite.InferenceSession(model, machine=machine).run(None, given)
    calls = ctypes.c_int.in_dll(ctypes.CDLL(library), "calls")
    before = calls.value
    session = mlirlite.InferenceSession(
        model, machine=machine, ops_for_call="MatMul:product", library=library
    )
    [found] = session.run(None, given)
    np.testing.assert_allclose(found, want, rtol=1e-4, atol=1e-4)
    assert calls.value == before + 2


def test_attributes_are_passed_by_name(model, library):
    session = mlirlite.InferenceSession(model, ops_for_call="Gemm:scaled", library=library)
    [found] = session.run(None, feeds())
    assert (found == 0.5).all()


@pytest.mark.parametrize(
    ("calls", "message"),
    [
        ("MatMul:nothing", "there is no function 'nothing' in library"),
        ("Matmul:product", "ops-for-call names 'Matmul', which is not an operator of onnx"),
    ],
)
def test_what_is_not_there_is_an_error(model, library, calls, message):
    with pytest.raises(mlirlite.DiagnosticError, match=message):
        mlirlite.InferenceSession(model, ops_for_call=calls, library=library)


def test_a_library_that_is_not_there(model):
    with pytest.raises(mlirlite.DiagnosticError, match=r"cannot load library 'libnowhere\.so'"):
        mlirlite.InferenceSession(model, ops_for_call="MatMul:f", library="libnowhere.so")


def test_programs(model, library, tmp_path):
    out, err = io.StringIO(), io.StringIO()
    words = [model, "--random-inputs", "--ops-for-call=MatMul:product", f"--library={library}"]
    assert run_main([*words, "--verify=onnxruntime"], stdout=out, stderr=err) == 0, err.getvalue()
    made = tmp_path / "m.o"
    words = [model, "--ops-for-call=MatMul:product", "-q", "-o", str(made)]
    assert compile_main(words, stdout=out, stderr=err) == 0, err.getvalue()
    assert symbols_of(made.read_bytes())["product"] is False
