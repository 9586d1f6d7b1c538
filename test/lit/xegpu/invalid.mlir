// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%m: memref<16xf32>) {
  // expected-error @+1 {{Expecting the TensorDesc rank is not greater than the ranks of shape, strides, offsets or the memref source.}}
  %0 = xegpu.create_nd_tdesc %m : memref<16xf32> -> !xegpu.tensor_desc<8x16xf32>
  return
}

// -----

// expected-error @+1 {{cannot distribute [128, 100] using #xegpu.layout<sg_layout = [4, 8], sg_data = [32, 16]>}}
func.func private @f(!xegpu.tensor_desc<128x100xf32, #xegpu.layout<sg_layout = [4, 8], sg_data = [32, 16]>>)

// -----

// expected-error @+1 {{expected order and lane_layout to have the same rank}}
func.func private @f(!xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1], order = [0]>>)

// -----

func.func @f(%d: !xegpu.tensor_desc<8x16xf32>) {
  // expected-error @+1 {{'xegpu.load_nd' op Result shape [8, 8] is not consistent with tensor descriptor '!xegpu.tensor_desc<8x16xf32>'}}
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf32> -> vector<8x8xf32>
  return
}

// -----

func.func @f(%a: vector<8x8xf16>, %b: vector<16x16xf16>) {
  // expected-error @+1 {{'xegpu.dpas' op K-dimension mismatch.}}
  %0 = xegpu.dpas %a, %b : vector<8x8xf16>, vector<16x16xf16> -> vector<8x16xf32>
  return
}

// -----

func.func @f(%m: memref<32xf16, 1>) {
  // expected-error @+1 {{must be reside in share memory}}
  %0 = xegpu.create_mem_desc %m : memref<32xf16, 1> -> !xegpu.mem_desc<4x8xf16>
  return
}
