// Ops that cannot be lowered.
// RUN: mlirlite-opt %s --tosa-to-tensor --tosa-to-arith="include-apply-rescale=true" --split-input-file --verify-diagnostics

func.func @unranked(%x: tensor<?xf32>) -> tensor<*xf32> {
  %a = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @+1 {{failed to legalize operation 'tosa.slice'}}
  %0 = tosa.slice %x, %a, %a : (tensor<?xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @computed(%x: tensor<4x5xf32>) -> tensor<?xf32> {
  %n = tosa.dim %x {axis = 0 : i32} : (tensor<4x5xf32>) -> !tosa.shape<1>
  // expected-error @+1 {{failed to legalize operation 'tosa.reshape'}}
  %0 = tosa.reshape %x, %n : (tensor<4x5xf32>, !tosa.shape<1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @inexact(%x: i64, %m: i32, %s: i8) -> i32 {
  // expected-error @+1 {{failed to legalize operation 'tosa.apply_scale'}}
  %0 = tosa.apply_scale %x, %m, %s {rounding_mode = INEXACT_ROUND} : (i64, i32, i8) -> i32
  return %0 : i32
}
