"""No recursion depends on how deep the input is nested: it reads, prints and reads again."""

import pytest

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError

N = 4_000
OP = '"t.t"() {{a = {}}} : () -> ()\n'


def nested(open, inside, close, levels=N):
    return open * levels + inside + close * levels


def named():
    """Identified structs inside each other; the innermost one names the outermost one."""
    opened = "".join(f'struct<"s{i}", (' for i in range(N))
    return f'!llvm.{opened}struct<"s0">{")>" * N}'


DERIVED = "#llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = "
ROOT = '#llvm.tbaa_root<id = "">'
DEEP = {
    "sum": OP.format(f"affine_map<(d0) -> ({nested('(', 'd0', ' + 1)')})>"),
    "terms": OP.format(f"affine_map<(d0, d1) -> (d0{' + d1 * 2' * N})>"),
    "divisions": OP.format(f"affine_map<(d0) -> ({nested('(', 'd0', ' floordiv 2)')})>"),
    "remainders": OP.format(f"affine_set<(d0) : ({nested('(', 'd0', ' mod 3 + 1)')} >= 0)>"),
    "negations": OP.format(f"affine_map<(d0) -> ({nested('-(', 'd0', ')')})>"),
    "tuples": OP.format(nested("tuple<", "i32", ">")),
    "functions": OP.format(nested("() -> (", "i32", ")")),
    "memrefs": OP.format(nested("memref<2x", "i32", ">")),
    "arrays": OP.format(nested("[", "1", "]")),
    "dictionaries": OP.format(nested("{a = ", "1", "}")),
    "encodings": OP.format(f"tensor<2xf32, {nested('[', '1', ']')}>"),
    "opaque": OP.format(nested("!unknown.x<", "i32", ">")),
    "dialect types": OP.format(nested("!llvm.array<2 x !llvm.struct<(", "i32", ")>>", N // 2)),
    "bare types": OP.format("!llvm." + nested("struct<(i8, array<1 x ", "i32", ">, ptr)>", N // 2)),
    "types in types": OP.format(nested("tuple<!llvm.array<2 x ", "i32", ">>", N // 2)),
    "dialect attributes": OP.format(nested(DERIVED, "#llvm.di_null_type", ">")),
    "bare attributes": OP.format(
        nested('#llvm.tbaa_type_desc<id = "", members = {<', ROOT, ", 0>}>")
    ),
    "types in attributes": OP.format(nested("[!llvm.array<2 x tensor<1xi32, ", "1", ">>]", N // 3)),
    "named types": OP.format(named()),
    "symbols": OP.format("@a" + "::@a" * N),
    "names": f'"t.t"() : () -> () loc({nested(chr(34) + "x" + chr(34) + "(", "unknown", ")")})\n',
    "calls": f'"t.t"() : () -> () loc({nested("callsite(unknown at ", "unknown", ")")})\n',
}


@pytest.mark.sampled(10)
@pytest.mark.parametrize("what", DEEP)
def test_reads_and_prints(what):
    context = Context()
    context.allow_unregistered = True
    text = print_op(parse_module(DEEP[what], context), debuginfo=what in ("names", "calls"))
    again = print_op(parse_module(text, context), debuginfo=what in ("names", "calls"))
    assert text == again


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (OP.format("[" * N), "expected attribute value"),
        (OP.format(nested("(", "i32", ")")), "expected"),
        (OP.format(nested("!llvm.array<2 x ", "i33333333333", ">")), "invalid integer width"),
        (OP.format(nested("!llvm.array<2 x ", "tuple<!llvm.ptr i1>", ">")), "expected '>'"),
        (OP.format(nested("!llvm.array<2 x ", "token", ">")), "invalid array element type"),
        (
            OP.format("!llvm." + nested('struct<"s", (', "i32", ")>")),
            "already used for an enclosing",
        ),
    ],
)
def test_is_refused(text, message):
    context = Context()
    context.allow_unregistered = True
    with pytest.raises(DiagnosticError, match=message):
        parse_module(text, context, error_limit=1)
