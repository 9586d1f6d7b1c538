// RUN: mlirlite-opt %s --convert-onnx-to-krnl="checks=false" --split-input-file | FileCheck %s

// Elementwise: one nest over the result; dimensions that every buffer has are one.

// CHECK-LABEL: func.func @relu(%arg0: memref<2x3xf32>) -> memref<2x3xf32>
func.func @relu(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "onnx.Relu"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  onnx.Return %0 : tensor<2x3xf32>
}
// CHECK-DAG:  [[ZERO:%.+]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:  [[OUT:%.+]] = memref.alloc() {alignment = 64 : i64} : memref<2x3xf32>
// CHECK-DAG:  [[Y:%.+]] = memref.reinterpret_cast [[OUT]] to offset: [0], sizes: [6], strides: [1]
// CHECK-DAG:  [[X:%.+]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [6], strides: [1]
// CHECK-DAG:  [[LOOP:%.+]] = krnl.define_loops 1
// CHECK:      krnl.iterate([[LOOP]]) with ([[LOOP]] -> [[I:%.+]] = 0 to 6){
// CHECK-NEXT:   [[E:%.+]] = krnl.load [[X]]{{\[}}[[I]]] : memref<6xf32>
// CHECK-NEXT:   [[MAX:%.+]] = arith.maximumf [[E]], [[ZERO]] : f32
// CHECK-NEXT:   krnl.store [[MAX]], [[Y]]{{\[}}[[I]]] : memref<6xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return [[OUT]] : memref<2x3xf32>

// -----

// Unknown sizes may be 1 and broadcast.

// CHECK-LABEL: func.func @add_dynamic
func.func @add_dynamic(%x: tensor<?x3xf32>, %y: tensor<?x1xf32>) -> tensor<?x3xf32> {
  %0 = "onnx.Add"(%x, %y) : (tensor<?x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  onnx.Return %0 : tensor<?x3xf32>
}
// CHECK-DAG:  [[C0:%.+]] = arith.constant 0 : index
// CHECK-DAG:  [[C1:%.+]] = arith.constant 1 : index
// CHECK-DAG:  [[DX:%.+]] = memref.dim %arg0, [[C0]] : memref<?x3xf32>
// CHECK-DAG:  [[DY:%.+]] = memref.dim %arg1, [[C0]] : memref<?x1xf32>
// CHECK:      [[ONE:%.+]] = arith.cmpi eq, [[DX]], [[C1]] : index
// CHECK:      [[SIZE:%.+]] = arith.select [[ONE]], [[DY]], [[DX]] : index
// CHECK:      memref.alloc([[SIZE]]) {alignment = 64 : i64} : memref<?x3xf32>
// CHECK:      krnl.iterate({{.*}}) with ({{.*}} -> [[I:%.+]] = 0 to [[SIZE]], {{.*}} -> [[J:%.+]] = 0 to 3){
// CHECK:        [[IX:%.+]] = arith.minsi [[I]], {{.*}} : index
// CHECK:        krnl.load %arg0{{\[}}[[IX]], [[J]]] : memref<?x3xf32>
// CHECK:        [[IY:%.+]] = arith.minsi [[I]], {{.*}} : index
// CHECK:        krnl.load %arg1{{\[}}[[IY]], [[C0]]] : memref<?x1xf32>

// -----

// Unsigned elements are computed with as signless ones; a division by zero gives zero.

// CHECK-LABEL: func.func @unsigned
func.func @unsigned(%x: tensor<4xui8>, %y: tensor<4xui8>) -> tensor<4xui8> {
  %0 = "onnx.Div"(%x, %y) : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  onnx.Return %0 : tensor<4xui8>
}
// CHECK:      [[X:%.+]] = builtin.unrealized_conversion_cast {{.*}} : ui8 to i8
// CHECK:      [[Y:%.+]] = builtin.unrealized_conversion_cast {{.*}} : ui8 to i8
// CHECK:      [[ZERO:%.+]] = arith.cmpi eq, [[Y]], {{.*}} : i8
// CHECK:      [[SAFE:%.+]] = arith.select [[ZERO]], {{.*}}, [[Y]] : i8
// CHECK:      arith.divui [[X]], [[SAFE]] : i8

// -----

// Convolution: bounds keep the taps inside the input; the innermost loop runs along a row.

// CHECK-DAG:  [[FIRST:#.+]] = affine_map<(d0) -> (0, -(d0 - 1))>
// CHECK-DAG:  [[LAST:#.+]] = affine_map<(d0) -> (3, -(d0 - 1) + 8)>
// CHECK-DAG:  [[LAST_OUT:#.+]] = affine_map<(d0) -> (8, -(d0 - 1) + 8)>
// CHECK-LABEL: func.func @conv
func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) {pads = [1, 1, 1, 1]} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>, none) -> tensor<1x6x8x8xf32>
  onnx.Return %0 : tensor<1x6x8x8xf32>
}
// CHECK-NOT:  noValue
// CHECK:      [[OUT:%.+]] = memref.alloc() {alignment = 64 : i64} : memref<1x6x8x8xf32>
// CHECK:      krnl.iterate({{.*}}) with ({{.*}} -> [[N:%.+]] = 0 to 1, {{.*}} -> [[M:%.+]] = 0 to 6){
// CHECK:        krnl.iterate({{.*}}) with ({{.*}} -> [[ROW:%.+]] = 0 to 8){
// CHECK:          krnl.iterate({{.*}}) with ({{.*}} = 0 to 8){
// CHECK-NEXT:       krnl.store
// CHECK:          krnl.iterate({{.*}}) with ({{.*}} -> [[C:%.+]] = 0 to 4, {{.*}} -> [[KH:%.+]] = max [[FIRST]]([[ROW]]) to min [[LAST]]([[ROW]]), {{.*}} -> [[KW:%.+]] = 0 to 3){
// CHECK:            [[W:%.+]] = krnl.load %arg1{{\[}}[[M]], [[C]], [[KH]], [[KW]]] : memref<6x4x3x3xf32>
// CHECK:            krnl.iterate({{.*}}) with ({{.*}} -> [[COLUMN:%.+]] = max [[FIRST]]([[KW]]) to min [[LAST_OUT]]([[KW]])){
// CHECK:              [[X:%.+]] = krnl.load %arg0
// CHECK:              [[SUM:%.+]] = krnl.load [[OUT]]{{\[}}[[N]], [[M]], [[ROW]], [[COLUMN]]] : memref<1x6x8x8xf32>
// CHECK:              [[PRODUCT:%.+]] = arith.mulf [[X]], [[W]] fastmath<contract> : f32
// CHECK:              arith.addf [[PRODUCT]], [[SUM]] fastmath<contract> : f32

// -----

// Narrow floats are summed up in f32; constant axes leave nothing behind.

// CHECK-LABEL: func.func @sum
func.func @sum(%x: tensor<2x3xf16>) -> tensor<2xf16> {
  %axes = onnx.Constant dense<1> : tensor<1xi64>
  %0 = "onnx.ReduceSum"(%x, %axes) {keepdims = 0 : si64} : (tensor<2x3xf16>, tensor<1xi64>) -> tensor<2xf16>
  onnx.Return %0 : tensor<2xf16>
}
// CHECK-NOT:  krnl.global
// CHECK:      krnl.iterate({{.*}}) with ({{.*}} -> [[I:%.+]] = 0 to 2){
// CHECK:        [[SUM:%.+]] = krnl.iterate({{.*}}) with ({{.*}} -> [[J:%.+]] = 0 to 3) iter_args([[ACC:%.+]] = {{.*}}) -> (f32){
// CHECK-NEXT:     [[X:%.+]] = krnl.load %arg0{{\[}}[[I]], [[J]]] : memref<2x3xf16>
// CHECK-NEXT:     [[WIDE:%.+]] = arith.extf [[X]] : f16 to f32
// CHECK-NEXT:     [[NEXT:%.+]] = arith.addf [[ACC]], [[WIDE]] : f32
// CHECK-NEXT:     krnl.yield [[NEXT]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   [[NARROW:%.+]] = arith.truncf [[SUM]] : f32 to f16
// CHECK-NEXT:   krnl.store [[NARROW]], {{.*}}{{\[}}[[I]], {{.*}}] : memref<2x1xf16>

// -----

// A reshape is a view; the entry point describes the graph.

// CHECK-LABEL: func.func @main_graph(%arg0: memref<?x4xf32> {onnx.name = "in"}) -> (memref<2x?xf32> {onnx.name = "out"})
func.func @main_graph(%x: tensor<?x4xf32> {onnx.name = "in"}) -> (tensor<2x?xf32> {onnx.name = "out"}) {
  %shape = onnx.Constant dense<[2, -1]> : tensor<2xi64>
  %0 = "onnx.Reshape"(%x, %shape) {allowzero = 0 : si64} : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  onnx.Return %0 : tensor<2x?xf32>
}
"onnx.EntryPoint"() {func = @main_graph} : () -> ()
// CHECK:      [[VIEW:%.+]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [2, [[SIZE:%.+]]], strides: {{\[}}[[SIZE]], 1] : memref<?x4xf32> to memref<2x?xf32>
// CHECK:      return [[VIEW]] : memref<2x?xf32>
// CHECK:      "krnl.entry_point"() {func = @main_graph, numInputs = 1 : i32, numOutputs = 1 : i32, signature = "[    { \22type\22 : \22f32\22 , \22dims\22 : [-1 , 4] , \22name\22 : \22in\22 }\0A\0A]\00@[   { \22type\22 : \22f32\22 , \22dims\22 : [2 , -1] , \22name\22 : \22out\22 }\0A\0A]\00"} : () -> ()

// -----

// Constants stay attributes, under names of their own.

// CHECK-LABEL: func.func @constants
func.func @constants(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>) {
  %a = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = onnx.Constant {value_float = 3.0 : f32} : tensor<f32>
  %0 = "onnx.Mul"(%x, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %0, %b : tensor<2xf32>, tensor<f32>
}
// CHECK: "krnl.global"() <{name = "constant_0", shape = [2], value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> : () -> memref<2xf32>
// CHECK: "krnl.global"() <{name = "constant_1", shape = [], value = dense<3.000000e+00> : tensor<f32>}> : () -> memref<f32>

// -----

// Result types are as precise as the returned values and the declaration together.

// CHECK-LABEL: func.func @results(%arg0: memref<?x3xf32>) -> memref<2x3xf32>
func.func @results(%x: tensor<?x3xf32>) -> tensor<2x?xf32> {
  onnx.Return %x : tensor<?x3xf32>
}
// CHECK: memref.reinterpret_cast %arg0 to offset: [0], sizes: [2, 3], strides: [3, 1] : memref<?x3xf32> to memref<2x3xf32>

// -----

// CHECK-LABEL: func.func @choice
func.func @choice(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.If"(%c) ({
    %1 = "onnx.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield %1 : tensor<2xf32>
  }, {
    onnx.Yield %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  onnx.Return %0 : tensor<2xf32>
}
// CHECK:      [[C:%.+]] = krnl.load %arg0[] : memref<i1>
// CHECK:      [[R:%.+]] = scf.if [[C]] -> (memref<2xf32>) {
// CHECK:        arith.negf
// CHECK:        scf.yield {{.*}} : memref<2xf32>
// CHECK-NEXT: } else {
// CHECK:        [[COPY:%.+]] = memref.alloc() {{.*}} : memref<2xf32>
// CHECK:        krnl.load %arg1
// CHECK:        scf.yield [[COPY]] : memref<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: [[O:%.+]] = "krnl.owned"([[R]])
// CHECK-NEXT: return [[O]] : memref<2xf32>
