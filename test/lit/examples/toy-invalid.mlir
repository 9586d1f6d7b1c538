// RUN: mlirlite-opt --load-plugin %S/../../../examples/toy/toy.py %s --toy-shapes --split-input-file --verify-diagnostics

toy.func @transposed(%a: tensor<2x3xf64>) {
  // expected-error @+1 {{'toy.transpose' op gives the shape (3, 2), but says tensor<2x3xf64>}}
  %0 = toy.transpose %a : tensor<2x3xf64> to tensor<2x3xf64>
  toy.return
}

// -----

toy.func @shapes(%a: tensor<2xf64>, %b: tensor<3xf64>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = toy.add %a, %b : (tensor<2xf64>, tensor<3xf64>) -> tensor<*xf64>
  toy.return
}

// -----

toy.func @floats(%a: tensor<2xf32>) {
  // expected-error @+1 {{operand #0 must be tensor of f64, but got 'tensor<2xf32>'}}
  toy.print %a : tensor<2xf32>
  toy.return
}

// -----

toy.func @reshaped(%a: tensor<2xf64>) {
  // expected-error @+1 {{'toy.reshape' op makes 3 elements out of 2}}
  %0 = toy.reshape %a : tensor<2xf64> to tensor<3xf64>
  toy.return
}

// -----

toy.func @reshaped(%a: tensor<2xf64>) {
  // expected-error @+1 {{'toy.reshape' op gives a tensor of unknown shape}}
  %0 = toy.reshape %a : tensor<2xf64> to tensor<*xf64>
  toy.return
}

// -----

toy.func @returned(%a: tensor<2xf64>) -> tensor<3xf64> {
  // expected-error @+1 {{'toy.return' op returns other types than the function says}}
  toy.return %a : tensor<2xf64>
}

// -----

toy.func @called(%a: tensor<2xf64>) {
  // expected-error @+1 {{'toy.generic_call' op calls @other, which is not a function}}
  toy.generic_call @other(%a) : (tensor<2xf64>) -> ()
  toy.return
}

// -----

toy.func @called(%a: tensor<2xf64>, %b: tensor<2xf64>) {
  // expected-error @+1 {{'toy.generic_call' op gives 1 of the 2 arguments of @called}}
  toy.generic_call @called(%a) : (tensor<2xf64>) -> ()
  toy.return
}

// -----

toy.func @called(%a: !toy.struct<"One" : tensor<2xf64>>) {
  %0 = toy.field %a[0] : (!toy.struct<"One" : tensor<2xf64>>) -> tensor<2xf64>
  // expected-error @+1 {{gives a tensor<2xf64> to @called, which expects a !toy.struct<"One" : tensor<2xf64>>}}
  toy.generic_call @called(%0) : (tensor<2xf64>) -> ()
  toy.return
}

// -----

toy.func @made(%a: tensor<2xf64>) {
  // expected-error @+1 {{'toy.struct' op has other values than the type says}}
  %0 = toy.struct(%a) : (tensor<2xf64>) -> !toy.struct<"One" : tensor<3xf64>>
  toy.return
}

// -----

toy.func @field(%a: !toy.struct<"One" : tensor<2xf64>>) {
  // expected-error @+1 {{'toy.field' op gives no tensor<2xf64>}}
  %0 = toy.field %a[1] : (!toy.struct<"One" : tensor<2xf64>>) -> tensor<2xf64>
  toy.return
}

// -----

toy.func @unknown(%a: tensor<*xf64>) {
  // expected-error @+1 {{'toy.transpose' op has an operand of unknown shape}}
  %0 = toy.transpose %a : tensor<*xf64> to tensor<*xf64>
  toy.return
}
