// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s

// CHECK: #[[EXTERN:.*]] = #ml_program.extern : tensor<4xi32>
// CHECK: ml_program.global private mutable @g(#[[EXTERN]]) : tensor<4xi32>
ml_program.global private mutable @g(#ml_program.extern : tensor<4xi32>) : tensor<4xi32>

// CHECK-LABEL: func @load
func.func @load() -> tensor<4xi32> {
  // CHECK: %g = ml_program.global_load @g : tensor<4xi32>
  %0 = ml_program.global_load @g : tensor<4xi32>
  return %0 : tensor<4xi32>
}
