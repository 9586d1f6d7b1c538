"""Canonical forms of onnx.Loop."""

from __future__ import annotations

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.region_types import yielded
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import canonicalization
from mlirlite.rewriting.rewriter import Rewriter


@canonicalization
def loop_with_a_constant_value(op: onnx.LoopOp, rw: Rewriter) -> bool | None:
    """Loop(x) { ^(a): yield a } --> Loop() {…} with x in place of a

    A carried value that each iteration passes on is the initial one, which the body may use itself.
    """
    values, arguments = yielded(op.body)[1:], op.body.entry.args[2:]
    initial = op.v_initial
    if len(values) < len(initial) or len(arguments) != len(initial):
        return rw.fail("the body has other values than the loop")
    passed = [
        i
        for i, (x, a, v) in enumerate(zip(initial, arguments, values, strict=False))
        if v is a and x.type is a.type and x.type is op.results[i].type
    ]
    if not passed:
        return rw.fail("no carried value is passed on as it is")
    kept = [i for i in range(len(op.results)) if i not in passed]
    if not kept:
        return rw.fail("the loop would have no results, and its operands would not be checked")
    block, last = op.body.entry, op.body.entry.last
    for i in passed:
        rw.replace_all_uses_with(arguments[i], initial[i])
    with rw.modify(last):
        last.set_operands([last.operands[0], *(last.operands[1 + i] for i in kept)])
    for i in reversed(passed):
        block.erase_argument(2 + i)
    carried = [x for i, x in enumerate(initial) if i not in passed]
    made = rw.recreate(op, [*op.operands[:2], *carried], [op.results[i].type for i in kept])
    found: list[Value] = [*initial, *op.results[len(initial) :]]
    for index, result in zip(kept, made.results, strict=True):
        found[index] = result
    rw.replace(op, found)
    return True
