"""The table of lowerings, which the other files fill, and their common helpers."""

from __future__ import annotations

from mlirlite.conversion._complex_division import ComplexRange
from mlirlite.rewriting.conversion import Lowerings
from mlirlite.rewriting.type_conversion import TypeConverter

lower = Lowerings("convert-complex-to-standard")


class ComplexRangeTypes(TypeConverter):
    """Changes no type; holds the algorithm for quotients."""

    def __init__(self, range: ComplexRange) -> None:
        super().__init__()
        self.range = range
