// The custom syntax of cf's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @branches(
func.func @branches(%arg0: i1, %arg1: i32, %arg2: f32) {
  // CHECK: cf.assert %{{.*}}, "is \22true\22"
  cf.assert %arg0, "is \22true\22"
  // CHECK: cf.br ^bb1(%{{.*}}, %{{.*}} : i32, f32)
  cf.br ^bb1(%arg1, %arg2 : i32, f32)

// CHECK: ^bb1(%{{.*}}: i32, %{{.*}}: f32):  // 2 preds: ^bb0, ^bb2
^bb1(%0: i32, %1: f32):
  // CHECK: cf.cond_br %{{.*}}, ^bb2, ^bb3(%{{.*}} : i32)
  cf.cond_br %arg0, ^bb2, ^bb3(%0 : i32)

// CHECK: ^bb2:  // pred: ^bb1
^bb2:
  // CHECK: cf.cond_br %{{.*}} weights([30, 70]), ^bb4, ^bb1(%{{.*}}, %{{.*}} : i32, f32)
  cf.cond_br %arg0 weights([30, 70]), ^bb4, ^bb1(%arg1, %1 : i32, f32)

// CHECK: ^bb3(%{{.*}}: i32):  // pred: ^bb1
^bb3(%2: i32):
  // CHECK: cf.br ^bb4 {test.kept}
  cf.br ^bb4 {test.kept}

// CHECK: ^bb4:  // 2 preds: ^bb2, ^bb3
^bb4:
  return
}

// CHECK-LABEL: func.func @switches(
func.func @switches(%arg0: i32, %arg1: i64, %arg2: f32) {
  // CHECK: cf.switch %{{.*}} : i32, [
  cf.switch %arg0 : i32, [
    // CHECK: default: ^bb1,
    default: ^bb1,
    // CHECK: 42: ^bb2(%{{.*}} : f32),
    42: ^bb2(%arg2 : f32),
    // CHECK: 4294967295: ^bb3(%{{.*}}, %{{.*}} : f32, i64)
    4294967295: ^bb3(%arg2, %arg1 : f32, i64)
  // CHECK: ]
  ]

// CHECK: ^bb1:  // pred: ^bb0
^bb1:
  // CHECK: cf.switch %{{.*}} : i64, [
  cf.switch %arg1 : i64, [
    // CHECK: default: ^bb4]
    default: ^bb4]

// CHECK: ^bb2(%{{.*}}: f32):  // pred: ^bb0
^bb2(%0: f32):
  // CHECK: cf.br ^bb4
  cf.br ^bb4

// CHECK: ^bb3(%{{.*}}: f32, %{{.*}}: i64):  // pred: ^bb0
^bb3(%1: f32, %2: i64):
  // CHECK: cf.br ^bb4
  cf.br ^bb4

// CHECK: ^bb4:  // 3 preds: ^bb1, ^bb2, ^bb3
^bb4:
  return
}
