// What is wrong with quantized types and casts, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{illegal storage type prefix}}
func.func private @f(!quant.uniform<int8:f32, 2.0>)

// -----

// expected-error @+1 {{illegal storage type size: 33}}
func.func private @f(!quant.uniform<i33:f32, 2.0>)

// -----

// expected-error @+1 {{illegal storage type minimum: -9}}
func.func private @f(!quant.any<i4<-9:1>:f32>)

// -----

// expected-error @+1 {{illegal storage type maximum: 8}}
func.func private @f(!quant.any<i4<-1:8>:f32>)

// -----

// expected-error @+1 {{illegal storage min and storage max: (2:1)}}
func.func private @f(!quant.any<i8<2:1>:f32>)

// -----

// expected-error @+1 {{illegal quantized dimension: -1}}
func.func private @f(!quant.uniform<i8:f32:-1, {2.0}>)

// -----

// expected-error @+1 {{illegal block size: 0}}
func.func private @f(!quant.uniform<i8:f32:{0:0}, {2.0}>)

// -----

// expected-error @+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:1}, {{2.0}, 3.0}>)

// -----

// expected-error @+1 {{illegal min and max: (1.000000e+00:-1.000000e+00)}}
func.func private @f(!quant.calibrated<f32<1.0:-1.0>>)

// -----

func.func @f(%x: f64) {
  // expected-error @+1 {{expressed type in quantized type expected to match float type}}
  %0 = quant.qcast %x : f64 to !quant.uniform<i8:f32, 2.0>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %x : f32 to tensor<2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%x: i8) {
  // expected-error @+1 {{failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = quant.scast %x : i8 to i8
  return
}

// -----

func.func @f(%x: i16) {
  // expected-error @+1 {{storage type in quantized type expected to match integer type}}
  %0 = quant.scast %x : i16 to !quant.uniform<i8:f32, 2.0>
  return
}

// -----

func.func @f(%x: i8) {
  // expected-error @+1 {{scalar types may not use per-axis quantization}}
  %0 = quant.scast %x : i8 to !quant.uniform<i8:f32:0, {2.0}>
  return
}

// -----

func.func @f(%x: tensor<3xi8>) {
  // expected-error @+1 {{quantized dimension size does not match number of scales}}
  %0 = quant.scast %x : tensor<3xi8> to tensor<3x!quant.uniform<i8:f32:0, {2.0, 3.0}>>
  return
}

// -----

func.func @f(%x: tensor<3xi8>) {
  // expected-error @+1 {{tensor dimension size 3 at axis 0 must be divisible by the corresponding block size 2}}
  %0 = quant.scast %x : tensor<3xi8> to tensor<3x!quant.uniform<i8:f32:{0:2}, {2.0}>>
  return
}

// -----

func.func @f(%x: tensor<4xi8>) {
  // expected-error @+1 {{dimension size 2 of scales tensor at axis 0 should match (tensor dimension at axis / block sizes at axis) = 2}}
  %0 = quant.scast %x : tensor<4xi8> to tensor<4x!quant.uniform<i8:f32:{0:2}, {2.0}>>
  return
}

// -----

// expected-error @+1 {{unknown quantized type whole}}
func.func private @f(!quant.whole)
