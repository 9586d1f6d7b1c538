# ruff: noqa: E501  MLIR's lines stay whole
"""Cases of tensor, which has no lowering to machine code yet."""

from typing import Any

from . import Case


def _case(name: str, text: str, arguments: Any, results: Any) -> Case:
    return Case(name, text, arguments, results, compiled=False)


CASES = [
    _case(
        "building tensors",
        """func.func @main(%a: f32, %n: index) -> (tensor<2xf32>, tensor<?x2xf32>, tensor<?xindex>, tensor<?xf32>) {
          %0 = tensor.from_elements %a, %a : tensor<2xf32>
          %1 = tensor.splat %a[%n] : tensor<?x2xf32>
          %2 = tensor.generate %n {
          ^bb0(%i: index):
            %s = arith.muli %i, %i : index
            tensor.yield %s : index
          } : tensor<?xindex>
          %e = tensor.empty(%n) : tensor<?xf32>
          %c0 = arith.constant 0 : index
          %3 = tensor.insert %a into %e[%c0] : tensor<?xf32>
          return %0, %1, %2, %3 : tensor<2xf32>, tensor<?x2xf32>, tensor<?xindex>, tensor<?xf32>
        }""",
        [1.5, 3],
        [[1.5, 1.5], [[1.5, 1.5]] * 3, [0, 1, 4], [1.5, 0, 0]],
    ),
    _case(
        "tensor values never change",
        """func.func @main(%t: tensor<2x2xi32>) -> (i32, i32, index, index, tensor<?x2xi32>, tensor<2x2xf32>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %v = arith.constant 9 : i32
          %u = tensor.insert %v into %t[%c0, %c1] : tensor<2x2xi32>
          %a = tensor.extract %t[%c0, %c1] : tensor<2x2xi32>
          %b = tensor.extract %u[%c0, %c1] : tensor<2x2xi32>
          %d = tensor.dim %t, %c1 : tensor<2x2xi32>
          %r = tensor.rank %t : tensor<2x2xi32>
          %c = tensor.cast %u : tensor<2x2xi32> to tensor<?x2xi32>
          %f = tensor.bitcast %t : tensor<2x2xi32> to tensor<2x2xf32>
          return %a, %b, %d, %r, %c, %f : i32, i32, index, index, tensor<?x2xi32>, tensor<2x2xf32>
        }""",
        [[[0, 0x3F800000], [0, 0]]],
        [0x3F800000, 9, 2, 2, [[0, 9], [0, 0]], [[0, 1.0], [0, 0]]],
    ),
    _case(
        "slices and shapes",
        """func.func @main(%t: tensor<4x6xi32>, %o: index) -> (tensor<2x2xi32>, tensor<6xi32>, tensor<4x6xi32>, tensor<2x2x6xi32>, tensor<24xi32>, tensor<?x?xi32>) {
          %0 = tensor.extract_slice %t[%o, 0] [2, 2] [2, 3] : tensor<4x6xi32> to tensor<2x2xi32>
          %1 = tensor.extract_slice %t[%o, 0] [1, 6] [1, 1] : tensor<4x6xi32> to tensor<6xi32>
          %2 = tensor.insert_slice %0 into %t[0, 4] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<4x6xi32>
          %3 = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 2, 6] : tensor<4x6xi32> into tensor<2x2x6xi32>
          %4 = tensor.collapse_shape %t [[0, 1]] : tensor<4x6xi32> into tensor<24xi32>
          %c8 = arith.constant 8 : index
          %c3 = arith.constant 3 : index
          %s = tensor.from_elements %c8, %c3 : tensor<2xindex>
          %5 = tensor.reshape %t(%s) : (tensor<4x6xi32>, tensor<2xindex>) -> tensor<?x?xi32>
          return %0, %1, %2, %3, %4, %5 : tensor<2x2xi32>, tensor<6xi32>, tensor<4x6xi32>, tensor<2x2x6xi32>, tensor<24xi32>, tensor<?x?xi32>
        }""",
        [[list(range(6 * i, 6 * i + 6)) for i in range(4)], 1],
        [
            [[6, 9], [18, 21]],
            [6, 7, 8, 9, 10, 11],
            [[0, 1, 2, 3, 6, 9], [6, 7, 8, 9, 18, 21], list(range(12, 18)), list(range(18, 24))],
            [[list(range(12 * i + 6 * j, 12 * i + 6 * j + 6)) for j in range(2)] for i in range(2)],
            list(range(24)),
            [list(range(3 * i, 3 * i + 3)) for i in range(8)],
        ],
    ),
    _case(
        "tensor.pad and tensor.concat",
        """func.func @main(%t: tensor<2xi32>, %n: index) -> (tensor<?xi32>, tensor<4xi32>) {
          %0 = tensor.pad %t low[1] high[%n] {
          ^bb0(%i: index):
            %k = arith.index_cast %i : index to i32
            tensor.yield %k : i32
          } : tensor<2xi32> to tensor<?xi32>
          %1 = tensor.concat dim(0) %t, %t : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
          return %0, %1 : tensor<?xi32>, tensor<4xi32>
        }""",
        [[7, 8], 2],
        [[0, 7, 8, 3, 4], [7, 8, 7, 8]],
    ),
]
