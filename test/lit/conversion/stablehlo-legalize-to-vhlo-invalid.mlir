// RUN: mlirlite-opt %s --stablehlo-legalize-to-vhlo --split-input-file --verify-diagnostics

func.func @typed_text(%a: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{failed to legalize operation 'stablehlo.custom_call' that was explicitly marked illegal}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f" : tensor<3xf32>} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @+1 {{failed to legalize unresolved materialization from ('!vhlo.tensor_v1<!vhlo.f32_v1>') to ('tensor<f32>') that remained live after conversion}}
func.func @other(%a: tensor<f32>) -> tensor<f32> {
  %0 = chlo.erf %a : tensor<f32> -> tensor<f32>
  // expected-error @+1 {{failed to legalize unresolved materialization from ('tensor<f32>') to ('!vhlo.tensor_v1<!vhlo.f32_v1>') that remained live after conversion}}
  return %0 : tensor<f32>
}
