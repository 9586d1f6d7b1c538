// RUN: mlirlite-opt %s --duplicate-function-elimination --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @identity(
// CHECK-SAME:    %[[ARG0:.*]]: f32) -> f32 {
// CHECK-NEXT:     return %[[ARG0]] : f32
// CHECK-NEXT:   }
func.func @identity(%arg0: f32) -> f32 {
  return %arg0 : f32
}
func.func @also_identity(%x: f32) -> f32 {
  return %x : f32
}
// The type differs.
// CHECK-LABEL: func.func @of_another_type(
// CHECK-SAME:    %[[ARG0:.*]]: f64) -> f64 {
// CHECK-NEXT:     return %[[ARG0]] : f64
// CHECK-NEXT:   }
func.func @of_another_type(%x: f64) -> f64 {
  return %x : f64
}
// CHECK-LABEL: func.func @user(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f64) -> (f32, f64) {
// CHECK-NEXT:     %[[CALL:.*]] = call @identity(%[[ARG0]]) : (f32) -> f32
// CHECK-NEXT:     %[[CALL_1:.*]] = call @identity(%[[CALL]]) : (f32) -> f32
// CHECK-NEXT:     %[[CALL_2:.*]] = call @of_another_type(%[[ARG1]]) : (f64) -> f64
// CHECK-NEXT:     return %[[CALL_1]], %[[CALL_2]] : f32, f64
// CHECK-NEXT:   }
func.func @user(%a: f32, %b: f64) -> (f32, f64) {
  %0 = call @identity(%a) : (f32) -> f32
  %1 = call @also_identity(%0) : (f32) -> f32
  %2 = call @of_another_type(%b) : (f64) -> f64
  return %1, %2 : f32, f64
}

// -----

// The order of operands differs.
// CHECK-LABEL: func.func @left(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// CHECK-NEXT:     %[[SUBF:.*]] = arith.subf %[[ARG0]], %[[ARG1]] : f32
// CHECK-NEXT:     return %[[SUBF]] : f32
// CHECK-NEXT:   }
func.func @left(%a: f32, %b: f32) -> f32 {
  %0 = arith.subf %a, %b : f32
  return %0 : f32
}
// CHECK-LABEL: func.func @right(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// CHECK-NEXT:     %[[SUBF:.*]] = arith.subf %[[ARG1]], %[[ARG0]] : f32
// CHECK-NEXT:     return %[[SUBF]] : f32
// CHECK-NEXT:   }
func.func @right(%a: f32, %b: f32) -> f32 {
  %0 = arith.subf %b, %a : f32
  return %0 : f32
}
// CHECK-LABEL: func.func @use_both(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, f32) {
// CHECK-NEXT:     %[[CALL:.*]] = call @left(%[[ARG0]], %[[ARG1]]) : (f32, f32) -> f32
// CHECK-NEXT:     %[[CALL_1:.*]] = call @right(%[[ARG0]], %[[ARG1]]) : (f32, f32) -> f32
// CHECK-NEXT:     return %[[CALL]], %[[CALL_1]] : f32, f32
// CHECK-NEXT:   }
func.func @use_both(%a: f32, %b: f32) -> (f32, f32) {
  %0 = call @left(%a, %b) : (f32, f32) -> f32
  %1 = call @right(%a, %b) : (f32, f32) -> f32
  return %0, %1 : f32, f32
}

// -----

// Declarations of different names mean different functions.
// CHECK-LABEL: func.func private @one(
// CHECK-SAME:    f32)
func.func private @one(f32)
// CHECK-LABEL: func.func private @another(
// CHECK-SAME:    f32)
func.func private @another(f32)
// CHECK-LABEL: func.func @call_both(
// CHECK-SAME:    %[[ARG0:.*]]: f32) {
// CHECK-NEXT:     call @one(%[[ARG0]]) : (f32) -> ()
// CHECK-NEXT:     call @another(%[[ARG0]]) : (f32) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @call_both(%a: f32) {
  call @one(%a) : (f32) -> ()
  call @another(%a) : (f32) -> ()
  return
}
