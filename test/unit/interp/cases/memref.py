# ruff: noqa: E501  MLIR's lines stay whole
"""Cases of memref."""

from . import Case

CASES = [
    Case(
        "alloc, alloca, load, store, copy, dim, rank, dealloc",
        """func.func @main(%m: memref<2x?xf32>, %n: index) -> (f32, index, index) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %a = memref.alloc(%n) : memref<2x?xf32>
          %b = memref.alloca() : memref<f32>
          memref.copy %m, %a : memref<2x?xf32> to memref<2x?xf32>
          memref.prefetch %a[%c0, %c0], read, locality<3>, data : memref<2x?xf32>
          %v = memref.load %a[%c1, %c0] : memref<2x?xf32>
          memref.store %v, %b[] : memref<f32>
          %w = memref.load %b[] : memref<f32>
          memref.store %w, %m[%c0, %c1] : memref<2x?xf32>
          %d = memref.dim %a, %c1 : memref<2x?xf32>
          %r = memref.rank %m : memref<2x?xf32>
          memref.dealloc %a : memref<2x?xf32>
          return %w, %d, %r : f32, index, index
        }""",
        [[[1, 2, 3], [4, 5, 6]], 3],
        [4.0, 3, 2],
        {0: [[1, 4, 3], [4, 5, 6]]},
    ),
    Case(
        "views alias",
        """func.func @main(%m: memref<4x6xi32>, %o: index) -> (i32, index, index, index) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %v = arith.constant 100 : i32
          %w = arith.constant 200 : i32
          %s = memref.subview %m[%o, 2] [2, 2] [1, 3]
              : memref<4x6xi32> to memref<2x2xi32, strided<[6, 3], offset: ?>>
          memref.store %v, %s[%c1, %c1] : memref<2x2xi32, strided<[6, 3], offset: ?>>
          %t = memref.transpose %s (i, j) -> (j, i) : memref<2x2xi32, strided<[6, 3], offset: ?>>
              to memref<2x2xi32, strided<[3, 6], offset: ?>>
          memref.store %w, %t[%c1, %c0] : memref<2x2xi32, strided<[3, 6], offset: ?>>
          %x = memref.load %m[%c1, %o] : memref<4x6xi32>
          %b, %off, %sz:2, %st:2 = memref.extract_strided_metadata %s
              : memref<2x2xi32, strided<[6, 3], offset: ?>>
              -> memref<i32>, index, index, index, index, index
          %r = memref.subview %m[0, 1] [4, 1] [1, 1] : memref<4x6xi32> to memref<4xi32, strided<[6], offset: 1>>
          memref.store %x, %r[%c0] : memref<4xi32, strided<[6], offset: 1>>
          return %x, %off, %sz#0, %st#1 : i32, index, index, index
        }""",
        [[[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [12] * 6, [13] * 6], 1],
        [7, 8, 2, 3],
        {0: [[0, 7, 2, 3, 4, 5], [6, 7, 8, 9, 10, 200], [12, 12, 12, 12, 12, 100], [13] * 6]},
    ),
    Case(
        "shapes",
        """func.func @main(%m: memref<2x6xi32>, %i: index) -> (i32, i32, i32, i32) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %e = memref.expand_shape %m [[0], [1, 2]] output_shape [2, 3, 2]
              : memref<2x6xi32> into memref<2x3x2xi32>
          %a = memref.load %e[%c1, %c2, %c0] : memref<2x3x2xi32>
          %f = memref.collapse_shape %e [[0, 1], [2]] : memref<2x3x2xi32> into memref<6x2xi32>
          %b = memref.load %f[%i, %c1] : memref<6x2xi32>
          %shape = memref.alloca() : memref<2xindex>
          %c4 = arith.constant 4 : index
          %c3 = arith.constant 3 : index
          memref.store %c4, %shape[%c0] : memref<2xindex>
          memref.store %c3, %shape[%c1] : memref<2xindex>
          %r = memref.reshape %m(%shape) : (memref<2x6xi32>, memref<2xindex>) -> memref<?x?xi32>
          %c = memref.load %r[%c2, %c1] : memref<?x?xi32>
          %q = memref.reinterpret_cast %m to offset: [%i], sizes: [2], strides: [3]
              : memref<2x6xi32> to memref<2xi32, strided<[3], offset: ?>>
          %d = memref.load %q[%c1] : memref<2xi32, strided<[3], offset: ?>>
          return %a, %b, %c, %d : i32, i32, i32, i32
        }""",
        [[[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]], 4],
        [10, 9, 7, 7],
    ),
    Case(
        "memref.view and casts",
        """func.func @main(%m: memref<16xi8>, %s: index) -> (i32, index) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = arith.constant 3 : index
          %v = memref.view %m[%s][%n] : memref<16xi8> to memref<?xi32>
          %c = memref.cast %v : memref<?xi32> to memref<3xi32>
          %a = memref.assume_alignment %c, 4 : memref<3xi32>
          %x = memref.load %a[%c1] : memref<3xi32>
          %sp = memref.memory_space_cast %a : memref<3xi32> to memref<3xi32>
          memref.store %x, %sp[%c0] : memref<3xi32>
          %d = memref.dim %v, %c0 : memref<?xi32>
          return %x, %d : i32, index
        }""",
        [[0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0], 4],
        [513, 3],
        {0: [0, 0, 0, 0, 1, 2, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0]},
    ),
    Case(
        "memref.global",
        """memref.global "private" @state : memref<2xi32> = dense<[5, 6]>
        memref.global "private" @blank : memref<2xi32> = uninitialized
        func.func private @bump() -> i32 {
          %c1 = arith.constant 1 : index
          %g = memref.get_global @state : memref<2xi32>
          %b = memref.get_global @blank : memref<2xi32>
          %v = memref.load %g[%c1] : memref<2xi32>
          %n = arith.addi %v, %v : i32
          memref.store %n, %g[%c1] : memref<2xi32>
          memref.store %n, %b[%c1] : memref<2xi32>
          return %n : i32
        }
        func.func @main() -> (i32, i32) {
          %a = call @bump() : () -> i32
          %b = call @bump() : () -> i32
          return %a, %b : i32, i32
        }""",
        [],
        [12, 24],
    ),
    Case(
        "atomic updates",
        """func.func @main(%m: memref<4xi32>, %f: memref<2xf32>, %v: i32) -> (i32, f32) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %c3 = arith.constant 3 : index
          %a = memref.atomic_rmw addi %v, %m[%c0] : (i32, memref<4xi32>) -> i32
          %b = memref.atomic_rmw maxs %v, %m[%c1] : (i32, memref<4xi32>) -> i32
          %c = memref.atomic_rmw assign %v, %m[%c2] : (i32, memref<4xi32>) -> i32
          %e = memref.atomic_rmw minu %v, %m[%c3] : (i32, memref<4xi32>) -> i32
          %x = arith.constant 2.5 : f32
          %d = memref.atomic_rmw addf %x, %f[%c0] : (f32, memref<2xf32>) -> f32
          return %a, %d : i32, f32
        }""",
        [[1, 2, 3, -4], [1, 2], 7],
        [1, 1.0],
        {0: [8, 7, 7, 7], 1: [3.5, 2]},
    ),
    Case(
        "memref.generic_atomic_rmw",
        """func.func @main(%m: memref<1xi32>) -> i32 {
          %c0 = arith.constant 0 : index
          %r = memref.generic_atomic_rmw %m[%c0] : memref<1xi32> {
          ^bb0(%old: i32):
            %new = arith.muli %old, %old : i32
            memref.atomic_yield %new : i32
          }
          return %r : i32
        }""",
        [[5]],
        [5],
        {0: [25]},
    ),
    Case(
        "memref.realloc",
        """func.func @main() -> i32 {
          %c0 = arith.constant 0 : index
          %v = arith.constant 3 : i32
          %m = memref.alloc() : memref<1xi32>
          memref.store %v, %m[%c0] : memref<1xi32>
          %n = memref.realloc %m : memref<1xi32> to memref<4xi32>
          %r = memref.load %n[%c0] : memref<4xi32>
          memref.dealloc %n : memref<4xi32>
          return %r : i32
        }""",
        [],
        [3],
        compiled=False,
    ),
    Case(
        "memref.alloca_scope",
        """func.func @main(%v: i32) -> i32 {
          %r = memref.alloca_scope -> (i32) {
            %m = memref.alloca() : memref<i32>
            memref.store %v, %m[] : memref<i32>
            %x = memref.load %m[] : memref<i32>
            memref.alloca_scope.return %x : i32
          }
          return %r : i32
        }""",
        [3],
        [3],
    ),
    Case(
        "memref.distinct_objects",
        """func.func @main(%a: memref<1xi32>, %b: memref<1xi32>) -> i32 {
          %c0 = arith.constant 0 : index
          %x, %y = memref.distinct_objects %a, %b : memref<1xi32>, memref<1xi32>
          %r = memref.load %y[%c0] : memref<1xi32>
          return %r : i32
        }""",
        [[1], [2]],
        [2],
    ),
    Case(
        "poison: copying what was never written",
        """func.func @main() -> i32 {
          %c0 = arith.constant 0 : index
          %v = arith.constant 3 : i32
          %a = memref.alloc() : memref<2xi32>
          %b = memref.alloc() : memref<2xi32>
          memref.store %v, %a[%c0] : memref<2xi32>
          memref.copy %a, %b : memref<2xi32> to memref<2xi32>
          %r = memref.load %b[%c0] : memref<2xi32>
          return %r : i32
        }""",
        [],
        [3],
    ),
]
