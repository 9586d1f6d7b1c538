// RUN: mlirlite-opt %s | FileCheck %s

// CHECK:   ml_program.global private mutable @g(dense<4> : tensor<4xi32>) : tensor<?xi32>
ml_program.global private mutable @g(dense<4> : tensor<4xi32>) : tensor<?xi32>
// CHECK-LABEL: ml_program.func @f(
// CHECK-SAME:    %[[ARG0:.*]]: i32) -> i32 {
// CHECK-NEXT:     ml_program.return %[[ARG0]] : i32
// CHECK-NEXT:   }
ml_program.func @f(%x: i32) -> i32 {
  ml_program.return %x : i32
}
