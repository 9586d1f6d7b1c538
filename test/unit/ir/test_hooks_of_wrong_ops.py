"""A hook that fails on an invalid op gives no traceback; the op's error is reported."""

from mlirlite.ir.context import Context
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module

TEXT = """func.func @f(%a: vector<1x8x4xi32>, %c: vector<8x8xi32>, %m: vector<1x8x8x4xi1>) {
  %0 = "vector.mask"(%m) ({
    %1 = "vector.contract"(%a, %a, %c) <{indexing_maps = [], kind = #vector.kind<add>}>
      : (vector<1x8x4xi32>, vector<1x8x4xi32>, vector<8x8xi32>) -> vector<8x8xi32>
    "vector.yield"(%1) : (vector<8x8xi32>) -> ()
  }) : (vector<1x8x8x4xi1>) -> vector<8x8xi32>
  return
}
"""


def test_a_mask_of_a_wrong_contraction():
    found = verify(parse_module(TEXT, Context()))
    assert [d.message for d in found] == [
        "'vector.contract' op requires attribute 'iterator_types'"
    ]
