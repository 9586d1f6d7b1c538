// RUN: mlirlite-opt %s --strip-debuginfo --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func @locations
//  CHECK-SAME:   (%{{.*}}: i32 loc(unknown)) -> i32
//       CHECK:   arith.addi %{{.*}} : i32 loc(unknown)
//       CHECK:   return %{{.*}} : i32 loc(unknown)
//       CHECK: } loc(unknown)
func.func @locations(%a: i32 loc("a.c":1:2)) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("name"("a.c":3:4))
  return %0 : i32 loc(fused["x", "y"])
} loc("f")
