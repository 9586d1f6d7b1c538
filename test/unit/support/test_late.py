"""Modules that are imported when first needed."""

import subprocess
import sys
import threading

import pytest

from mlirlite.support.late import import_module


def test_a_package_and_its_module_in_two_threads(tmp_path, monkeypatch):
    """Each import waits for the other, which is an error of one of them; it is tried again."""
    folder = tmp_path / "late_package"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "import time\ntime.sleep(0.2)\nfrom late_package.part import VALUE\n"
    )
    (folder / "part.py").write_text("VALUE = 7\n")
    monkeypatch.syspath_prepend(tmp_path)
    found, start = [], threading.Barrier(2)

    def work(name):
        start.wait()
        found.append(import_module(name).VALUE)

    names = ("late_package", "late_package.part")
    threads = [threading.Thread(target=work, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [7, 7]


FIRST_AT_ONCE = """
import sys, threading
import mlirlite
TEXTS = [
    ("func.func @f(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32 return %0 : i32 }", "cse"),
    ("func.func @f(%a: memref<4xf32>) { affine.for %i = 0 to 4 "
     "{ %v = affine.load %a[%i] : memref<4xf32> affine.store %v, %a[%i] : memref<4xf32> } return }",
     "lower-affine,convert-scf-to-cf"),
    ("func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> "
     "{ %0 = tosa.abs %a : (tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> }",
     "canonicalize"),
    ('spirv.module Logical GLSL450 { spirv.func @f() "None" { spirv.Return } }', "canonicalize"),
]
def made(text, passes):
    context = mlirlite.Context()
    module = mlirlite.parse(text, context)
    mlirlite.run_pipeline(module, passes, context)
    return str(module)
start, found = threading.Barrier(8), [None] * 8
def work(i):
    start.wait()
    found[i] = made(*TEXTS[i % 4])
threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
sys.exit(found != [made(*case) for case in TEXTS] * 2)
"""


@pytest.mark.bulk
def test_threads_that_parse_first_of_all_at_once():
    """Dialects and passes are imported by all of them at once."""
    for _ in range(5):
        done = subprocess.run(
            [sys.executable, "-c", FIRST_AT_ONCE], check=False, capture_output=True, timeout=300
        )
        assert done.returncode == 0, done.stderr.decode()
