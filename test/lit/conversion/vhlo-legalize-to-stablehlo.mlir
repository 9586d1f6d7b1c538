// RUN: mlirlite-opt %s --vhlo-legalize-to-stablehlo --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:     %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:     return %[[EXPONENTIAL]] : tensor<4xf32>
// CHECK-NEXT:   }
vhlo.func_v1 @f(%a: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>) {
  %0 = "vhlo.exponential_v2"(%a) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

// -----

vhlo.func_v1 @old(%a: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>) {
  // expected-error @+1 {{failed to legalize operation 'vhlo.exponential_v1' that was explicitly marked illegal}}
  %0 = "vhlo.exponential_v1"(%a) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
