"""The machine for a processor, by its name or its features in LLVM."""

from __future__ import annotations

from collections.abc import Mapping

_ALIKE = {
    "skylake-avx512": "skx cannonlake x86-64-v4",
    "cascadelake": "icelake-client icelake-server rocketlake tigerlake",
    "cooperlake": (
        "sapphirerapids emeraldrapids graniterapids graniterapids-d diamondrapids novalake "
        "znver4 znver5"
    ),
    "haswell": (
        "core-avx2 broadwell skylake x86-64-v3 knl knm bdver4 znver1 znver2 znver3 gracemont "
        "alderlake raptorlake meteorlake arrowlake arrowlake-s lunarlake pantherlake "
        "wildcatlake sierraforest grandridge clearwaterforest"
    ),
    "neoverse-n1": (
        "neoverse-e1 cortex-a55 cortex-a65 cortex-a65ae cortex-a75 cortex-a76 cortex-a76ae "
        "cortex-a77 cortex-a78 cortex-a78ae cortex-a78c cortex-r82 cortex-r82ae cortex-x1 "
        "cortex-x1c apple-a13 apple-a14 apple-m1 apple-s6 apple-s7 apple-s8 exynos-m4 "
        "exynos-m5 saphira tsv110"
    ),
    "neoverse-v1": (
        "neoverse-n2 neoverse-n3 neoverse-v2 neoverse-v3 neoverse-v3ae neoverse-512tvb "
        "cortex-a320 cortex-a510 cortex-a520 cortex-a520ae cortex-a710 cortex-a715 "
        "cortex-a720 cortex-a720ae cortex-a725 cortex-x2 cortex-x3 cortex-x4 cortex-x925 "
        "c1-nano c1-premium c1-pro c1-ultra apple-a15 apple-a16 apple-a17 apple-a18 apple-a19 "
        "apple-m2 apple-m3 apple-m4 apple-m5 apple-s9 apple-s10 ampere1 ampere1a ampere1b "
        "ampere1c cobalt-100 fujitsu-monaka gb10 grace olympus oryon-1"
    ),
}
"""Processors, as LLVM names them, by the machine whose schedules they use: it has no instruction
that they lack. Other AArch64 processors are treated as cortex-a72."""
_NAMES = {other: name for name, others in _ALIKE.items() for other in (name, *others.split())}

_AVX512 = "avx512f", "avx512vl"
_NEEDS: dict[str, tuple[tuple[str, ...], str]] = {
    "cooperlake": (("avx512bf16", "avx512vnni", *_AVX512), "cascadelake"),
    "cascadelake": (("avx512vnni", *_AVX512), "skylake-avx512"),
    "skylake-avx512": (_AVX512, "haswell"),
    "haswell": (("avx2", "fma"), ""),
    "neoverse-v1": (("i8mm", "bf16", "dotprod"), "neoverse-n1"),
    "neoverse-n1": (("dotprod",), "cortex-a72"),
    "cortex-a72": ((), ""),
}
"""The features of a machine, and the machine to use for a processor without them."""


def host_machine() -> str:
    """The name of the machine (mlirlite/support/machine.py) that is most similar to this one, or
    the one that MLIRLITE_MCPU names; "" when there is none."""
    from mlirlite.target.llvmir.processor import host_processor  # late: it loads llvmlite

    here = host_processor()
    if here.stated:
        return machine_for(here.name, here.triple, here.features)
    return machine_with(here.triple, here.has())


def machine_for(cpu: str, triple: str, features: str = "") -> str:
    """The name of the machine for a processor as LLVM names it, with features added and removed
    (`+avx2,-fma`), or "" if its vectors are not known; this machine's if neither processor nor
    triple is given."""
    said = {f[1:]: f[0] == "+" for f in features.split(",") if f}
    name = _NAMES.get(cpu.replace("_", "-"), "")
    if not name:
        is_here = cpu in ("", "native") and not triple
        name = host_machine() if is_here else machine_with(triple, said)
    while name and not all(said.get(f, True) for f in _NEEDS[name][0]):
        name = _NEEDS[name][1]
    return name


def machine_with(triple: str, features: Mapping[str, bool]) -> str:
    """The name of the machine for a triple and the features of its processor; "" for none."""
    architecture, _, system = triple.partition("-")
    if architecture in ("aarch64", "arm64"):
        name, features = "neoverse-v1", {"dotprod": system.startswith("apple"), **features}
    else:
        name = "cooperlake" if architecture == "x86_64" else ""
    while name and not all(features.get(f) for f in _NEEDS[name][0]):
        name = _NEEDS[name][1]
    return name
