// RUN: mlirlite-opt %s --convert-onnx-to-krnl=target=haswell --split-input-file | FileCheck %s

// Runs of neighbors are vectors. The last one begins inside the one before it: no element is
// copied alone, none outside of the run is touched.

// CHECK-LABEL: func.func @slice
// CHECK-SAME: %[[X:.*]]: memref<5x30xf32>
// CHECK-DAG: %[[FIRST:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[LAST:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[END:.*]] = arith.constant 13 : index
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %[[ROW:.*]] = 0 to 5){
// CHECK-NEXT: vector.load %[[X]][%[[ROW]], %[[FIRST]]] : memref<5x30xf32>, vector<8xf32>
// CHECK: %[[V:.*]] = vector.load %[[X]][%[[ROW]], %[[LAST]]]
// CHECK-NEXT: vector.store %[[V]], %{{.*}}[%[[ROW]], %[[END]]] : memref<5x21xf32>, vector<8xf32>
func.func @slice(%x: tensor<5x30xf32>) -> tensor<5x21xf32> {
  %start = onnx.Constant dense<3> : tensor<1xi64>
  %end = onnx.Constant dense<24> : tensor<1xi64>
  %axis = onnx.Constant dense<1> : tensor<1xi64>
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Slice"(%x, %start, %end, %axis, %none) : (tensor<5x30xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<5x21xf32>
  onnx.Return %0 : tensor<5x21xf32>
}

// -----

// Parts of long rows come one after the other. Lines that are written 2 KB later are prefetched,
// since the result exceeds the L2 cache.

// CHECK-DAG: #[[AHEAD:.*]] = affine_map<(d0) -> (d0 * 32 + 512)>
// CHECK-DAG: #[[SECOND:.*]] = affine_map<(d0) -> (d0 * 32 + 320)>
// CHECK-LABEL: func.func @concat
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<500x320xf32>, %[[Y:[a-z0-9]*]]: memref<500x32xf32>
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %[[ROW:.*]] = 0 to 500){
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %[[I:.*]] = 0 to 10){
// CHECK: %[[PLACE:.*]] = affine.apply #[[AHEAD]](%[[I]])
// CHECK: memref.prefetch %[[OUT:.*]][%[[ROW]], %[[PLACE]]], write, locality<3>, data
// CHECK: vector.load %[[X]]
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %[[J:.*]] = 0 to 1){
// CHECK: vector.load %[[Y]]
// CHECK: %[[PLACE:.*]] = affine.apply #[[SECOND]](%[[J]])
// CHECK: vector.store %{{.*}}, %[[OUT]][%[[ROW]], %[[PLACE]]]
func.func @concat(%x: tensor<500x320xf32>, %y: tensor<500x32xf32>) -> tensor<500x352xf32> {
  %0 = "onnx.Concat"(%x, %y) <{axis = 1 : si64}> : (tensor<500x320xf32>, tensor<500x32xf32>) -> tensor<500x352xf32>
  onnx.Return %0 : tensor<500x352xf32>
}

// -----

// Repeats of whole factors are shuffles; the row is n // 2, and no table says so.

// CHECK: #[[HALF:.*]] = affine_map<(d0) -> (d0 floordiv 2)>
// CHECK-LABEL: func.func @resize
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK: %[[ROW:.*]] = affine.apply #[[HALF]](%{{.*}})
// CHECK: %[[V:.*]] = vector.load %{{.*}}[%{{.*}}, %{{.*}}, %[[ROW]], %{{.*}}]
// CHECK: vector.shuffle %[[V]], %[[V]] [0, 0, 1, 1, 2, 2, 3, 3]
// CHECK: vector.shuffle %[[V]], %[[V]] [4, 4, 5, 5, 6, 6, 7, 7]
func.func @resize(%x: tensor<1x3x20x20xf32>) -> tensor<1x3x40x40xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %scales = onnx.Constant dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>
  %0 = "onnx.Resize"(%x, %none, %scales, %none) <{mode = "nearest", coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"}> : (tensor<1x3x20x20xf32>, none, tensor<4xf32>, none) -> tensor<1x3x40x40xf32>
  onnx.Return %0 : tensor<1x3x40x40xf32>
}

// -----

// A division by a known scale: clamped, times the reciprocal, and corrected once.

// CHECK-LABEL: func.func @levels
// CHECK-NOT: arith.divf
// CHECK: %[[ABOVE:.*]] = arith.cmpf ogt
// CHECK: arith.select %[[ABOVE]]
// CHECK: %[[BELOW:.*]] = arith.cmpf olt
// CHECK: arith.select %[[BELOW]]
// CHECK: %[[NEAR:.*]] = arith.mulf
// CHECK: %[[REST:.*]] = math.fma
// CHECK: math.fma %[[REST]], %{{.*}}, %[[NEAR]]
func.func @levels(%x: tensor<64xf32>) -> tensor<64xi8> {
  %scale = onnx.Constant dense<0.05> : tensor<f32>
  %zero = onnx.Constant dense<3> : tensor<i8>
  %0 = "onnx.QuantizeLinear"(%x, %scale, %zero) : (tensor<64xf32>, tensor<f32>, tensor<i8>) -> tensor<64xi8>
  onnx.Return %0 : tensor<64xi8>
}

// -----

// CHECK-LABEL: func.func @levels_of_any_scale
// CHECK: arith.divf
func.func @levels_of_any_scale(%x: tensor<64xf32>, %scale: tensor<f32>) -> tensor<64xi8> {
  %zero = onnx.Constant dense<3> : tensor<i8>
  %0 = "onnx.QuantizeLinear"(%x, %scale, %zero) : (tensor<64xf32>, tensor<f32>, tensor<i8>) -> tensor<64xi8>
  onnx.Return %0 : tensor<64xi8>
}

// -----

// The best three: a list in a vector, into which elements go that are as good as a bound; their
// lanes are bits.

// CHECK-LABEL: func.func @best
// CHECK: vector.bitcast %{{.*}} : vector<8xi1> to vector<1xi8>
// CHECK: math.ctpop
// CHECK: math.cttz
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [7, 8, 9, 10, 11, 12, 13, 14] : vector<8xf32>, vector<8xf32>
func.func @best(%x: tensor<2x64xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>) {
  %k = onnx.Constant dense<3> : tensor<1xi64>
  %0, %1 = "onnx.TopK"(%x, %k) : (tensor<2x64xf32>, tensor<1xi64>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  onnx.Return %0, %1 : tensor<2x3xf32>, tensor<2x3xi64>
}
