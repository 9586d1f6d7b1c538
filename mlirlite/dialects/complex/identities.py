"""Equations of complex that make no new op: they are part of folding."""

from mlirlite.dialects._conditions import has_type
from mlirlite.dialects.complex.binary import AddOp, DivOp, MulOp, SubOp
from mlirlite.dialects.complex.parts import BitcastOp, CreateOp, ImOp, ReOp
from mlirlite.dialects.complex.unary import ConjOp, ExpOp, LogOp, NegOp
from mlirlite.rewriting import folds, rule, terms, variables

x, y, t = variables("x y t")
Add, Sub, Mul, Div = terms(AddOp, SubOp, MulOp, DivOp)
Conj, Neg, Exp, Log = terms(ConjOp, NegOp, ExpOp, LogOp)
Create, Re, Im, Bitcast = terms(CreateOp, ReOp, ImOp, BitcastOp)

folds(
    rule(Add(Sub(x, y), y), x),
    rule(Add(y, Sub(x, y)), x),
    rule(Add(x, 0j), x),
    rule(Sub(Add(x, y), y), x),
    rule(Sub(x, 0j), x),
    rule(Mul(x, 1 + 0j), x),
    rule(Div(x, 1 + 0j), x),
    rule(Conj(Conj(x)), x),
    rule(Neg(Neg(x)), x),
    rule(Exp(Log(x)), x),
    rule(Log(Exp(x)), x),
    rule(Create(Re(x), Im(x)), x),
    rule(Re(Create(x, y)), x),
    rule(Im(Create(x, y)), y),
    rule(Bitcast(x, result=t), x, where=has_type(x, t)),
    rule(Bitcast(Bitcast(x), result=t), x, where=has_type(x, t)),
)
