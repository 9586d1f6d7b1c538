"""Constants of bit vectors."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.context import builtin_dialect


class BitVectorAttr(Attribute, name="smt.bv"):
    """`#smt.bv<-1> : !smt.bv<8>`: bits as a signed number."""

    self_typed = True
    value: int
    width: int

    @property
    def type(self) -> Any:
        """The type of the vector."""
        dialect = builtin_dialect("smt")
        cls: Any = dialect.type_class("smt.bv") if dialect is not None else None
        return cls(self.width)

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        where = p.here()
        p.expect("<")
        value = p.integer()
        p.expect(">")
        type = p.given_type
        if getattr(type, "name", "") != "smt.bv":
            raise p.error("explicit bit-vector type required", where)
        width = type.width
        needed = value.bit_length() if value >= 0 else (~value).bit_length() + 1
        if needed > width:
            message = f"integer value out of range for given bit-vector type {type}"
            raise p.error(message, where)
        return cls(value - (value >> width - 1 << width) if value >= 0 else value, width)

    def print(self, p: Any) -> None:
        p.text(f"<{self.value}>")
