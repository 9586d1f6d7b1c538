"""Attributes of ptr: memory spaces, constants, layouts of pointers."""

from typing import Any

from mlirlite.ir.attribute import Attribute, Type

NO_INDEX = (1 << 32) - 1
"""The default index width of a layout."""


class MemorySpace:
    """Base of memory spaces that restrict the accesses to them (upstream:
    MemorySpaceAttrInterface)."""

    __slots__ = ()

    def store_problem(self, type: Type) -> str:
        """Why a value of this type cannot be stored there, "" when it can."""
        return ""


class GenericSpaceAttr(Attribute, name="ptr.generic_space"):
    """`#ptr.generic_space`: memory where every access is allowed."""

    address_space = 0
    """The number of the memory space in LLVM."""

    assembly_format = ""


class NullAttr(Attribute, name="ptr.null"):
    """`#ptr.null : !ptr.ptr<#ptr.generic_space>`: a pointer to nothing."""

    self_typed = True
    type: Type

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Nothing but the type after the colon."""
        return cls(_stated(p))

    def print(self, p: Any) -> None:
        """Nothing but the type after the colon."""


class AddressAttr(Attribute, name="ptr.address"):
    """`#ptr.address<4096> : !ptr.ptr<#ptr.generic_space>`: an address in bytes."""

    self_typed = True
    type: Type
    value: int

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<number>` and the type after the colon."""
        p.expect("<")
        value = p.integer()
        p.expect(">")
        return cls(_stated(p), value)

    def print(self, p: Any) -> None:
        """Print the number."""
        p.text(f"<{self.value}>")


def _stated(p: Any) -> Type:
    type: Type | None = p.given_type
    if type is None:
        raise p.error("expected a type of the pointer, as in `: !ptr.ptr<#ptr.generic_space>`")
    return type


class SpecAttr(Attribute, name="ptr.spec"):
    """`#ptr.spec<size = 64, abi = 64, preferred = 64>`: how wide a pointer is, in bits, and how it
    is aligned; `index` is the width of computations with it."""

    size: int
    abi: int
    preferred: int
    index: int = NO_INDEX
    assembly_format = "`<` struct(params) `>`"

    def verify(self) -> None:
        for name in ("size", "abi", "preferred", "index"):
            value = getattr(self, name)
            if value % 8 and not (name == "index" and value == NO_INDEX):
                raise ValueError(f"{name} entry must be divisible by 8")
        if self.abi > self.preferred:
            raise ValueError(
                "preferred alignment is expected to be at least as large as ABI alignment"
            )
