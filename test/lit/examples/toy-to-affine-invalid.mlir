// RUN: mlirlite-opt --load-plugin %S/../../../examples/toy/toy.py --load-plugin %S/../../../examples/toy/lower_toy.py %s --toy-to-affine --verify-diagnostics

// expected-error @+1 {{failed to legalize operation 'toy.func'}}
toy.func @unknown(%a: tensor<*xf64>) {
  // expected-error @+1 {{failed to legalize operation 'toy.transpose'}}
  %0 = toy.transpose %a : tensor<*xf64> to tensor<*xf64>
  toy.return
}
