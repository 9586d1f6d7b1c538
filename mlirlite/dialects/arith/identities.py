"""Equations of arith that make no new op: they are part of folding."""

import math

from mlirlite.dialects._conditions import has_type
from mlirlite.dialects.arith import (
    _conditions as c,
    casts,
    compare,
    division,
    extended,
    floating,
    integer,
)
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.rewriting import constants, folds, rule, terms, variables

x, y, z, cond, t, u = variables("x y z cond t u")
p, f, g = variables("p f g")
(a,) = constants("a")
eq, ne = CmpIPredicate.eq, CmpIPredicate.ne

Add, Sub, Mul, And, Or, Xor = terms(
    integer.AddIOp,
    integer.SubIOp,
    integer.MulIOp,
    integer.AndIOp,
    integer.OrIOp,
    integer.XOrIOp,
)
folds(
    rule(Add(x, 0), x),
    rule(Add(Sub(x, y), y), x),
    rule(Sub(x, x), 0),
    rule(Sub(x, 0), x),
    rule(Sub(Add(x, y), y), x),
    rule(Mul(x, a), a, where=c.is_number(a, 0)),
    rule(Mul(x, 1), x),
    rule(And(x, a), a, where=c.is_number(a, 0)),
    rule(And(x, -1), x),
    rule(And(x, And(x, y).named(z)), z),
    rule(And(x, Xor(x, -1)), 0),
    rule(Or(x, -1), -1),
    rule(Or(x, 0), x),
    rule(Or(x, Xor(x, -1)), -1),
    rule(Xor(x, 0), x),
    rule(Xor(x, x), 0),
    rule(Xor(x, Xor(x, y)), y),
)
for Shift in terms(integer.ShLIOp, integer.ShRUIOp, integer.ShRSIOp):
    folds(rule(Shift(x, 0), x))

MaxSI, MaxUI, MinSI, MinUI = terms(
    integer.MaxSIOp, integer.MaxUIOp, integer.MinSIOp, integer.MinUIOp
)
folds(
    rule(MaxSI(x, x), x),
    rule(MaxSI(x, c.smin), x),
    rule(MaxSI(x, a), a, where=c.is_number(a, c.smax)),
    rule(MaxUI(x, x), x),
    rule(MaxUI(x, 0), x),
    rule(MaxUI(x, a), a, where=c.is_number(a, c.umax)),
    rule(MinSI(x, x), x),
    rule(MinSI(x, c.smax), x),
    rule(MinSI(x, a), a, where=c.is_number(a, c.smin)),
    rule(MinUI(x, x), x),
    rule(MinUI(x, c.umax), x),
    rule(MinUI(x, a), a, where=c.is_number(a, 0)),
)

DivUI, DivSI, CeilDivUI, CeilDivSI, FloorDivSI, RemUI, RemSI = terms(
    division.DivUIOp,
    division.DivSIOp,
    division.CeilDivUIOp,
    division.CeilDivSIOp,
    division.FloorDivSIOp,
    division.RemUIOp,
    division.RemSIOp,
)
folds(
    rule(DivUI(x, 1), x),
    rule(DivUI(Mul(x, y, f), y), x, where=c.nuw(f)),
    rule(DivSI(x, 1), x),
    rule(DivSI(Mul(x, y, f), y), x, where=c.nsw(f)),
    rule(CeilDivUI(x, 1), x),
    rule(CeilDivSI(x, 1), x),
    rule(FloorDivSI(x, 1), x),
    rule(RemUI(x, 1), 0),
    rule(RemSI(x, 1), 0),
)

AddUIExtended, MulSIExtended, MulUIExtended = terms(
    extended.AddUIExtendedOp, extended.MulSIExtendedOp, extended.MulUIExtendedOp
)
folds(
    rule(AddUIExtended(x, 0), (x, 0)),
    rule(MulSIExtended(x, 0), (0, 0)),
    rule(MulUIExtended(x, 0), (0, 0)),
    rule(MulUIExtended(x, 1), (x, 0)),
)

AddF, SubF, MulF, DivF, NegF = terms(
    floating.AddFOp, floating.SubFOp, floating.MulFOp, floating.DivFOp, floating.NegFOp
)
MaximumF, MaxNumF, MinimumF, MinNumF = terms(
    floating.MaximumFOp, floating.MaxNumFOp, floating.MinimumFOp, floating.MinNumFOp
)
folds(
    rule(AddF(x, -0.0), x),
    rule(AddF(x, 0.0, f), x, where=c.nsz(f)),
    rule(SubF(x, 0.0), x),
    rule(SubF(x, -0.0, f), x, where=c.nsz(f)),
    rule(MulF(x, 1.0), x),
    rule(DivF(x, 1.0), x),
    rule(NegF(NegF(x)), x),
    rule(MaximumF(x, x), x),
    rule(MaximumF(x, -math.inf), x),
    rule(MaxNumF(x, x), x),
    rule(MaxNumF(x, math.nan), x),
    rule(MinimumF(x, x), x),
    rule(MinimumF(x, math.inf), x),
    rule(MinNumF(x, x), x),
    rule(MinNumF(x, math.nan), x),
)

ExtUI, ExtSI, TruncI, ExtF, TruncF = terms(
    casts.ExtUIOp,
    casts.ExtSIOp,
    casts.TruncIOp,
    casts.ExtFOp,
    casts.TruncFOp,
)
folds(
    rule(ExtUI(ExtUI(x)), ExtUI(x)),
    rule(ExtSI(ExtSI(x)), ExtSI(x)),
    rule(TruncI(ExtUI(x), out=t), x, where=has_type(x, t)),
    rule(TruncI(ExtSI(x), out=t), x, where=has_type(x, t)),
    rule(TruncI(ExtUI(x), out=t), TruncI(x), where=c.wider(x, t)),
    rule(TruncI(ExtSI(x), out=t), TruncI(x), where=c.wider(x, t)),
    rule(TruncI(TruncI(x)), TruncI(x)),
    rule(
        ExtF(TruncF(x, fastmath=f), fastmath=g, out=t),
        x,
        where=(has_type(x, t), c.contract(f), c.contract(g)),
    ),
    rule(TruncF(ExtF(x), out=t), x, where=has_type(x, t)),
    rule(TruncF(ExtF(x, out=u), out=t), TruncF(x), where=c.more_precise(x, u, t)),
)

CmpI, Select = terms(compare.CmpIOp, compare.SelectOp)
folds(
    rule(CmpI(p, x, x, result=t), c.of_equals(p, t)),
    rule(CmpI(ne, x, 0), x, where=c.boolean(x)),
    rule(CmpI(eq, x, 1), x, where=c.boolean(x)),
    rule(CmpI(ne, ExtUI(x), 0), x, where=c.boolean(x)),
    rule(CmpI(ne, ExtSI(x), 0), x, where=c.boolean(x)),
    rule(Select(1, x, y), x),
    rule(Select(0, x, y), y),
    rule(Select(cond, a, x), x, where=c.poison(a)),
    rule(Select(cond, x, x), x),
    rule(Select(cond, x, a), x, where=c.poison(a)),
    rule(Select(cond, 1, 0, result=t), cond, where=has_type(cond, t)),
    rule(Select(CmpI(eq, x, y), x, y), y),
    rule(Select(CmpI(eq, y, x), x, y), y),
    rule(Select(CmpI(ne, x, y), x, y), x),
    rule(Select(CmpI(ne, y, x), x, y), x),
)
