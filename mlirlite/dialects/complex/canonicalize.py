"""Canonical forms of complex: parts of negated numbers, bits that are read twice."""

from mlirlite.dialects import arith
from mlirlite.dialects._conditions import has_type
from mlirlite.dialects.complex.identities import Bitcast, Create, Im, Neg, Re
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import ComplexType
from mlirlite.ir.values import Value
from mlirlite.rewriting import canonicalizations, computed, rule, terms, variables

x, y, t = variables("x y t")
NegF, PlainBitcast = terms(arith.NegFOp, arith.BitcastOp)


def _complex_types(x: Value, type: Type) -> int:
    return isinstance(x.type, ComplexType) + isinstance(type, ComplexType)


@computed
def one_is_complex(x: Value, type: Type) -> bool:
    """Whether a value is a complex number, or a type that of one, but not both."""
    return _complex_types(x, type) == 1


@computed
def none_is_complex(x: Value, type: Type) -> bool:
    """Whether neither a value is a complex number nor a type that of one."""
    return _complex_types(x, type) == 0


_TWICE = (
    Bitcast(Bitcast(x), result=t),
    Bitcast(PlainBitcast(x), result=t),
    PlainBitcast(Bitcast(x), out=t),
)
canonicalizations(
    part_of_negated=(
        rule(Re(Neg(Create(x, y))), NegF(x)),
        rule(Im(Neg(Create(x, y))), NegF(y)),
    ),
    bitcast_of_bitcast=(
        *(rule(twice, x, where=has_type(x, t)) for twice in _TWICE),
        *(rule(twice, Bitcast(x), where=one_is_complex(x, t)) for twice in _TWICE),
        *(rule(twice, PlainBitcast(x), where=none_is_complex(x, t)) for twice in _TWICE),
    ),
)
