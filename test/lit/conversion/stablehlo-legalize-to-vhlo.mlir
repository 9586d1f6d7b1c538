// RUN: mlirlite-opt %s --stablehlo-legalize-to-vhlo --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --stablehlo-legalize-to-vhlo --vhlo-legalize-to-stablehlo --split-input-file | FileCheck %s --check-prefix=BACK

// CHECK:   vhlo.func_v1 @sum(%[[ARG0:.*]]: !vhlo.tensor_v1<2x?x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [?, 3]>>, %[[ARG1:.*]]: !vhlo.tensor_v1<!vhlo.f32_v1>) -> (!vhlo.tensor_v1<2x!vhlo.f32_v1>) {
// CHECK-NEXT:     %[[REDUCE_V1:.*]] = "vhlo.reduce_v1"(%[[ARG0]], %[[ARG1]]) <{dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>}> ({
// CHECK-NEXT:     ^bb0(%[[ARG2:.*]]: !vhlo.tensor_v1<!vhlo.f32_v1>, %[[ARG3:.*]]: !vhlo.tensor_v1<!vhlo.f32_v1>):
// CHECK-NEXT:       %[[ADD_V1:.*]] = "vhlo.add_v1"(%[[ARG2]], %[[ARG3]]) : (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
// CHECK-NEXT:       "vhlo.return_v1"(%[[ADD_V1]]) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> ()
// CHECK-NEXT:     }) : (!vhlo.tensor_v1<2x?x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [?, 3]>>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x!vhlo.f32_v1>
// CHECK-NEXT:     "vhlo.return_v1"(%[[REDUCE_V1]]) : (!vhlo.tensor_v1<2x!vhlo.f32_v1>) -> ()
// CHECK-NEXT:   } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
// BACK-LABEL: func.func @sum(
// BACK-SAME:    %[[ARG0:.*]]: tensor<2x?xf32, #stablehlo.bounds<?, 3>>, %[[ARG1:.*]]: tensor<f32>) -> tensor<2xf32> {
// BACK-NEXT:     %[[REDUCE:.*]] = stablehlo.reduce(%[[ARG0]] init: %[[ARG1]]) applies stablehlo.add across dimensions = [1] : (tensor<2x?xf32, #stablehlo.bounds<?, 3>>, tensor<f32>) -> tensor<2xf32>
// BACK-NEXT:     return %[[REDUCE]] : tensor<2xf32>
// BACK-NEXT:   }
func.func @sum(%a: tensor<2x?xf32, #stablehlo.bounds<?, 3>>, %b: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x?xf32, #stablehlo.bounds<?, 3>>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK:   vhlo.func_v1 @product(%[[ARG0:.*]]: !vhlo.tensor_v1<4x3x!vhlo.bf16_v1>, %[[ARG1:.*]]: !vhlo.tensor_v1<3x5x!vhlo.bf16_v1>) -> (!vhlo.tensor_v1<4x5x!vhlo.f32_v1>) {
// CHECK-NEXT:     %[[DOT_GENERAL_V2:.*]] = "vhlo.dot_general_v2"(%[[ARG0]], %[[ARG1]]) <{accumulation_type = #vhlo.type_v1<!vhlo.none_v1>, allow_imprecise_accumulation = #vhlo.type_v1<!vhlo.none_v1>, lhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, lhs_component_count = #vhlo.type_v1<!vhlo.none_v1>, lhs_contracting_dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>, lhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>, num_primitive_operations = #vhlo.type_v1<!vhlo.none_v1>, precision_config = #vhlo.array_v1<[#vhlo<precision_v1 HIGH>, #vhlo<precision_v1 DEFAULT>]>, rhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, rhs_component_count = #vhlo.type_v1<!vhlo.none_v1>, rhs_contracting_dimensions = #vhlo.tensor_v1<dense<0> : tensor<1xi64>>, rhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>}> : (!vhlo.tensor_v1<4x3x!vhlo.bf16_v1>, !vhlo.tensor_v1<3x5x!vhlo.bf16_v1>) -> !vhlo.tensor_v1<4x5x!vhlo.f32_v1>
// CHECK-NEXT:     "vhlo.return_v1"(%[[DOT_GENERAL_V2]]) : (!vhlo.tensor_v1<4x5x!vhlo.f32_v1>) -> ()
// CHECK-NEXT:   } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"private">}
// BACK-LABEL: func.func private @product(
// BACK-SAME:    %[[ARG0:.*]]: tensor<4x3xbf16>, %[[ARG1:.*]]: tensor<3x5xbf16>) -> tensor<4x5xf32> {
// BACK-NEXT:     %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[ARG0]], %[[ARG1]], contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<4x3xbf16>, tensor<3x5xbf16>) -> tensor<4x5xf32>
// BACK-NEXT:     return %[[DOT_GENERAL]] : tensor<4x5xf32>
// BACK-NEXT:   }
func.func private @product(%a: tensor<4x3xbf16>, %b: tensor<3x5xbf16>) -> tensor<4x5xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<4x3xbf16>, tensor<3x5xbf16>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// CHECK:   vhlo.func_v1 @call(%[[ARG0:.*]]: !vhlo.tensor_v1<2x!vhlo.bool_v1>) -> (!vhlo.tensor_v1<2x!vhlo.bool_v1>) {
// CHECK-NEXT:     %[[CUSTOM_CALL_V2:.*]] = "vhlo.custom_call_v2"(%[[ARG0]]) <{api_version = #vhlo<api_version_v1 API_VERSION_TYPED_FFI>, backend_config = #vhlo.dict_v1<{#vhlo.string_v1<"n"> = #vhlo.integer_v1<1 : i32>}>, call_target_name = #vhlo.string_v1<"f">, called_computations = #vhlo.array_v1<[]>, has_side_effect = #vhlo.bool_v1<false>, operand_layouts = #vhlo.array_v1<[]>, output_operand_aliases = #vhlo.array_v1<[]>, result_layouts = #vhlo.array_v1<[]>, result_tilings = #vhlo.array_v1<[]>}> {my.list = #vhlo.array_v1<[#vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>, #vhlo.float_v1<0x7FC00000 : !vhlo.f32_v1>]>} : (!vhlo.tensor_v1<2x!vhlo.bool_v1>) -> !vhlo.tensor_v1<2x!vhlo.bool_v1>
// CHECK-NEXT:     "vhlo.return_v1"(%[[CUSTOM_CALL_V2]]) : (!vhlo.tensor_v1<2x!vhlo.bool_v1>) -> ()
// CHECK-NEXT:   } {arg_attrs = #vhlo.array_v1<[#vhlo.dict_v1<{#vhlo.string_v1<"jax.name"> = #vhlo.string_v1<"a">}>]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
// BACK-LABEL: func.func @call(
// BACK-SAME:    %[[ARG0:.*]]: tensor<2xi1> {jax.name = "a"}) -> tensor<2xi1> {
// BACK-NEXT:     %[[CUSTOM_CALL:.*]] = stablehlo.custom_call @f(%[[ARG0]]) {api_version = 4 : i32, backend_config = {n = 1 : i32}, my.list = [1.500000e+00 : f32, 0x7FC00000 : f32]} : (tensor<2xi1>) -> tensor<2xi1>
// BACK-NEXT:     return %[[CUSTOM_CALL]] : tensor<2xi1>
// BACK-NEXT:   }
func.func @call(%a: tensor<2xi1> {jax.name = "a"}) -> tensor<2xi1> {
  %0 = stablehlo.custom_call @f(%a) {api_version = 4 : i32, backend_config = {n = 1 : i32}, my.list = [1.5 : f32, 0x7FC00000 : f32]} : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// CHECK:   vhlo.func_v1 @quantized(%[[ARG0:.*]]: !vhlo.tensor_v1<2x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [3.400000e+01, 3.400000e+01], [16, 16], -128:127, 1>>) -> (!vhlo.tensor_v1<2x!vhlo.f32_v1>) {
// CHECK-NEXT:     %[[UNIFORM_DEQUANTIZE_V1:.*]] = "vhlo.uniform_dequantize_v1"(%[[ARG0]]) : (!vhlo.tensor_v1<2x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [3.400000e+01, 3.400000e+01], [16, 16], -128:127, 1>>) -> !vhlo.tensor_v1<2x!vhlo.f32_v1>
// CHECK-NEXT:     "vhlo.return_v1"(%[[UNIFORM_DEQUANTIZE_V1]]) : (!vhlo.tensor_v1<2x!vhlo.f32_v1>) -> ()
// CHECK-NEXT:   } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
// BACK-LABEL: func.func @quantized(
// BACK-SAME:    %[[ARG0:.*]]: tensor<2x!quant.uniform<i8:f32:0, {3.400000e+01:16,3.400000e+01:16}>>) -> tensor<2xf32> {
// BACK-NEXT:     %[[UNIFORM_DEQUANTIZE:.*]] = stablehlo.uniform_dequantize %[[ARG0]] : (tensor<2x!quant.uniform<i8:f32:0, {3.400000e+01:16,3.400000e+01:16}>>) -> tensor<2xf32>
// BACK-NEXT:     return %[[UNIFORM_DEQUANTIZE]] : tensor<2xf32>
// BACK-NEXT:   }
func.func @quantized(%a: tensor<2x!quant.uniform<i8:f32:0, {34.0:16, 34.0:16}>>) -> tensor<2xf32> {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32:0, {34.0:16, 34.0:16}>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
