"""irdl's types and attributes, and the variadicity of values."""

import enum
from typing import Annotated, Any

from mlirlite.dialects._constraints import array_of
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, EnumAttr, StringAttr
from mlirlite.ir.constraints import Constraint


class AttributeType(Type, name="irdl.attribute"):
    """`!irdl.attribute`: a constraint on attributes and types."""


class RegionType(Type, name="irdl.region"):
    """`!irdl.region`: a constraint on regions."""


ATTRIBUTE = AttributeType()
REGION = RegionType()
AnyAttribute = Annotated[
    AttributeType,
    Constraint("IRDL handle to an `mlir::Attribute`", lambda t: t is ATTRIBUTE, ATTRIBUTE),
]
AnyRegion = Annotated[
    RegionType,
    Constraint("IRDL handle to a region definition", lambda t: t is REGION, REGION),
]
Names = Annotated[ArrayAttr, array_of("string array attribute", StringAttr)]


class Variadicity(enum.IntEnum):
    """How many values stand for one operand or result."""

    single = 0
    optional = 1
    variadic = 2


class VariadicityAttr(EnumAttr, name="irdl.variadicity", cases=Variadicity):
    """`#irdl<variadicity single>`."""

    value: Variadicity
    assembly_format = "$value"


class VariadicityArrayAttr(Attribute, name="irdl.variadicity_array"):
    """`#irdl<variadicity_array[ single,  variadic]>`."""

    value: tuple[VariadicityAttr, ...]

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `[single, …]`."""

        def one() -> VariadicityAttr:
            where = p.here()
            word = p.keyword()
            if word not in Variadicity.__members__:
                cases = ", ".join(Variadicity.__members__)
                raise p.error(f"expected ::mlir::irdl::Variadicity to be one of: {cases}", where)
            made: VariadicityAttr = VariadicityAttr(Variadicity[word])
            return made

        return cls(tuple(p.comma_list(one, "[", "]")))

    def print(self, p: Any) -> None:
        """Print the list."""
        p.text(f"[{','.join(' ' + v.value.name for v in self.value)}]".replace(",", ", "))
