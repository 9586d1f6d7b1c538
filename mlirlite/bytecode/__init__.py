"""MLIR's bytecode: the binary form of the IR, versions 0 to 6 of the format.

Every program reads it where it reads text, told by its first bytes. Attributes and types of builtin
are encoded natively, and those of a dialect that has an encoding (`dialect_encoding.py`); others as
text. `docs/decisions/069-bytecode.md` says how it is built."""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.bytecode.encoding import Bytes
from mlirlite.bytecode.reader import Header, read_block, read_header
from mlirlite.bytecode.sections import VERSIONS
from mlirlite.bytecode.writer import Writer
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import ExternalResources
from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.support.version import VERSION

NEWEST = VERSIONS[-1]
"""The newest version of the format."""


def read_bytecode(
    data: bytes | memoryview,
    context: Context | None = None,
    *,
    filename: str = "<bytecode>",
    external: ExternalResources | None = None,
    lazy: bool = False,
) -> Operation:
    """The one operation, usually a `builtin.module`, that bytecode of version 0 to 6 holds. The
    data of resources is not copied: it is as long in memory as it is in use. External resources
    are put into `external`. With `lazy`, regions of operations that are isolated from above are
    read when they are first looked at. DiagnosticError, with the offset, when the bytecode is
    damaged or has what the context does not know; with `lazy` perhaps at that first look."""
    block = read_block(data, context or Context(), filename, external, lazy)
    found = block.first
    if found is None or found is not block.last:
        count = len(block.ops)
        raise DiagnosticError(error(f"expected one operation in '{filename}', found {count}"))
    return found.detach()


def write_bytecode(
    op: Operation,
    context: Context | None = None,
    *,
    version: int = NEWEST,
    producer: str = f"mlirlite {VERSION}",
    external: ExternalResources | None = None,
    elide_resources: bool = False,
) -> bytes:
    """An operation with all that it contains as bytecode of a version (0 to 6), from a `producer`
    as the file says. Data of resources is left out with `elide_resources`. DiagnosticError for
    another version, and for an operation that lacks a property."""
    return b"".join(
        bytecode_pieces(
            op,
            context,
            version=version,
            producer=producer,
            external=external,
            elide_resources=elide_resources,
        )
    )


def bytecode_pieces(
    op: Operation,
    context: Context | None = None,
    *,
    version: int = NEWEST,
    producer: str = f"mlirlite {VERSION}",
    external: ExternalResources | None = None,
    elide_resources: bool = False,
) -> Iterator[bytes | bytearray | memoryview]:
    """As `write_bytecode`, in pieces: the data of resources is not copied."""
    writer = Writer(op, context or Context(), version, producer, external, elide_resources)
    yield from writer.pieces()


def bytecode_header(data: bytes | memoryview, filename: str = "<bytecode>") -> Header:
    """The version and the producer of bytecode. DiagnosticError when it is none."""
    return read_header(Bytes(data, 0, filename))


__all__ = [
    "NEWEST",
    "Header",
    "bytecode_header",
    "bytecode_pieces",
    "read_block",
    "read_bytecode",
    "write_bytecode",
]
