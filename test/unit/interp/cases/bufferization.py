# ruff: noqa: E501  MLIR's lines stay whole
"""Cases of bufferization; it has no lowering, so they run in the interpreter only."""

from . import Case

CASES = [
    Case(
        "buffers to tensors and back",
        """func.func @main(%m: memref<3xi32>, %v: i32) -> (tensor<3xi32>, i32, i32, tensor<2x3xi32>) {
          %0 = arith.constant 0 : index
          %2 = arith.constant 2 : index
          %t = bufferization.to_tensor %m restrict writable : memref<3xi32> to tensor<3xi32>
          %c = bufferization.clone %m : memref<3xi32> to memref<3xi32>
          memref.store %v, %m[%0] : memref<3xi32>
          %old = memref.load %c[%0] : memref<3xi32>
          %b = bufferization.to_buffer %t : tensor<3xi32> to memref<3xi32>
          %last = memref.load %b[%2] : memref<3xi32>
          %e = bufferization.alloc_tensor(%2) : tensor<?x3xi32>
          %f = tensor.cast %e : tensor<?x3xi32> to tensor<2x3xi32>
          %k = bufferization.alloc_tensor() copy(%t) : tensor<3xi32>
          bufferization.materialize_in_destination %k in writable %c : (tensor<3xi32>, memref<3xi32>) -> ()
          bufferization.dealloc_tensor %k : tensor<3xi32>
          return %t, %old, %last, %f : tensor<3xi32>, i32, i32, tensor<2x3xi32>
        }""",
        [[1, 2, 3], 9],
        [[1, 2, 3], 1, 3, [[0, 0, 0], [0, 0, 0]]],
        after={0: [9, 2, 3]},
        compiled=False,
    ),
]
