// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @parallel_some(%A: memref<?x?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c10 = arith.constant 10 : index
  scf.parallel (%i0, %i1, %i2) = (%c0, %c3, %c7) to (%c1, %c6, %c10) step (%c1, %c2, %c3) {
    %c42 = arith.constant 42 : i32
    memref.store %c42, %A[%i0, %i1, %i2] : memref<?x?x?xi32>
    scf.reduce
  }
  return
}

// CHECK-LABEL: func.func @parallel_some
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x?x?xi32>) {
// CHECK-NEXT: %[[C42_I32:.+]] = arith.constant 42 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : index
// CHECK-NEXT: %[[C6:.+]] = arith.constant 6 : index
// CHECK-NEXT: %[[C7:.+]] = arith.constant 7 : index
// CHECK-NEXT: scf.parallel (%[[ARG1:.+]]) = (%[[C3]]) to (%[[C6]]) step (%[[C2]]) {
// CHECK-NEXT:   memref.store %[[C42_I32]], %[[ARG0]][%[[C0]], %[[ARG1]], %[[C7]]] : memref<?x?x?xi32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @parallel_all(%A: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  scf.parallel (%i0, %i1) = (%c0, %c3) to (%c1, %c6) step (%c1, %c3) {
    %c42 = arith.constant 42 : i32
    memref.store %c42, %A[%i0, %i1] : memref<?x?xi32>
    scf.reduce
  }
  return
}

// CHECK-LABEL: func.func @parallel_all
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x?xi32>) {
// CHECK-NEXT: %[[C42_I32:.+]] = arith.constant 42 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : index
// CHECK-NEXT: memref.store %[[C42_I32]], %[[ARG0]][%[[C0]], %[[C3]]] : memref<?x?xi32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @parallel_reduce(%A: index, %B: index) -> (index, index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %0:2 = scf.parallel (%i0, %i1) = (%c1, %c3) to (%c2, %c6) step (%c1, %c3) init(%A, %B) -> (index, index) {
    scf.reduce(%i0, %i1 : index, index) {
    ^bb0(%lhs: index, %rhs: index):
      %1 = arith.addi %lhs, %rhs : index
      scf.reduce.return %1 : index
    }, {
    ^bb0(%lhs: index, %rhs: index):
      %2 = arith.muli %lhs, %rhs : index
      scf.reduce.return %2 : index
    }
  }
  return %0#0, %0#1 : index, index
}

// CHECK-LABEL: func.func @parallel_reduce
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index) -> (index, index) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : index
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[ARG0]], %[[C1]] : index
// CHECK-NEXT: %[[V1:.+]] = arith.muli %[[ARG1]], %[[C3]] : index
// CHECK-NEXT: return %[[V0]], %[[V1]] : index, index
// CHECK-NEXT: }

// -----

func.func @nested_parallel(%0: memref<?x?xf64>, %4: memref<?x?xf64>, %1: index, %2: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%arg1) = (%c0) to (%1) step (%c1) {
    scf.parallel (%arg2) = (%c0) to (%2) step (%c1) {
      %5 = memref.load %0[%arg1, %arg2] : memref<?x?xf64>
      memref.store %5, %4[%arg1, %arg2] : memref<?x?xf64>
      scf.reduce
    }
    scf.reduce
  }
  return
}

// CHECK-LABEL: func.func @nested_parallel
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x?xf64>, %[[ARG1:.+]]: memref<?x?xf64>, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: scf.parallel (%[[ARG4:.+]], %[[ARG5:.+]]) = (%[[C0]], %[[C0]]) to (%[[ARG2]], %[[ARG3]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   %[[V0:.+]] = memref.load %[[ARG0]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf64>
// CHECK-NEXT:   memref.store %[[V0]], %[[ARG1]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf64>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @merge_yielding_nested_if(%arg0: i1, %arg1: i1) -> (i32, f32) {
  %0 = "test.op"() : () -> (i32)
  %1 = "test.op1"() : () -> (f32)
  %r:2 = scf.if %arg0 -> (i32, f32) {
    %a:2 = scf.if %arg1 -> (i32, f32) {
      %i = "test.inop"() : () -> (i32)
      %j = "test.inop1"() : () -> (f32)
      scf.yield %i, %j : i32, f32
    } else {
      scf.yield %0, %1 : i32, f32
    }
    scf.yield %a#0, %a#1 : i32, f32
  } else {
    scf.yield %0, %1 : i32, f32
  }
  return %r#0, %r#1 : i32, f32
}

// CHECK-LABEL: func.func @merge_yielding_nested_if
// CHECK-SAME: (%[[ARG0:.+]]: i1, %[[ARG1:.+]]: i1) -> (i32, f32) {
// CHECK-NEXT: %[[V0:.+]] = "test.op"() : () -> i32
// CHECK-NEXT: %[[V1:.+]] = "test.op1"() : () -> f32
// CHECK-NEXT: %[[V2:.+]] = arith.andi %[[ARG0]], %[[ARG1]] : i1
// CHECK-NEXT: %[[V3:.+]]:2 = scf.if %[[V2]] -> (i32, f32) {
// CHECK-NEXT:   %[[V4:.+]] = "test.inop"() : () -> i32
// CHECK-NEXT:   %[[V5:.+]] = "test.inop1"() : () -> f32
// CHECK-NEXT:   scf.yield %[[V4]], %[[V5]] : i32, f32
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[V0]], %[[V1]] : i32, f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V3]]#0, %[[V3]]#1 : i32, f32
// CHECK-NEXT: }

// -----

func.func @combine_ifs(%arg0: i1, %arg2: i64) {
  %res = scf.if %arg0 -> i32 {
    %v = "test.firstCodeTrue"() : () -> i32
    scf.yield %v : i32
  } else {
    %v2 = "test.firstCodeFalse"() : () -> i32
    scf.yield %v2 : i32
  }
  %res2 = scf.if %arg0 -> i32 {
    %v = "test.secondCodeTrue"() : () -> i32
    scf.yield %v : i32
  } else {
    %v2 = "test.secondCodeFalse"() : () -> i32
    scf.yield %v2 : i32
  }
  "test.consume"(%res, %res2) : (i32, i32) -> ()
  return
}

// CHECK-LABEL: func.func @combine_ifs
// CHECK-SAME: (%[[ARG0:.+]]: i1, %[[ARG1:.+]]: i64) {
// CHECK-NEXT: %[[V0:.+]]:2 = scf.if %[[ARG0]] -> (i32, i32) {
// CHECK-NEXT:   %[[V1:.+]] = "test.firstCodeTrue"() : () -> i32
// CHECK-NEXT:   %[[V2:.+]] = "test.secondCodeTrue"() : () -> i32
// CHECK-NEXT:   scf.yield %[[V1]], %[[V2]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[V1]] = "test.firstCodeFalse"() : () -> i32
// CHECK-NEXT:   %[[V2]] = "test.secondCodeFalse"() : () -> i32
// CHECK-NEXT:   scf.yield %[[V1]], %[[V2]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: "test.consume"(%[[V0]]#0, %[[V0]]#1) : (i32, i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @combine_ifs_used(%arg0: i1, %arg2: i64) {
  %res = scf.if %arg0 -> i32 {
    %v = "test.firstCodeTrue"() : () -> i32
    scf.yield %v : i32
  } else {
    %v2 = "test.firstCodeFalse"() : () -> i32
    scf.yield %v2 : i32
  }
  %res2 = scf.if %arg0 -> i32 {
    %v = "test.secondCodeTrue"(%res) : (i32) -> i32
    scf.yield %v : i32
  } else {
    %v2 = "test.secondCodeFalse"(%res) : (i32) -> i32
    scf.yield %v2 : i32
  }
  "test.consume"(%res, %res2) : (i32, i32) -> ()
  return
}

// CHECK-LABEL: func.func @combine_ifs_used
// CHECK-SAME: (%[[ARG0:.+]]: i1, %[[ARG1:.+]]: i64) {
// CHECK-NEXT: %[[V0:.+]]:2 = scf.if %[[ARG0]] -> (i32, i32) {
// CHECK-NEXT:   %[[V1:.+]] = "test.firstCodeTrue"() : () -> i32
// CHECK-NEXT:   %[[V2:.+]] = "test.secondCodeTrue"(%[[V1]]) : (i32) -> i32
// CHECK-NEXT:   scf.yield %[[V1]], %[[V2]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[V1]] = "test.firstCodeFalse"() : () -> i32
// CHECK-NEXT:   %[[V2]] = "test.secondCodeFalse"(%[[V1]]) : (i32) -> i32
// CHECK-NEXT:   scf.yield %[[V1]], %[[V2]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: "test.consume"(%[[V0]]#0, %[[V0]]#1) : (i32, i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @combine_ifs_not(%arg0: i1) {
  %true = arith.constant true
  %not = arith.xori %arg0, %true : i1
  scf.if %arg0 {
    "test.firstCodeTrue"() : () -> ()
  }
  scf.if %not {
    "test.secondCodeTrue"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @combine_ifs_not
// CHECK-SAME: (%[[ARG0:.+]]: i1) {
// CHECK-NEXT: scf.if %[[ARG0]] {
// CHECK-NEXT:   "test.firstCodeTrue"() : () -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT:   "test.secondCodeTrue"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @replace_if_yield(%cond: i1) -> (i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %r:2 = scf.if %cond -> (i1, i1) {
    "test.op"() : () -> ()
    scf.yield %true, %false : i1, i1
  } else {
    scf.yield %false, %true : i1, i1
  }
  return %r#0, %r#1 : i1, i1
}

// CHECK-LABEL: func.func @replace_if_yield
// CHECK-SAME: (%[[ARG0:.+]]: i1) -> (i1, i1) {
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[V0:.+]] = arith.xori %[[ARG0]], %[[TRUE]] : i1
// CHECK-NEXT: scf.if %[[ARG0]] {
// CHECK-NEXT:   "test.op"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %[[ARG0]], %[[V0]] : i1, i1
// CHECK-NEXT: }

// -----

func.func @if_condition_swap(%cond: i1) -> index {
  %true = arith.constant true
  %not = arith.xori %cond, %true : i1
  %0 = scf.if %not -> (index) {
    %1 = "test.origTrue"() : () -> index
    scf.yield %1 : index
  } else {
    %1 = "test.origFalse"() : () -> index
    scf.yield %1 : index
  }
  return %0 : index
}

// CHECK-LABEL: func.func @if_condition_swap
// CHECK-SAME: (%[[ARG0:.+]]: i1) -> index {
// CHECK-NEXT: %[[V0:.+]] = scf.if %[[ARG0]] -> (index) {
// CHECK-NEXT:   %[[V1:.+]] = "test.origFalse"() : () -> index
// CHECK-NEXT:   scf.yield %[[V1]] : index
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[V1]] = "test.origTrue"() : () -> index
// CHECK-NEXT:   scf.yield %[[V1]] : index
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]] : index
// CHECK-NEXT: }

// -----

func.func @empty_then(%c: i1) {
  scf.if %c {
  } else {
    "test.op"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @empty_then
// CHECK-SAME: (%[[ARG0:.+]]: i1) {
// CHECK-NEXT: scf.if %[[ARG0]] {
// CHECK-NEXT: } else {
// CHECK-NEXT:   "test.op"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @while_cond_true() -> i1 {
  %0 = scf.while () : () -> i1 {
    %condition = "test.condition"() : () -> i1
    scf.condition(%condition) %condition : i1
  } do {
  ^bb0(%arg0: i1):
    "test.use"(%arg0) : (i1) -> ()
    scf.yield
  }
  return %0 : i1
}

// CHECK-LABEL: func.func @while_cond_true
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[V0:.+]] = scf.while : () -> i1 {
// CHECK-NEXT:   %[[V1:.+]] = "test.condition"() : () -> i1
// CHECK-NEXT:   scf.condition(%[[V1]]) %[[V1]] : i1
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[ARG0:.+]]: i1):
// CHECK-NEXT:   "test.use"(%[[TRUE]]) : (i1) -> ()
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]] : i1
// CHECK-NEXT: }

// -----

func.func @while_invariant(%arg0: i32, %arg1: i32) -> (i32, i32) {
  %0:2 = scf.while (%a = %arg0, %b = %arg1) : (i32, i32) -> (i32, i32) {
    %c = "test.condition"(%a) : (i32) -> i1
    scf.condition(%c) %a, %b : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %n = "test.next"(%x, %y) : (i32, i32) -> i32
    scf.yield %n, %y : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// CHECK-LABEL: func.func @while_invariant
// CHECK-SAME: (%[[ARG0:.+]]: i32, %[[ARG1:.+]]: i32) -> (i32, i32) {
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[ARG2:.+]] = %[[ARG0]]) : (i32) -> i32 {
// CHECK-NEXT:   %[[V1:.+]] = "test.condition"(%[[ARG2]]) : (i32) -> i1
// CHECK-NEXT:   scf.condition(%[[V1]]) %[[ARG2]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[ARG2]]: i32):
// CHECK-NEXT:   %[[V1]] = "test.next"(%[[ARG2]], %[[ARG1]]) : (i32, i32) -> i32
// CHECK-NEXT:   scf.yield %[[V1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]], %[[ARG1]] : i32, i32
// CHECK-NEXT: }

// -----

func.func @while_unused_result() -> i32 {
  %0:2 = scf.while () : () -> (i32, i64) {
    %condition = "test.condition"() : () -> i1
    %v1 = "test.get1"() : () -> i32
    %v2 = "test.get2"() : () -> i64
    scf.condition(%condition) %v1, %v2 : i32, i64
  } do {
  ^bb0(%arg0: i32, %arg1: i64):
    "test.use"(%arg0) : (i32) -> ()
    scf.yield
  }
  return %0#0 : i32
}

// CHECK-LABEL: func.func @while_unused_result
// CHECK-NEXT: %[[V0:.+]] = scf.while : () -> i32 {
// CHECK-NEXT:   %[[V1:.+]] = "test.condition"() : () -> i1
// CHECK-NEXT:   %[[V2:.+]] = "test.get1"() : () -> i32
// CHECK-NEXT:   %[[V3:.+]] = "test.get2"() : () -> i64
// CHECK-NEXT:   scf.condition(%[[V1]]) %[[V2]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[ARG0:.+]]: i32):
// CHECK-NEXT:   "test.use"(%[[ARG0]]) : (i32) -> ()
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]] : i32
// CHECK-NEXT: }

// -----

func.func @while_cmp_lhs(%arg0: i32) {
  %0 = scf.while () : () -> i32 {
    %val = "test.val"() : () -> i32
    %condition = arith.cmpi ne, %val, %arg0 : i32
    scf.condition(%condition) %val : i32
  } do {
  ^bb0(%val2: i32):
    %ne = arith.cmpi ne, %val2, %arg0 : i32
    %eq = arith.cmpi eq, %val2, %arg0 : i32
    "test.use"(%ne, %eq) : (i1, i1) -> ()
    scf.yield
  }
  return
}

// CHECK-LABEL: func.func @while_cmp_lhs
// CHECK-SAME: (%[[ARG0:.+]]: i32) {
// CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT:   %[[V0:.+]] = "test.val"() : () -> i32
// CHECK-NEXT:   %[[V1:.+]] = arith.cmpi ne, %[[V0]], %[[ARG0]] : i32
// CHECK-NEXT:   scf.condition(%[[V1]])
// CHECK-NEXT: } do {
// CHECK-NEXT:   "test.use"(%[[TRUE]], %[[FALSE]]) : (i1, i1) -> ()
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @while_duplicated_res() -> (i32, i32) {
  %0:2 = scf.while () : () -> (i32, i32) {
    %val = "test.val"() : () -> i32
    %condition = "test.condition"() : () -> i1
    scf.condition(%condition) %val, %val : i32, i32
  } do {
  ^bb0(%val2: i32, %val3: i32):
    "test.use"(%val2, %val3) : (i32, i32) -> ()
    scf.yield
  }
  return %0#0, %0#1: i32, i32
}

// CHECK-LABEL: func.func @while_duplicated_res
// CHECK-NEXT: %[[V0:.+]] = scf.while : () -> i32 {
// CHECK-NEXT:   %[[V1:.+]] = "test.val"() : () -> i32
// CHECK-NEXT:   %[[V2:.+]] = "test.condition"() : () -> i1
// CHECK-NEXT:   scf.condition(%[[V2]]) %[[V1]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[ARG0:.+]]: i32):
// CHECK-NEXT:   "test.use"(%[[ARG0]], %[[ARG0]]) : (i32, i32) -> ()
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]], %[[V0]] : i32, i32
// CHECK-NEXT: }

// -----

func.func @while_unused_arg(%x: i32, %y: f64) -> i32 {
  %0 = scf.while (%arg1 = %x, %arg2 = %y) : (i32, f64) -> (i32) {
    %condition = "test.condition"(%arg1) : (i32) -> i1
    scf.condition(%condition) %arg1 : i32
  } do {
  ^bb0(%arg1: i32):
    %next = "test.use"(%arg1) : (i32) -> (i32)
    scf.yield %next, %y : i32, f64
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @while_unused_arg
// CHECK-SAME: (%[[ARG0:.+]]: i32, %[[ARG1:.+]]: f64) -> i32 {
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[ARG2:.+]] = %[[ARG0]]) : (i32) -> i32 {
// CHECK-NEXT:   %[[V1:.+]] = "test.condition"(%[[ARG2]]) : (i32) -> i1
// CHECK-NEXT:   scf.condition(%[[V1]]) %[[ARG2]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[ARG2]]: i32):
// CHECK-NEXT:   %[[V1]] = "test.use"(%[[ARG2]]) : (i32) -> i32
// CHECK-NEXT:   scf.yield %[[V1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]] : i32
// CHECK-NEXT: }

// -----

func.func @execute_region_blocks(%c: i1) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  ^bb2:
    %b = "test.b"() : () -> i32
    scf.yield %b : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @execute_region_blocks
// CHECK-SAME: (%[[ARG0:.+]]: i1) -> i32 {
// CHECK-NEXT: cf.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %[[V0:.+]] = "test.a"() : () -> i32
// CHECK-NEXT: cf.br ^bb3(%[[V0]] : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %[[V1:.+]] = "test.b"() : () -> i32
// CHECK-NEXT: cf.br ^bb3(%[[V1]] : i32)
// CHECK-NEXT: ^bb3(%[[V2:.+]]: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: return %[[V2]] : i32
// CHECK-NEXT: }

// -----

func.func @forall_fold(%t: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.forall (%i) = (%c0) to (%c8) step (%c1) {
    "test.use"(%i) : (index) -> ()
  }
  scf.forall (%i, %j) in (1, 8) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i) in (1) {
    "test.use"(%i) : (index) -> ()
  }
  scf.forall (%i) in (0) {
    "test.use"(%i) : (index) -> ()
  }
  return %t : tensor<4xf32>
}

// CHECK-LABEL: func.func @forall_fold
// CHECK-SAME: (%[[ARG0:.+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: scf.forall (%[[ARG1:.+]]) in (8) {
// CHECK-NEXT:   "test.use"(%[[ARG1]]) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%[[ARG1]]) in (8) {
// CHECK-NEXT:   "test.use"(%[[C0]], %[[ARG1]]) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: "test.use"(%[[C0]]) : (index) -> ()
// CHECK-NEXT: return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT: }

// -----

func.func @for_cast(%t: tensor<32xf32>, %lb: index, %ub: index, %step: index) -> tensor<32xf32> {
  %0 = tensor.cast %t : tensor<32xf32> to tensor<?xf32>
  %1 = scf.for %i = %lb to %ub step %step iter_args(%a = %0) -> (tensor<?xf32>) {
    %2 = "test.do"(%a) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  %2 = tensor.cast %1 : tensor<?xf32> to tensor<32xf32>
  return %2 : tensor<32xf32>
}

// CHECK-LABEL: func.func @for_cast
// CHECK-SAME: (%[[ARG0:.+]]: tensor<32xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index) -> tensor<32xf32> {
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[ARG4:.+]] = %[[ARG1]] to %[[ARG2]] step %[[ARG3]] iter_args(%[[ARG5:.+]] = %[[ARG0]]) -> (tensor<32xf32>) {
// CHECK-NEXT:   %[[CAST:.+]] = tensor.cast %[[ARG5]] : tensor<32xf32> to tensor<?xf32>
// CHECK-NEXT:   %[[V1:.+]] = "test.do"(%[[CAST]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %[[CAST_0:.+]] = tensor.cast %[[V1]] : tensor<?xf32> to tensor<32xf32>
// CHECK-NEXT:   scf.yield %[[CAST_0]] : tensor<32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]] : tensor<32xf32>
// CHECK-NEXT: }

// -----

func.func @for_same_bounds(%lb: index, %step: index, %a: i32) -> i32 {
  %r = scf.for %i = %lb to %lb step %step iter_args(%x = %a) -> i32 {
    %0 = "test.op"(%x) : (i32) -> i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @for_same_bounds
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: i32) -> i32 {
// CHECK-NEXT: return %[[ARG2]] : i32
// CHECK-NEXT: }

// -----

func.func @for_diff(%lb: index, %a: i32) -> i32 {
  %c4 = arith.constant 4 : index
  %ub = arith.addi %lb, %c4 : index
  %r = scf.for %i = %lb to %ub step %c4 iter_args(%x = %a) -> i32 {
    %0 = "test.op"(%x, %i) : (i32, index) -> i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @for_diff
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: i32) -> i32 {
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[ARG0]], %[[C4]] : index
// CHECK-NEXT: %[[V1:.+]] = scf.for %[[ARG2:.+]] = %[[ARG0]] to %[[V0]] step %[[C4]] iter_args(%[[ARG3:.+]] = %[[ARG1]]) -> (i32) {
// CHECK-NEXT:   %[[V2:.+]] = "test.op"(%[[ARG3]], %[[ARG2]]) : (i32, index) -> i32
// CHECK-NEXT:   scf.yield %[[V2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V1]] : i32
// CHECK-NEXT: }

// -----

func.func @switch(%v: i32) -> i32 {
  %c3 = arith.constant 3 : index
  %r = scf.index_switch %c3 -> i32
  case 1 {
    %0 = "test.a"() : () -> i32
    scf.yield %0 : i32
  }
  default {
    scf.yield %v : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @switch
// CHECK-SAME: (%[[ARG0:.+]]: i32) -> i32 {
// CHECK-NEXT: return %[[ARG0]] : i32
// CHECK-NEXT: }

// -----

func.func @switch_unused(%i: index, %v: i32) -> i32 {
  %r:2 = scf.index_switch %i -> i32, i32
  case 1 {
    %0 = "test.a"() : () -> i32
    scf.yield %0, %v : i32, i32
  }
  default {
    scf.yield %v, %v : i32, i32
  }
  return %r#0 : i32
}

// CHECK-LABEL: func.func @switch_unused
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: i32) -> i32 {
// CHECK-NEXT: %[[V0:.+]] = scf.index_switch %[[ARG0]] -> i32
// CHECK-NEXT: case 1 {
// CHECK-NEXT:   %[[V1:.+]] = "test.a"() : () -> i32
// CHECK-NEXT:   scf.yield %[[V1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT:   scf.yield %[[ARG1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]] : i32
// CHECK-NEXT: }
