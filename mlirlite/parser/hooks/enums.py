"""Cases of enums: a keyword, or several with a separator between; errors for unknown ones."""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping

from mlirlite.ir.attributes import EnumAttr
from mlirlite.parser.hooks.cursor import Cursor
from mlirlite.support.diagnostics import did_you_mean

_NAMESPACES = {"llvm": "LLVM", "nvvm": "NVVM", "rocdl": "ROCDL"}
"""C++ namespaces that differ from the dialect's name; messages contain them."""


def enum_value(cursor: Cursor, cls: type[EnumAttr]) -> EnumAttr:
    """The keyword of a case, or several of flags with the class's separator between."""
    keywords = cls.keywords
    flags = issubclass(cls.cases, enum.Flag)
    if cls.called:
        separator = cls.separator.strip() if flags else ""
        return cls(keywords_of(cursor, keywords, cls.called, separator))
    value = 0
    while True:
        span = cursor.here()
        word = cursor.keyword_or_string()
        if word not in keywords:
            listed = ", ".join(keywords)
            dialect = cls.dialect_name()
            namespace = cls.namespace or f"::mlir::{_NAMESPACES.get(dialect, dialect)}"
            kind = f"{namespace}::{cls.cases.__name__}"
            hint = did_you_mean(word, keywords)
            raise cursor.error(f"expected {kind} to be one of: {listed}{hint}", span)
        value |= keywords[word]
        if not flags or not cursor.accept(cls.separator.strip()):
            break
    return cls(value)


def keyword_of(cursor: Cursor, keywords: Collection[str], called: str) -> str:
    """The keyword of a case of an enum; `called` is the enum's name in messages."""
    span = cursor.here()
    word = cursor.optional_keyword_or_string()
    if word is None:
        raise cursor.error(f"expected keyword for {called}", span)
    if word not in keywords:
        hint = did_you_mean(word, keywords)
        listed = ", ".join(keywords)
        raise cursor.error(f"expected one of [{listed}] for {called}, got: {word}{hint}", span)
    return word


def keywords_of(cursor: Cursor, keywords: Mapping[str, int], called: str, separator: str) -> int:
    """The number of a case, or of several flags with the separator between. Without a separator
    there is one case."""
    value = keywords[keyword_of(cursor, keywords, called)]
    while separator and cursor.accept(separator):
        value |= keywords[keyword_of(cursor, keywords, called)]
    return value
