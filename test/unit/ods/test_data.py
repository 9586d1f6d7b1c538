"""Upstream's dialects as data: up to date, small, read lazily; what changed between two sets."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

import mlirlite
from mlirlite.dialects import mpi, spirv
from mlirlite.ir.context import builtin_dialect, builtin_dialect_names
from mlirlite.ods.changes import changes
from mlirlite.ods.declared import DeclaredDialect
from mlirlite.support.diagnostics import DiagnosticError

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "mlirlite" / "dialects" / "_data"
INCLUDE = Path("/usr/lib/llvm-22/include")
OWN = {"krnl", "onnx", "sdy"}
DECLARED = sorted(
    name
    for name in builtin_dialect_names()
    if name not in OWN and isinstance(builtin_dialect(name), DeclaredDialect)
)
needs_td = pytest.mark.skipif(
    not (INCLUDE / "mlir").is_dir(), reason="needs the .td files of Debian's libmlir-22-dev"
)


def generator():
    spec = importlib.util.spec_from_file_location("gen_ods", ROOT / "tools" / "gen_ods.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def text(name):
    return (DATA / f"{name}.ods").read_text(encoding="utf-8")


@needs_td
def test_the_data_are_of_the_installed_files():
    module = generator()
    release, sum_ = (DATA / module.SUMS).read_text().split()
    if module.version(INCLUDE) == release:
        assert module.sum_of(INCLUDE) == sum_, "run python tools/gen_ods.py"


@needs_td
@pytest.mark.bulk
def test_the_command_writes_what_is_checked_in():
    found = generator().generate(INCLUDE, ["mpi", "spirv", "nvvm"])
    assert found == {name: text(name) for name in ("mpi", "nvvm", "spirv")}


def test_every_dialect_of_upstream_is_here():
    declared = {path.stem for path in DATA.glob("*.ods")}
    assert len(declared - set(generator().STABLEHLO)) == 48
    assert declared == set(builtin_dialect_names()) - OWN


def test_the_data_are_small_and_have_no_prose():
    files = list(DATA.glob("*.ods"))
    assert sum(path.stat().st_size for path in files) < 4_000_000  # a wheel has an eighth of it
    assert not any('"description":' in path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("name", DECLARED)
def test_every_class_can_be_made(name):
    found = builtin_dialect(name).classes()
    for full, cls in found.items():
        assert cls.name == full.lstrip("!#")
        if full[0] not in "!#":
            assert cls.definition.name == full


def test_a_dialect_is_read_in_a_moment():
    code = """
import time, mlirlite.ods.compact, mlirlite.ods.dialect, mlirlite.ods.hooks
from mlirlite.dialects import {0}
best = 9
for _ in range(5):
    vars({0}.DIALECT).pop("upstream", None)
    start = time.process_time()
    {0}.DIALECT.upstream
    best = min(best, time.process_time() - start)
print(best)
"""
    for name in ("rocdl", "spirv"):
        done = subprocess.run(
            [sys.executable, "-c", code.format(name)], capture_output=True, text=True, check=True
        )
        assert float(done.stdout) < 0.03  # 10 ms, on a machine that does other things too


def test_classes_are_made_at_their_first_use():
    assert mpi.SendOp.name == "mpi.send"
    assert mpi.SendOp is mlirlite.Context().op_class("mpi.send")
    assert spirv.StorageClass.Uniform == 2
    with pytest.raises(AttributeError, match="has no attribute 'NoOp'"):
        mpi.NoOp  # noqa: B018


def test_an_op_whose_syntax_is_missing_says_so():
    builtin_dialect("rocdl").classes()
    missing = builtin_dialect("rocdl").upstream.ops.without_syntax
    for name in missing:
        with pytest.raises(DiagnosticError, match="upstream's is not known here"):
            mlirlite.parse(f"{name} ()", mlirlite.Context())


def test_what_changed():
    old, new = {"mpi": text("mpi"), "ub": text("ub")}, {"mpi": text("mpi"), "zz": text("ub")}
    head, *lines = new["mpi"].splitlines()
    roots = json.loads(head)
    roots["roots"]["Op"].remove("MPI_Barrier")
    lines = [
        line.replace("$ref", "$reference") if line.startswith("MPI_SendOp\t") else line
        for line in lines
    ]
    new["mpi"] = "\n".join([json.dumps(roots), *lines])
    found = changes(old, new)
    assert found[:3] == ["- dialect ub", "+ dialect zz", "- op mpi.barrier"]
    assert found[3].startswith("~ op mpi.send: assemblyFormat: ")
    assert "$reference" in found[3].partition(" -> ")[2]
    assert len(found) == 4
    assert changes(old, old) == []
