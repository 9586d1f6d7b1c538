// RUN: mlirlite-opt %s --stablehlo-check-shape-assertions --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @holds(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[C:.*]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:     %[[C_0:.*]] = stablehlo.constant dense<7> : tensor<i32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @holds() {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.constant dense<7> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%true, %n) {error_message = "never", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

func.func @fails() {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %n = stablehlo.constant dense<7> : tensor<i32>
  // expected-error @+1 {{expected a size of 8, found 7 (7)}}
  stablehlo.custom_call @shape_assertion(%false, %n) {error_message = "expected a size of 8, found {0} ({0,4})", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

func.func @unknown(%x: tensor<i1>) {
  // expected-error @+1 {{expects static assert_what (operand #0)}}
  stablehlo.custom_call @shape_assertion(%x) {error_message = "no", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @numbers(%x: tensor<i1>) {
  // expected-error @+1 {{expects error_message to contain format specifiers with error_message_input index less than 0. Found specifier {0}}}
  stablehlo.custom_call @shape_assertion(%x) {error_message = "{0}", has_side_effect = true} : (tensor<i1>) -> ()
  return
}
