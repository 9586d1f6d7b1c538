"""Cases of enums that ops write as words: `"Function"`, `Logical`, `"Volatile|Aligned"`."""

from __future__ import annotations

import re
from typing import Any

from mlirlite.dialects.spirv.dialect import DIALECT
from mlirlite.ir.attribute import Attribute


def attribute_class(name: str) -> Any:
    """The class of an enum's attribute."""
    return DIALECT.member(f"{name}Attr")


def read_case(p: Any, enum: str, *, quoted: bool = True) -> Attribute:
    """Read a case as a string, or as a keyword."""
    where = p.here()
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", enum).lower()
    if quoted and not p.peek('"'):
        must = f"expected {name} attribute specified as string"
        raise p.error(must if p.peek("{") else "expected attribute value", where)
    words: str = p.string() if quoted else p.keyword()
    cls = attribute_class(enum)
    value = 0
    for word in words.split("|"):
        if word.strip() not in cls.keywords:
            shown = f'"{words}"' if quoted else words
            raise p.error(f"invalid {name} attribute specification: {shown}", where)
        value |= cls.keywords[word.strip()]
    found: Attribute = cls(cls.cases(value))
    return found


def words_of(attribute: Any) -> str:
    """A case, or the flags of one joined by `|`."""
    known: dict[str, int] = attribute.keywords
    value = int(attribute.value)
    exact = [word for word, case in known.items() if case == value]
    if exact:
        return exact[0]
    return "|".join(word for word, case in known.items() if case and case & value == case)
