"""Writes a library: object file, archive, shared library, LLVM's texts; with its constants."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from mlirlite.runtime.aot.build import Library, is_elf_target
from mlirlite.runtime.aot.constants import image, marker, total_size
from mlirlite.runtime.aot.link import link_shared
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.output import new_file, new_name, replaced_by
from mlirlite.target.object.archive import archive_head
from mlirlite.target.object.elf import is_elf, symbols_of, with_section

SECTION = ".rodata.om"
PAGE = 64 << 10
"""The largest page of a system: the alignment of mapped files."""
LIMIT = (2 << 30) - (64 << 20)
"""Bytes of constants that code reaches with 32-bit offsets."""


def write_object(library: Library, file: BinaryIO) -> int:
    """Write an object file with the constants in it (or room for them); its size. DiagnosticError
    when there are too many."""
    written = 0
    for piece in _object(library):
        file.write(piece)
        written += memoryview(piece).nbytes
    return written


def _object(library: Library) -> Iterator[Any]:
    code = library.compiled.object_code()
    constants = library.constants
    if not constants:
        yield code
        return
    if not is_elf(code):
        yield from _in_place(library, code)
        return
    size = total_size(constants)
    if size > LIMIT:
        raise DiagnosticError(
            f"{size / 1e9:.2f} GB of constants: at most {LIMIT / 1e9:.2f} GB fit into a library"
        )
    places = {library.prefixed(c.name): (c.offset, c.size) for c in constants}
    places["om.constants"] = (0, size)
    beside = bool(library.options.side_file)
    placed = with_section(
        code,
        ".bss.om" if beside else SECTION,
        size + -size % PAGE if beside else size,
        places,
        alignment=PAGE if beside else max(c.alignment for c in constants),
        in_file=not beside,
    )
    yield placed.head
    if not beside:
        yield from image(constants, library.big_endian)
    yield placed.tail


def text(library: Library, path: str, *, assembly: bool) -> str:
    """LLVM IR or assembly. Constants are in a file beside it, which the assembler reads. The names
    of the file and of the constants are in the text. DiagnosticError for targets whose assemblers
    cannot do that."""
    body = library.compiled.assembly() if assembly else library.compiled.text()
    lines = _included(library, path)
    if assembly:
        return body + "".join(f"{line}\n" for line in lines)
    quoted = (line.replace("\\", "\\5C").replace('"', "\\22") for line in lines)
    return body + "".join(f'module asm "{line}"\n' for line in quoted)


def bitcode(library: Library, path: str) -> bytes:
    """LLVM bitcode; constants are beside it as for `text`."""
    if not library.constants:
        return library.compiled.bitcode()
    from mlirlite.target.llvmir.machine import bitcode_of  # late: loads llvmlite

    return bitcode_of(text(library, path, assembly=False))


def _included(library: Library, path: str) -> list[str]:
    """Assembly that defines the constants by a file, which is written."""
    if not library.constants:
        return []
    if path == "-" or replaced_by(path) is None or not is_elf_target(library.options.target):
        raise DiagnosticError(
            "assembly and LLVM IR have their constants in a file beside them, which needs an ELF "
            "target and an output file; write an object with --emit=o"
        )
    name = f"{os.path.splitext(os.path.basename(path))[0]}.constants.bin"
    write_constants(library, os.path.join(os.path.dirname(os.path.abspath(path)), name))
    if library.options.side_file:
        raise DiagnosticError("--store-constants-to-file is for objects and libraries")
    lines = [f'.section {SECTION},"a"']
    for constant in library.constants:
        symbol = f'"{library.prefixed(constant.name)}"'
        lines += [
            f".balign {constant.alignment}",
            f".globl {symbol}",
            f".hidden {symbol}",
            f"{symbol}:",
            f'.incbin "{name}",{constant.offset},{constant.size}',
        ]
    return lines


def _in_place(library: Library, code: bytes) -> Iterator[Any]:
    """Formats other than ELF: the data is written over the markers that `build` has left."""
    buffer = bytearray(code)
    for constant in library.constants:
        at = buffer.find(marker(constant))
        if at < 0:
            continue  # unused, or small: its data is in the code
        for piece in constant.chunks(library.big_endian):
            data = memoryview(piece).cast("B")
            buffer[at : at + data.nbytes] = data
            at += data.nbytes
    yield buffer


def write_archive(library: Library, file: BinaryIO, member: str) -> None:
    """Write a static library of one object file."""
    with tempfile.TemporaryFile() as scratch:
        size = write_object(library, scratch)
        code = library.compiled.object_code()
        names = symbols_of(code) if is_elf(code) else dict.fromkeys(library.symbols, True)
        file.write(archive_head(member, size, [n for n, defined in names.items() if defined]))
        scratch.seek(0)
        while piece := scratch.read(16 << 20):
            file.write(piece)
        if size % 2:
            file.write(b"\n")


def write_shared(library: Library, path: str, link: Callable[..., None] = link_shared) -> None:
    """Write a shared library."""
    with new_name(path) as temporary:
        made = f"{temporary}.o"
        with open(made, "wb") as file:
            write_object(library, file)
        options = library.options
        libraries = ("m", *(["dl"] if options.side_file else ()))
        libraries += ("gomp",) if options.parallel else ()
        link([made], temporary, triple=library.options.target.triple, libraries=libraries)


def write_constants(library: Library, path: str) -> None:
    """Write the constants as the file that the library maps."""
    with new_file(path, binary=True) as file:
        for piece in image(library.constants, library.big_endian):
            file.write(piece)
