// Tests of floats: two stay, as upstream; with an option they are lowered, too.
// RUN: mlirlite-opt %s --convert-math-to-llvm | FileCheck %s
// RUN: mlirlite-opt %s --convert-math-to-llvm=lower-float-tests | FileCheck %s --check-prefix=ALL

// CHECK-LABEL: func.func @tests(
// CHECK-SAME:    %[[ARG0:.*]]: f32) -> (i1, i1, i1) {
// CHECK-NEXT:     %[[FPCLASS:.*]] = "llvm.intr.is.fpclass"(%[[ARG0]]) <{bit = 3 : i32}> : (f32) -> i1
// CHECK-NEXT:     %[[ISINF:.*]] = math.isinf %[[ARG0]] : f32
// CHECK-NEXT:     %[[ISNORMAL:.*]] = math.isnormal %[[ARG0]] : f32
// CHECK-NEXT:     return %[[FPCLASS]], %[[ISINF]], %[[ISNORMAL]] : i1, i1, i1
// CHECK-NEXT:   }
// ALL-LABEL: func.func @tests(
// ALL-SAME:    %[[ARG0:.*]]: f32) -> (i1, i1, i1) {
// ALL-NEXT:     %[[FPCLASS:.*]] = "llvm.intr.is.fpclass"(%[[ARG0]]) <{bit = 3 : i32}> : (f32) -> i1
// ALL-NEXT:     %[[FPCLASS_1:.*]] = "llvm.intr.is.fpclass"(%[[ARG0]]) <{bit = 516 : i32}> : (f32) -> i1
// ALL-NEXT:     %[[FPCLASS_2:.*]] = "llvm.intr.is.fpclass"(%[[ARG0]]) <{bit = 264 : i32}> : (f32) -> i1
// ALL-NEXT:     return %[[FPCLASS]], %[[FPCLASS_1]], %[[FPCLASS_2]] : i1, i1, i1
// ALL-NEXT:   }
func.func @tests(%x: f32) -> (i1, i1, i1) {
  %0 = math.isnan %x : f32
  %1 = math.isinf %x : f32
  %2 = math.isnormal %x : f32
  return %0, %1, %2 : i1, i1, i1
}
