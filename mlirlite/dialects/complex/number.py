"""`#complex.number`: a complex number as an attribute."""

from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import FloatAttr
from mlirlite.ir.types import ComplexType, FloatType


class NumberAttr(Attribute, name="complex.number"):
    """`#complex.number<:f64 1.0, 0.0> : complex<f64>`: the parts have one type."""

    real: FloatAttr
    imag: FloatAttr

    @property
    def type(self) -> ComplexType:
        """The complex type of the parts' type."""
        return ComplexType(self.real.type)

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<:type real, imag>`."""
        p.expect("<")
        p.expect(":")
        where = p.here()
        element = p.type()
        if not isinstance(element, FloatType):
            raise p.error("expected a float type", where)
        real = FloatAttr(p.float_literal(), element)
        p.expect(",")
        imag = FloatAttr(p.float_literal(), element)
        p.expect(">")
        return cls(real, imag)

    def print(self, p: Any) -> None:
        """Print the parts, and the type of the whole."""
        p.text("<:")
        p.type(self.real.type)
        p.text(" ")
        p.attribute_without_type(self.real)
        p.text(", ")
        p.attribute_without_type(self.imag)
        p.text("> : ")
        p.type(self.type)
