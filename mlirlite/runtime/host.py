"""The machine that a processor is, by its name or by what LLVM says that it can do."""

from __future__ import annotations

from functools import cache

_ALIKE = {
    "skylake-avx512": ("x86-64-v4",),
    "cascadelake": ("icelake-client", "icelake-server", "tigerlake", "rocketlake"),
    "cooperlake": ("sapphirerapids", "emeraldrapids", "graniterapids", "znver4", "znver5"),
    "haswell": ("x86-64-v3", "broadwell", "skylake", "alderlake", "znver2", "znver3"),
    "neoverse-n1": ("cortex-a76", "apple-m1"),
    "neoverse-v1": ("neoverse-n2", "neoverse-v2"),
}
"""Processors, as LLVM names them, by the machine whose schedules are theirs."""


@cache
def host_machine() -> str:
    """The name of the machine (mlirlite/support/machine.py) that this one is most like; "" when
    there is none."""
    import llvmlite.binding as llvm

    return machine_with(llvm.get_process_triple(), llvm.get_host_cpu_features())


def machine_for(cpu: str, triple: str) -> str:
    """The name of the machine for a processor as LLVM names it, or "" where its vectors are not
    known; this machine's for no processor and no triple."""
    for name, others in _ALIKE.items():
        if cpu == name or cpu in others:
            return name
    return host_machine() if cpu in ("", "native") and not triple else machine_with(triple, {})


def machine_with(triple: str, features: dict[str, bool]) -> str:
    """The name of the machine for a triple and the features of its processor; "" for none."""
    architecture = triple.partition("-")[0]
    if architecture in ("aarch64", "arm64"):
        return "neoverse-n1"
    if architecture != "x86_64":
        return ""
    if features.get("avx512f") and features.get("avx512vl"):
        if not features.get("avx512vnni"):
            return "skylake-avx512"
        return "cooperlake" if features.get("avx512bf16") else "cascadelake"
    if features.get("avx2") and features.get("fma"):
        return "haswell"
    return ""
