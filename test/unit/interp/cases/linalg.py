# ruff: noqa: E501  MLIR's lines stay whole
"""Cases of linalg and shape, on tensors and on memrefs."""

from . import Case

A = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
B = [[1.0, 0.0], [2.0, 1.0], [0.0, 3.0]]


def _case(
    name: str,
    head: str,
    result: str,
    body: str,
    arguments: object,
    expected: object,
    **more: object,
) -> Case:
    text = f"func.func @main({head}) -> ({result}) {{\n{body}\n}}"
    return Case(name, text, arguments, expected, compiled=False, **more)  # type: ignore[arg-type]


CASES = [
    _case(
        "matmul of tensors and of memrefs",
        "%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %m: memref<2x3xf32>, %n: memref<3x2xf32>, %o: memref<2x2xf32>",
        "tensor<2x2xf32>",
        """%z = arith.constant 0.0 : f32
        %e = tensor.empty() : tensor<2x2xf32>
        %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
        %r = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
        linalg.matmul ins(%m, %n : memref<2x3xf32>, memref<3x2xf32>) outs(%o : memref<2x2xf32>)
        return %r : tensor<2x2xf32>""",
        [A, B, A, B, [[1.0, 0.0], [0.0, 0.0]]],
        [[[5.0, 11.0], [14.0, 23.0]]],
        after={4: [[6.0, 11.0], [14.0, 23.0]]},
    ),
    _case(
        "generic with indices, two results and a scalar",
        "%a: tensor<2x3xf32>, %s: f32",
        "tensor<3x2xf32>, tensor<2xindex>",
        """%e = tensor.empty() : tensor<3x2xf32>
        %i = arith.constant dense<0> : tensor<2xindex>
        %0:2 = linalg.generic {
          indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>],
          iterator_types = ["parallel", "reduction"]
        } ins(%a, %s : tensor<2x3xf32>, f32) outs(%e, %i : tensor<3x2xf32>, tensor<2xindex>) {
        ^bb0(%x: f32, %y: f32, %old: f32, %sum: index):
          %p = arith.mulf %x, %y : f32
          %j = linalg.index 1 : index
          %q = arith.addi %sum, %j : index
          linalg.yield %p, %q : f32, index
        } -> (tensor<3x2xf32>, tensor<2xindex>)
        return %0#0, %0#1 : tensor<3x2xf32>, tensor<2xindex>""",
        [A, 2.0],
        [[[2.0, 8.0], [4.0, 10.0], [6.0, 12.0]], [3, 3]],
    ),
    _case(
        "map, reduce, transpose, broadcast",
        "%a: tensor<2x3xf32>",
        "tensor<2xf32>, tensor<3x2xf32>, tensor<2x2xf32>, tensor<2x3xf32>",
        """%z = arith.constant dense<0.0> : tensor<2xf32>
        %e = tensor.empty() : tensor<2x3xf32>
        %t = tensor.empty() : tensor<3x2xf32>
        %u = tensor.empty() : tensor<2x2xf32>
        %m = linalg.map { arith.addf } ins(%a, %a : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>)
        %r = linalg.reduce { arith.addf } ins(%m : tensor<2x3xf32>) outs(%z : tensor<2xf32>) dimensions = [1]
        %p = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%t : tensor<3x2xf32>) permutation = [1, 0]
        %b = linalg.broadcast ins(%r : tensor<2xf32>) outs(%u : tensor<2x2xf32>) dimensions = [0]
        %c = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%a, %m : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
        return %r, %p, %b, %c : tensor<2xf32>, tensor<3x2xf32>, tensor<2x2xf32>, tensor<2x3xf32>""",
        [A],
        [
            [12.0, 30.0],
            [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]],
            [[12.0, 30.0]] * 2,
            [[2.0, 8.0, 18.0], [32.0, 50.0, 72.0]],
        ],
    ),
    _case(
        "windows",
        "%a: memref<1x3x4x1xf32>, %f: memref<2x2x1x1xf32>, %o: memref<1x2x2x1xf32>, %p: memref<1x2x2x1xf32>, %w: memref<2x2xf32>",
        "",
        """linalg.conv_2d_nhwc_hwcf {strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %f : memref<1x3x4x1xf32>, memref<2x2x1x1xf32>) outs(%o : memref<1x2x2x1xf32>)
        linalg.pooling_nhwc_max {strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %w : memref<1x3x4x1xf32>, memref<2x2xf32>) outs(%p : memref<1x2x2x1xf32>)
        return""",
        [
            [
                [
                    [[1.0], [2.0], [3.0], [4.0]],
                    [[5.0], [6.0], [7.0], [8.0]],
                    [[9.0], [0.0], [1.0], [2.0]],
                ]
            ],
            [[[[1.0]], [[1.0]]], [[[1.0]], [[0.0]]]],
            [[[[0.0]] * 2] * 2],
            [[[[0.0]] * 2] * 2],
            [[0.0] * 2] * 2,
        ],
        [],
        after={2: [[[[8.0], [14.0]], [[20.0], [16.0]]]], 3: [[[[6.0], [8.0]], [[9.0], [8.0]]]]},
    ),
    _case(
        "softmax",
        "%a: tensor<2x2xf64>, %m: memref<2x2xf64>",
        "tensor<2x2xf64>",
        """%e = tensor.empty() : tensor<2x2xf64>
        %r = linalg.softmax dimension(1) ins(%a : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
        linalg.softmax dimension(0) ins(%m : memref<2x2xf64>) outs(%m : memref<2x2xf64>)
        return %r : tensor<2x2xf64>""",
        [[[0.0, 0.0], [1.0, 1.0]], [[3.0, 5.0], [3.0, 5.0]]],
        [[[0.5, 0.5], [0.5, 0.5]]],
        after={1: [[0.5, 0.5], [0.5, 0.5]]},
    ),
    _case(
        "pack and unpack",
        "%a: tensor<2x3xf32>, %p: f32",
        "tensor<2x1x2x2xf32>, tensor<2x3xf32>",
        """%e = tensor.empty() : tensor<2x1x2x2xf32>
        %d = tensor.empty() : tensor<2x3xf32>
        %0 = linalg.pack %a padding_value(%p : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %e : tensor<2x3xf32> -> tensor<2x1x2x2xf32>
        %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %d : tensor<2x1x2x2xf32> -> tensor<2x3xf32>
        return %0, %1 : tensor<2x1x2x2xf32>, tensor<2x3xf32>""",
        [A, 9.0],
        [[[[[1.0, 4.0], [2.0, 5.0]]], [[[3.0, 6.0], [9.0, 9.0]]]], A],
    ),
    _case(
        "shapes",
        "%a: tensor<?x3xf32>, %b: tensor<1xf32>",
        "tensor<?xindex>, index, index, i1, i1, index, index",
        """%c1 = arith.constant 1 : index
        %s = shape.shape_of %a : tensor<?x3xf32> -> tensor<?xindex>
        %t = shape.shape_of %b : tensor<1xf32> -> tensor<?xindex>
        %u = shape.broadcast %s, %t : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
        %n = shape.num_elements %u : tensor<?xindex> -> index
        %k = shape.rank %s : tensor<?xindex> -> index
        %ok = shape.is_broadcastable %s, %t : tensor<?xindex>, tensor<?xindex>
        %eq = shape.shape_eq %s, %t : tensor<?xindex>, tensor<?xindex>
        %w = shape.cstr_broadcastable %s, %t : tensor<?xindex>, tensor<?xindex>
        %w2 = shape.cstr_eq %s, %s : tensor<?xindex>, tensor<?xindex>
        %w3 = shape.cstr_require %ok, "no"
        %w4 = shape.const_witness true
        %all = shape.assuming_all %w, %w2, %w3, %w4
        %d = shape.assuming %all -> (index) {
          %x = shape.get_extent %s, %c1 : tensor<?xindex>, index -> index
          shape.assuming_yield %x : index
        }
        %c = shape.concat %s, %t : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
        %head, %tail = "shape.split_at"(%c, %c1) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
        %x1 = shape.from_extents %c1, %d : index, index
        %x2 = shape.to_extent_tensor %x1 : !shape.shape -> tensor<?xindex>
        %x3 = shape.from_extent_tensor %x2 : tensor<?xindex>
        %x4 = shape.const_shape [1, 3] : !shape.shape
        %x5 = shape.any %x3, %x4 : !shape.shape, !shape.shape -> !shape.shape
        %x6 = shape.meet %x5, %x4 : !shape.shape, !shape.shape -> !shape.shape
        %z = shape.const_size 1
        %dim = shape.dim %a, %c1 : tensor<?x3xf32>, index -> index
        %size = shape.index_to_size %dim
        %sum = shape.reduce(%x6, %z) : !shape.shape -> !shape.size {
        ^bb0(%i: index, %e: !shape.size, %acc: !shape.size):
          %y1 = shape.mul %e, %acc : !shape.size, !shape.size -> !shape.size
          %y2 = shape.add %y1, %size : !shape.size, !shape.size -> !shape.size
          %y3 = shape.div %y2, %z : !shape.size, !shape.size -> !shape.size
          %y4 = shape.max %y3, %z : !shape.size, !shape.size -> !shape.size
          %y5 = shape.min %y4, %y3 : !shape.size, !shape.size -> !shape.size
          shape.yield %y5 : !shape.size
        }
        %v = shape.value_as_shape %tail : tensor<?xindex> -> !shape.shape
        %v2 = "shape.debug_print"(%v) : (!shape.shape) -> !shape.shape
        %last = shape.size_to_index %sum : !shape.size
        %l = shape.rank %v2 : !shape.shape -> !shape.size
        %m = shape.size_to_index %l : !shape.size
        return %u, %n, %k, %ok, %eq, %last, %m : tensor<?xindex>, index, index, i1, i1, index, index""",
        [A, [1.0]],
        [[2, 3], 6, 2, 1, 0, 15, 2],
    ),
]
