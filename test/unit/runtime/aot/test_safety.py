"""Wrong use from C, memory that is out, threads, leaks; bad options and damaged files."""

import contextlib
import ctypes
import os
import resource
import subprocess
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnx
import onnx.helper
import pytest

import mlirlite
from mlirlite.support.diagnostics import DiagnosticError

CHECKS = """#include <OnnxMlirRuntime.h>
#include <errno.h>
#include <stdio.h>
OMTensorList *run_main_graph(OMTensorList *);
static void expect(OMTensorList *in) {
  errno = 0;
  OMTensorList *out = run_main_graph(in);
  printf("%d %d\\n", out == NULL, errno == EINVAL);
  fprintf(stderr, "%s\\n", omLastError());
  fflush(stdout);
}
int main(void) {
  float x[10] = {0};
  int64_t shape[2] = {2, 5}, wide[2] = {2, 7}, bad[2] = {-1, 5}, strides[2] = {1, 2};
  int64_t dense[2] = {5, 1};
  OMTensor *t = omTensorCreate(x, shape, 2, ONNX_TYPE_FLOAT), *none = NULL;
  OMTensor *pair[2] = {t, t};
  expect(NULL);
  OMTensorList *empty = omTensorListCreate(NULL, 0), *two = omTensorListCreate(pair, 2);
  OMTensorList *null = omTensorListCreate(&none, 1), *in = omTensorListCreate(&t, 1);
  expect(empty), expect(two), expect(null);
  omTensorSetDataType(t, ONNX_TYPE_DOUBLE), expect(in), omTensorSetDataType(t, ONNX_TYPE_FLOAT);
  omTensorSetShape(t, wide), expect(in), omTensorSetShape(t, bad), expect(in);
  omTensorSetShape(t, shape), omTensorSetStrides(t, strides), expect(in);
  omTensorSetStrides(t, dense);
  OMTensor *flat = omTensorCreate(x, shape, 1, ONNX_TYPE_FLOAT);
  OMTensor *nothing = omTensorCreate(NULL, shape, 2, ONNX_TYPE_FLOAT);
  OMTensorList *ranked = omTensorListCreate(&flat, 1), *hollow = omTensorListCreate(&nothing, 1);
  expect(ranked), expect(hollow);
  int64_t vast[2] = {INT64_C(1) << 62, 5};
  omTensorSetShape(t, vast), expect(in), omTensorSetShape(t, shape);
  errno = 0;
  OMTensorList *out = run_main_graph(in);
  printf("%d\\n", (int)omTensorListGetSize(out));
  omTensorListDestroy(out), omTensorListDestroy(in), omTensorListDestroy(empty);
  omTensorListDestroyShallow(two), omTensorListDestroy(null), omTensorListDestroy(ranked);
  omTensorListDestroy(hollow);
}
"""


def test_wrong_use_is_an_error(aot, dense_library, tmp_path):
    source = tmp_path / "checks.c"
    source.write_text(CHECKS)
    program = aot.build(source, dense_library, tmp_path / "checks")
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.stdout.split("\n") == ["1 1"] * 11 + ["2", ""]
    assert done.returncode == 0
    for words in (
        "the list of inputs is NULL",
        "wrong number of inputs: expected 1, found 0",
        "wrong number of inputs: expected 1, found 2",
        "input 0 ('x') is NULL",
        "input 0 ('x') has the wrong type: expected f32, found f64",
        "input 0 ('x') has the wrong size in dimension 1: expected 5, found 7",
        "input 0 ('x') has the wrong size in dimension 0: expected -1, found -1",
        "input 0 ('x') is not contiguous",
        "input 0 ('x') has the wrong rank: expected 2, found 1",
        "input 0 ('x') has no data",
        "input 0 ('x') has more bytes than 63 bits can count",
    ):
        assert f"mlirlite: run_main_graph: {words}" in done.stderr
    lines = done.stderr.splitlines()
    assert lines[::2] == [f"mlirlite: {text}" for text in lines[1::2]]


TEXTS = """#include <OnnxMlirRuntime.h>
#include <errno.h>
#include <stdio.h>
OMTensorList *run_main_graph(OMTensorList *);
int main(void) {
  char *words[3] = {"a", "b", "c"};
  int64_t size = 3;
  OMTensor *x = omTensorCreateEmpty(&size, 1, ONNX_TYPE_STRING);
  OMTensorList *in = omTensorListCreate(&x, 1);
  char **texts = (char **)omTensorGetDataPtr(x);
  for (int i = 0; i <= 3; i++) {
    errno = 0;
    OMTensorList *out = run_main_graph(in);
    printf("%d %d\\n", out == NULL, errno == EINVAL);
    if (out) omTensorPrint("%d%e", omTensorListGetOmtByIndex(out, 0));
    omTensorListDestroy(out);
    if (i < 3) texts[i] = words[i];
  }
  omTensorListDestroy(in);
}
"""


def test_text_that_nobody_has_set(aot, tmp_path):
    """A NULL among the elements of a string tensor is an error like other NULLs."""
    text = onnx.TensorProto.STRING
    node = onnx.helper.make_node("StringConcat", ["x", "x"], ["y"])
    model = aot.make_model([node], [("x", text, ["n"])], [("y", text, ["n"])])
    model.opset_import[0].version = 20
    aot.need("cc")
    onnx.save(model, tmp_path / "m.onnx")
    aot.compile_model(tmp_path / "m.onnx", tmp_path / "m.so", "-q")
    source = tmp_path / "texts.c"
    source.write_text(TEXTS)
    program = aot.build(source, tmp_path / "m.so", tmp_path / "texts")
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout == "1 1\n1 1\n1 1\n0 0\n" + '["aa", "bb", "cc"]'
    words = "mlirlite: run_main_graph: input 0 ('x') is NULL at element"
    assert done.stderr.splitlines() == [f"{words} {i}" for i in range(3)]


FULL = """#include <OnnxMlirRuntime.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
OMTensorList *run_main_graph(OMTensorList *);
static long left = -1, live = 0;
void *malloc(size_t n) {  /* fails after `left` calls */
  static void *(*real)(size_t);
  if (!real) real = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  if (left == 0) { errno = ENOMEM; return NULL; }
  if (left > 0) left--;
  void *p = real(n);
  live += p != NULL;
  return p;
}
void free(void *p) {
  static void (*real)(void *);
  if (!real) real = (void (*)(void *))dlsym(RTLD_NEXT, "free");
  live -= p != NULL;
  real(p);
}
int main(void) {
  float x[10] = {0};
  int64_t shape[2] = {2, 5};
  OMTensor *t = omTensorCreate(x, shape, 2, ONNX_TYPE_FLOAT);
  OMTensorList *in = omTensorListCreate(&t, 1), *out = NULL;
  setvbuf(stderr, NULL, _IONBF, 0);
  int failures = 0, wrong = 0, leaks = 0;
  for (long allowed = 0; allowed < 100 && !out; allowed++) {
    long before = live;
    left = allowed;
    errno = 0;
    out = run_main_graph(in);
    int code = errno;
    left = -1;
    if (out) break;
    failures++;
    wrong += code != ENOMEM;
    leaks += live != before;
  }
  printf("%d %d %d %d\\n", failures > 5, wrong, leaks, out != NULL);
}
"""


def test_memory_that_is_out_is_an_error(aot, dense_library, tmp_path):
    """Every single allocation may fail: NULL, errno is ENOMEM, nothing stays behind."""
    source = tmp_path / "full.c"
    source.write_text(FULL)
    program = aot.build(source, dense_library, tmp_path / "full", "-D_GNU_SOURCE", "-ldl")
    assert aot.run(program) == "1 0 0 1\n"


MANY = """#include <OnnxMlirRuntime.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
OMTensorList *run_main_graph(OMTensorList *);
static int runs;
static void *work(void *argument) {
  float x[10];
  for (int i = 0; i < 10; i++) x[i] = *(int *)argument + i;
  int64_t shape[2] = {2, 5};
  OMTensor *t = omTensorCreate(x, shape, 2, ONNX_TYPE_FLOAT);
  OMTensorList *in = omTensorListCreate(&t, 1);
  float first[600];
  for (int k = 0; k < runs; k++) {
    OMTensorList *out = run_main_graph(in);
    if (!out) exit(1);
    float *y = omTensorGetDataPtr(omTensorListGetOmtByIndex(out, 0));
    if (k == 0) memcpy(first, y, sizeof first);
    else if (memcmp(first, y, sizeof first)) exit(2);
    omTensorListDestroy(out);
  }
  omTensorListDestroy(in);
  return NULL;
}
int main(int n, char **words) {
  pthread_t threads[8];
  int numbers[8], count = atoi(words[n - 2]);
  runs = atoi(words[n - 1]);
  for (int i = 0; i < count; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  return 0;
}
"""


@pytest.fixture
def many(aot, dense_library, tmp_path):
    """A program that runs the model in several threads."""
    source = tmp_path / "many.c"
    source.write_text(MANY)
    return aot.build(source, dense_library, tmp_path / "many", "-pthread")


def test_threads(aot, many):
    aot.run(many, 8, 1000)


def test_threads_do_not_race(aot, many, request):
    """Helgrind watches 8 threads; --all-models has them run 1,000 times as well."""
    aot.need("valgrind")
    runs = 1000 if request.config.getoption("--all-models") else 20
    aot.run("valgrind", "--tool=helgrind", "--error-exitcode=9", "-q", many, 8, runs)


def test_nothing_is_lost(aot, many):
    aot.need("valgrind")
    flags = ("--leak-check=full", "--show-leak-kinds=definite,indirect,possible")
    aot.run("valgrind", *flags, "--errors-for-leak-kinds=all", "--error-exitcode=9", "-q",
            many, 1, 100)  # fmt: skip


@pytest.mark.bulk
def test_constants_in_a_file(aot, conv, tmp_path, capfd):
    """Constants are found beside the library or by the environment; damage is detected."""
    aot.need("cc")
    library, data = tmp_path / "m.so", tmp_path / "m.constants.bin"
    aot.compile_model(conv, library, "-q", "--store-constants-to-file")
    shape = (1, 3, 20, 20)
    program = aot.build(aot.EXAMPLES / "run.c", library, tmp_path / "run")
    aot.assert_close(aot.run(program, *shape), conv, shape)
    good = data.read_bytes()

    def message():
        done = subprocess.run(
            [program, *map(str, shape)], capture_output=True, text=True, cwd="/", check=False
        )
        assert (done.returncode, done.stdout) == (1, "")
        return done.stderr

    data.write_bytes(good[:-64])
    assert f"expected {len(good)} bytes, found {len(good) - 64}" in message()
    middle = len(good) // 2 & -64
    for places in ((middle,), (middle, middle + 8)):  # a bit, the signs of two numbers
        damaged = bytearray(good)
        for at in places:
            damaged[at + 7] ^= 0x80
        data.write_bytes(damaged)
        assert "the checksum is wrong" in message()
    data.unlink()
    os.mkfifo(data)
    assert f"expected {len(good)} bytes, found -1" in message()  # a pipe: nobody waits
    data.unlink()
    assert "cannot open the constants 'm.constants.bin'" in message()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / data.name).write_bytes(good)
    where = {**os.environ, "OM_CONSTANT_PATH": str(elsewhere)}
    aot.assert_close(aot.run(program, *shape, env=where), conv, shape)


def test_errors_of_a_loaded_library(dense_library, tmp_path, capfd):
    library = mlirlite.load(dense_library)
    with pytest.raises(DiagnosticError, match="input 'x' has the wrong shape"):
        library.run(None, {"x": np.zeros((2, 7), "f4")})
    with pytest.raises(DiagnosticError, match="there is no output 'z'"):
        library.run(["z"], {"x": np.zeros((2, 5), "f4")})
    with pytest.raises(DiagnosticError, match="there is no entry point 'run_main'"):
        mlirlite.load(dense_library, "run_main")
    other = tmp_path / "no.so"
    other.write_text("nothing")
    with pytest.raises(DiagnosticError, match="cannot load library"):
        mlirlite.load(other)


def test_reason_of_a_failed_run(aot, tmp_path, capfd):
    """omLastError has it for the thread, the exception for Python; C also has the error stream."""
    index = onnx.TensorProto.INT64
    model = aot.make_model(
        [onnx.helper.make_node("Gather", ["x", "i"], ["y"])],
        [("x", aot.F, ["n"]), ("i", index, ["k"])],
        [("y", aot.F, ["k"])],
    )
    aot.need("cc")
    onnx.save(model, tmp_path / "m.onnx")
    aot.compile_model(tmp_path / "m.onnx", tmp_path / "m.so", "-q")
    library = mlirlite.load(tmp_path / "m.so")
    found = ctypes.CDLL(str(tmp_path / "m.so")).omLastError_m
    found.restype = ctypes.c_char_p
    assert found() == b""
    with pytest.raises(DiagnosticError, match="idx=9 must be within") as error:
        library.run(None, {"x": np.zeros(3, "f4"), "i": np.array([9])})
    text = found().decode()
    assert str(error.value) == f"error: {tmp_path}/m.so: {text}"
    assert capfd.readouterr().err == ""
    taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(2000):  # glibc's dprintf to no file keeps 8 KB
        with contextlib.suppress(DiagnosticError):
            library.run(None, {"x": np.zeros(3, "f4"), "i": np.array([9])})
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - taken < 4096
    run = ctypes.CDLL(str(tmp_path / "m.so")).run_main_graph
    assert run(None) == 0
    assert capfd.readouterr().err == f"mlirlite: {found().decode()}\n"
    with ThreadPoolExecutor(1) as other:
        assert other.submit(found).result() == b""
    library.run(None, {"x": np.zeros(3, "f4"), "i": np.array([2])})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ["--mtriple=aarch65-linux-gnu"],
            "unknown target triple 'aarch65-linux-gnu'; did",
        ),
        (["--mcpu=haswel", "--mtriple=x86_64-linux-gnu"], "did you mean 'haswell'?"),
        (["--mattr=+avx22", "--mtriple=x86_64-linux-gnu"], "did you mean 'avx2'?"),
        (["--mattr=avx2"], "needs '+' or '-' before it"),
        (["--tag=a-b"], "cannot be part of a C name"),
        (["--static-arena"], "needs memory whose size is known only at run time"),
        (["--no-libc", "--store-constants-to-file"], "needs a system that maps files"),
    ],
)
def test_bad_options(aot, dense, tmp_path, options, words):
    assert words in aot.fails(dense, tmp_path / "m.o", *options)


def test_bad_command_line(aot, dense, tmp_path):
    assert "needs 0 to 3" in aot.fails(dense, tmp_path / "m.o", "-O7", wanted=2)


def test_output_that_cannot_be_written(aot, dense, tmp_path):
    assert "there is no folder" in aot.fails(dense, tmp_path / "no" / "m.so")


def test_no_linker(aot, dense, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    error = aot.fails(dense, tmp_path / "m.so")
    assert "no linker found" in error
    assert "ziglang" in error
    aot.compile_model(dense, tmp_path / "m.o", "-q")  # needs none


def test_linker_that_fails(aot, dense, tmp_path, monkeypatch):
    monkeypatch.setenv("CC", "false")
    assert "the linker failed" in aot.fails(dense, tmp_path / "m.so")


def test_operators_without_a_lowering_are_listed(aot, tmp_path):
    node = onnx.helper.make_node
    model = aot.make_model(
        [
            node("Foo", ["x"], ["a"], name="first", domain="test"),
            node("Bar", ["a"], ["y"], name="second", domain="test"),
        ],
        [("x", aot.F, [2])],
        [("y", aot.F, [2])],
    )
    model.opset_import.append(onnx.helper.make_opsetid("test", 1))
    onnx.save(model, tmp_path / "m.onnx")
    error = aot.fails(tmp_path / "m.onnx", tmp_path / "m.so")
    assert "first" in error
    assert "second" in error


def test_functions_that_nothing_can_replace_are_listed(aot, tmp_path):
    (tmp_path / "m.mlir").write_text(
        "func.func private @sensor(f32) -> f32\n"
        "func.func private @clock() -> f32\n"
        "func.func @f() -> f32 {\n"
        "  %0 = call @clock() : () -> f32\n"
        "  %1 = call @sensor(%0) : (f32) -> f32\n"
        "  return %1 : f32\n}\n"
    )
    error = aot.fails(tmp_path / "m.mlir", tmp_path / "m.o", "--no-libc")
    assert "the model needs clock, sensor, which --no-libc has no version of" in error


def test_ziglang_links(aot, conv, tmp_path, monkeypatch, request):
    """Without a C compiler, also for another machine."""
    if not request.config.getoption("--all-models"):
        pytest.skip("zig builds its libc first, which takes a minute; --all-models runs it")
    aot.zig("version")
    aot.need("qemu-riscv64", "riscv64-linux-gnu-gcc")
    path = os.environ["PATH"]
    monkeypatch.setenv("PATH", str(tmp_path))
    aot.compile_model(conv, tmp_path / "m.so", "-q", "--mtriple=riscv64-linux-gnu")
    aot.compile_model(conv, tmp_path / "here.so", "-q")
    monkeypatch.setenv("PATH", path)
    program = aot.build(
        aot.EXAMPLES / "run.c", tmp_path / "m.so", tmp_path / "run",
        compiler="riscv64-linux-gnu-gcc",
    )  # fmt: skip
    shape = (1, 3, 20, 20)
    printed = aot.run("qemu-riscv64", "-L", "/usr/riscv64-linux-gnu", program, *shape)
    aot.assert_close(printed, conv, shape)
    x = aot.numbers(shape)
    assert mlirlite.load(tmp_path / "here.so").run(None, {"x": x})[0].shape == (1, 10)


def test_what_needs_python_is_refused(aot, tmp_path):
    model = aot.make_model(
        [onnx.helper.make_node("ImageDecoder", ["x"], ["y"])],
        [("x", onnx.TensorProto.UINT8, ["n"])],
        [("y", onnx.TensorProto.UINT8, ["h", "w", 3])],
    )
    model.opset_import[0].version = 20
    onnx.save(model, tmp_path / "m.onnx")
    error = aot.fails(tmp_path / "m.onnx", tmp_path / "m.o")
    assert "the model needs Python at run time" in error
