# ruff: noqa: E501  MLIR's lines stay whole
"""Cases of krnl."""

from . import Case

CASES = [
    Case(
        "strings and boxes",
        """func.func @main(%m: memref<2x3xf32>, %v: f32) -> (index, i32, f32, index) {
          %0 = arith.constant 0 : index
          %1 = arith.constant 1 : index
          %2 = arith.constant 2 : index
          %4 = arith.constant 4 : index
          %arena = "krnl.arena"() : () -> memref<1xi64>
          %bytes = "krnl.arena_alloc"(%arena, %4) : (memref<1xi64>, index) -> memref<?xui8>
          %a = arith.constant 65 : i8
          %b = arith.constant 66 : i8
          %end = arith.constant 0 : i8
          %ua = builtin.unrealized_conversion_cast %a : i8 to ui8
          %ub = builtin.unrealized_conversion_cast %b : i8 to ui8
          %uend = builtin.unrealized_conversion_cast %end : i8 to ui8
          memref.store %ub, %bytes[%0] : memref<?xui8>
          memref.store %ua, %bytes[%1] : memref<?xui8>
          memref.store %uend, %bytes[%2] : memref<?xui8>
          %s = "krnl.string_of"(%bytes, %1) : (memref<?xui8>, index) -> !krnl.string
          %t = "krnl.string_bytes"(%s) : (!krnl.string) -> memref<?xui8>
          %n = memref.dim %t, %0 : memref<?xui8>
          %first = memref.load %t[%0] : memref<?xui8>
          %byte = builtin.unrealized_conversion_cast %first : ui8 to i8
          %wide = arith.extui %byte : i8 to i32
          %box = "krnl.box"(%arena, %m) : (memref<1xi64>, memref<2x3xf32>) -> !krnl.box
          memref.store %v, %m[%1, %2] : memref<2x3xf32>
          %inner = "krnl.unbox"(%box) : (!krnl.box) -> memref<?x?xf32>
          %old = memref.load %inner[%1, %2] : memref<?x?xf32>
          %other = "krnl.unbox"(%box) : (!krnl.box) -> memref<?xf32>
          %none = memref.dim %other, %0 : memref<?xf32>
          %copy = memref.alloc() : memref<2x3xf32>
          %mine = "krnl.owned"(%copy) : (memref<2x3xf32>) -> memref<2x3xf32>
          memref.dealloc %mine : memref<2x3xf32>
          "krnl.arena_free"(%arena) : (memref<1xi64>) -> ()
          return %n, %wide, %old, %none : index, i32, f32, index
        }""",
        [[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 9.0],
        [1, 65, 6.0, 0],
    ),
    Case(
        "krnl.iterate over tiles",
        """func.func @main(%m: memref<7x5xf32>, %n: index) -> f32 {
          %z = arith.constant 0.0 : f32
          %acc = memref.alloca() : memref<f32>
          krnl.store %z, %acc[] : memref<f32>
          %i, %j = krnl.define_loops 2
          %ib, %il = krnl.block %i 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
          krnl.permute(%ib, %il, %j) [0, 2, 1] : !krnl.loop, !krnl.loop, !krnl.loop
          krnl.iterate(%ib, %il, %j) with (%i -> %x = 0 to %n, %j -> %y = 1 to 5){
            %v = krnl.load %m[%x, %y] : memref<7x5xf32>
            %a = krnl.load %acc[] : memref<f32>
            %s = arith.addf %a, %v : f32
            krnl.store %s, %acc[] : memref<f32>
          }
          %r = krnl.load %acc[] : memref<f32>
          return %r : f32
        }""",
        [[[5 * i + j for j in range(5)] for i in range(7)], 6],
        [float(sum(5 * i + j for j in range(1, 5) for i in range(6)))],
    ),
    Case(
        "nested iterates",
        """func.func @main(%m: memref<6xi32>) {
          %i = krnl.define_loops 1
          %b, %l = krnl.block %i 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
          krnl.iterate(%b) with (%i -> %x = 0 to 6){
            %t = krnl.get_induction_var_value(%b) : (!krnl.loop) -> index
            krnl.iterate(%l) with (){
              %p = krnl.get_induction_var_value(%l) : (!krnl.loop) -> index
              %d = arith.subi %p, %t : index
              %k = arith.index_cast %d : index to i32
              krnl.store %k, %m[%p] : memref<6xi32>
            }
          }
          return
        }""",
        [[9] * 6],
        [],
        {0: [0, 1, 2, 3, 0, 1]},
    ),
    Case(
        "krnl.iterate with values",
        """func.func @main(%m: memref<4xf32>) -> f32 {
          %z = arith.constant 1.0 : f32
          %i = krnl.define_loops 1
          %r = krnl.iterate(%i) with (%i -> %x = 0 to 4) iter_args(%a = %z) -> (f32){
            %v = krnl.load %m[%x] : memref<4xf32>
            %s = arith.mulf %a, %v : f32
            krnl.yield %s : f32
          }
          return %r : f32
        }""",
        [[1, 2, 3, 4]],
        [24.0],
    ),
    Case(
        "krnl.global, memset, memcpy and the linear offset",
        """func.func @main(%m: memref<6xf32>) -> index {
          %g = "krnl.global"() {name = "c", shape = [2, 2], value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> memref<2x2xf32>
          %z = arith.constant 7.0 : f32
          krnl.memset %m, %z : memref<6xf32>
          %n = arith.constant 2 : i64
          %to = arith.constant 3 : index
          %from = arith.constant 1 : index
          "krnl.memcpy"(%m, %g, %n, %to, %from) : (memref<6xf32>, memref<2x2xf32>, i64, index, index) -> ()
          %o = krnl.get_linear_offset_index %g at [%from, %from] : memref<2x2xf32>
          return %o : index
        }""",
        [[0] * 6],
        [3],
        {0: [7, 7, 7, 2, 3, 7]},
    ),
    Case(
        "krnl.may_overwrite: no caller of the interpreter wants it",
        """func.func @main(%m: memref<6xf32>) -> i1 {
          %yes = krnl.may_overwrite %m, 0 : memref<6xf32>
          return %yes : i1
        }""",
        [[0] * 6],
        [0],
    ),
    Case(
        "krnl.matmul on tile buffers",
        """func.func @main(%A: memref<3x5xf32>, %B: memref<5x3xf32>, %C: memref<3x3xf32>) {
          %z = arith.constant 0.0 : f32
          %c0 = arith.constant 0 : index
          %c3 = arith.constant 3 : index
          %c5 = arith.constant 5 : index
          %a = memref.alloca() : memref<4x8xf32>
          %c = memref.alloca() : memref<4x4xf32>
          krnl.copy_to_tile_buffer %a, %A[%c0, %c0], %z {padToNext = [4, 8], tileSize = [], transpose = false} : memref<4x8xf32>, memref<3x5xf32>
          krnl.copy_to_tile_buffer %c, %C[%c0, %c0], %z {padToNext = [4, 4], tileSize = [], transpose = true} : memref<4x4xf32>, memref<3x3xf32>
          %i, %j, %k = krnl.define_loops 3
          krnl.matmul %a[%c0, %c0], %B[%c0, %c0], %c[%c0, %c0], (%i, %j, %k),
              (%c0, %c0, %c0), (%c3, %c3, %c5)
              {aTileSize = [], bTileSize = [], cTileSize = [], computeTileSize = [4, 4, 8]}
              : memref<4x8xf32>, memref<5x3xf32>, memref<4x4xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
          krnl.copy_from_tile_buffer %c, %C[%c0, %c0] {tileSize = []} : memref<4x4xf32>, memref<3x3xf32>
          return
        }""",
        [
            [[1, 2, 3, 4, 5], [0, 1, 0, 1, 0], [2, 2, 2, 2, 2]],
            [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [0, 0, 2]],
            [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
        ],
        [],
        {2: [[5, 6 + 3, 17 + 6], [1 + 1, 2 + 4, 1 + 7], [4 + 2, 4 + 5, 8 + 8]]},
    ),
    Case(
        "hints, marks and krnl.region",
        """func.func @main(%m: memref<4xf32>) {
          "krnl.region"() ({
            %none = "krnl.noValue"() <{value}> : () -> none
            %i, %j = krnl.define_loops 2
            krnl.parallel(%i) : !krnl.loop
            krnl.unroll %j : !krnl.loop
            krnl.iterate(%i, %j) with (%i -> %x = 0 to 2, %j -> %y = 0 to 2){
              krnl.prefetch %m[%x], read, locality<3>, data : memref<4xf32>
              %v = krnl.load %m[%x] : memref<4xf32>
              %s = arith.addf %v, %v : f32
              krnl.store %s, %m[%x] : memref<4xf32>
            }
          }) : () -> ()
          return
        }""",
        [[1, 2, 3, 4]],
        [],
        {0: [4, 8, 3, 4]},
        compiled=False,
    ),
    Case(
        "sequences",
        """func.func @main(%e: memref<2xf32>, %n: index) -> (f32, f32) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %z = arith.constant 9.0 : f32
          %s = "krnl.seqalloc"(%n) : (index) -> memref<?xmemref<2xf32>>
          "krnl.seqstore"(%e, %s, %c1) : (memref<2xf32>, memref<?xmemref<2xf32>>, index) -> ()
          memref.store %z, %e[%c0] : memref<2xf32>
          %a = "krnl.seqextract"(%s, %c1) <{copy = 1 : ui1}> : (memref<?xmemref<2xf32>>, index) -> memref<2xf32>
          "krnl.seqdealloc"(%s) : (memref<?xmemref<2xf32>>) -> ()
          %x = memref.load %a[%c0] : memref<2xf32>
          %y = memref.load %e[%c0] : memref<2xf32>
          return %x, %y : f32, f32
        }""",
        [[1, 2], 3],
        [1.0, 9.0],
        compiled=False,
    ),
    Case(
        "krnl.vector_type_cast",
        """func.func @main(%m: memref<2x8xf32>) -> f32 {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %v = krnl.vector_type_cast %m : memref<2x8xf32> to memref<2x2xvector<4xf32>>
          %x = memref.load %v[%c1, %c0] : memref<2x2xvector<4xf32>>
          %y = arith.addf %x, %x : vector<4xf32>
          memref.store %y, %v[%c0, %c1] : memref<2x2xvector<4xf32>>
          %r = vector.reduction <add>, %x : vector<4xf32> into f32
          return %r : f32
        }""",
        [[[0, 1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 0, 0, 0, 0]]],
        [10.0],
        {0: [[0, 1, 2, 3, 2, 4, 6, 8], [1, 2, 3, 4, 0, 0, 0, 0]]},
    ),
    Case(
        "products of two bytes",
        """func.func @main(%i: memref<3xi16>) {
          %0 = arith.constant 0 : index
          %a = arith.constant dense<[-1, -1, 127, 127, -128, 5]> : vector<6xi8>
          %u = builtin.unrealized_conversion_cast %a : vector<6xi8> to vector<6xui8>
          %b = arith.constant dense<[-128, -128, -128, -128, 127, 6]> : vector<6xi8>
          %1 = krnl.pair_dot %u, %b : vector<6xui8>, vector<6xi8> into vector<3xi16>
          vector.store %1, %i[%0] : memref<3xi16>, vector<3xi16>
          return
        }""",
        [[0, 0, 0]],
        [],
        after={0: [-32768, -32512, 16286]},
    ),
    Case(
        "numbers of a table",
        """func.func @main(%i: memref<4xf32>) {
          %0 = arith.constant 0 : index
          %t = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.5]> : vector<16xf32>
          %a = arith.constant dense<[-1, 7, 24, 1048579]> : vector<4xi32>
          %1 = krnl.lookup %t[%a] : vector<16xf32>, vector<4xi32> -> vector<4xf32>
          vector.store %1, %i[%0] : memref<4xf32>, vector<4xf32>
          return
        }""",
        [[0, 0, 0, 0]],
        [],
        after={0: [15.5, 7, 8, 3]},
    ),
    Case(
        "products of neighbors",
        """func.func @main(%i: memref<2xi32>, %j: memref<2xi32>, %f: memref<2xf32>, %k: memref<2xi32>) {
          %0 = arith.constant 0 : index
          %a = arith.constant dense<[-1, 1, 2, 3, -128, 127, 0, 5]> : vector<8xi8>
          %u = builtin.unrealized_conversion_cast %a : vector<8xi8> to vector<8xui8>
          %b = arith.constant dense<[-128, 2, -3, 4, -128, -1, 9, 6]> : vector<8xi8>
          %s = vector.load %i[%0] : memref<2xi32>, vector<2xi32>
          %1 = krnl.dot %u, %b, %s : vector<8xui8>, vector<8xi8> into vector<2xi32>
          %2 = krnl.dot %a, %b, %s : vector<8xi8>, vector<8xi8> into vector<2xi32>
          vector.store %1, %i[%0] : memref<2xi32>, vector<2xi32>
          vector.store %2, %j[%0] : memref<2xi32>, vector<2xi32>
          %x = arith.constant dense<[1.0, 16777216.0, -3.0, 0.5]> : vector<4xbf16>
          %y = arith.constant dense<[1.0, 1.0, 2.0, 4.0]> : vector<4xbf16>
          %t = vector.load %f[%0] : memref<2xf32>, vector<2xf32>
          %3 = krnl.dot %x, %y, %t : vector<4xbf16>, vector<4xbf16> into vector<2xf32>
          vector.store %3, %f[%0] : memref<2xf32>, vector<2xf32>
          %p = arith.constant dense<[-32768, 3, 255, -7]> : vector<4xi16>
          %4 = krnl.dot %p, %p, %1 : vector<4xi16>, vector<4xi16> into vector<2xi32>
          vector.store %4, %k[%0] : memref<2xi32>, vector<2xi32>
          return
        }""",
        [[10, -20], [0, 0], [1.0, 8.0], [0, 0]],
        [],
        # 255 is -1 with a sign; 1 is lost in 2**24 twice, as the larger product comes first
        after={
            0: [-32622, -16501],
            1: [146, 16267],
            2: [16777216.0, 4.0],
            3: [1073709211, 48573],
        },
    ),
]
