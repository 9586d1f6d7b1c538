"""The machine that a processor is, by what LLVM says that it can do."""

from __future__ import annotations

from functools import cache

from mlirlite.support.machine import MACHINES


@cache
def host_machine() -> str:
    """The name of the machine (mlirlite/support/machine.py) that this one is most like; "" when
    there is none."""
    import llvmlite.binding as llvm

    name = llvm.get_host_cpu_name()
    if name in MACHINES:
        return str(name)
    return machine_with(llvm.get_process_triple(), llvm.get_host_cpu_features())


def machine_with(triple: str, features: dict[str, bool]) -> str:
    """The name of the machine for a triple and the features of its processor; "" for none."""
    architecture = triple.partition("-")[0]
    if architecture in ("aarch64", "arm64"):
        return "neoverse-n1"
    if architecture != "x86_64":
        return ""
    if features.get("avx512f") and features.get("avx512vl"):
        return "skylake-avx512"
    if features.get("avx2") and features.get("fma"):
        return "haswell"
    return ""
