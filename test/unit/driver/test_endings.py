"""How programs end when the world is against them: streams that are closed or full, names that are
none, plugins that leave, signals."""

import json
import os
import signal
import subprocess
import sys
import time

import onnx
import pytest

from mlirlite.__main__ import PROGRAMS

MODULE = "func.func @f() {\n  return\n}\n"
pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")


def shell(line, **more):
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, check=False, timeout=300, **more
    )
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    return done


def program(name):
    return f"{sys.executable} -m mlirlite {name}"


def failed(name):
    return 2 if name == "diff" else 1  # as diff, whose 1 means a difference


LOADING = """
import os, sys
class Interrupts:
    def find_spec(self, name, *where):
        if name == "mlirlite.support.late":
            os.kill(os.getpid(), 2)
sys.meta_path.insert(0, Interrupts())
sys.argv = [sys.argv[1]]
try:
    import mlirlite.__main__
except KeyboardInterrupt:
    sys.exit("an exception, as in any program")
"""
"""Imports the package, and is interrupted by then."""


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("bin/mlirlite-opt", 130, "mlirlite-opt: interrupted\n"),
        ("FileCheck", 130, "FileCheck: interrupted\n"),
        ("mlirlite-mine.py", 1, "an exception, as in any program\n"),
    ],
)
def test_an_interrupt_while_the_package_loads(name, code, said):
    done = subprocess.run(
        [sys.executable, "-c", LOADING, name], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_help_that_nobody_takes(name):
    for how, reason in ((">&-", "closed"), (">/dev/full", "No space left on device")):
        done = shell(f"{program(name)} --help {how}")
        assert (done.returncode, len(done.stderr.splitlines())) == (failed(name), 1)
        assert reason in done.stderr


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_errors_that_nobody_takes(name):
    for how in ("2>&-", "2>/dev/full", "<&- >&- 2>&-"):
        done = shell(f"{program(name)} --no-such-option {how}")
        assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("opt - <&-", "standard input is closed"),
        ("opt a.mlir >&-", "standard output is closed"),
        ("opt a.mlir >/dev/full", "cannot write standard output: No space left"),
        ("opt a.mlir -o /dev/full", "cannot write output file '/dev/full': No space left"),
        ("opt a.mlir -o ''", "cannot write output file '': the name is empty"),
        ("opt a.mlir --load-plugin=", "cannot load plugin ''"),
        ("opt a.mlir --load-plugin=leaves.py", "leaves.py:1"),
        ("opt a.mlir --load-plugin=late.py --leave", "late.py:6"),
        ("opt a.mlir --load-plugin=odd.py", "odd.py:2"),
        ("lit ''", "the name of a test or folder is empty"),
        ("update-checks ''", "the name of a test or folder is empty"),
        ("diff a.mlir - <&-", "standard input is closed"),
    ],
)
def test_one_error_line(words, found, tmp_path):
    (tmp_path / "a.mlir").write_text(MODULE)
    (tmp_path / "leaves.py").write_text("import sys; sys.exit(0)\n")
    (tmp_path / "late.py").write_text(
        "import sys\nfrom mlirlite.passes.compiler_pass import compiler_pass\n"
        '@compiler_pass("leave")\ndef leave(op, state):\n    """Leaves."""\n    sys.exit(0)\n'
    )
    (tmp_path / "odd.py").write_text("class Odd(BaseException): pass\nraise Odd('no Exception')\n")
    done = shell(f"{program(words)}", cwd=tmp_path)
    assert done.returncode == failed(words.split()[0])
    assert found in done.stderr
    assert len([line for line in done.stderr.splitlines() if "error" in line]) == 1
    assert {p.name for p in tmp_path.iterdir()} - {"__pycache__"} == {
        "a.mlir", "late.py", "leaves.py", "odd.py"
    }  # fmt: skip


def test_files_do_not_take_the_place_of_closed_streams(tmp_path):
    """Otherwise text for the stream would go into the file."""
    (tmp_path / "a.mlir").write_text(MODULE)
    done = shell(f"{program('opt')} a.mlir -o b.mlir <&- >&- 2>&-", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "b.mlir").read_text().split() == ["module", "{", *MODULE.split(), "}"]


def test_a_zero_character_in_the_name_of_an_output(tmp_path):
    import onnx
    from onnx import helper

    info = helper.make_tensor_value_info
    node = helper.make_node("Neg", ["x"], ["a\0b"])
    values = [info("x", 1, [2])], [info("a\0b", 1, [2])]
    graph = helper.make_graph([node], "g", *values)
    opset = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), tmp_path / "m.onnx")
    done = shell(f"{program('run')} m.onnx --random-inputs --output-dir=out", cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert len([line for line in done.stderr.splitlines() if "error" in line]) == 1


def message(content):
    body = json.dumps({"jsonrpc": "2.0", **content}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("asked", "code"), [(True, 0), (False, 1)])
def test_the_language_server_ends_as_its_protocol_says(asked, code):
    pytest.importorskip("pygls")
    parameters = {"processId": None, "rootUri": None, "capabilities": {}}
    done = subprocess.run(
        [sys.executable, "-m", "mlirlite", "lsp-server"],
        input=message({"id": 1, "method": "initialize", "params": parameters})
        + message({"method": "initialized", "params": {}})
        + (message({"id": 2, "method": "shutdown"}) if asked else b"")
        + message({"method": "exit"}),
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (code, b"")


WAITS = """
import ctypes, sys
from mlirlite.driver.shared.program import program
from mlirlite.support.interruptible import interruptibly
from mlirlite.support.output import new_file
from mlirlite.support.temporary import temporary_folder

@program("p")
def main(argv, streams):
    with temporary_folder(".mlirlite-", "."), new_file("out") as file:
        file.write("half")
        file.flush()
        streams.stdout.write("go\\n")
        streams.stdout.flush()
        interruptibly(lambda: ctypes.CDLL(None).sleep(600))
    return 0

sys.exit(main())
"""


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, "p: interrupted\n"),
        (signal.SIGTERM, -signal.SIGTERM, ""),
        (signal.SIGHUP, -signal.SIGHUP, ""),
    ],
)
def test_signals_while_native_code_works(number, code, said, tmp_path):
    """Native code that would take ten minutes, a folder and a half file: nothing stays."""
    (tmp_path / "out").write_text("old")
    process = subprocess.Popen(
        [sys.executable, "-c", WAITS],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: [
            signal.signal(s, signal.default_int_handler if s == signal.SIGINT else signal.SIG_DFL)
            for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        ],
    )
    assert process.stdout.readline() == "go\n"
    time.sleep(0.2)
    process.send_signal(number)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (code, said)
    assert [p.name for p in tmp_path.iterdir()] == ["out"]
    assert (tmp_path / "out").read_text() == "old"


def test_ctrl_c_ends_llvm(tmp_path):
    """In Python: code that LLVM works on for many minutes."""
    code = """
import signal
from mlirlite.target.llvmir.machine import optimized
signal.signal(signal.SIGINT, signal.default_int_handler)
n = 20000
body = "".join(
    f"%a{i} = load double, ptr %p{i} %m{i} = fmul double %a{i}, %s{i} "
    f"%s{i+1} = fadd double %m{i}, %a{i} %p{i+1} = getelementptr double, ptr %p{i}, i64 %n "
    for i in range(n)
)
text = f"define double @f(ptr %p0, double %s0, i64 %n) {{ {body} ret double %s{n} }}"
print("go", flush=True)
optimized(text)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "go\n"
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert err.splitlines()[-1] == "KeyboardInterrupt"
    assert process.returncode in (-signal.SIGINT, 130)


def test_ctrl_c_ends_a_function_without_end(tmp_path):
    (tmp_path / "f.mlir").write_text(
        "func.func private @printNewline()\n"
        "func.func @main() {\n  call @printNewline() : () -> ()\n"
        "  %t = arith.constant true\n"
        "  scf.while : () -> () { scf.condition(%t) } do { scf.yield }\n  return\n}\n"
    )
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from mlirlite.__main__ import run; import sys; sys.exit(run())"
    )
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", code, "f.mlir"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert process.stdout.readline() == "\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "mlirlite-run: interrupted\n")


PRESSED = """
import os, signal, sys

def look(event, values):
    global stage
    if event == "import" and values[0] == stage:
        stage = None
        os.kill(os.getpid(), signal.SIGINT)

stage = sys.argv.pop(1)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.addaudithook(look)
from mlirlite.__main__ import compile
sys.exit(compile())
"""


@pytest.fixture
def model_of_constants(tmp_path):
    import numpy as np
    from onnx import helper, numpy_helper, save

    info = helper.make_tensor_value_info
    weights = numpy_helper.from_array(np.arange(1 << 22, dtype=np.float32), "w")
    nodes = [helper.make_node("Neg", ["w"], ["c"]), helper.make_node("Add", ["x", "c"], ["y"])]
    graph = helper.make_graph(nodes, "g", [info("x", 1, ["n"])], [info("y", 1, ["n"])], [weights])
    opset = [helper.make_opsetid("", 17)]
    save(helper.make_model(graph, opset_imports=opset, ir_version=8), tmp_path / "m.onnx")
    return ["m.onnx", "-q", "-o", "m.so"]


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "stage",
    [
        "mlirlite.driver.shared.model",  # the program is loaded
        "numpy",
        "numpy._core._multiarray_umath",
        "mlirlite.target.onnx.import_",  # the model is read
        "mlirlite.dialects.onnx.evaluate",
        "mlirlite.conversion.onnx_to_krnl",
        "llvmlite.binding",
    ],
)
def test_ctrl_c_while_a_program_loads_what_it_needs(stage, model_of_constants, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PRESSED, stage, *model_of_constants],
        capture_output=True, text=True, check=False, timeout=300, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (130, "mlirlite-compile: interrupted\n")
    assert [p.name for p in tmp_path.iterdir()] == ["m.onnx"]


def test_ctrl_c_while_constants_are_evaluated(model_of_constants, tmp_path):
    """One operator that numpy would work on for ten minutes."""
    code = """
import ctypes, signal, sys
from mlirlite.__main__ import compile
from mlirlite.dialects.onnx.evaluators import EVALUATORS
signal.signal(signal.SIGINT, signal.default_int_handler)
EVALUATORS["Neg"] = lambda *ignored: print("go", flush=True) or ctypes.CDLL(None).sleep(600)
sys.exit(compile())
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *model_of_constants],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert process.stdout.readline() == "go\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (130, "mlirlite-compile: interrupted\n")
    assert [p.name for p in tmp_path.iterdir()] == ["m.onnx"]


def test_warnings_about_a_model_are_single_lines(tmp_path):
    """Without the line of the program that they came from."""
    model = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["": 17]> g (float[4] x) => (float[k] y)'
        " <float[3] t> { t = Neg(x) y = Neg(t) }"
    )
    onnx.save(model, tmp_path / "m.onnx")
    done = shell(f"{program('run')} m.onnx --random-inputs", cwd=tmp_path)
    [line] = [n for n in done.stderr.splitlines() if "warning" in n.lower()]
    assert line.startswith('"t"("m.onnx"): warning: ')
    assert "sys.exit" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_warnings_of_programs_name_no_line_of_ours(tmp_path):
    """A cache that others can write to is not used."""
    folder = tmp_path / "cache"
    folder.mkdir()
    folder.chmod(0o777)
    model = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["": 17]> g (float[4] x) => (float[4] y) { y = Neg(x) }'
    )
    onnx.save(model, tmp_path / "m.onnx")
    settings = f"MLIRLITE_CACHE=all MLIRLITE_CACHE_DIR={folder}"
    done = shell(f"{settings} {program('run')} m.onnx --random-inputs", cwd=tmp_path)
    expected = f"warning: compiled models are not kept: others can write to '{folder}'\n"
    assert done.stderr == expected
