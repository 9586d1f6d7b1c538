// RUN: mlirlite-opt %s --vhlo-to-version=target=1.0.0 --split-input-file --verify-diagnostics | FileCheck %s
// RUN: mlirlite-opt %s --vhlo-to-version=target=1.0.0 --vhlo-to-version=target=1.20.0 --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=NEW
// RUN: not mlirlite-opt %s --vhlo-to-version 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not mlirlite-opt %s --vhlo-to-version=target=0.1.0 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not mlirlite-opt %s --vhlo-to-version=target=99.0.0 2>&1 | FileCheck %s --check-prefix=FUTURE
// NONE: No target version specified.
// OLD: target version 0.1.0 is less than minimum supported 0.9.0
// FUTURE: target version 99.0.0 is greater than current version

// CHECK:   vhlo.func_v1 @f(%[[ARG0:.*]]: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>) {
// CHECK-NEXT:     %[[EXPONENTIAL_V1:.*]] = "vhlo.exponential_v1"(%[[ARG0]]) {my.note = #vhlo.string_v1<"kept">} : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
// CHECK-NEXT:     "vhlo.return_v1"(%[[EXPONENTIAL_V1]]) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> ()
// CHECK-NEXT:   } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
// NEW:   vhlo.func_v1 @f(%[[ARG0:.*]]: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>) {
// NEW-NEXT:     %[[EXPONENTIAL_V2:.*]] = "vhlo.exponential_v2"(%[[ARG0]]) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>}> {my.note = #vhlo.string_v1<"kept">} : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
// NEW-NEXT:     "vhlo.return_v1"(%[[EXPONENTIAL_V2]]) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> ()
// NEW-NEXT:   } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
vhlo.func_v1 @f(%a: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>) {
  %0 = "vhlo.exponential_v2"(%a) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>}> {my.note = #vhlo.string_v1<"kept">} : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

// -----

// expected-error @+1 {{failed to convert VHLO to v1.0.0}}
module {
  vhlo.func_v1 @f(%a: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>) {
    // expected-error @+1 {{failed to legalize operation 'vhlo.exponential_v2' that was explicitly marked illegal}}
    %0 = "vhlo.exponential_v2"(%a) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 HIGHEST>>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
    "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> ()
  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
}
