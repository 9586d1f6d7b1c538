// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: memref<4x8xf32>, %b: memref<4x8xf32, 3>, %i: index) {
  // expected-error @+1 {{Requested copy elements is 3 with width 32. But copy elements could be one of 1, 2, 4.}}
  %0 = nvgpu.device_async_copy %a[%i, %i], %b[%i, %i], 3 : memref<4x8xf32> to memref<4x8xf32, 3>
  return
}

// -----

func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  // expected-error @+1 {{'nvgpu.mma.sync' op expected 128 warp-wide matrix A elements}}
  %0 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @f(%v: vector<8xf32>) {
  // expected-error @+1 {{'nvgpu.rcp' op has a limitation. #nvgpu<rcp_rounding_mode approx> or non-ftz is not supported yet.}}
  %0 = nvgpu.rcp %v {rounding = approx} : vector<8xf32>
  return
}
