// RUN: mlirlite-opt %s --show-analysis=int-range --split-input-file | FileCheck %s

// Signed and unsigned bounds; what says nothing has no comment.
// CHECK-LABEL: func.func @arithmetic
func.func @arithmetic(%x: i8, %y: i8) -> (i8, i16) {
  // CHECK-NEXT: arith.constant 5 : i8 // int-range: [5, 5]
  %c5 = arith.constant 5 : i8
  // CHECK-NEXT: arith.remui {{.*}} // int-range: [0, 4]
  %0 = arith.remui %x, %c5 : i8
  // CHECK-NEXT: arith.muli {{.*}} // int-range: [0, 20]
  %1 = arith.muli %0, %c5 : i8
  // CHECK-NEXT: arith.remui {{.*}} // int-range: [0, 254] unsigned
  %2 = arith.remui %x, %y : i8
  // CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i8{{$}}
  %3 = arith.addi %x, %y : i8
  // CHECK-NEXT: arith.remsi {{.*}} // int-range: [-4, 4]
  %4 = arith.remsi %3, %c5 : i8
  // CHECK-NEXT: arith.extsi {{.*}} // int-range: [-4, 4]
  %5 = arith.extsi %4 : i8 to i16
  // CHECK-NEXT: arith.cmpi {{.*}} : i8{{$}}
  %6 = arith.cmpi slt, %1, %4 : i8
  // CHECK-NEXT: arith.cmpi {{.*}} // int-range: [-1, -1]
  %7 = arith.cmpi ule, %0, %c5 : i8
  // CHECK-NEXT: arith.select {{.*}} // int-range: [0, 20]
  %8 = arith.select %7, %1, %3 : i8
  return %8, %5 : i8, i16
}

// -----

// A counter has the bounds of its loop. What grows in it is widened, downwards not where it never
// does; without a promise it may overflow.
// CHECK-LABEL: func.func @loop
func.func @loop() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i32
  // CHECK: scf.for
  // CHECK-NEXT: // %arg0 int-range: [0, 9]
  // CHECK-NEXT: // %arg1 int-range: [0, 2147483647]
  %r:2 = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %zero, %b = %zero) -> (i32, i32) {
    // CHECK-NEXT: arith.index_cast {{.*}} // int-range: [0, 9]
    %j = arith.index_cast %i : index to i32
    // CHECK-NEXT: arith.addi {{.*}} // int-range: [0, 2147483647]
    %0 = arith.addi %a, %j overflow<nsw> : i32
    // CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i32{{$}}
    %1 = arith.addi %b, %j : i32
    scf.yield %0, %1 : i32, i32
  }
  // CHECK: } // %0#0 int-range: [0, 2147483647]
  return %r#0, %r#1 : i32, i32
}

// -----

// A branch that a range decides is not followed.
// CHECK-LABEL: func.func @branches
func.func @branches(%n: index, %m: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK: memref.dim {{.*}} // int-range: [0, 9223372036854775807]
  %d = memref.dim %m, %c0 : memref<?xf32>
  // CHECK-NEXT: arith.cmpi slt, {{.*}} // int-range: [0, 0]
  %c = arith.cmpi slt, %d, %c0 : index
  cf.cond_br %c, ^bb1(%n : index), ^bb2(%d : index)
// CHECK: {{^}}  ^bb1(
// CHECK-NEXT: // %{{[0-9]+}} int-range: never computed
^bb1(%a: index):
  cf.br ^bb2(%a : index)
// CHECK: {{^}}  ^bb2(
// CHECK-NEXT: // %{{[0-9]+}} int-range: [0, 9223372036854775807]
^bb2(%b: index):
  return %b : index
}

// -----

// Private functions get what their calls pass, and calls what these return. Anybody may call others.
// CHECK-LABEL: func.func private @twice
// CHECK-NEXT: // %arg0 int-range: [3, 4]
func.func private @twice(%x: i32) -> i32 {
  // CHECK-NEXT: arith.addi {{.*}} // int-range: [6, 8]
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @main
func.func @main() -> (i32, i32) {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  // CHECK: call @twice{{.*}} // int-range: [6, 8]
  %0 = call @twice(%c3) : (i32) -> i32
  // CHECK: call @twice{{.*}} // int-range: [6, 8]
  %1 = call @twice(%c4) : (i32) -> i32
  return %0, %1 : i32, i32
}
