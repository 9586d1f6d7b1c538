"""The interface of a compiled model: codes of element types, entry points, symbols."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mlirlite.support.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from mlirlite.ir.operation import Operation

ENTRY_POINTS = "krnl.entry_points"

TYPE_NAMES = (
    "undefined",
    "f32",
    "ui8",
    "i8",
    "ui16",
    "i16",
    "i32",
    "i64",
    "string",
    "i1",
    "f16",
    "f64",
    "ui32",
    "ui64",
    "complex<f32>",
    "complex<f64>",
    "bf16",
    "f8E4M3FN",
    "f8E4M3FNUZ",
    "f8E5M2",
    "ui4",
    "i4",
)
"""Names of element types in MLIR's text, by code."""
SIZES = (0, 4, 1, 1, 2, 2, 4, 8, 0, 1, 2, 8, 4, 8, 8, 16, 2, 1, 1, 1, 1, 1)
"""Bytes of an element by code; 0 for pointers and unknown types."""

RUNTIME = (
    "omTensorCreate",
    "omTensorCreateWithOwnership",
    "omTensorCreateEmpty",
    "omTensorDestroy",
    "omTensorGetDataPtr",
    "omTensorGetAllocatedPtr",
    "omTensorGetShape",
    "omTensorSetShape",
    "omTensorGetStrides",
    "omTensorSetStrides",
    "omTensorSetStridesWithPyArrayStrides",
    "omTensorGetDataType",
    "omTensorSetDataType",
    "omTensorGetBufferSize",
    "omTensorGetRank",
    "omTensorGetNumElems",
    "omTensorGetOwning",
    "omTensorSetOwning",
    "omTensorShareWithOutput",
    "omTensorPrint",
    "omTensorListCreate",
    "omTensorListDestroy",
    "omTensorListDestroyShallow",
    "omTensorListGetOmtArray",
    "omTensorListGetSize",
    "omTensorListGetOmtByIndex",
)
"""Functions that every library exports, whatever the model."""

QUERIES = (
    "omQueryEntryPoints",
    "omInputSignature",
    "omOutputSignature",
    "omCompilationInfo",
    "omLastError",
    "omErrorStream",
)
"""Functions about the model and its runs, exported with and without the tag."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An input or output: its name, the code of its type, its dimensions (-1: any)."""

    name: str
    code: int
    dims: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A function of the model that C calls as `run_<function>`."""

    function: str
    inputs: tuple[Argument, ...]
    outputs: tuple[Argument, ...]
    input_json: str
    output_json: str

    @property
    def symbol(self) -> str:
        """`run_main_graph`."""
        return f"run_{self.function}"


def entries_of(module: Operation) -> list[Entry]:
    """The entry points that a module of the llvm dialect declares. DiagnosticError for a type
    without a C code."""
    # late: the interface of code that is only loaded needs no IR
    from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr

    stated = module.attribute(ENTRY_POINTS)
    found = []
    for entry in stated if isinstance(stated, ArrayAttr) else ():
        function = entry.get("func") if isinstance(entry, DictionaryAttr) else None
        text = entry.get("signature") if isinstance(entry, DictionaryAttr) else None
        if isinstance(function, SymbolRefAttr) and isinstance(text, StringAttr):
            inputs, outputs, *_ = text.value.split("\0@")
            outputs = outputs.rstrip("\0")
            found.append(
                Entry(function.leaf, _arguments(inputs), _arguments(outputs), inputs, outputs)
            )
    return found


def _arguments(text: str) -> tuple[Argument, ...]:
    return tuple(
        Argument(a["name"], type_code(a["type"], a["name"]), tuple(a["dims"]))
        for a in json.loads(text)
    )


def type_code(type: str, name: str) -> int:
    """The code of an element type, given in MLIR's text. DiagnosticError if it has none."""
    known = {"si8": "i8", "si16": "i16", "si32": "i32", "si64": "i64", "si4": "i4"}.get(type, type)
    if known == "!krnl.box":
        raise DiagnosticError(
            f"'{name}' is a sequence, an optional or a map, and the C interface has tensors only"
        )
    if known not in TYPE_NAMES:
        raise DiagnosticError(
            f"'{name}' has type {type}, which a C program cannot pass or take; "
            f"expected {', '.join(TYPE_NAMES[1:])}"
        )
    return TYPE_NAMES.index(known)


def tag_of(given: str | None, output: str) -> str:
    """The suffix of a model's symbols: the given one, else the output's name in lower case; "" for
    NONE. DiagnosticError for a tag that cannot end a C name."""
    if given == "NONE":
        return ""
    if given:
        if not re.fullmatch(r"[A-Za-z0-9_]+", given):
            raise DiagnosticError(
                f"tag '{given}' cannot be part of a C name: expected letters, digits and '_'"
            )
        return given
    stem = output.replace("\\", "/").rsplit("/", 1)[-1].split(".", 1)[0].lower()
    return re.sub(r"[^a-z0-9_]", "_", stem)


MEMORY = {n for n in RUNTIME if "Create" in n or "Destroy" in n}
"""Functions of the runtime that allocate and free memory."""


def exported(entries: Sequence[Entry], tag: str, parts: Sequence[str]) -> list[str]:
    """All symbols that a library with these parts of the runtime exports."""
    names = [*QUERIES, *(e.symbol for e in entries)]
    runtime = [
        n
        for n in RUNTIME
        if (n not in MEMORY or "create" in parts) and (n != "omTensorPrint" or "print" in parts)
    ]
    static = () if "blocks" in parts else ("omArenaSize",)
    return [*names, *(f"{n}_{tag}" for n in names if tag), *runtime, *static]
