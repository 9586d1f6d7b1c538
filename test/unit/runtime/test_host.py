"""Processors by name, by triple, by features: whose schedules are theirs."""

import io
import platform

import pytest

from mlirlite.driver.compile import main
from mlirlite.runtime.host import _NAMES, _NEEDS, host_machine, machine_for, machine_with
from mlirlite.support.machine import MACHINES
from mlirlite.target.llvmir.jit import Engine
from mlirlite.target.llvmir.processor import MCPU, host_processor
from mlirlite.target.llvmir.triples import processors

pytestmark = pytest.mark.processor

X86, ARM = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"


def test_every_name_is_one_of_llvms():
    known = {*processors(X86)[0], *processors(ARM)[0]}
    if not known:
        pytest.skip("LLVM was built without these targets")
    assert set(_NAMES) <= known
    assert set(_NAMES.values()) | {"cortex-a72"} == set(MACHINES) == set(_NEEDS)


@pytest.mark.parametrize(
    ("cpu", "triple", "features", "name"),
    [
        ("haswell", "", "", "haswell"),
        ("alderlake", "", "", "haswell"),
        ("icelake_server", "", "", "cascadelake"),
        ("cortex-a76", "", "", "neoverse-n1"),
        ("cortex-a76", ARM, "", "neoverse-n1"),
        ("neoverse-n2", ARM, "", "neoverse-v1"),
        ("cortex-a53", ARM, "", "cortex-a72"),
        ("", ARM, "", "cortex-a72"),
        ("", ARM, "+dotprod", "neoverse-n1"),
        ("", ARM, "+dotprod,+i8mm,+bf16", "neoverse-v1"),
        ("", "arm64-apple-darwin", "", "neoverse-n1"),
        ("neoverse-v1", ARM, "-bf16", "neoverse-n1"),
        ("neoverse-v1", ARM, "-dotprod", "cortex-a72"),
        ("cooperlake", "", "-avx512bf16", "cascadelake"),
        ("cooperlake", "", "-avx512f", "haswell"),
        ("cascadelake", X86, "-avx512vnni", "skylake-avx512"),
        ("haswell", "", "-fma", ""),
        ("", X86, "", ""),
        ("", X86, "+avx2,+fma", "haswell"),
        ("sandybridge", "", "", ""),
        ("", "riscv64-linux-gnu", "", ""),
    ],
)
def test_the_machine_of_a_processor(cpu, triple, features, name):
    assert machine_for(cpu, triple or (X86 if cpu == "sandybridge" else ""), features) == name


def test_the_machine_of_this_ones_features():
    avx512 = {"avx2", "fma", "avx512f", "avx512vl"}
    for more, name in (
        ({"avx512vnni", "avx512bf16"}, "cooperlake"),
        ({"avx512vnni"}, "cascadelake"),
        (set(), "skylake-avx512"),
    ):
        assert machine_with(X86, dict.fromkeys(avx512 | more, True)) == name
    assert machine_with(X86, {"avx2": True, "fma": True, "avx512f": True}) == "haswell"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--mcpu=hasswell", "--emit=krnl"], "unknown processor 'hasswell' for 'x86_64"),
        (["--mcpu=hasswell", "--print-schedule"], "did you mean 'haswell'?"),
        (
            ["--mcpu=haswell", f"--mtriple={ARM}", "--print-schedule"],
            f"'haswell' is not a processor of '{ARM}'; say its target: --mtriple=x86_64-linux-gnu",
        ),
        (
            ["--mcpu=cortex-a76", f"--mtriple={X86}", "-o", "m.o"],
            f"'cortex-a76' is not a processor of '{X86}'; "
            "say its target: --mtriple=aarch64-linux-gnu",
        ),
        (["--mattr=avx2", "--print-schedule"], "feature 'avx2' needs '+' or '-' before it"),
        ([f"--mtriple={X86}", "--mattr=+avx3", "--emit=krnl"], "unknown feature 'avx3' for"),
        (["--mtriple=foo", "--print-schedule"], "unknown target triple 'foo'"),
    ],
)
def test_unknown_processors_are_refused_at_every_level(tmp_path, words, message):
    model = tmp_path / "m.mlir"
    model.write_text("module {\n}\n")
    if not any("mtriple" in w for w in words):
        words = [*words, f"--mtriple={X86}"]
    err = io.StringIO()
    assert main([str(model), *words], stdout=io.StringIO(), stderr=err) == 1
    assert message in err.getvalue()


HERE = pytest.mark.skipif(platform.machine() != "x86_64", reason="names of x86-64's processors")


@HERE
@pytest.mark.parametrize(
    ("stated", "best"),
    [
        ("x86-64-v2", ""),
        ("haswell", "haswell"),
        ("skylake-avx512", "skylake-avx512"),
        ("icelake-server", "cascadelake"),
        ("sapphirerapids", "cooperlake"),
    ],
)
def test_the_environment_states_the_processor(monkeypatch, stated, best):
    """It has the schedules of the name, or those of the nearest that this machine is able to."""
    monkeypatch.delenv(MCPU.name, raising=False)
    here = host_processor().has()
    monkeypatch.setenv(MCPU.name, stated)
    while best and not all(here[f] for f in _NEEDS[best][0]):
        best = _NEEDS[best][1]
    assert host_machine() == machine_for("", "") == best
    assert _lacking() == {name for name, has in here.items() if not has}


@HERE
def test_code_of_this_process_is_for_the_stated_processor(monkeypatch):
    text = """
    define void @f(ptr %p) {
      %x = load <8 x float>, ptr %p
      %y = call <8 x float> @llvm.fma.v8f32(<8 x float> %x, <8 x float> %x, <8 x float> %x)
      store <8 x float> %y, ptr %p
      ret void
    }
    declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
    """
    codes = []
    for stated in ("x86-64-v2", "haswell"):
        monkeypatch.setenv(MCPU.name, stated)
        codes.append(Engine(text, symbols={"fmaf": 1}).object_code)
    assert [b"fmaf" in code for code in codes] == [True, "fma" in _lacking()]


def _lacking() -> set[str]:
    return {name for name, said in host_processor().has().items() if not said}


@HERE
def test_a_stated_processor_that_is_none_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv(MCPU.name, "hasswell")
    err = io.StringIO()
    model = tmp_path / "m.mlir"
    model.write_text("module {\n}\n")
    assert main([str(model), "--emit=llvm"], stdout=io.StringIO(), stderr=err) == 1
    assert "error: MLIRLITE_MCPU: unknown processor 'hasswell' for 'x86_64" in err.getvalue()
    assert "did you mean 'haswell'?" in err.getvalue()
