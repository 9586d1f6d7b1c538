// The custom syntax of scf's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @for(
func.func @for(%lb: index, %ub: index, %step: index, %f: f32, %i: i32) {
  // CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
  scf.for %iv = %lb to %ub step %step {
  }
  // CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
  scf.for %iv = %lb to %ub step %step {
    // CHECK: %{{.*}} = arith.addi %{{.*}}, %{{.*}} : index
    %0 = arith.addi %iv, %iv : index
  // CHECK: } {test.kept}
  } {test.kept}
  // CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}}  : i32 {
  scf.for %iv = %i to %i step %i : i32 {
  }
  // CHECK: scf.for unsigned %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}}  : i32 {
  scf.for unsigned %iv = %i to %i step %i : i32 {
  }
  // CHECK: %{{.*}} = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32) {
  %1 = scf.for %iv = %lb to %ub step %step iter_args(%acc = %f) -> (f32) {
    // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
    %2 = arith.addf %acc, %f : f32
    // CHECK: scf.yield %{{.*}} : f32
    scf.yield %2 : f32
  }
  // CHECK: %{{.*}}:2 = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, i32)  : i32 {
  %3:2 = scf.for %iv = %i to %i step %i iter_args(%acc = %f, %n = %i) -> (f32, i32) : i32 {
    // CHECK: scf.yield %{{.*}}, %{{.*}} : f32, i32
    scf.yield %acc, %n : f32, i32
  }
  return
}

// CHECK-LABEL: func.func @if(
func.func @if(%c: i1, %f: f32) {
  // CHECK: scf.if %{{.*}} {
  scf.if %c {
  }
  // CHECK: scf.if %{{.*}} {
  scf.if %c {
    // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
    %0 = arith.addf %f, %f : f32
  // CHECK: } else {
  } else {
    // CHECK: %{{.*}} = arith.mulf %{{.*}}, %{{.*}} : f32
    %1 = arith.mulf %f, %f : f32
  }
  // CHECK: %{{.*}} = scf.if %{{.*}} -> (f32) {
  %2 = scf.if %c -> (f32) {
    // CHECK: scf.yield %{{.*}} : f32
    scf.yield %f : f32
  // CHECK: } else {
  } else {
    // CHECK: scf.yield %{{.*}} : f32
    scf.yield %f : f32
  // CHECK: } {test.kept}
  } {test.kept}
  // CHECK: %{{.*}}:2 = scf.if %{{.*}} -> (f32, i1) {
  %3:2 = scf.if %c -> (f32, i1) {
    // CHECK: scf.yield %{{.*}}, %{{.*}} : f32, i1
    scf.yield %f, %c : f32, i1
  // CHECK: } else {
  } else {
    // CHECK: scf.if %{{.*}} {
    scf.if %c {
    }
    // CHECK: scf.yield %{{.*}}, %{{.*}} : f32, i1
    scf.yield %f, %c : f32, i1
  }
  return
}

// CHECK-LABEL: func.func @while(
func.func @while(%c: i1, %f: f32, %i: i32) {
  // CHECK: scf.while : () -> () {
  scf.while : () -> () {
    // CHECK: scf.condition(%{{.*}})
    scf.condition(%c)
  // CHECK: } do {
  } do {
    scf.yield
  }
  // CHECK: %{{.*}} = scf.while (%{{.*}} = %{{.*}}) : (f32) -> f32 {
  %0 = scf.while (%a = %f) : (f32) -> f32 {
    // CHECK: scf.condition(%{{.*}}) %{{.*}} : f32
    scf.condition(%c) %a : f32
  // CHECK: } do {
  } do {
  // CHECK: ^bb0(%{{.*}}: f32):
  ^bb0(%b: f32):
    // CHECK: scf.yield %{{.*}} : f32
    scf.yield %b : f32
  }
  // CHECK: %{{.*}}:2 = scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (f32, i32) -> (i32, f32) {
  %1:2 = scf.while (%a = %f, %n = %i) : (f32, i32) -> (i32, f32) {
    // CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}} : i32, f32
    scf.condition(%c) %n, %a : i32, f32
  // CHECK: } do {
  } do {
  // CHECK: ^bb0(%{{.*}}: i32, %{{.*}}: f32):
  ^bb0(%m: i32, %b: f32):
    // CHECK: scf.yield %{{.*}}, %{{.*}} : f32, i32
    scf.yield %b, %m : f32, i32
  // CHECK: } attributes {test.kept}
  } attributes {test.kept}
  return
}

// CHECK-LABEL: func.func @parallel(
func.func @parallel(%lb: index, %ub: index, %s: index, %f: f32) {
  // CHECK: scf.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
  scf.parallel (%i) = (%lb) to (%ub) step (%s) {
    // CHECK: scf.reduce
    scf.reduce
  }
  // CHECK: scf.parallel (%{{.*}}, %{{.*}}) = (%{{.*}}, %{{.*}}) to (%{{.*}}, %{{.*}}) step (%{{.*}}, %{{.*}}) {
  scf.parallel (%i, %j) = (%lb, %ub) to (%ub, %lb) step (%s, %s) {
    // CHECK: %{{.*}} = arith.addi %{{.*}}, %{{.*}} : index
    %0 = arith.addi %i, %j : index
    // CHECK: scf.reduce
    scf.reduce
  // CHECK: } {test.kept}
  } {test.kept}
  // CHECK: %{{.*}} = scf.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) init (%{{.*}}) -> f32 {
  %1 = scf.parallel (%i) = (%lb) to (%ub) step (%s) init (%f) -> f32 {
    // CHECK: scf.reduce(%{{.*}} : f32) {
    scf.reduce(%f : f32) {
    // CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
    ^bb0(%a: f32, %b: f32):
      // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
      %2 = arith.addf %a, %b : f32
      // CHECK: scf.reduce.return %{{.*}} : f32
      scf.reduce.return %2 : f32
    }
  }
  // CHECK: %{{.*}}:2 = scf.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) init (%{{.*}}, %{{.*}}) -> (f32, index) {
  %3:2 = scf.parallel (%i) = (%lb) to (%ub) step (%s) init (%f, %lb) -> (f32, index) {
    // CHECK: scf.reduce(%{{.*}}, %{{.*}} : f32, index) {
    scf.reduce(%f, %i : f32, index) {
    // CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
    ^bb0(%a: f32, %b: f32):
      // CHECK: scf.reduce.return %{{.*}} : f32
      scf.reduce.return %a : f32
    // CHECK: }, {
    }, {
    // CHECK: ^bb0(%{{.*}}: index, %{{.*}}: index):
    ^bb0(%a: index, %b: index):
      // CHECK: scf.reduce.return %{{.*}} : index
      scf.reduce.return %b : index
    }
  }
  return
}

// CHECK-LABEL: func.func @forall(
func.func @forall(%n: index, %t: tensor<16xf32>, %s: tensor<4xf32>) {
  // CHECK: scf.forall (%{{.*}}) in (4) {
  scf.forall (%i) in (4) {
  }
  // CHECK: scf.forall (%{{.*}}, %{{.*}}) in (%{{.*}}, 8) {
  scf.forall (%i, %j) in (%n, 8) {
    // CHECK: %{{.*}} = arith.addi %{{.*}}, %{{.*}} : index
    %0 = arith.addi %i, %j : index
  }
  // CHECK: scf.forall (%{{.*}}, %{{.*}}) = (0, %{{.*}}) to (%{{.*}}, 16) step (4, %{{.*}}) {
  scf.forall (%i, %j) = (0, %n) to (%n, 16) step (4, %n) {
  // CHECK: } {test.kept}
  } {test.kept}
  // CHECK: %{{.*}} = scf.forall (%{{.*}}) in (4) shared_outs(%{{.*}} = %{{.*}}) -> (tensor<16xf32>) {
  %1 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<16xf32>) {
    // CHECK: scf.forall.in_parallel {
    scf.forall.in_parallel {
      // CHECK: tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%{{.*}}] [4] [1] : tensor<4xf32> into tensor<16xf32>
      tensor.parallel_insert_slice %s into %o[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @execute_region(
func.func @execute_region(%c: i1, %i: i64) {
  // CHECK: scf.execute_region {
  scf.execute_region {
    scf.yield
  }
  // CHECK: %{{.*}} = scf.execute_region -> i64 {
  %0 = scf.execute_region -> i64 {
    // CHECK: cf.cond_br %{{.*}}, ^bb1, ^bb2
    cf.cond_br %c, ^bb1, ^bb2
  // CHECK: ^bb1:  // pred: ^bb0
  ^bb1:
    // CHECK: cf.br ^bb2
    cf.br ^bb2
  // CHECK: ^bb2:  // 2 preds: ^bb0, ^bb1
  ^bb2:
    // CHECK: scf.yield %{{.*}} : i64
    scf.yield %i : i64
  }
  // CHECK: scf.execute_region no_inline {
  scf.execute_region no_inline {
    scf.yield
  // CHECK: } {test.kept}
  } {test.kept}
  // CHECK: %{{.*}}:2 = scf.execute_region -> (i64, i1) {
  %1:2 = scf.execute_region -> (i64, i1) {
    // CHECK: scf.yield %{{.*}}, %{{.*}} : i64, i1
    scf.yield %i, %c : i64, i1
  }
  return
}

// CHECK-LABEL: func.func @index_switch(
func.func @index_switch(%i: index, %f: f32) {
  // CHECK: scf.index_switch %{{.*}}
  scf.index_switch %i
  // CHECK: default {
  default {
  }
  // CHECK: scf.index_switch %{{.*}} {test.kept}
  scf.index_switch %i {test.kept}
  // CHECK: case 2 {
  case 2 {
    scf.yield
  }
  // CHECK: case -5 {
  case -5 {
    // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
    %0 = arith.addf %f, %f : f32
    scf.yield
  }
  // CHECK: default {
  default {
  }
  // CHECK: %{{.*}} = scf.index_switch %{{.*}} -> f32
  %1 = scf.index_switch %i -> f32
  // CHECK: case 0 {
  case 0 {
    // CHECK: scf.yield %{{.*}} : f32
    scf.yield %f : f32
  }
  // CHECK: default {
  default {
    // CHECK: scf.yield %{{.*}} : f32
    scf.yield %f : f32
  }
  // CHECK: %{{.*}}:2 = scf.index_switch %{{.*}} -> f32, index
  %2:2 = scf.index_switch %i -> f32, index
  // CHECK: default {
  default {
    // CHECK: scf.yield %{{.*}}, %{{.*}} : f32, index
    scf.yield %f, %i : f32, index
  }
  return
}
