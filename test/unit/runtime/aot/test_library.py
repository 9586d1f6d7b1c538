"""Compiled libraries: what they export, what C, C++, Rust and Python programs get from them."""

import ctypes
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import onnx
import pytest

import mlirlite
from mlirlite.runtime.aot.abi import QUERIES, RUNTIME, tag_of

_NAMED = r"{\22type\22: \22i64\22, \22dims\22: [-1], \22name\22: \22%s\22}"
SIGNATURE = rf"[{_NAMED % 'x'}]\00@\5B{_NAMED % 'y'}]\00"
REQUIRES = """
    %v = memref.load %x[%i] : memref<?xi64>
    %ok = arith.cmpi sge, %v, %zero : i64
    %size = arith.index_cast %v : i64 to index
    krnl.require %ok, "%lld is negative"(%size)
    memref.store %v, %y[%i] : memref<?xi64>
"""
IN_A_LOOP = f"affine.parallel (%i) = (0) to (symbol(%n)) {{ {REQUIRES} }}"
BEFORE_A_BARRIER = f"""omp.parallel {{
  omp.wsloop {{
    omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {{ {REQUIRES} omp.yield }}
  }}
  omp.barrier
  omp.terminator
}}"""


def copies(loop):
    """A program that copies integers by a loop in threads."""
    return rf"""
func.func @main_graph(%x: memref<?xi64>) -> memref<?xi64> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %x, %c0 : memref<?xi64>
  %y = memref.alloc(%n) : memref<?xi64>
  {loop}
  return %y : memref<?xi64>
}}
"krnl.entry_point"() {{func = @main_graph, numInputs = 1 : i32, numOutputs = 1 : i32,
  signature = "{SIGNATURE}"}} : () -> ()
"""


def symbols(aot, path, *flags):
    """Symbols of a file, by nm's letter."""
    lines = aot.run("nm", *flags, path).splitlines()
    return {line.split()[-1].split("@")[0] for line in lines if line.strip()}


def test_exports_are_those_of_the_interface(aot, dense_library):
    tagged = [*QUERIES, "run_main_graph"]
    wanted = {*RUNTIME, *tagged, *(f"{n}_dense" for n in tagged)}
    assert symbols(aot, dense_library, "-D", "--defined-only") == wanted


def test_needs_the_c_library_and_nothing_else(aot, dense_library):
    aot.need("readelf")
    needed = re.findall(r"NEEDED.*\[(.*)\]", aot.run("readelf", "-d", dense_library))
    assert all(n.startswith(("libc.so", "libm.so", "ld-linux")) for n in needed)


@pytest.mark.parametrize(
    ("given", "output", "tag"),
    [
        (None, "out/Model-7.so", "model_7"),
        (None, "a.b.so", "a"),
        ("Mine", "x.so", "Mine"),
        ("NONE", "x.so", ""),
    ],
)
def test_tags(given, output, tag):
    assert tag_of(given, output) == tag


def test_loaded_library_is_a_session(dense, dense_library):
    library, session = mlirlite.load(dense_library), mlirlite.InferenceSession(str(dense))
    assert [(i.name, i.type) for i in library.get_inputs()] == [("x", "tensor(float)")]
    assert [o.name for o in library.get_outputs()] == ["y", "e"]
    x = np.random.default_rng(2).random((7, 5), np.float32)
    found, want = library.run(None, {"x": x}), session.run(None, {"x": x})
    for a, b in zip(found, want, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    [e] = library.run(["e"], {"x": x})
    np.testing.assert_array_equal(e, found[1])
    assert library.run(None, {"x": np.zeros((0, 5), "f4")})[0].shape == (0, 300)


def test_library_says_what_it_is(dense_library):
    library = mlirlite.load(dense_library)
    assert library.entries == ["run_main_graph"]
    assert library.information["op_stats"]["onnx.MatMul"] == 1
    assert library.information["compiler_version"].startswith("mlirlite")


def test_queries(dense_library):
    c = ctypes.CDLL(str(dense_library))
    c.omQueryEntryPoints_dense.restype = ctypes.POINTER(ctypes.c_char_p)
    c.omInputSignature.restype = c.omOutputSignature.restype = ctypes.c_char_p
    names = c.omQueryEntryPoints_dense(None)
    assert (names[0], names[1]) == (b"run_main_graph_dense", None)
    for name in (b"run_main_graph", b"run_main_graph_dense"):
        assert b'"dims" : [-1 , 5] , "name" : "x"' in c.omInputSignature(name)
    assert c.omOutputSignature(b"run_main_graph").count(b'"type" : "f32"') == 2
    assert c.omInputSignature(b"run_other") is None
    assert c.omInputSignature(None) is None


@pytest.mark.parametrize("source", ["run.c", "run.cpp"])
def test_example_program(aot, source, dense, dense_library, tmp_path):
    compiler = "cc" if source == "run.c" else "c++"
    program = aot.build(aot.EXAMPLES / source, dense_library, tmp_path / "run", compiler=compiler)
    aot.assert_close(aot.run(program, 3, 5), dense, (3, 5))


def test_example_in_rust(aot, dense, dense_library, tmp_path):
    aot.need("rustc")
    shutil.copy(dense_library, tmp_path / "libmodel.so")
    aot.run("rustc", aot.EXAMPLES / "run.rs", "-L.", "-lmodel", cwd=tmp_path)
    where = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}
    aot.assert_close(aot.run(tmp_path / "run", 3, 5, env=where), dense, (3, 5))


def test_example_with_ctypes(aot, dense, dense_library):
    program = aot.EXAMPLES / "run_ctypes.py"
    aot.assert_close(aot.run(sys.executable, program, dense_library, 3, 5), dense, (3, 5))


@pytest.mark.bulk
@pytest.mark.parametrize("name", ["squeezenet", "shufflenet", "inception_v1"])
def test_real_models_through_c(aot, name, real_model, tmp_path, request):
    if name != "squeezenet" and not request.config.getoption("--all-models"):
        pytest.skip("one CNN is the sample; --all-models runs three")
    model, shape = real_model(name), (1, 3, 224, 224)
    aot.compile_model(model, tmp_path / "model.so", "-q")
    program = aot.build(aot.EXAMPLES / "run.c", tmp_path / "model.so", tmp_path / "run")
    aot.assert_close(aot.run(program, *shape), model, shape, rtol=1e-3)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("suffix", ["o", "a", "s", "ll", "bc"])
def test_every_form_links(aot, suffix, dense, tmp_path):
    """An archive and an object with a program; texts through an assembler where there is one."""
    output = tmp_path / f"model.{suffix}"
    summary = aot.compile_model(dense, output)
    assert f"{output}: " in summary
    assert "entry points: run_main_graph" in summary
    if suffix in ("ll", "bc"):
        import llvmlite.binding as llvm

        read = llvm.parse_assembly if suffix == "ll" else llvm.parse_bitcode
        module = read(output.read_text() if suffix == "ll" else output.read_bytes())
        assert module.get_function("omCompilationInfo_model").blocks
        return
    if suffix == "s":
        output = tmp_path / "made.o"
        aot.need("cc")
        aot.run("cc", "-c", "model.s", "-o", output, cwd=tmp_path)
    program = aot.build(aot.EXAMPLES / "run.c", output, tmp_path / "run")
    aot.assert_close(aot.run(program, 2, 5), dense, (2, 5))


@pytest.mark.bulk
def test_two_models_in_one_program(aot, dense, tmp_path):
    """Each is called by its tag; symbols without one are the first one's."""
    other = tmp_path / "other.onnx"
    node = onnx.helper.make_node
    weights = {"w": np.full((5, 300), 2, "f4")}
    onnx.save(
        aot.make_model(
            [node("MatMul", ["x", "w"], ["y"])],
            [("x", aot.F, ["n", 5])],
            [("y", aot.F, ["n", 300])],
            weights,
        ),
        other,
    )
    source = tmp_path / "two.c"
    source.write_text(
        """#include <OnnxMlirRuntime.h>
#include <stdio.h>
OMTensorList *run_main_graph_one(OMTensorList *);
OMTensorList *run_main_graph_two(OMTensorList *);
int main(void) {
  float x[5] = {1, 2, 3, 4, 5};
  int64_t shape[2] = {1, 5};
  OMTensor *t = omTensorCreate(x, shape, 2, ONNX_TYPE_FLOAT);
  OMTensorList *in = omTensorListCreate(&t, 1);
  OMTensorList *a = run_main_graph_one(in), *b = run_main_graph_two(in);
  printf("%d %d %g\\n", (int)omTensorListGetSize(a), (int)omTensorListGetSize(b),
      *(float *)omTensorGetDataPtr(omTensorListGetOmtByIndex(b, 0)));
  omTensorListDestroy(a), omTensorListDestroy(b), omTensorListDestroy(in);
}
"""
    )
    aot.need("cc")
    for suffix in ("o", "so"):
        first, second = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
        aot.compile_model(dense, first, "-q")
        aot.compile_model(other, second, "-q")
        program = tmp_path / f"both_{suffix}"
        where = f"-Wl,-rpath,{tmp_path}"
        flags = (f"-I{aot.INCLUDE}", source, first, second, "-lm", where)
        aot.run("cc", *flags, "-o", program)
        assert aot.run(program) == "2 1 30\n"


def test_programs_that_run_and_describe(aot, dense_library):
    from io import StringIO

    from mlirlite.driver.run import main as run_
    from mlirlite.driver.translate import main as translate

    out = StringIO()
    assert run_([str(dense_library), "--random-inputs", "--dim", "batch=4"], stdout=out) == 0
    assert "y: float32[" in out.getvalue()
    assert "loaded in" in out.getvalue()
    out = StringIO()
    assert translate(["--describe", str(dense_library)], stdout=out) == 0
    assert "input x: tensor(float) [?, 5]" in out.getvalue()
    assert "onnx.MatMul 1" in out.getvalue()


def test_module_without_entry_points_is_a_plain_object(aot, tmp_path):
    """From .mlir of any level: its functions, and nothing of the runtime."""
    source = tmp_path / "add.mlir"
    source.write_text(
        "func.func @add(%a: i32, %b: i32) -> i32 {\n"
        "  %0 = arith.addi %a, %b : i32\n  return %0 : i32\n}\n"
    )
    aot.need("cc")
    aot.compile_model(source, tmp_path / "add.so", "-q")
    assert symbols(aot, tmp_path / "add.so", "-D", "--defined-only") == {"add"}
    assert ctypes.CDLL(str(tmp_path / "add.so")).add(40, 2) == 42


@pytest.mark.bulk
def test_levels_give_the_same_library(aot, dense, tmp_path):
    aot.need("cc")
    x = aot.numbers((2, 5))
    want = None
    for level in ("onnx", "krnl", "affine", "llvm"):
        text = tmp_path / f"{level}.mlir"
        aot.compile_model(dense, text, f"--emit={level}", "-q")
        aot.compile_model(text, tmp_path / f"{level}.so", "-q")
        found = mlirlite.load(tmp_path / f"{level}.so").run(None, {"x": x})[1]
        want = found if want is None else want
        np.testing.assert_allclose(found, want, rtol=1e-5)


def test_strings(aot, tmp_path):
    """Made at run time, handed through, in any script; destroyed with their tensor."""
    aot.need("cc")
    texts = onnx.TensorProto.STRING
    node = onnx.helper.make_node
    model = aot.make_model(
        [node("StringConcat", ["a", "b"], ["c"]), node("Identity", ["a"], ["d"])],
        [("a", texts, ["n"]), ("b", texts, ["n"])],
        [("c", texts, ["n"]), ("d", texts, ["n"])],
    )
    model.opset_import[0].version = 20
    onnx.save(model, tmp_path / "m.onnx")
    aot.compile_model(tmp_path / "m.onnx", tmp_path / "m.so", "-q")
    library = mlirlite.load(tmp_path / "m.so")
    assert '"type" : "string"' in library.signature("input")
    a, b = (np.array(t, object) for t in (["x", "", "ω"], ["1", "é", "!"]))
    for _ in range(3):
        c, d = library.run(None, {"a": a, "b": b})
        assert c.tolist() == ["x1", "é", "ω!"]
        assert d.tolist() == a.tolist()


def test_sequences_have_no_c_form(aot, tmp_path):
    node, info = onnx.helper.make_node, onnx.helper.make_tensor_sequence_value_info
    inputs = [("a", aot.F, ["n"]), ("b", aot.F, ["n"])]
    model = aot.make_model([node("SequenceConstruct", ["a", "b"], ["c"])], inputs, [])
    model.graph.output.append(info("c", aot.F, ["n"]))
    onnx.save(model, tmp_path / "m.onnx")
    error = aot.fails(tmp_path / "m.onnx", tmp_path / "m.so")
    assert "'c' is a sequence, an optional or a map" in error


@pytest.mark.bulk
def test_parallel(aot, conv, tmp_path):
    """As many threads as OpenMP sets share the work; no symbol of OpenMP is exported."""
    aot.need("cc", "readelf")
    library = tmp_path / "m.so"
    aot.compile_model(conv, library, "-q", "--parallel", *aot.portable())
    assert "libgomp" in aot.run("readelf", "-d", library)
    assert not [s for s in symbols(aot, library, "-D", "--defined-only") if "kmpc" in s]
    program, shape = aot.build(aot.EXAMPLES / "run.c", library, tmp_path / "run"), (1, 3, 20, 20)
    for count in ("1", "3"):
        printed = aot.run(program, *shape, env={**os.environ, "OMP_NUM_THREADS": count})
        aot.assert_close(printed, conv, shape)


RUNS_THAT_FAIL = """
import sys
import numpy as np
import mlirlite
library, good = mlirlite.load(sys.argv[1]), np.arange(1000)
for at in (0, 999):
    try:
        library.run(None, {"x": np.where(good == at, -5, good)})
    except mlirlite.DiagnosticError as e:
        assert "-5 is negative" in str(e)
    else:
        raise AssertionError("no error")
    np.testing.assert_array_equal(library.run(None, {"x": good})[0], good)
print("done")
"""


@pytest.mark.parametrize("loop", [IN_A_LOOP, BEFORE_A_BARRIER])
def test_a_thread_that_fails(aot, tmp_path, loop):
    """A requirement that fails in a thread of a parallel loop is an error of the run."""
    aot.need("cc")
    source = tmp_path / "m.mlir"
    source.write_text(copies(loop))
    aot.compile_model(source, tmp_path / "m.so", "-q", "--parallel")
    # In a process of its own, which other tests have not given an OpenMP runtime and its threads.
    made = subprocess.run(
        [sys.executable, "-c", RUNS_THAT_FAIL, str(tmp_path / "m.so")],
        capture_output=True,
        text=True,
    )
    assert (made.returncode, made.stdout, made.stderr) == (0, "done\n", "")


def test_several_entry_points(aot, tmp_path):
    """`run_<function>` for each, and a session of the one that is named."""
    aot.need("cc")
    source = tmp_path / "m.mlir"
    source.write_text(
        """module {
  func.func @scale(%x: tensor<2x3xf32> {onnx.name = "x"}) ->
      (tensor<2x3xf32> {onnx.name = "y"}) {
    %0 = onnx.Constant dense<2.0> : tensor<f32>
    %1 = "onnx.Mul"(%x, %0) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    onnx.Return %1 : tensor<2x3xf32>
  }
  func.func @shift(%a: tensor<4xi32> {onnx.name = "a"}, %b: tensor<4xi32> {onnx.name = "b"}) ->
      (tensor<4xi32> {onnx.name = "c"}) {
    %1 = "onnx.Add"(%a, %b) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    onnx.Return %1 : tensor<4xi32>
  }
  "onnx.EntryPoint"() {func = @scale} : () -> ()
  "onnx.EntryPoint"() {func = @shift} : () -> ()
}
"""
    )
    aot.compile_model(source, tmp_path / "m.so", "-q")
    scale, shift = mlirlite.load(tmp_path / "m.so"), mlirlite.load(tmp_path / "m.so", "run_shift")
    assert scale.entries == ["run_scale", "run_shift"]
    assert scale.run(None, {"x": np.ones((2, 3), "f4")})[0].tolist() == [[2.0] * 3] * 2
    ones = np.ones(4, "i4")
    assert shift.run(None, {"a": ones, "b": 2 * ones})[0].tolist() == [3] * 4


def test_results_that_are_inputs_or_constants_are_not_owned(aot, tmp_path):
    aot.need("cc")
    source = tmp_path / "m.mlir"
    source.write_text(
        """func.func @main_graph(%x: tensor<3xf32>) ->
    (tensor<3xf32>, tensor<2xi64>, tensor<3xf32>) {
  %0 = onnx.Constant dense<[7, 8]> : tensor<2xi64>
  %1 = "onnx.Neg"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  onnx.Return %x, %0, %1 : tensor<3xf32>, tensor<2xi64>, tensor<3xf32>
}
"onnx.EntryPoint"() {func = @main_graph} : () -> ()
"""
    )
    aot.compile_model(source, tmp_path / "m.so", "-q")
    program = tmp_path / "own.c"
    program.write_text(
        """#include <OnnxMlirRuntime.h>
#include <stdio.h>
OMTensorList *run_main_graph(OMTensorList *);
int main(void) {
  float x[3] = {1, 2, 3};
  int64_t shape[1] = {3};
  OMTensor *t = omTensorCreate(x, shape, 1, ONNX_TYPE_FLOAT);
  OMTensorList *in = omTensorListCreate(&t, 1), *out = run_main_graph(in);
  for (int i = 0; i < 3; i++) {
    OMTensor *y = omTensorListGetOmtByIndex(out, i);
    omTensorPrint("%t %d\\n", y);
    printf("%d %d\\n", (int)omTensorGetOwning(y), omTensorGetDataPtr(y) == x);
  }
  omTensorListDestroy(out), omTensorListDestroy(in);
}
"""
    )
    built = aot.build(program, tmp_path / "m.so", tmp_path / "own")
    found = sorted(aot.run(built).splitlines())
    assert [line for line in found if "[" in line] == [
        "2xi64 [7, 8]",
        "3xf32 [-1, -2, -3]",
        "3xf32 [1, 2, 3]",
    ]
    assert sorted(line for line in found if "[" not in line) == ["0 0", "0 1", "1 0"]


def test_without_checks(aot, dense, tmp_path):
    """Less code; right inputs still run."""
    aot.need("cc")
    aot.compile_model(dense, tmp_path / "m.so", "-q", "--no-input-checks")
    assert b"wrong number of inputs" not in (tmp_path / "m.so").read_bytes()
    x = np.ones((2, 5), "f4")
    assert mlirlite.load(tmp_path / "m.so").run(None, {"x": x})[0].shape == (2, 300)


@pytest.mark.parametrize("level", ["0", "1"])
def test_levels_of_optimization(aot, dense, tmp_path, level):
    aot.need("cc")
    aot.compile_model(dense, tmp_path / "m.so", "-q", f"-O{level}")
    program = aot.build(aot.EXAMPLES / "run.c", tmp_path / "m.so", tmp_path / "run")
    aot.assert_close(aot.run(program, 2, 5), dense, (2, 5))
