// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%m: memref<4x4xf32, 5>, %i: i32) {
  // expected-error @+1 {{Buffer ops must operate on a memref in global memory}}
  %0 = amdgpu.raw_buffer_load %m[%i, %i] : memref<4x4xf32, 5>, i32, i32 -> f32
  return
}

// -----

func.func @f(%a: f64, %b: vector<4xf64>) {
  // expected-error @+1 {{'amdgpu.mfma' op block ID for permuting A (abid) must be below 2 ** cbsz}}
  %0 = amdgpu.mfma 16x16x4 %a * %a + %b {abid = 1 : i32} blgp = none : f64, f64, vector<4xf64>
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'amdgpu.dpp' op Attribute value must be between 1 and 15}}
  %0 = amdgpu.dpp %x %x row_shl(16 : i32) : i32
  return
}
