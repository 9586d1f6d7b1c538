"""Canonical forms of arith: constants are combined, comparisons absorb negations, casts cancel."""

from mlirlite.dialects._conditions import has_type, same_type
from mlirlite.dialects.arith import _canonical_compare  # noqa: F401
from mlirlite.dialects.arith._conditions import (
    boolean,
    cuts_off,
    equality,
    inverse,
    kept,
    narrower,
    no_narrower,
    several_bits,
    wide,
    without_nsw,
)
from mlirlite.dialects.arith.casts import BitcastOp, IndexCastOp, IndexCastUIOp, SIToFPOp, UIToFPOp
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.dialects.arith.identities import (
    Add,
    AddUIExtended,
    And,
    CmpI,
    DivF,
    ExtSI,
    ExtUI,
    Mul,
    MulF,
    MulSIExtended,
    MulUIExtended,
    NegF,
    Or,
    Select,
    Sub,
    TruncF,
    TruncI,
    Xor,
)
from mlirlite.dialects.arith.integer import ShRSIOp, ShRUIOp
from mlirlite.ir.types import I1
from mlirlite.rewriting import UNUSED, canonicalizations, constants, rule, terms, variables

x, y, z, c, t, u = variables("x y z c t u")
p, f, g = variables("p f g")
a, b = constants("a b")
Bitcast, IndexCast, IndexCastUI, SIToFP, UIToFP, ShRSI, ShRUI = terms(
    BitcastOp, IndexCastOp, IndexCastUIOp, SIToFPOp, UIToFPOp, ShRSIOp, ShRUIOp
)

# MLIR differs: upstream keeps flags that may no longer hold, such as nsw when a + b overflows.
canonicalizations(
    bitcast_of_bitcast=rule(Bitcast(Bitcast(x)), Bitcast(x)),
    addi_of_constant=(
        rule(Add(Add(x, a, f), b, g), Add(x, a + b, kept(f & g, a, "+", b))),
        rule(Add(Sub(x, a, f), b, g), Add(x, b - a, kept(f & g, b, "-", a))),
        rule(Add(Sub(a, x, f), b, g), Sub(a + b, x, kept(f & g, a, "+", b))),
    ),
    addi_of_negation=rule(Add(x, Mul(y, -1)), Sub(x, y)),
    subi_of_subi=rule(Sub(Sub(x, y, f), x, g), Sub(0, y, f & g)),
    subi_of_constant=(
        rule(Sub(Add(x, a, f), b, g), Add(x, a - b, kept(f & g, a, "-", b))),
        rule(Sub(Sub(x, a, f), b, g), Sub(x, a + b, kept(f & g, a, "+", b))),
        rule(Sub(Sub(a, x, f), b, g), Sub(a - b, x, kept(f & g, a, "-", b))),
        rule(Sub(b, Add(x, a, f), g), Sub(b - a, x, kept(f & g, b, "-", a))),
        rule(Sub(b, Sub(x, a, f), g), Sub(b + a, x, kept(f & g, b, "+", a))),
        rule(Sub(b, Sub(a, x, f), g), Add(x, b - a, kept(f & g, b, "-", a))),
    ),
    muli_of_muli=rule(Mul(Mul(x, a, f), b, g), Mul(x, a * b, kept(f & g, a, "*", b))),
    extended_without_high_half=(
        rule(MulSIExtended(x, y, high=UNUSED), (Mul(x, y), None)),
        rule(MulUIExtended(x, y, high=UNUSED), (Mul(x, y), None)),
        rule(AddUIExtended(x, y, overflow=UNUSED), (Add(x, y), None)),
    ),
    signed_extended_product_of_one=rule(
        MulSIExtended(x, 1, low=t),
        (x, ExtSI(CmpI(CmpIPredicate.slt, x, 0), out=t)),
        where=several_bits(t),
    ),
    sign_extension_of_unsigned=rule(ExtSI(ExtUI(x)), ExtUI(x)),
    not_of_compare=rule(Xor(CmpI(p, x, y), 1), CmpI(inverse(p), x, y)),
    bitwise_of_extensions=(
        rule(bitwise(ext(x), ext(y)), ext(bitwise(x, y)), where=same_type(x, y))
        for bitwise in (Xor, Or, And)
        for ext in (ExtUI, ExtSI)
    ),
    compare_of_extensions=(
        rule(CmpI(p, ext(x), ext(y)), CmpI(p, x, y), where=(equality(p), same_type(x, y)))
        for ext in (ExtSI, ExtUI)
    ),
    trunci_of_extension=(
        rule(TruncI(ext(x), out=t), ext(x), where=narrower(x, t)) for ext in (ExtUI, ExtSI)
    ),
    trunci_of_signed_shift=rule(
        TruncI(ShRSI(x, a, f), g, out=t),
        TruncI(ShRUI(x, a, f), without_nsw(g)),
        where=cuts_off(a, x, t),
    ),
    # MLIR differs: upstream also removes casts through integers that are too narrow for an index.
    cast_of_cast=(
        *(
            rule(cast(cast(x, out=u), out=t), x, where=(has_type(x, t), no_narrower(u, t)))
            for cast in (IndexCast, IndexCastUI)
        ),
        rule(IndexCast(ExtSI(x)), IndexCast(x)),
        rule(IndexCastUI(ExtUI(x)), IndexCastUI(x)),
    ),
    truncf_of_signed=rule(TruncF(SIToFP(x)), SIToFP(x)),
    truncf_of_unsigned=rule(TruncF(UIToFP(x)), UIToFP(x)),
    product_of_negations=(rule(op(NegF(x), NegF(y), f), op(x, y, f)) for op in (MulF, DivF)),
    select_of_not=rule(Select(Xor(c, 1), x, y), Select(c, y, x), where=boolean(c)),
    select_of_same_condition=(
        rule(Select(c, Select(c, x, y), z), Select(c, x, z)),
        rule(Select(c, x, Select(c, y, z)), Select(c, x, z)),
    ),
    select_to_extension=(
        rule(Select(c, 0, 1, result=I1), Xor(c, 1)),
        rule(Select(c, 1, 0, result=t), ExtUI(c), where=wide(t)),
        rule(Select(c, 0, 1, result=t), ExtUI(Xor(c, 1)), where=wide(t)),
    ),
)
