// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{unknown level format: sparse}}
#a = #sparse_tensor.encoding<{ map = (d0) -> (d0 : sparse) }>

// -----

// expected-error @+1 {{unexpected position bitwidth: 7}}
#a = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 7 }>

// -----

// expected-error @+1 {{expected compressed or loose_compressed level before singleton level}}
#a = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : singleton) }>

// -----

#a = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
// expected-error @+1 {{dimension-rank mismatch between encoding and tensor shape: 2 != 1}}
func.func private @f(tensor<?xf32, #a>)

// -----

#a = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8xf32, #a>) {
  // expected-error @+1 {{unexpected type for positions}}
  %p = sparse_tensor.positions %t {level = 0 : index} : tensor<8xf32, #a> to memref<?xindex>
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  // expected-error @+1 {{reduce region must have exactly 2 arguments}}
  %r = sparse_tensor.reduce %x, %x, %x : f32 {
  ^bb0(%a: f32):
    sparse_tensor.yield %a : f32
  }
  return %r : f32
}

// -----

#a = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%t: tensor<8xf32, #a>) -> tensor<10xf32> {
  // expected-error @+1 {{unexpected conversion mismatch in dimension 0}}
  %r = sparse_tensor.convert %t : tensor<8xf32, #a> to tensor<10xf32>
  return %r : tensor<10xf32>
}
