"""Processors by name, by triple, by features: whose schedules are theirs."""

import io

import pytest

from mlirlite.driver.compile import main
from mlirlite.runtime.host import _NAMES, _NEEDS, machine_for, machine_with
from mlirlite.support.machine import MACHINES
from mlirlite.target.llvmir.triples import processors

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
            f"'haswell' is no processor of '{ARM}'; say its target: --mtriple=x86_64-linux-gnu",
        ),
        (
            ["--mcpu=cortex-a76", f"--mtriple={X86}", "-o", "m.o"],
            f"'cortex-a76' is no processor of '{X86}'; say its target: --mtriple=aarch64-linux-gnu",
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
