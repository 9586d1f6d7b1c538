"""session.io_binding(): results are written where the caller says, or nothing is."""

import numpy as np
import onnx
import onnxruntime
import pytest

import mlirlite

MODEL = onnx.parser.parse_model("""
<ir_version: 10, opset_import: ["" : 24]>
cache (float[1,1,r,4] past, float[1,1,1,4] new, int64[1] at)
  => (float[1,1,r,4] present, float[1,1,1,4] sum) {
  present = TensorScatter<axis=2>(past, new, at)
  sum = Add(new, new)
}
""").SerializeToString()


@pytest.fixture(scope="module")
def session():
    return mlirlite.InferenceSession(MODEL)


def test_a_cache_grows_in_one_buffer(session):
    """The same memory is bound as the past and as the present."""
    cache = np.zeros((1, 1, 8, 4), np.float32)
    value = mlirlite.OrtValue.ortvalue_from_numpy(cache)
    binding = session.io_binding()
    binding.bind_ortvalue_input("past", value)
    binding.bind_ortvalue_output("present", value)
    binding.bind_output("sum")
    for step in range(8):
        new = np.full((1, 1, 1, 4), step + 1, np.float32)
        binding.bind_cpu_input("new", new)
        binding.bind_cpu_input("at", np.array([step]))
        session.run_with_iobinding(binding)
        assert (binding.get_outputs()[1].numpy() == 2 * new).all()
    assert (cache[0, 0, :, 0] == np.arange(1, 9)).all()
    assert binding.get_outputs()[0].data_ptr() == cache.ctypes.data


def test_as_onnxruntime():
    """The same calls, by addresses."""
    model = onnx.parser.parse_model("""
    <ir_version: 10, opset_import: ["" : 21]>
    g (float[2,n] x) => (float[2,n] y) { y = Add(x, x) }
    """).SerializeToString()
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    results = []
    for session in (
        mlirlite.InferenceSession(model),
        onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"]),
    ):
        y = np.zeros_like(x)
        binding = session.io_binding()
        binding.bind_input("x", "cpu", 0, np.float32, x.shape, x.ctypes.data)
        binding.bind_output("y", "cpu", 0, np.float32, y.shape, y.ctypes.data)
        session.run_with_iobinding(binding)
        results += [y, binding.copy_outputs_to_cpu()[0]]
    assert all((r == 2 * x).all() for r in results)


def test_what_does_not_fit_is_an_error_and_nothing_is_written(session):
    feeds = {
        "past": np.zeros((1, 1, 4, 4), np.float32),
        "new": np.ones((1, 1, 1, 4), np.float32),
        "at": np.array([0]),
    }
    for shape, type in (((1, 1, 5, 4), np.float32), ((1, 1, 4, 4), np.float64)):
        buffer, total = np.full(shape, 7, type), np.full((1, 1, 1, 4), 7, np.float32)
        binding = session.io_binding()
        for name, array in feeds.items():
            binding.bind_cpu_input(name, array)
        binding.bind_ortvalue_output("sum", mlirlite.OrtValue(total))
        binding.bind_ortvalue_output("present", mlirlite.OrtValue(buffer))
        with pytest.raises(mlirlite.DiagnosticError, match=r"'present'.*nothing was written"):
            session.run_with_iobinding(binding)
        assert (buffer == 7).all()
        assert (total == 7).all()
    binding.bind_cpu_input("at", np.array([4]))
    with pytest.raises(mlirlite.DiagnosticError):
        session.run_with_iobinding(binding)
    assert (total == 7).all()
    with pytest.raises(mlirlite.DiagnosticError, match="no input 'pats'"):
        binding.bind_cpu_input("pats", feeds["past"])
    with pytest.raises(mlirlite.DiagnosticError, match="no output is bound"):
        session.run_with_iobinding(session.io_binding())
    with pytest.raises(mlirlite.DiagnosticError, match="'cuda'"):
        binding.bind_output("sum", "cuda")


@pytest.mark.parametrize(
    ("element", "shape", "address"),
    [
        (np.float32, [2, 2], 0),
        (np.float32, [2, 2], -8),
        (np.float32, [2, 2], "x"),
        (np.float32, [1 << 62, 4], 8),
        (np.float32, [-1, 2], 8),
        (object, [2], 8),
        ("no type", [2], 8),
    ],
)
def test_memory_that_cannot_be_is_refused(session, element, shape, address):
    binding = session.io_binding()
    with pytest.raises(mlirlite.DiagnosticError, match="expected"):
        binding.bind_input("at", "cpu", 0, element, shape, address)
    with pytest.raises(mlirlite.DiagnosticError, match="expected"):
        binding.bind_output("sum", "cpu", 0, element, shape, address)


def test_values_without_an_array_are_refused(session):
    for value in (None, [1.0]):
        with pytest.raises(mlirlite.DiagnosticError, match="not an array"):
            session.io_binding().bind_ortvalue_output("sum", mlirlite.OrtValue(value))
    fixed = np.broadcast_to(np.float32(1), (2,))
    with pytest.raises(mlirlite.DiagnosticError, match="read-only"):
        mlirlite.OrtValue(fixed).update_inplace(np.zeros(2, np.float32))


@pytest.mark.parametrize("shape", [("a",), 5, (2.5,), "ab", ((1, 2),), [None], (2, -1), (1 << 70,)])
def test_shapes_that_are_none_are_errors_in_words(session, shape):
    binding, at = session.io_binding(), np.zeros(8, np.float32).ctypes.data
    [x, y] = session.get_inputs()[0].name, session.get_outputs()[0].name
    for bind in (
        lambda: binding.bind_input(x, "cpu", 0, np.float32, shape, at),
        lambda: binding.bind_output(y, "cpu", 0, np.float32, shape, at),
        lambda: mlirlite.OrtValue.ortvalue_from_shape_and_type(shape, np.float32),
    ):
        with pytest.raises(mlirlite.DiagnosticError, match="expected"):
            bind()


@pytest.mark.parametrize("thing", [None, 5, "s", [1], object()])
def test_other_things_than_names_and_values_are_errors_in_words(session, thing):
    binding = session.io_binding()
    for bind in (
        lambda: binding.bind_ortvalue_input(session.get_inputs()[0].name, thing),
        lambda: binding.bind_ortvalue_output(session.get_outputs()[0].name, thing),
        lambda: binding.bind_output(thing),
        lambda: session.run_with_iobinding(thing),
    ):
        with pytest.raises(mlirlite.DiagnosticError):
            bind()


def test_a_cache_in_place_may_have_more_rows_than_its_name_says():
    """onnxruntime-genai's builder names the rows of a present as the columns of the mask."""
    model = onnx.parser.parse_model("""
    <ir_version: 10, opset_import: ["" : 24]>
    cache (float[1,1,r,4] past, float[1,1,1,4] new, int64[t] mask, int64[1] at)
      => (float[1,1,t,4] present) { present = TensorScatter<axis=2>(past, new, at) }
    """).SerializeToString()
    session = mlirlite.InferenceSession(model, machine="", opt_level=0)
    value = mlirlite.OrtValue(np.zeros((1, 1, 8, 4), np.float32))
    binding = session.io_binding()
    binding.bind_ortvalue_input("past", value)
    binding.bind_ortvalue_output("present", value)
    for step in range(8):
        binding.bind_cpu_input("new", np.full((1, 1, 1, 4), step + 1, np.float32))
        binding.bind_cpu_input("mask", np.ones(step + 1, np.int64))
        binding.bind_cpu_input("at", np.array([step]))
        session.run_with_iobinding(binding)
    assert (value.numpy()[0, 0, :, 0] == np.arange(1, 9)).all()
    binding.bind_ortvalue_output("present", mlirlite.OrtValue(np.zeros((1, 1, 9, 4), np.float32)))
    with pytest.raises(mlirlite.DiagnosticError, match=r"'present'.*nothing was written"):
        session.run_with_iobinding(binding)


def test_a_cache_that_attention_reads_is_in_place():
    """As models of opset 24 have it: TensorScatter writes, Attention reads, both are results. The
    memory of the argument is the result's, and nothing else is written."""
    model = onnx.parser.parse_model("""
    <ir_version: 11, opset_import: ["" : 24]>
    cache (float[1,2,1,4] q, float[1,2,r,4] past, float[1,2,1,4] new, int64[1] at, int64[1] seen)
      => (float[1,2,1,4] y, float[1,2,r,4] present) {
      present = TensorScatter<axis=2>(past, new, at)
      y = Attention(q, present, present, , , , seen)
    }
    """).SerializeToString()
    ours = mlirlite.InferenceSession(model, machine="", opt_level=0)
    rng = np.random.default_rng(0)
    cache, rows = np.zeros((1, 2, 5, 4), np.float32), []
    places = {"past": "present"}
    for step in range(5):
        q, new = rng.standard_normal((2, 1, 2, 1, 4), np.float32)
        rows.append(new[0, :, 0])
        feeds = {"q": q, "past": cache, "new": new, "at": [step], "seen": [step + 1]}
        feeds |= {n: np.array(feeds[n]) for n in ("at", "seen")}
        y, present = ours._run_in_place(["y", "present"], feeds, places)
        assert present.ctypes.data == cache.ctypes.data
        keys = np.stack(rows, 1)
        assert (cache[0, :, : step + 1] == keys).all()
        assert not cache[0, :, step + 1 :].any()
        scores = np.exp(np.einsum("hd,hjd->hj", q[0, :, 0], keys) / 2)
        wanted = np.einsum("hj,hjd->hd", scores / scores.sum(1, keepdims=True), keys)
        np.testing.assert_allclose(y[0, :, 0], wanted, rtol=1e-5, atol=1e-6)
