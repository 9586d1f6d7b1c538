# ruff: noqa: E501  MLIR's lines stay whole
"""Cases of func, cf, scf and affine."""

from . import Case

FUNC = [
    Case(
        "calls and recursion",
        """func.func private @sum(%n: i64, %acc: i64) -> i64 {
          %zero = arith.constant 0 : i64
          %one = arith.constant 1 : i64
          %done = arith.cmpi eq, %n, %zero : i64
          cf.cond_br %done, ^end, ^next
        ^end:
          return %acc : i64
        ^next:
          %m = arith.subi %n, %one : i64
          %a = arith.addi %acc, %n : i64
          %r = func.call @sum(%m, %a) : (i64, i64) -> i64
          return %r : i64
        }
        func.func @main(%n: i64) -> i64 {
          %zero = arith.constant 0 : i64
          %f = func.constant @sum : (i64, i64) -> i64
          %r = func.call_indirect %f(%n, %zero) : (i64, i64) -> i64
          return %r : i64
        }""",
        [3000],
        [3000 * 3001 // 2],
    ),
]
CF = [
    Case(
        "cf.switch and cf.br",
        """func.func @main(%f: i32, %a: i32) -> i32 {
          cf.switch %f : i32, [
            default: ^other,
            -1: ^first(%a : i32),
            7: ^second(%f : i32)
          ]
        ^first(%x: i32):
          cf.br ^end(%x : i32)
        ^second(%y: i32):
          %s = arith.addi %y, %y : i32
          cf.br ^end(%s : i32)
        ^other:
          cf.br ^end(%f : i32)
        ^end(%r: i32):
          return %r : i32
        }""",
        arguments,
        [expected],
    )
    for arguments, expected in (((-1, 5), 5), ((7, 5), 14), ((2, 5), 2))
] + [
    Case(
        "cf.assert",
        """func.func @main(%c: i1) -> i1 {
          cf.assert %c, "must hold"
          return %c : i1
        }""",
        [1],
        [1],
    ),
]
SCF = [
    Case(
        "scf.for, unsigned",
        """func.func @main(%a: i8, %b: i8, %s: i8) -> i32 {
          %z = arith.constant 0 : i32
          %r = scf.for unsigned %i = %a to %b step %s iter_args(%c = %z) -> i32 : i8 {
            %k = arith.extui %i : i8 to i32
            %n = arith.addi %c, %k : i32
            scf.yield %n : i32
          }
          return %r : i32
        }""",
        [100, -56, 50],
        [250],
    ),
    Case(
        "scf.for, signed",
        """func.func @main(%a: index, %b: index, %s: index) -> (index, index) {
          %z = arith.constant 0 : index
          %one = arith.constant 1 : index
          %r:2 = scf.for %i = %a to %b step %s iter_args(%c = %z, %d = %one) -> (index, index) {
            %n = arith.addi %c, %i : index
            scf.yield %d, %n : index, index
          }
          return %r#0, %r#1 : index, index
        }""",
        [-3, 6, 4],
        [2, 2],
    ),
    *(
        Case(
            "scf.if",
            """func.func @main(%c: i1, %m: memref<1xi32>) -> i32 {
              %z = arith.constant 0 : index
              %one = arith.constant 1 : i32
              %two = arith.constant 2 : i32
              %r = scf.if %c -> i32 {
                scf.yield %one : i32
              } else {
                scf.yield %two : i32
              }
              scf.if %c {
                memref.store %r, %m[%z] : memref<1xi32>
              }
              return %r : i32
            }""",
            [c, [9]],
            [expected],
            {1: [written]},
        )
        for c, expected, written in ((1, 1, 1), (0, 2, 9))
    ),
    Case(
        "scf.while",
        """func.func @main(%n: i32) -> (i32, i64) {
          %one = arith.constant 1 : i32
          %two = arith.constant 2 : i32
          %start = arith.constant 0 : i64
          %r:2 = scf.while (%a = %n, %t = %start) : (i32, i64) -> (i32, i64) {
            %more = arith.cmpi sgt, %a, %one : i32
            scf.condition(%more) %a, %t : i32, i64
          } do {
          ^bb0(%a: i32, %t: i64):
            %half = arith.divsi %a, %two : i32
            %wide = arith.extsi %a : i32 to i64
            %sum = arith.addi %t, %wide : i64
            scf.yield %half, %sum : i32, i64
          }
          return %r#0, %r#1 : i32, i64
        }""",
        [20],
        [1, 20 + 10 + 5 + 2],
    ),
    *(
        Case(
            "scf.index_switch and scf.execute_region",
            """func.func @main(%i: index) -> i32 {
              %a = arith.constant 1 : i32
              %b = arith.constant 2 : i32
              %c = arith.constant 3 : i32
              %r = scf.index_switch %i -> i32
              case 2 { scf.yield %a : i32 }
              case 5 { scf.yield %b : i32 }
              default { scf.yield %c : i32 }
              %s = scf.execute_region -> i32 {
                cf.br ^next(%r : i32)
              ^next(%x: i32):
                %y = arith.addi %x, %x : i32
                scf.yield %y : i32
              }
              return %s : i32
            }""",
            [i],
            [expected],
        )
        for i, expected in ((2, 2), (5, 4), (0, 6))
    ),
    Case(
        "scf.parallel and scf.reduce",
        """func.func @main(%m: memref<2x3xf32>) -> f32 {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %c3 = arith.constant 3 : index
          %z = arith.constant 1.0 : f32
          %r = scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c3) step (%c1, %c1) init (%z) -> f32 {
            %v = memref.load %m[%i, %j] : memref<2x3xf32>
            %d = arith.addf %v, %v : f32
            memref.store %d, %m[%i, %j] : memref<2x3xf32>
            scf.reduce(%v : f32) {
            ^bb0(%a: f32, %b: f32):
              %s = arith.addf %a, %b : f32
              scf.reduce.return %s : f32
            }
          }
          return %r : f32
        }""",
        [[[1, 2, 3], [4, 5, 6]]],
        [22.0],
        {0: [[2, 4, 6], [8, 10, 12]]},
    ),
    Case(
        "scf.forall on memory",
        """func.func @main(%m: memref<6xi32>, %n: index) {
          scf.forall (%i) = (1) to (%n) step (2) {
            %k = arith.index_cast %i : index to i32
            memref.store %k, %m[%i] : memref<6xi32>
          }
          return
        }""",
        [[0] * 6, 6],
        [],
        {0: [0, 1, 0, 3, 0, 5]},
    ),
    Case(
        "scf.forall on tensors",
        """func.func @main(%t: tensor<4xi32>) -> tensor<4xi32> {
          %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xi32> {
            %k = arith.index_cast %i : index to i32
            %v = tensor.from_elements %k : tensor<1xi32>
            scf.forall.in_parallel {
              tensor.parallel_insert_slice %v into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
            }
          }
          return %r : tensor<4xi32>
        }""",
        [[9] * 4],
        [[0, 1, 2, 3]],
        compiled=False,
    ),
]
AFFINE = [
    Case(
        "affine maps",
        """func.func @main(%i: index, %n: index) -> (index, index, index, index) {
          %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 4 + d0 mod s0 + d0 ceildiv 3)>(%i)[%n]
          %1 = affine.min affine_map<(d0)[s0] -> (d0, s0 - 2)>(%i)[%n]
          %2 = affine.max affine_map<(d0)[s0] -> (d0, s0 - 2)>(%i)[%n]
          %3 = affine.linearize_index [%i, %n] by (4, 10) : index
          return %0, %1, %2, %3 : index, index, index, index
        }""",
        [-5, 7],
        [-2 + 2 - 1, -5, 5, -43],
    ),
    Case(
        "affine.delinearize_index",
        """func.func @main(%i: index, %n: index) -> (index, index, index, index, index) {
          %0:3 = affine.delinearize_index %i into (3, %n) : index, index, index
          %1:2 = affine.delinearize_index %i into (3, %n) : index, index
          return %0#0, %0#1, %0#2, %1#0, %1#1 : index, index, index, index, index
        }""",
        [34, 5],
        [2, 0, 4, 6, 4],
    ),
    Case(
        "affine loops",
        """func.func @main(%m: memref<4x4xi32>, %n: index) -> i32 {
          %z = arith.constant 0 : i32
          %r = affine.for %i = 0 to min affine_map<(d0) -> (d0, 4)>(%n) iter_args(%a = %z) -> i32 {
            %s = affine.for %j = affine_map<(d0) -> (d0)>(%i) to 4 step 2 iter_args(%b = %a) -> i32 {
              %v = affine.load %m[%j, %i] : memref<4x4xi32>
              %t = arith.addi %b, %v : i32
              affine.store %t, %m[%i, %j] : memref<4x4xi32>
              affine.prefetch %m[%i, %j], read, locality<3>, data : memref<4x4xi32>
              affine.yield %t : i32
            }
            affine.yield %s : i32
          }
          return %r : i32
        }""",
        [[[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3], [4, 4, 4, 4]], 3],
        [1 + 3 + 2 + 4 + 3],
        {0: [[1, 1, 4, 1], [2, 6, 2, 10], [3, 3, 13, 3], [4, 4, 4, 4]]},
    ),
    Case(
        "affine.if and affine.parallel",
        """func.func @main(%m: memref<3x4xf32>) -> f32 {
          %r = affine.parallel (%i, %j) = (0, 0) to (3, 4) reduce ("addf") -> f32 {
            %a = affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %j) -> f32 {
              %v = affine.load %m[%i, %j] : memref<3x4xf32>
              affine.yield %v : f32
            } else {
              %z = arith.constant 0.5 : f32
              affine.yield %z : f32
            }
            affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
              affine.store %a, %m[%i, %j] : memref<3x4xf32>
            }
            affine.yield %a : f32
          }
          return %r : f32
        }""",
        [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]],
        [1 + 6 + 11 + 9 * 0.5],
        {0: [[1, 2, 3, 4], [5, 6, 7, 8], [0.5, 0.5, 11, 0.5]]},
    ),
    Case(
        "affine vectors",
        """func.func @main(%m: memref<2x8xf32>, %i: index) {
          %v = affine.vector_load %m[0, symbol(%i) + 1] : memref<2x8xf32>, vector<4xf32>
          affine.vector_store %v, %m[1, symbol(%i)] : memref<2x8xf32>, vector<4xf32>
          return
        }""",
        [[[0, 1, 2, 3, 4, 5, 6, 7], [9] * 8], 2],
        [],
        {0: [[0, 1, 2, 3, 4, 5, 6, 7], [9, 9, 3, 4, 5, 6, 9, 9]]},
    ),
]
CASES = [*FUNC, *CF, *SCF, *AFFINE]
