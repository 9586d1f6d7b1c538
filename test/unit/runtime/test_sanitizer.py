"""Code whose accesses are checked: each kind of wrong access is reported with the op, the buffer
and the location; valid code has no report."""

import os
from collections.abc import Mapping

import numpy as np
import onnx
import onnx.helper
import pytest

import mlirlite
from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.testing.onnx_suite import run_case, suite_cases

_HEAD = """
func.func @main_graph(%x: memref<?xf32> {onnx.name = "x"}, %n: memref<1xi64> {onnx.name = "n"})
    -> memref<8xf32> attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %word = memref.load %n[%c0] : memref<1xi64>
  %i = arith.index_cast %word : i64 to index
  %y = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
  affine.for %k = 0 to 8 { affine.store %zero, %y[%k] : memref<8xf32> }
"""
_TAIL = """
  return %y : memref<8xf32>
}
"""
_MASKED = """
  %m = vector.create_mask %i : vector<16xi1>
  %pass = arith.constant dense<0.0> : vector<16xf32>
"""
_INDICES = """
  %m = vector.create_mask %c8 : vector<16xi1>
  %pass = arith.constant dense<0.0> : vector<16xf32>
  %ones = vector.step : vector<16xindex>
  %spread = vector.broadcast %i : index to vector<16xindex>
  %indices = arith.muli %ones, %spread : vector<16xindex>
"""
_USE = "\nmemref.store %v, %y[%c0] : memref<8xf32>"
_USE_VECTOR = "\n%e = vector.extract %v[0] : f32 from vector<16xf32>" + _USE.replace("%v", "%e")
_PART = "memref<?xf32, strided<[1], offset: ?>>"
BODIES = {
    "memref.load": "%v = memref.load %x[%i] : memref<?xf32>" + _USE,
    "memref.store": "memref.store %zero, %y[%i] : memref<8xf32>",
    "affine.store": """affine.for %k = 0 to 1 {
  affine.store %zero, %y[%k + symbol(%i)] : memref<8xf32>
}""",
    "krnl.load": "%v = krnl.load %y[%i] : memref<8xf32>\nkrnl.store %v, %y[%c0] : memref<8xf32>",
    "krnl.memcpy": """"krnl.memcpy"(%y, %x, %word, %c0, %c0)
  : (memref<8xf32>, memref<?xf32>, i64, index, index) -> ()""",
    "vector.load": """%v = vector.load %x[%i] : memref<?xf32>, vector<1xf32>
vector.store %v, %y[%c0] : memref<8xf32>, vector<1xf32>""",
    "vector.maskedload": f"""{_MASKED}
%v = vector.maskedload %x[%c1], %m, %pass
  : memref<?xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32> {_USE_VECTOR}""",
    "vector.maskedstore": f"""{_MASKED}
vector.maskedstore %y[%c1], %m, %pass : memref<8xf32>, vector<16xi1>, vector<16xf32>""",
    "vector.gather": f"""{_INDICES}
%v = vector.gather %x[%c0] [%indices], %m, %pass : memref<?xf32>, vector<16xindex>,
  vector<16xi1>, vector<16xf32> into vector<16xf32> {_USE_VECTOR}""",
    "vector.scatter": f"""{_INDICES}
vector.scatter %y[%c0] [%indices], %m, %pass
  : memref<8xf32>, vector<16xindex>, vector<16xi1>, vector<16xf32>""",
    "memref.copy": f"""
%s = memref.subview %x[%c0] [%i] [1] : memref<?xf32> to {_PART}
%t = memref.subview %y[%c0] [%i] [1] : memref<8xf32> to {_PART}
memref.copy %s, %t : {_PART} to {_PART}""",
    "memref.atomic_rmw": "%v = memref.atomic_rmw addf %zero, %y[%i] : (f32, memref<8xf32>) -> f32",
    "stack": f"""%s = memref.alloca() : memref<8xf32>
memref.store %zero, %s[%c0] : memref<8xf32>
%v = memref.load %s[%i] : memref<8xf32> {_USE}""",
}
"""What is right for 1 and for 7, and touches what it may not for larger numbers."""
OTHER_NAMES = {"krnl.memcpy": "", "stack": "memref.load", "affine.store": "", "krnl.load": ""}


def session_of(body: str) -> mlirlite.InferenceSession:
    """A session of a module at one of the lower levels."""
    module = parse_module(_HEAD + body + _TAIL, Context())
    return mlirlite.InferenceSession(module, sanitize="address")


def feeds(number: int, size: int = 8) -> dict[str, np.ndarray]:
    return {"x": np.arange(size, dtype=np.float32), "n": np.array([number], np.int64)}


@pytest.mark.parametrize("name", BODIES)
def test_an_access_behind_a_buffer_is_reported(name: str) -> None:
    session = session_of(BODIES[name])
    session.run(None, feeds(1))
    wrong = 8 if name not in ("krnl.memcpy", "memref.copy") else 9
    for number in (wrong, wrong, 15):
        with pytest.raises(
            DiagnosticError, match=r"(reads|writes) \d+ bytes? (at offset|outside)"
        ) as e:
            session.run(None, feeds(number))
        assert OTHER_NAMES.get(name, name) in str(e.value)
    session.run(None, feeds(1))


@pytest.mark.parametrize("name", ["memref.load", "memref.store", "vector.load", "stack"])
def test_an_access_before_a_buffer_is_reported(name: str) -> None:
    with pytest.raises(DiagnosticError, match="sanitizer: "):
        session_of(BODIES[name]).run(None, feeds(-1))


def test_a_report_names_op_buffer_size_and_place_and_counts() -> None:
    body = "scf.for %k = %c0 to %i step %c1 {\n" + BODIES["memref.load"].replace("%i", "%k") + "\n}"
    with pytest.raises(DiagnosticError) as e:
        session_of(body).run(None, feeds(11))
    assert "reads 4 bytes at offset 32 of input 'x' of 32 bytes, and does so 3 times" in str(
        e.value
    )
    assert "memref.load" in str(e.value)


def test_what_was_freed_is_not_to_be_touched() -> None:
    body = """
  %t = memref.alloc() : memref<100xf32>
  memref.store %zero, %t[%c0] : memref<100xf32>
  memref.dealloc %t : memref<100xf32>
  %v = memref.load %t[%c1] : memref<100xf32>
  memref.store %v, %y[%c0] : memref<8xf32>"""
    with pytest.raises(
        DiagnosticError, match=r"offset 4 of a block of memref.alloc.* 400 bytes, fr"
    ):
        session_of(body).run(None, feeds(0))


def test_what_was_freed_is_not_to_be_freed() -> None:
    body = "%t = memref.alloc() : memref<4xf32>\n%v = memref.load %t[%c0] : memref<4xf32>"
    body += _USE + "\nmemref.dealloc %t : memref<4xf32>" * 2
    with pytest.raises(
        DiagnosticError, match=r"memref.dealloc.*frees what was freed by memref.deal"
    ):
        session_of(body).run(None, feeds(0))


def test_a_run_that_fails_otherwise_says_so() -> None:
    body = "%t = memref.alloc(%i) : memref<?xf32>\nmemref.store %zero, %t[%c0] : memref<?xf32>"
    body += "\n%v = memref.load %t[%c1] : memref<?xf32>" + _USE
    session = session_of(body)
    session.run(None, feeds(5))
    with pytest.raises(MemoryError):
        session.run(None, feeds(1 << 50))
    with pytest.raises(DiagnosticError, match=r"offset 4 of a block of memref.alloc, .* of 4 b"):
        session.run(None, feeds(1))


def test_inputs_are_open_for_one_call_only() -> None:
    session = session_of(BODIES["memref.load"])
    large = feeds(900, 1000)
    session.run(None, large)
    with pytest.raises(DiagnosticError, match=r"sanitizer: memref.load, .* reads 4 bytes"):
        session.run(None, {"x": large["x"][:1], "n": large["n"]})


def test_each_forked_process_has_its_own_map() -> None:
    session_of(BODIES["memref.load"]).run(None, feeds(1))
    for _ in range(3):  # what one child writes into the map is not seen by the next
        child = os.fork()
        if not child:
            status = 1
            try:
                session = session_of(BODIES["memref.load"])
                session.run(None, feeds(1))
                try:
                    session.run(None, feeds(1 << 20))
                except DiagnosticError:
                    status = 0
            finally:
                os._exit(status)
        assert os.waitpid(child, 0)[1] == 0


def model_of(op: str, inputs: Mapping[str, np.ndarray], outputs: int = 1) -> onnx.ModelProto:
    """A model of one node that knows no size."""
    info = [
        onnx.helper.make_tensor_value_info(
            n, onnx.helper.np_dtype_to_tensor_dtype(a.dtype), [None] * a.ndim
        )
        for n, a in inputs.items()
    ]
    results = [onnx.ValueInfoProto(name=f"y{i}") for i in range(outputs)]
    node = onnx.helper.make_node(op, list(inputs), [r.name for r in results], name="it")
    graph = onnx.helper.make_graph([node], "g", info, results)
    opset = [onnx.helper.make_opsetid("", 21)]
    return onnx.helper.make_model(graph, opset_imports=opset, ir_version=10)


@pytest.mark.bulk
def test_what_is_right_is_not_reported_and_gives_the_same() -> None:
    rng = np.random.default_rng(0)
    inputs = {"a": rng.random((37, 65), np.float32), "b": rng.random((65, 19), np.float32)}
    session = mlirlite.InferenceSession(model_of("MatMul", inputs), sanitize="address")
    plain = mlirlite.InferenceSession(model_of("MatMul", inputs))
    for _ in range(3):
        [found] = session.run(None, inputs)
        np.testing.assert_array_equal(found, plain.run(None, inputs)[0])


_FEW = (
    "test_conv_with_strides_padding",
    "test_maxpool_2d_ceil",
    "test_layer_normalization_4d_axis1",
    "test_top_k",
    "test_softmax_large_number",
    "test_lstm_defaults",
    "test_scatternd_add",
    "test_string_concat_broadcasting",
    "test_sequence_insert_at_back",
    "test_einsum_batch_matmul",
    "test_resize_upsample_sizes_cubic",
    "test_qlinearmatmul_2D_uint8_float32",
)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("mode", ["static", "dynamic"])
@pytest.mark.parametrize("name", _FEW)
def test_backend_tests_are_not_reported(name: str, mode: str) -> None:
    [case] = [c for c in suite_cases() if c.name == name]
    assert run_case(case, mode, "address").reason == ""


def test_a_sanitizer_that_is_not_there_and_threads_are_refused() -> None:
    model = model_of("Relu", {"x": np.zeros(3, np.float32)})
    with pytest.raises(DiagnosticError, match="no sanitizer 'adress'; did you mean 'address'"):
        mlirlite.InferenceSession(model, sanitize="adress")
    with pytest.raises(DiagnosticError, match="one thread"):
        mlirlite.InferenceSession(model, threads=2, sanitize="address")
