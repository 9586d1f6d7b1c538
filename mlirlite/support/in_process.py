"""Objects that hold machine code and addresses, which mean something in one process only."""

from __future__ import annotations

from typing import NoReturn, SupportsIndex


class InProcess:
    """Base of what can be neither pickled nor copied: TypeError, which says so."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn:
        name = type(self).__name__
        raise TypeError(
            f"'{name}' cannot be pickled or copied: it holds machine code of this process; "
            f"make one in each process"
        )
