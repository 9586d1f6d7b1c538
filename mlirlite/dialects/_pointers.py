"""What dialects with pointers have in common."""


class PointerType:
    """Types of addresses that LLVM knows: of llvm and of ptr."""

    __slots__ = ()


class NumberedSpace:
    """Attributes that say which of LLVM's address spaces is meant: what is in it has a size."""

    __slots__ = ()
