"""LLVM IR's text of attributes of arguments, results, functions and calls."""

from collections.abc import Callable
from typing import Any

from mlirlite.dialects.llvm.attributes import ConstantRangeAttr, MemoryEffectsAttr
from mlirlite.dialects.llvm.enums import CConv, ModRefInfo
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
)
from mlirlite.ir.operation import Operation
from mlirlite.target.llvmir.types import TypeTable, quoted

_UNITS = {
    name: name
    for name in [
        "allocptr",
        "immarg",
        "inreg",
        "nest",
        "noalias",
        "nocapture",
        "nofree",
        "nonnull",
        "noundef",
        "readnone",
        "readonly",
        "returned",
        "signext",
        "swiftasync",
        "swifterror",
        "swiftself",
        "writable",
        "writeonly",
        "zeroext",
        "noreturn",
        "allocalign",
        "dead_on_unwind",
    ]
}
_NUMBERS = {
    "align": "align {}",
    "alignstack": "alignstack({})",
    "dereferenceable": "dereferenceable({})",
    "dereferenceable_or_null": "dereferenceable_or_null({})",
    "nofpclass": "nofpclass({})",
}
_TYPES = ("byref", "byval", "elementtype", "inalloca", "preallocated", "sret")


def parameter_attributes(dictionary: DictionaryAttr, types: TypeTable) -> str:
    """The attributes of one argument or result as words before the name, "" for none. Attributes
    unknown to LLVM are left out."""
    words = []
    for name, value in dictionary.entries:
        if name == "nvvm.grid_constant":
            words.append(quoted(name))
        if not name.startswith("llvm."):
            continue
        key = name[5:]
        if isinstance(value, UnitAttr) and key in _UNITS:
            words.append(_UNITS[key])
        elif isinstance(value, IntegerAttr) and key in _NUMBERS:
            words.append(_NUMBERS[key].format(value.value))
        elif isinstance(value, Type) and key in _TYPES:
            words.append(f"{key}({types[value]})")
        elif isinstance(value, ConstantRangeAttr):
            words.append(f"range({types[value.type]} {value.lower}, {value.upper})")
    return " ".join(words)


def attributes_of(op: Operation, name: str, index: int, types: TypeTable) -> str:
    """The words for one entry of `arg_attrs` or `res_attrs`."""
    array = op.properties.get(name)
    if not isinstance(array, ArrayAttr) or index >= len(array):
        return ""
    dictionary = array[index]
    return parameter_attributes(dictionary, types) if isinstance(dictionary, DictionaryAttr) else ""


_CONVENTIONS = {
    CConv.ccc: "",
    CConv.cxx_fast_tlscc: "cxx_fast_tlscc ",
    CConv.x86_64_sysvcc: "x86_64_sysvcc ",
    CConv.aarch64_vectorcallcc: "aarch64_vector_pcs ",
    CConv.aarch64_sve_vectorcallcc: "aarch64_sve_vector_pcs ",
}


def convention(value: CConv) -> str:
    """The calling convention and a space, "" for C's."""
    known = _CONVENTIONS.get(value)
    if known is not None:
        return known
    if value.name.startswith("cc_"):
        return f"cc {int(value)} "
    return value.name.removesuffix("cc" if value.name.startswith("spir") else "") + " "


def _string(key: str) -> Callable[[Any, TypeTable], str]:
    return lambda a, types: f'"{key}"={quoted(a.value)}'


def _flag(key: str) -> Callable[[Any, TypeTable], str]:
    return lambda a, types: f'"{key}"="{"true" if a.value else "false"}"'


def _word(word: str) -> Callable[[Any, TypeTable], str]:
    return lambda a, types: word


def _memory(effects: MemoryEffectsAttr, types: TypeTable | None = None) -> str:
    """`memory(argmem: read)`: the default first, then what differs from it."""
    default = effects.other
    parts = [default.name] if default is not ModRefInfo.none else []
    for key, name in _MEMORY.items():
        value = getattr(effects, key)
        if value is not default:
            parts.append(f"{name}: {value.name}")
    return f"memory({', '.join(parts) or 'none'})"


_MEMORY = {
    "argMem": "argmem",
    "inaccessibleMem": "inaccessiblemem",
    "errnoMem": "errnomem",
    "targetMem0": "target_mem0",
    "targetMem1": "target_mem1",
}


_FUNCTION: dict[str, Callable[[Any, TypeTable], str]] = {
    "convergent": _word("convergent"),
    "no_inline": _word("noinline"),
    "always_inline": _word("alwaysinline"),
    "inline_hint": _word("inlinehint"),
    "no_unwind": _word("nounwind"),
    "will_return": _word("willreturn"),
    "optimize_none": _word("optnone"),
    "memory_effects": _memory,
    "vscale_range": lambda a, types: f"vscale_range({a.minRange.value},{a.maxRange.value})",
    "uwtable_kind": lambda a, types: f"uwtable({a.value.name.rstrip('_')})",
    "frame_pointer": lambda a, types: f'"frame-pointer"="{a.value.name.replace("_", "-")}"',
    "target_features": lambda a, types: f'"target-features"={quoted(",".join(a.features))}',
    "target_cpu": _string("target-cpu"),
    "tune_cpu": _string("tune-cpu"),
    "reciprocal_estimates": _string("reciprocal-estimates"),
    "prefer_vector_width": _string("prefer-vector-width"),
    "denormal_fp_math": _string("denormal-fp-math"),
    "denormal_fp_math_f32": _string("denormal-fp-math-f32"),
    "fp_contract": _string("fp-contract"),
    "instrument_function_entry": _string("instrument-function-entry"),
    "instrument_function_exit": _string("instrument-function-exit"),
    "no_infs_fp_math": _flag("no-infs-fp-math"),
    "no_nans_fp_math": _flag("no-nans-fp-math"),
    "no_signed_zeros_fp_math": _flag("no-signed-zeros-fp-math"),
    "arm_streaming": _word('"aarch64_pstate_sm_enabled"'),
    "arm_locally_streaming": _word('"aarch64_pstate_sm_body"'),
    "arm_streaming_compatible": _word('"aarch64_pstate_sm_compatible"'),
    "arm_new_za": _word('"aarch64_new_za"'),
    "arm_in_za": _word('"aarch64_in_za"'),
    "arm_out_za": _word('"aarch64_out_za"'),
    "arm_inout_za": _word('"aarch64_inout_za"'),
    "arm_preserves_za": _word('"aarch64_preserves_za"'),
}


def function_attributes(op: Operation, types: TypeTable) -> str:
    """The attributes of a function or call, each with a space before it."""
    words = [
        make(op.properties[name], types)
        for name, make in _FUNCTION.items()
        if name in op.properties
    ]
    passthrough = op.properties.get("passthrough")
    words += target_specific(passthrough)
    for name, key in _KERNEL.items():
        value = op.attribute(name)
        if isinstance(value, DenseArrayAttr):
            words.append(f'"{key}"="{",".join(map(str, value.value))}"')
        elif value is not None:
            number = f'="{value.value}"' if isinstance(value, IntegerAttr) else ""
            words.append(f'"{key}"{number}')
    return "".join([" " + w for w in words])


_KERNEL = {
    "nvvm.blocksareclusters": "nvvm.blocksareclusters",
    "nvvm.cluster_dim": "nvvm.cluster_dim",
    "nvvm.cluster_max_blocks": "nvvm.maxclusterrank",
    "nvvm.maxnreg": "nvvm.maxnreg",
    "nvvm.maxntid": "nvvm.maxntid",
    "nvvm.minctasm": "nvvm.minctasm",
    "nvvm.reqntid": "nvvm.reqntid",
}
"""Names of attributes of kernels for NVIDIA GPUs."""


def target_specific(attributes: Attribute | None) -> list[str]:
    """Attributes of functions and globals in LLVM IR's form: `"noinline"` is LLVM's own,
    `["key", "value"]` a pair of strings."""
    found = attributes if isinstance(attributes, ArrayAttr) else ()
    return [_passthrough(a) for a in found]


_BARE = frozenset(
    [
        "alwaysinline",
        "builtin",
        "cold",
        "convergent",
        "disable_sanitizer_instrumentation",
        "fn_ret_thunk_extern",
        "hot",
        "inlinehint",
        "jumptable",
        "minsize",
        "naked",
        "nobuiltin",
        "nocallback",
        "noduplicate",
        "nofree",
        "noimplicitfloat",
        "noinline",
        "nomerge",
        "nonlazybind",
        "norecurse",
        "noredzone",
        "noreturn",
        "nosync",
        "nounwind",
        "null_pointer_is_valid",
        "optforfuzzing",
        "optnone",
        "optsize",
        "presplitcoroutine",
        "readnone",
        "returns_twice",
        "safestack",
        "sanitize_address",
        "sanitize_memory",
        "sanitize_thread",
        "shadowcallstack",
        "speculatable",
        "ssp",
        "sspreq",
        "sspstrong",
        "strictfp",
        "uwtable",
        "willreturn",
        "mustprogress",
    ]
)


def _passthrough(attribute: Attribute) -> str:
    if isinstance(attribute, StringAttr):
        word = attribute.value
        return word if word in _BARE else quoted(word)
    if isinstance(attribute, ArrayAttr) and len(attribute) == 2:
        key, value = (a.value for a in attribute if isinstance(a, StringAttr))
        if key == "allocsize":  # two 32-bit numbers; the second is all ones if absent
            size, count = divmod(int(value), 1 << 32)
            return f"allocsize({size})" if count == (1 << 32) - 1 else f"allocsize({size},{count})"
        if key == "memory" and value.isdecimal():
            return _encoded_memory(int(value))
        if key in ("alignstack", "vscale_range", "memory"):
            return f"{key}({value})"
        return f"{quoted(key)}={quoted(value)}"
    return ""


def _encoded_memory(effects: int) -> str:
    """Effects as LLVM encodes them: two bits for each kind of memory, the fourth all others."""
    kinds = [ModRefInfo(effects >> 2 * i & 3) for i in range(6)]
    default = kinds.pop(3)
    return _memory(MemoryEffectsAttr(default, *kinds))
