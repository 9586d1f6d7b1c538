"""From bytecode to IR."""

from __future__ import annotations

from mlirlite.bytecode.encoding import Bytes, damaged
from mlirlite.bytecode.operations import OperationReader
from mlirlite.bytecode.resources import ResourceTable
from mlirlite.bytecode.sections import MAGIC, NAMES, VERSIONS, Section
from mlirlite.bytecode.tables import Tables, any_section, read_dialects, read_strings
from mlirlite.ir.block import Block
from mlirlite.ir.context import Context
from mlirlite.ir.insertion import detached
from mlirlite.ir.resources import ExternalResources
from mlirlite.support.collector import collector_at_rest
from mlirlite.support.record import Record

_NEEDED = (
    Section.STRING,
    Section.DIALECT,
    Section.ATTR_TYPE,
    Section.ATTR_TYPE_OFFSET,
    Section.IR,
)


class Header(Record):
    """What a file of bytecode says first."""

    version: int
    producer: str


def read_header(data: Bytes) -> Header:
    """The first part of a file, up to its sections. DiagnosticError when it is no bytecode."""
    if bytes(data.data[: len(MAGIC)]) != MAGIC:
        data.fail("expected the magic number 'ML\\xefR'")
    data.pos = len(MAGIC)
    version = data.varint()
    if version not in VERSIONS:
        newest = VERSIONS[-1]
        data.fail(f"expected version 0 to {newest} of the format, found {version}", len(MAGIC))
    head = Bytes(bytes(data.data[: data.pos + 4096]), data.base, data.name, data.what)
    head.pos = data.pos
    producer = head.terminated("the producer")
    data.pos = head.pos
    return Header(version, producer.decode("utf-8", "replace"))


def read_block(
    data: bytes | memoryview,
    context: Context,
    name: str,
    external: ExternalResources | None = None,
    lazy: bool = False,
) -> Block:
    """The operations of a file, in a block. DiagnosticError, with the offset, when it is damaged,
    or has what the context does not know. With `lazy`, regions of operations that are isolated
    from above are read when they are first looked at; errors in them appear then."""
    view = memoryview(data).cast("B").toreadonly()
    file = Bytes(view, 0, name)
    header = read_header(file)
    sections: dict[Section, Bytes] = {}
    while file.left:
        at = file.pos
        number, body = any_section(file)
        if number in sections:
            file.fail(f"expected the {NAMES[number]} once", at)
        sections[number] = body
    for number in _NEEDED:
        if number not in sections:
            file.fail(f"expected the {NAMES[number]}")
    if (Section.RESOURCE in sections) is not (Section.RESOURCE_OFFSET in sections):
        file.fail("expected both sections of resources, or none")
    for number, body in sections.items():
        if number not in (Section.RESOURCE, Section.ATTR_TYPE):
            body.data = bytes(body.data)  # the others stay where they are
    strings = read_strings(sections[Section.STRING])
    dialects, op_names = read_dialects(sections[Section.DIALECT], strings, header.version)
    resources = ResourceTable()
    if Section.RESOURCE in sections:
        resources.read(
            context,
            sections[Section.RESOURCE_OFFSET],
            sections[Section.RESOURCE],
            strings,
            dialects,
        )
    ours = header.producer.startswith("mlirlite")
    tables = Tables(context, header.version, strings, dialects, op_names, resources, ours)
    tables.locate(sections[Section.ATTR_TYPE_OFFSET], sections[Section.ATTR_TYPE])
    for dialect in dialects:
        dialect.load(tables)
    reader = OperationReader(tables, sections.get(Section.PROPERTIES), lazy)
    with collector_at_rest(), detached():
        block = reader.read(sections[Section.IR])
    if external is not None:
        external.update(resources.external)
    return block


__all__ = ["Header", "damaged", "read_block", "read_header"]
