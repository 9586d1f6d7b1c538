# ruff: noqa: E501  MLIR's lines stay whole
"""Cases of vector: vectors come from memory and go back there."""

from collections.abc import Sequence

import numpy as np

from . import Case


def _on_memory(
    name: str, body: str, given: Sequence[float], expected: Sequence[float], **more: bool
) -> Case:
    """%v is the first four elements of %m; the body makes %r, which is stored at the start of %m."""
    text = f"""func.func @main(%m: memref<8xf32>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %v = vector.load %m[%c0] : memref<8xf32>, vector<4xf32>
      %w = vector.load %m[%c4] : memref<8xf32>, vector<4xf32>
      {body}
      return
    }}"""
    return Case(name, text, [given], [], {0: expected}, **more)


COUNT = [1, 2, 3, 4, 5, 6, 7, 8]
STORE = "vector.store %r, %m[%c0] : memref<8xf32>, vector<4xf32>"
MEMORY = [
    _on_memory("vector.fma", f"%r = vector.fma %v, %w, %v : vector<4xf32>\n{STORE}", COUNT,
               [6, 14, 24, 36, 5, 6, 7, 8]),
    _on_memory("arith on vectors", f"%r = arith.addf %v, %w : vector<4xf32>\n{STORE}", COUNT,
               [6, 8, 10, 12, 5, 6, 7, 8]),
    _on_memory(
        "vector.maskedload and maskedstore",
        """%k = vector.constant_mask [3] : vector<4xi1>
           %n = vector.create_mask %c1 : vector<4xi1>
           %x = vector.maskedload %m[%c1], %k, %w : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
           vector.maskedstore %m[%c4], %k, %x : memref<8xf32>, vector<4xi1>, vector<4xf32>
           vector.maskedstore %m[%c0], %n, %w : memref<8xf32>, vector<4xi1>, vector<4xf32>""",
        COUNT, [5, 2, 3, 4, 2, 3, 4, 8],
    ),
    _on_memory(
        "vector.gather and scatter",
        """%i = arith.constant dense<[3, 0, 2, 2]> : vector<4xi32>
           %j = arith.constant dense<[7, 6, 5, 5]> : vector<4xi32>
           %k = arith.constant dense<[true, true, false, true]> : vector<4xi1>
           %x = vector.gather %m[%c1] [%i], %k, %w : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
           vector.scatter %m[%c0] [%j], %k, %x : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>""",
        COUNT, [1, 2, 3, 4, 5, 4, 2, 5],
    ),
    _on_memory(
        "vector.expandload and compressstore",
        """%k = arith.constant dense<[true, false, true, true]> : vector<4xi1>
           %x = vector.expandload %m[%c0], %k, %w : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
           vector.compressstore %m[%c4], %k, %x : memref<8xf32>, vector<4xi1>, vector<4xf32>""",
        COUNT, [1, 2, 3, 4, 1, 2, 3, 8],
    ),
    _on_memory("vector.shuffle", f"%r = vector.shuffle %v, %w [7, 0, 1, 4] : vector<4xf32>, vector<4xf32>\n{STORE}",
               COUNT, [8, 1, 2, 5, 5, 6, 7, 8]),
    _on_memory(
        "vector.from_elements, to_elements, extract and insert",
        f"""%a:4 = vector.to_elements %v : vector<4xf32>
           %b = vector.from_elements %a#3, %a#2, %a#1, %a#0 : vector<4xf32>
           %x = vector.extract %w[%c1] : f32 from vector<4xf32>
           %y = vector.extract %w[3] : f32 from vector<4xf32>
           %d = vector.insert %x, %b[0] : f32 into vector<4xf32>
           %r = vector.insert %y, %d[%c1] : f32 into vector<4xf32>
           {STORE}""",
        COUNT, [6, 8, 2, 1, 5, 6, 7, 8],
    ),
    _on_memory(
        "vector.broadcast, shape_cast and transpose",
        f"""%s = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
           %t = vector.transpose %s, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
           %u = vector.shape_cast %t : vector<2x2xf32> to vector<4xf32>
           %x = vector.extract %v[2] : f32 from vector<4xf32>
           %b = vector.broadcast %x : f32 to vector<4xf32>
           %r = arith.mulf %u, %b : vector<4xf32>
           {STORE}""",
        COUNT, [3, 9, 6, 12, 5, 6, 7, 8],
    ),
    _on_memory(
        "strided slices",
        f"""%s = vector.extract_strided_slice %v {{offsets = [1], sizes = [2], strides = [1]}} : vector<4xf32> to vector<2xf32>
           %r = vector.insert_strided_slice %s, %w {{offsets = [2], strides = [1]}} : vector<2xf32> into vector<4xf32>
           {STORE}""",
        COUNT, [5, 6, 2, 3, 5, 6, 7, 8],
    ),
    _on_memory(
        "vector.interleave and deinterleave",
        """%x = vector.interleave %v, %w : vector<4xf32> -> vector<8xf32>
           %a, %b = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
           %y = vector.interleave %b, %a : vector<2xf32> -> vector<4xf32>
           vector.store %x, %m[%c0] : memref<8xf32>, vector<8xf32>
           vector.store %y, %m[%c4] : memref<8xf32>, vector<4xf32>""",
        COUNT, [1, 5, 2, 6, 2, 1, 4, 3],
    ),
    _on_memory(
        "vector.bitcast and step",
        f"""%i = vector.bitcast %v : vector<4xf32> to vector<4xi32>
           %n = vector.step : vector<4xindex>
           %k = arith.index_cast %n : vector<4xindex> to vector<4xi32>
           %j = arith.addi %i, %k : vector<4xi32>
           %z = arith.subi %j, %k : vector<4xi32>
           %f = arith.sitofp %k : vector<4xi32> to vector<4xf32>
           %x = vector.bitcast %z : vector<4xi32> to vector<4xf32>
           %r = arith.addf %x, %f : vector<4xf32>
           {STORE}""",
        COUNT, [1, 3, 5, 7, 5, 6, 7, 8],
    ),
    _on_memory(
        "vector.bitcast of bits",
        f"""%n = vector.step : vector<4xindex>
           %k = arith.index_cast %n : vector<4xindex> to vector<4xi4>
           %i = vector.bitcast %k : vector<4xi4> to vector<16xi1>
           %s = vector.bitcast %i : vector<16xi1> to vector<2xi8>
           %t = vector.bitcast %s : vector<2xi8> to vector<8xi2>
           %p = vector.extract_strided_slice %t {{offsets = [2], sizes = [4], strides = [1]}} : vector<8xi2> to vector<4xi2>
           %r = arith.uitofp %p : vector<4xi2> to vector<4xf32>
           {STORE}""",
        COUNT, [1, 0, 2, 0, 5, 6, 7, 8],
    ),
    _on_memory(
        "vector.outerproduct and contract",
        """%a = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
           %b = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
           %p = vector.outerproduct %a, %b : vector<2xf32>, vector<2xf32>
           %q = vector.outerproduct %a, %b, %p {kind = #vector.kind<add>} : vector<2xf32>, vector<2xf32>
           %r = vector.shape_cast %q : vector<2x2xf32> to vector<4xf32>
           vector.store %r, %m[%c0] : memref<8xf32>, vector<4xf32>""",
        COUNT, [6, 8, 12, 16, 5, 6, 7, 8],
    ),
    _on_memory(
        "vector.contract, multi_reduction, scan and mask",
        """%a = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
           %b = vector.shape_cast %w : vector<4xf32> to vector<2x2xf32>
           %z = arith.constant dense<0.0> : vector<2x2xf32>
           %c = vector.contract {
             indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
             iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>
           } %a, %b, %z : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
           %r = vector.shape_cast %c : vector<2x2xf32> to vector<4xf32>
           vector.store %r, %m[%c0] : memref<8xf32>, vector<4xf32>
           %one = arith.constant dense<1.0> : vector<2xf32>
           %x = vector.multi_reduction <mul>, %a, %one [0] : vector<2x2xf32> to vector<2xf32>
           %y, %acc = vector.scan <add>, %a, %one {inclusive = true, reduction_dim = 1 : i64} : vector<2x2xf32>, vector<2xf32>
           %k = arith.constant dense<true> : vector<2xi1>
           %s = vector.mask %k { vector.reduction <add>, %acc : vector<2xf32> into f32 } : vector<2xi1> -> f32
           vector.store %x, %m[%c4] : memref<8xf32>, vector<2xf32>
           %c6 = arith.constant 6 : index
           vector.store %acc, %m[%c6] : memref<8xf32>, vector<2xf32>""",
        COUNT, [19, 22, 43, 50, 3, 8, 3, 7], compiled=False,
    ),
]  # fmt: skip


def _contract(name: str, maps: str, kinds: str, types: str, expected: Sequence[float]) -> Case:
    """The product of the first and the last four elements, added to ones; `types` are those of
    the sides and the result."""
    a, b, c = types.split(", ")
    moved = c if c.startswith("vector") else "vector<1xf32>"
    lines = f"""%a = vector.shape_cast %v : vector<4xf32> to {a}
       %b = vector.{"shape_cast %w" if "x2x" in b or "4" in b else "extract_strided_slice %w {offsets = [0], sizes = [2], strides = [1]}"} : vector<4xf32> to {b}
       %z = arith.constant {"dense<1.0>" if c == moved else "1.0"} : {c}
       %c = vector.contract {{indexing_maps = [{maps}], iterator_types = [{kinds}], kind = #vector.kind<add>}}
         %a, %b, %z : {a}, {b} into {c}
       """
    if c == "f32":
        lines += "memref.store %c, %m[%c0] : memref<8xf32>"
    elif "x2x" in c:
        lines += f"%r = vector.shape_cast %c : {c} to vector<4xf32>\n{STORE}"
    else:
        lines += f"vector.store %c, %m[%c0] : memref<8xf32>, {c}"
    return _on_memory(f"vector.contract: {name}", lines, COUNT, expected)


_SQUARE = "vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>"
_SIDES = [[1, 2], [3, 4]], [[5, 6], [7, 8]]
_ALL = '"parallel", "parallel", "reduction"'
CONTRACTIONS = [
    _contract(
        f"{a} {b} {c}",
        f"affine_map<(m, n, k) -> ({a})>, affine_map<(m, n, k) -> ({b})>, affine_map<(m, n, k) -> ({c})>",
        _ALL, _SQUARE, [*(1 + np.einsum(f"{a},{b}->{c}".replace(", ", ""), *_SIDES).reshape(-1)), 5, 6, 7, 8],
    )
    for a in ("m, k", "k, m") for b in ("k, n", "n, k") for c in ("m, n", "n, m")
] + [
    _contract("matrix and vector", "affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>",
              '"parallel", "reduction"', "vector<2x2xf32>, vector<2xf32>, vector<2xf32>", [18, 40, 3, 4, 5, 6, 7, 8]),
    _contract("dot product", "affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>",
              '"reduction"', "vector<4xf32>, vector<4xf32>, f32", [71, 2, 3, 4, 5, 6, 7, 8]),
    _contract("two reductions", "affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> ()>",
              '"reduction", "reduction"', "vector<2x2xf32>, vector<2x2xf32>, f32", [71, 2, 3, 4, 5, 6, 7, 8]),
    _contract("batch", "affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>",
              '"parallel", "reduction"', "vector<2x2xf32>, vector<2x2xf32>, vector<2xf32>", [18, 54, 3, 4, 5, 6, 7, 8]),
]  # fmt: skip


def _masked(kind: str, expected: float) -> Case:
    body = f"""%k = arith.constant dense<[true, false, true, true]> : vector<4xi1>
      %n = arith.negf %v : vector<4xf32>
      %s = vector.mask %k {{ vector.reduction <{kind}>, %n : vector<4xf32> into f32 }} : vector<4xi1> -> f32
      memref.store %s, %m[%c0] : memref<8xf32>"""
    return _on_memory(f"vector.mask of reduction {kind}", body, COUNT, [expected, *COUNT[1:]])


MASKED = [
    _masked(kind, expected)
    for kind, expected in (
        ("add", -8), ("mul", -12), ("minnumf", -4), ("maxnumf", -1), ("maximumf", -1), ("minimumf", -4),
    )
] + [
    _on_memory(
        "vector.mask of outerproduct",
        f"""%k = arith.constant dense<[true, false, true, true]> : vector<4xi1>
            %f = memref.load %m[%c1] : memref<8xf32>
            %r = vector.mask %k {{ vector.outerproduct %v, %f, %w {{kind = #vector.kind<add>}} : vector<4xf32>, f32 }} : vector<4xi1> -> vector<4xf32>
            {STORE}""",
        COUNT, [7, 6, 13, 16, 5, 6, 7, 8],
    ),
]  # fmt: skip
_KINDS = {
    "add": 10, "mul": 24, "minnumf": 1, "maxnumf": 4, "minimumf": 1, "maximumf": 4,
}  # fmt: skip
REDUCTIONS = [
    Case(
        f"vector.reduction {kind}",
        f"""func.func @main(%m: memref<4xf32>) -> f32 {{
          %c0 = arith.constant 0 : index
          %v = vector.load %m[%c0] : memref<4xf32>, vector<4xf32>
          %r = vector.reduction <{kind}>, %v : vector<4xf32> into f32
          return %r : f32
        }}""",
        [[3, 1, 4, 2]],
        [expected],
    )
    for kind, expected in _KINDS.items()
] + [
    Case(
        f"vector.reduction {kind} of integers",
        f"""func.func @main(%m: memref<4xi8>, %a: i8) -> i8 {{
          %c0 = arith.constant 0 : index
          %v = vector.load %m[%c0] : memref<4xi8>, vector<4xi8>
          %r = vector.reduction <{kind}>, %v, %a : vector<4xi8> into i8
          return %r : i8
        }}""",
        [[-1, 7, 100, 3], 50],
        [expected],
    )
    for kind, expected in {
        "add": 159 - 256, "mul": -105000 + 256 * 410, "and": 0, "or": -1,
        "xor": -1 ^ 7 ^ 100 ^ 3 ^ 50, "minsi": -1, "maxsi": 100, "minui": 3, "maxui": -1,
    }.items()
]  # fmt: skip
TRANSFERS = [
    Case(
        "vector.transfer_read and transfer_write",
        """func.func @main(%m: memref<3x5xf32>, %i: index) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %p = arith.constant 9.0 : f32
          %v = vector.transfer_read %m[%c1, %i], %p : memref<3x5xf32>, vector<4xf32>
          vector.transfer_write %v, %m[%c0, %c1] {in_bounds = [true]} : vector<4xf32>, memref<3x5xf32>
          vector.transfer_write %v, %m[%c0, %i] : vector<4xf32>, memref<3x5xf32>
          return
        }""",
        [[[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]], 3],
        [],
        {0: [[0, 8, 9, 8, 9], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]},
    ),
    Case(
        "transfers of several dimensions, beyond the end and transposed",
        """func.func @main(%m: memref<3x5xf32>, %n: memref<5x3xf32>, %i: index) {
          %c0 = arith.constant 0 : index
          %p = arith.constant -1.0 : f32
          %v = vector.transfer_read %m[%i, %i], %p : memref<3x5xf32>, vector<2x4xf32>
          vector.transfer_write %v, %m[%c0, %c0] : vector<2x4xf32>, memref<3x5xf32>
          %w = vector.transfer_read %m[%c0, %i], %p
            {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<3x5xf32>, vector<4x3xf32>
          vector.transfer_write %w, %n[%i, %c0] : vector<4x3xf32>, memref<5x3xf32>
          return
        }""",
        [np.arange(15).reshape(3, 5), np.zeros((5, 3)), 2],
        after={
            0: [[12, 13, 14, -1, 4], [-1, -1, -1, -1, 9], [10, 11, 12, 13, 14]],
            1: [[0, 0, 0], [0, 0, 0], [14, -1, 12], [-1, -1, 13], [4, 9, 14]],
        },
    ),
    Case(
        "vector.type_cast",
        """func.func @main(%m: memref<4xf32>) {
          %c1 = arith.constant 1 : index
          %v = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf32>
          %b = memref.alloca() : memref<vector<2x2xf32>>
          memref.store %v, %b[] : memref<vector<2x2xf32>>
          %rows = vector.type_cast %b : memref<vector<2x2xf32>> to memref<2xvector<2xf32>>
          %row = memref.load %rows[%c1] : memref<2xvector<2xf32>>
          vector.store %row, %m[%c1] : memref<4xf32>, vector<2xf32>
          return
        }""",
        [np.zeros(4)],
        after={0: [0, 3, 4, 0]},
    ),
    Case(
        "transfers with a map on tensors",
        """func.func @main(%t: tensor<2x3xf32>) -> tensor<2x3xf32> {
          %c0 = arith.constant 0 : index
          %p = arith.constant 9.0 : f32
          %v = vector.transfer_read %t[%c0, %c0], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
              : tensor<2x3xf32>, vector<2x2xf32>
          %r = vector.transfer_write %v, %t[%c0, %c0] : vector<2x2xf32>, tensor<2x3xf32>
          return %r : tensor<2x3xf32>
        }""",
        [[[1, 2, 3], [4, 5, 6]]],
        [[[1, 4, 3], [2, 5, 6]]],
        compiled=False,
    ),
]
CASES = [*MEMORY, *CONTRACTIONS, *MASKED, *REDUCTIONS, *TRANSFERS]
# A result whose dimensions are in the other order, and an accumulator that is a constant.
CASES.append(
    Case(
        "contract with a transposed result",
        """#left = affine_map<(i, j, k) -> (k, j)>
        #right = affine_map<(i, j, k) -> (i, k)>
        #out = affine_map<(i, j, k) -> (j, i)>
        #trait = {indexing_maps = [#left, #right, #out],
                  iterator_types = ["parallel", "parallel", "reduction"]}
        func.func @main() -> (f32, f32, f32) {
          %a = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf32>
          %b = arith.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : vector<2x2xf32>
          %0 = vector.contract #trait %a, %b, %a
              : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
          %r:4 = vector.to_elements %0 : vector<2x2xf32>
          return %r#0, %r#1, %r#2 : f32, f32, f32
        }""",
        [],
        [24.0, 33.0, 37.0],
    )
)
