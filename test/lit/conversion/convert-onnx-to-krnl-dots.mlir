// RUN: mlirlite-opt %s --layout-onnx=target=cascadelake | FileCheck %s --check-prefix=LAYOUT
// RUN: mlirlite-opt %s --layout-onnx=target=cascadelake --schedule-onnx=target=cascadelake | FileCheck %s --check-prefix=SCHEDULE
// RUN: mlirlite-opt %s --layout-onnx=target=cascadelake --schedule-onnx=target=cascadelake --convert-onnx-to-krnl=target=cascadelake | FileCheck %s

// The image stays in blocks of channels as bytes from one convolution to the next.
// LAYOUT: "onnx.LayoutTransform"(%{{.*}}) <{target_layout = #onnx.layout<{dataLayout = "NCHW16C"}>}> : (tensor<1x16x8x8xui8>)
// LAYOUT: "onnx.ConvInteger"{{.*}} -> tensor<1x32x8x8xi32, #onnx.layout<{dataLayout = "NCHW16C"}>>
// LAYOUT-NOT: LayoutTransform
// LAYOUT: "onnx.QuantizeLinear"{{.*}} -> tensor<1x32x8x8xui8, #onnx.layout<{dataLayout = "NCHW16C"}>>
// LAYOUT: "onnx.ConvInteger"

// SCHEDULE: "onnx.ConvInteger"{{.*}} {schedule = {blocks = 2 : i64, columns = {{[0-9]+}} : i64, rows = 64 : i64, unroll = {{[0-9]+}} : i64}}

// Four channels of a pixel in all lanes, by four weights of sixteen outputs; then bytes are stored.
// CHECK-LABEL: func.func @main
// CHECK: %[[B:.*]] = memref.alloc() {{.*}} : memref<1x1x8x8x16xui8>
// CHECK: %[[Y:.*]] = memref.alloc() {{.*}} : memref<1x2x8x8x16xui8>
// CHECK: %[[X:.*]] = vector.load {{.*}} : memref<1024xui8>, vector<4xui8>
// CHECK: %[[W:.*]] = vector.bitcast %[[X]] : vector<4xui8> to vector<1xi32>
// CHECK: %[[S:.*]] = vector.broadcast %[[W]] : vector<1xi32> to vector<16xi32>
// CHECK: %[[P:.*]] = vector.bitcast %[[S]] : vector<16xi32> to vector<64xui8>
// CHECK: krnl.dot %[[P]], %{{.*}}, %{{.*}} : vector<64xui8>, vector<64xi8> into vector<16xi32>
// CHECK: arith.sitofp %{{.*}} : vector<16xi32> to vector<16xf32>
// CHECK: vector.store %{{.*}} : memref<1x2x1x64x16xui8>, vector<16xui8>
// The image that is added is read as bytes, too.
// CHECK: krnl.dot
// CHECK: vector.load %{{.*}} : memref<1x2x1x64x16xui8>, vector<16xui8>
// CHECK: vector.store
func.func @main(%x: tensor<1x16x8x8xui8>) -> tensor<1x32x8x8xui8> {
  %w = onnx.Constant dense<1> : tensor<32x16x1x1xi8>
  %v = onnx.Constant dense<1> : tensor<32x32x1x1xi8>
  %s = onnx.Constant dense<0.5> : tensor<f32>
  %z = onnx.Constant dense<0> : tensor<ui8>
  %none = "onnx.NoValue"() <{value}> : () -> none
  %0 = "onnx.ConvInteger"(%x, %w, %z, %none) {kernel_shape = [1, 1]} : (tensor<1x16x8x8xui8>, tensor<32x16x1x1xi8>, tensor<ui8>, none) -> tensor<1x32x8x8xi32>
  %1 = "onnx.DequantizeLinear"(%0, %s, %none) : (tensor<1x32x8x8xi32>, tensor<f32>, none) -> tensor<1x32x8x8xf32>
  %2 = "onnx.QuantizeLinear"(%1, %s, %z) : (tensor<1x32x8x8xf32>, tensor<f32>, tensor<ui8>) -> tensor<1x32x8x8xui8>
  %3 = "onnx.ConvInteger"(%2, %v, %z, %none) {kernel_shape = [1, 1]} : (tensor<1x32x8x8xui8>, tensor<32x32x1x1xi8>, tensor<ui8>, none) -> tensor<1x32x8x8xi32>
  %4 = "onnx.DequantizeLinear"(%3, %s, %none) : (tensor<1x32x8x8xi32>, tensor<f32>, none) -> tensor<1x32x8x8xf32>
  %5 = "onnx.DequantizeLinear"(%2, %s, %z) : (tensor<1x32x8x8xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x32x8x8xf32>
  %6 = "onnx.Add"(%4, %5) : (tensor<1x32x8x8xf32>, tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %7 = "onnx.QuantizeLinear"(%6, %s, %z) : (tensor<1x32x8x8xf32>, tensor<f32>, tensor<ui8>) -> tensor<1x32x8x8xui8>
  return %7 : tensor<1x32x8x8xui8>
}
