"""A pass that refuses, one that crashes, and patterns that undo each other."""

from mlirlite.dialects import arith
from mlirlite.passes import compiler_pass
from mlirlite.rewriting import Rewriter, apply_patterns_greedily, pattern
from mlirlite.support.diagnostics import DiagnosticError


@compiler_pass("break")
def break_(op, state):
    """Says no."""
    raise DiagnosticError(op.error("cannot be broken"))


@compiler_pass("crash", anchor="func.func")
def crash(op, state):
    """Has a mistake."""
    return {}["missing"]


@pattern
def add_to_sub(op: arith.AddIOp, rw: Rewriter):
    """a + b --> a - b"""
    rw.replace(op, arith.SubIOp(op.lhs, op.rhs))
    return True


@pattern
def sub_to_add(op: arith.SubIOp, rw: Rewriter):
    """a - b --> a + b"""
    rw.replace(op, arith.AddIOp(op.lhs, op.rhs))
    return True


@pattern
def only_products(op: arith.AddIOp, rw: Rewriter):
    """a + b --> b + a"""
    return rw.fail("the operands are not products")


@compiler_pass("ping-pong")
def ping_pong(op, state):
    """Never ends."""
    apply_patterns_greedily(op, [add_to_sub, sub_to_add], fold=False)


@compiler_pass("add-to-sub")
def add_to_sub_pass(op, state):
    """Wrong on purpose."""
    apply_patterns_greedily(op, [only_products, add_to_sub], fold=False)
