// Types and ops of a dialect that a file of irdl definitions makes.
// RUN: mlirlite-opt %s --irdl-file=%S/Inputs/shapes.irdl.mlir --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: func.func @right(%[[A:.*]]: !shapes.point<f32>)
func.func @right(%a: !shapes.point<f32>) -> f32 {
  // CHECK-NEXT: "shapes.distance"(%[[A]], %[[A]]) : (!shapes.point<f32>, !shapes.point<f32>) -> f32
  %0 = "shapes.distance"(%a, %a) : (!shapes.point<f32>, !shapes.point<f32>) -> f32
  // CHECK-NEXT: "shapes.polygon"(%[[A]]) ({
  "shapes.polygon"(%a) ({
    "shapes.polygon"() ({
    ^bb0:
      llvm.unreachable
    }) {width = 2 : i32, operandSegmentSizes = array<i32: 0, 0>} : () -> ()
    llvm.unreachable
  }) {width = 1 : i32, operandSegmentSizes = array<i32: 0, 1>} : (!shapes.point<f32>) -> ()
  return %0 : f32
}

// -----

// expected-error@+1 {{'i32' does not satisfy the constraint}}
func.func @wrong_parameter(%a: !shapes.point<i32>) { return }

// -----

// expected-error@+1 {{expected 1 type arguments, but had 2}}
func.func @two_parameters(%a: !shapes.point<f32, f32>) { return }

// -----

func.func @not_the_same(%a: !shapes.point<f32>, %b: !shapes.point<f64>) {
  // expected-error@+1 {{expected 'f32' but got 'f64'}}
  %0 = "shapes.distance"(%a, %a) : (!shapes.point<f32>, !shapes.point<f32>) -> f64
  return
}

// -----

func.func @one_operand(%a: !shapes.point<f32>) {
  // expected-error@+1 {{op expects exactly 2 operands, but got 1}}
  %0 = "shapes.distance"(%a) : (!shapes.point<f32>) -> f32
  return
}

// -----

func.func @no_segments(%a: !shapes.point<f32>) {
  // expected-error@+1 {{'operandSegmentSizes' attribute is expected but not provided}}
  "shapes.polygon"(%a) ({
  ^bb0:
    llvm.unreachable
  }) {width = 1 : i32} : (!shapes.point<f32>) -> ()
  return
}

// -----

func.func @no_attribute() {
  // expected-error@+1 {{attribute "width" is expected but not provided}}
  "shapes.polygon"() ({
  ^bb0:
    llvm.unreachable
  }) {operandSegmentSizes = array<i32: 0, 0>} : () -> ()
  return
}

// -----

func.func @no_region() {
  // expected-error@+1 {{'shapes.polygon' op unexpected number of regions: expected 1 but got 0}}
  "shapes.polygon"() {width = 1 : i32, operandSegmentSizes = array<i32: 0, 0>} : () -> ()
  return
}
