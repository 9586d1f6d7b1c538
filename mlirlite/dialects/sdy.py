"""The sdy dialect of shardings: its ops and attributes are kept as text. They say on which devices
parts of arrays are, which changes no value."""

from typing import ClassVar

from mlirlite.ir.dialect import Dialect


class SdyDialect(Dialect):
    """What is kept as text."""

    allows_unknown_operations: ClassVar[bool] = True
    allows_unknown_types: ClassVar[bool] = True


DIALECT = SdyDialect("sdy", __name__)
