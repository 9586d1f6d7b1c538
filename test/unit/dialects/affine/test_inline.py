"""Bodies that go into affine loops."""

import mlirlite
from mlirlite.printer import print_op

COUNTER_AS_SYMBOL = """
func.func @shifted(%m: memref<?xf32>, %i: index) -> f32 {
  %0 = affine.load %m[symbol(%i) * 2] : memref<?xf32>
  return %0 : f32
}
func.func @loop(%m: memref<?xf32>) {
  affine.for %i = 0 to 10 {
    %0 = func.call @shifted(%m, %i) : (memref<?xf32>, index) -> f32
    affine.store %0, %m[%i] : memref<?xf32>
  }
  return
}
"""


def test_a_counter_is_no_symbol():
    # Upstream's inliner makes invalid IR of this.
    module = mlirlite.parse(COUNTER_AS_SYMBOL)
    mlirlite.run_pipeline(module, "builtin.module(inline)")
    assert "func.call @shifted" in print_op(module)
