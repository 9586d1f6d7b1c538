// RUN: mlirlite-opt %s --schedule-onnx=target=haswell | FileCheck %s
// RUN: mlirlite-opt %s --schedule-onnx=target=skylake-avx512 | FileCheck %s --check-prefix=WIDE
// RUN: mlirlite-opt %s --schedule-onnx="target=skylake-avx512 threads=2" | FileCheck %s --check-prefix=TWO
// RUN: mlirlite-opt %s --schedule-onnx | FileCheck %s --check-prefix=NONE

// NONE-NOT: columns = 6
// NONE-NOT: channels =

// The tile fills the registers of the processor; an op that has a schedule keeps it. The tile of
// planes is channels by vectors of pixels.

#blocks = #onnx.layout<{dataLayout = "NCHW16C"}>

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<1x64x56x56xf32, #blocks>, %p: tensor<1x64x56x56xf32>) {
  %w = onnx.Constant dense<1.0> : tensor<64x64x3x3xf32>
  %v = onnx.Constant dense<1.0> : tensor<64x64x1x1xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  // CHECK: "onnx.Conv"{{.*}}schedule = {blocks = 2 : i64, columns = 6 : i64
  // WIDE: "onnx.Conv"{{.*}}schedule = {blocks = 2 : i64, columns = 14 : i64
  %0 = "onnx.Conv"(%x, %v, %n) {kernel_shape = [1, 1]} : (tensor<1x64x56x56xf32, #blocks>, tensor<64x64x1x1xf32>, none) -> tensor<1x64x56x56xf32, #blocks>
  // A quarter of the multiplications, where the transforms are worth it.
  // WIDE: "onnx.Conv"{{.*}}schedule = {algorithm = "winograd"
  // An even number of bands for two threads: 14 rows of tiles, one at a time.
  // TWO: "onnx.Conv"{{.*}}schedule = {algorithm = "winograd", {{.*}}rows = 1 : i64, tile = 4
  %3 = "onnx.Conv"(%x, %w, %n) {kernel_shape = [3, 3], pads = [1, 1, 1, 1]} : (tensor<1x64x56x56xf32, #blocks>, tensor<64x64x3x3xf32>, none) -> tensor<1x64x56x56xf32, #blocks>
  // CHECK: "onnx.Conv"{{.*}}schedule = {columns = 1 : i64}
  %1 = "onnx.Conv"(%x, %w, %n) {kernel_shape = [3, 3], pads = [1, 1, 1, 1], schedule = {columns = 1}} : (tensor<1x64x56x56xf32, #blocks>, tensor<64x64x3x3xf32>, none) -> tensor<1x64x56x56xf32, #blocks>
  // CHECK: "onnx.Conv"{{.*}}schedule = {channels = 6 : i64, rows = 1 : i64, vectors = 2 : i64}
  // WIDE: "onnx.Conv"(%arg1{{.*}}schedule = {channels = {{[0-9]+}} : i64, rows = {{[0-9]+}} : i64, vectors = 2 : i64}
  %2 = "onnx.Conv"(%p, %w, %n) {kernel_shape = [3, 3], pads = [1, 1, 1, 1]} : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>, none) -> tensor<1x64x56x56xf32>
  return
}

// Products: a constant is packed, far rows are copied, others are read where they lie.

// CHECK-LABEL: func.func @products
// CHECK: "onnx.MatMul"(%arg0, %0) {schedule = {right = "packed", rows = {{[0-9]+}} : i64, vectors = {{[0-9]+}} : i64}}
// CHECK: "onnx.MatMul"(%arg0, %arg1) {schedule = {right = "copied", rows = {{.*}}
// CHECK: "onnx.MatMul"(%arg0, %arg2) {schedule = {right = "direct", rows = {{.*}}
func.func @products(%x: tensor<?x64xf32>, %y: tensor<64x2048xf32>, %z: tensor<64x32xf32>) -> (tensor<?x8xf32>, tensor<?x2048xf32>, tensor<?x32xf32>) {
  %0 = onnx.Constant dense<1.0> : tensor<64x8xf32>
  %1 = "onnx.MatMul"(%x, %0) : (tensor<?x64xf32>, tensor<64x8xf32>) -> tensor<?x8xf32>
  %2 = "onnx.MatMul"(%x, %y) : (tensor<?x64xf32>, tensor<64x2048xf32>) -> tensor<?x2048xf32>
  %3 = "onnx.MatMul"(%x, %z) : (tensor<?x64xf32>, tensor<64x32xf32>) -> tensor<?x32xf32>
  return %1, %2, %3 : tensor<?x8xf32>, tensor<?x2048xf32>, tensor<?x32xf32>
}

// One that is too large to stay in the cache is copied where it is read often.

// CHECK-LABEL: func.func @large
// CHECK: "onnx.MatMul"(%arg0, %arg2) {schedule = {right = "copied", rows = {{.*}}
// CHECK: "onnx.MatMul"(%arg1, %arg2) {schedule = {right = "direct", rows = {{.*}}
func.func @large(%x: tensor<128x640xf32>, %y: tensor<8x640xf32>, %z: tensor<640x512xf32>) -> (tensor<128x512xf32>, tensor<8x512xf32>) {
  %0 = "onnx.MatMul"(%x, %z) : (tensor<128x640xf32>, tensor<640x512xf32>) -> tensor<128x512xf32>
  %1 = "onnx.MatMul"(%y, %z) : (tensor<8x640xf32>, tensor<640x512xf32>) -> tensor<8x512xf32>
  return %0, %1 : tensor<128x512xf32>, tensor<8x512xf32>
}

// Sums of one row that all fit into registers.

// CHECK-LABEL: func.func @narrow
// CHECK: "onnx.MatMul"(%arg0, %arg1) {schedule = {right = "direct", rows = 1 : i64, vectors = 13 : i64}}
// CHECK: "onnx.Gemm"{{.*}}schedule = {right = "streamed", rows = 1 : i64
func.func @narrow(%x: tensor<1x64xf32>, %y: tensor<64x100xf32>, %z: tensor<100x64xf32>) -> (tensor<1x100xf32>, tensor<1x100xf32>) {
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.MatMul"(%x, %y) : (tensor<1x64xf32>, tensor<64x100xf32>) -> tensor<1x100xf32>
  %1 = "onnx.Gemm"(%x, %z, %n) {transB = 1 : si64} : (tensor<1x64xf32>, tensor<100x64xf32>, none) -> tensor<1x100xf32>
  return %0, %1 : tensor<1x100xf32>, tensor<1x100xf32>
}

// A product of bytes has sums of 32 bits.

// CHECK-LABEL: func.func @integers
// CHECK: "onnx.MatMulInteger"({{.*}}) {schedule = {rows = 4 : i64, vectors = 2 : i64}}
func.func @integers(%x: tensor<4x64xui8>) -> tensor<4x16xi32> {
  %n = "onnx.NoValue"() {value} : () -> none
  %w = onnx.Constant dense<1> : tensor<64x16xi8>
  %0 = "onnx.MatMulInteger"(%x, %w, %n, %n) : (tensor<4x64xui8>, tensor<64x16xi8>, none, none) -> tensor<4x16xi32>
  return %0 : tensor<4x16xi32>
}

// One row reads the right side once, in the order of memory, also when it is stored by columns.

// CHECK-LABEL: func.func @row
// CHECK: "onnx.MatMul"(%arg0, %arg1) {schedule = {right = "streamed", rows = 1 : i64
// CHECK: "onnx.Gemm"{{.*}}transB = 0{{.*}}schedule = {right = "streamed", rows = 1 : i64
// CHECK: "onnx.Gemm"{{.*}}transB = 1{{.*}}schedule = {right = "streamed", rows = 1 : i64
func.func @row(%x: tensor<1x640xf32>, %y: tensor<640x640xf32>) -> (tensor<1x640xf32>, tensor<1x640xf32>, tensor<1x640xf32>) {
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.MatMul"(%x, %y) : (tensor<1x640xf32>, tensor<640x640xf32>) -> tensor<1x640xf32>
  %1 = "onnx.Gemm"(%x, %y, %n) : (tensor<1x640xf32>, tensor<640x640xf32>, none) -> tensor<1x640xf32>
  %2 = "onnx.Gemm"(%x, %y, %n) {transB = 1 : si64} : (tensor<1x640xf32>, tensor<640x640xf32>, none) -> tensor<1x640xf32>
  return %0, %1, %2 : tensor<1x640xf32>, tensor<1x640xf32>, tensor<1x640xf32>
}
