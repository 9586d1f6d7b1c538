// RUN: mlirlite-opt %s --onnx-pre-krnl-verify --split-input-file --verify-diagnostics

func.func @ranked(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "onnx.Relu"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  onnx.Return %0 : tensor<?xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{'onnx.Relu' op operand #0 has no known rank ('tensor<*xf32>')}}
  %0 = "onnx.Relu"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  onnx.Return %0 : tensor<*xf32>
}

// -----

func.func @custom(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{is operator 'Twice' of domain 'org.example', which has no lowering}}
  %0 = "onnx.Custom"(%x) <{function_name = "Twice"}> {domain_name = "org.example"} : (tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %0 : tensor<2xf32>
}
