"""The verifier's errors, and their number."""

from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module


def test_one_error_a_scope_as_upstream():
    wrong = '%0 = arith.addi %x, %x : i32\n  %1 = "arith.cmpi"(%x, %x) : (i32, i32) -> i1\n'
    body = f"(%x: i32) {{\n  {wrong}  {wrong.replace('%0', '%2').replace('%1', '%3')}}}\n"
    module = parse_module(f"func.func @f{body}func.func @g{body}")
    texts = [d.message for d in verify(module)]
    assert sum("requires attribute 'predicate'" in text for text in texts) == 4
    assert sum("block with no terminator" in text for text in texts) == 2
    texts = [d.message for d in verify(module, one_a_scope=True)]
    assert len(texts) == 2
    assert all("requires attribute 'predicate'" in text for text in texts)
