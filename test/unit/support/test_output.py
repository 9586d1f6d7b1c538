"""Outputs of all programs: files are replaced as a whole, through links; devices are written to."""

import contextlib
import io
import os
import stat
import threading

import pytest

from mlirlite.driver.compile import main as compile
from mlirlite.driver.opt import main as opt
from mlirlite.driver.quantize import main as quantize
from mlirlite.driver.translate import main as translate
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.output import new_file, new_name

onnx = pytest.importorskip("onnx")

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
g (float[1,2] x) => (float[1,2] y) <float[2,2] w = {1.0, 2.0, 3.0, 4.0}> { y = MatMul (x, w) }
"""
LOWERED = "llvm.func @f() {\n  llvm.return\n}\n"
EMITS = [
    *(f"--emit={level}" for level in ("onnx", "krnl", "llvm")),
    *(f"--emit={kind}" for kind in ("o", "a", "so", "bc", "ll", "s")),
]
PROGRAMS = {
    **{f"compile {emit}": (compile, ["m.onnx", "-q", emit]) for emit in EMITS},
    "import": (translate, ["--import-onnx", "m.onnx"]),
    "export": (translate, ["--export-onnx", "m.mlir"]),
    "llvmir": (translate, ["--mlir-to-llvmir", "l.mlir"]),
    "dot": (translate, ["--to-dot", "m.onnx"]),
    "opt": (opt, ["m.mlir"]),
    "quantize": (quantize, ["m.onnx", "-q", "--check=0", "--batches=1"]),
    "quantize text": (quantize, ["m.onnx", "-q", "--check=0", "--batches=1"]),
}
SUFFIX = {"quantize": ".onnx", "quantize text": ".mlir"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    onnx.save(onnx.parser.parse_model(TEXT), "m.onnx")
    assert translate(["--import-onnx", "m.onnx", "-o", "m.mlir"]) == 0
    (tmp_path / "l.mlir").write_text(LOWERED)
    return tmp_path


def ran(name, output):
    program, words = PROGRAMS[name]
    errors = io.StringIO()
    code = program([*words, "-o", output], stdout=io.StringIO(), stderr=errors)
    return code, errors.getvalue()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_pipe_is_written_to(name, folder):
    pipe = f"pipe{SUFFIX.get(name, '')}"
    os.mkfifo(pipe)
    found = []

    def read():
        with open(pipe, "rb") as stream:
            found.append(stream.read())

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    assert ran(name, pipe) == (0, "")
    reader.join(30)
    assert found
    assert found[0]
    assert stat.S_ISFIFO(os.lstat(pipe).st_mode)
    assert not [p for p in os.listdir() if p.startswith(".mlirlite")]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_link_stays(name, folder):
    """Two links, the last into another folder; the file at the end may be there or not."""
    suffix = SUFFIX.get(name, "")
    os.mkdir("other")
    os.symlink(f"second{suffix}", f"link{suffix}")
    os.symlink(f"other/end{suffix}", f"second{suffix}")
    end = folder / "other" / f"end{suffix}"
    for before in (None, b"old"):
        if before is not None:
            end.write_bytes(before)
        assert ran(name, f"link{suffix}") == (0, "")
        assert os.path.islink(f"link{suffix}")
        assert os.path.islink(f"second{suffix}")
        assert end.read_bytes() not in (b"old", b"")
        assert [p.name for p in end.parent.iterdir()] == [end.name]
        end.unlink()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_device_stays(name, folder):
    """A node of one's own: never one of the system."""
    device = f"null{SUFFIX.get(name, '')}"
    try:
        os.mknod(device, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
        os.close(os.open(device, os.O_WRONLY))
    except (OSError, AttributeError):
        pytest.skip("device nodes cannot be made or used here")
    assert ran(name, device) == (0, "")
    assert stat.S_ISCHR(os.lstat(device).st_mode)


def by_stream(path, text):
    with new_file(path) as file:
        file.write(text)


def by_name(path, text):
    with new_name(path) as name, open(name, "w") as file:
        file.write(text)


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs /proc")
@pytest.mark.parametrize("write", [by_stream, by_name])
def test_a_stream_goes_on_where_it_is(write, tmp_path):
    """As `-o /dev/stdout >> log`: the text in the log, and text that follows, is kept."""
    log = tmp_path / "log"
    log.write_text("before ")
    with open(log, "a") as file:
        inode = log.stat().st_ino
        os.symlink(f"/proc/self/fd/{file.fileno()}", tmp_path / "stream")
        write(str(tmp_path / "stream"), "new ")
        write(f"/dev/fd/{file.fileno()}", "more ")
        file.write("after")
    assert (log.read_text(), log.stat().st_ino) == ("before new more after", inode)


@pytest.mark.parametrize("write", [by_stream, by_name])
def test_links_in_a_cycle(write, tmp_path):
    os.symlink("b", tmp_path / "a")
    os.symlink("a", tmp_path / "b")
    with pytest.raises(DiagnosticError, match=r"cannot write output file .*a': Too many levels"):
        write(str(tmp_path / "a"), "")
    assert os.path.islink(tmp_path / "a")


@pytest.mark.parametrize("around", [new_file, new_name])
def test_a_failure_leaves_what_was_there(around, tmp_path):
    (tmp_path / "end").write_text("old")
    os.symlink("end", tmp_path / "link")
    with contextlib.suppress(KeyError), around(str(tmp_path / "link")):
        raise KeyError
    assert sorted(p.name for p in tmp_path.iterdir()) == ["end", "link"]
    assert (tmp_path / "end").read_text() == "old"
