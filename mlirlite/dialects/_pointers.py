"""What dialects with pointers have in common."""


class PointerType:
    """Types of addresses that LLVM knows: of llvm and of ptr."""

    __slots__ = ()


class NumberedSpace:
    """Attributes that name one of LLVM's address spaces, in which types have a size."""

    __slots__ = ()
