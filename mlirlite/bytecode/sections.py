"""The numbers of the format: its versions, sections, and what an operation has."""

from __future__ import annotations

import enum

from mlirlite.support.mapped import BYTECODE

MAGIC = BYTECODE

VERSIONS = range(7)
"""The versions of the format that are read and written."""


class Since(enum.IntEnum):
    """The first version that has something."""

    DIALECT_VERSIONS = 1
    ISOLATED_SECTIONS = 2
    USE_LISTS = 3
    ELIDED_LOCATIONS = 4
    NATIVE_PROPERTIES = 5
    NATIVE_SEGMENTS = 6


class Section(enum.IntEnum):
    """What a section holds."""

    STRING = 0
    DIALECT = 1
    ATTR_TYPE = 2
    ATTR_TYPE_OFFSET = 3
    IR = 4
    RESOURCE = 5
    RESOURCE_OFFSET = 6
    DIALECT_VERSIONS = 7
    PROPERTIES = 8


NAMES = {
    Section.STRING: "string section",
    Section.DIALECT: "dialect section",
    Section.ATTR_TYPE: "attribute section",
    Section.ATTR_TYPE_OFFSET: "attribute offset section",
    Section.IR: "IR section",
    Section.RESOURCE: "resource section",
    Section.RESOURCE_OFFSET: "resource offset section",
    Section.DIALECT_VERSIONS: "dialect version section",
    Section.PROPERTIES: "property section",
}

HAS_ATTRIBUTES = 1
HAS_RESULTS = 2
HAS_OPERANDS = 4
HAS_SUCCESSORS = 8
HAS_REGIONS = 16
HAS_USE_LISTS = 32
HAS_PROPERTIES = 64

BLOB, BOOL, STRING = 0, 1, 2
"""The kinds of resources."""
