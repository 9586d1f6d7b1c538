// The custom syntax of bufferization's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @clone(
func.func @clone(%buf: memref<*xf32>, %m: memref<?xf32>) {
  // CHECK: %{{.*}} = bufferization.clone %{{.*}} : memref<*xf32> to memref<*xf32>
  %0 = bufferization.clone %buf : memref<*xf32> to memref<*xf32>
  // CHECK: %{{.*}} = bufferization.clone %{{.*}} : memref<?xf32> to memref<?xf32>
  %1 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @to_buffer(
func.func @to_buffer(%t: tensor<?xi64>, %u: tensor<*xi64>) {
  // CHECK: %{{.*}} = bufferization.to_buffer %{{.*}} : tensor<?xi64> to memref<?xi64, #{{.*}}>
  %0 = bufferization.to_buffer %t : tensor<?xi64> to memref<?xi64, affine_map<(d0) -> (d0 + 7)>>
  // CHECK: %{{.*}} = bufferization.to_buffer %{{.*}} : tensor<*xi64> to memref<*xi64, 1>
  %1 = bufferization.to_buffer %u : tensor<*xi64> to memref<*xi64, 1>
  // CHECK: %{{.*}} = bufferization.to_buffer %{{.*}} read_only : tensor<?xi64> to memref<?xi64>
  %2 = bufferization.to_buffer %t read_only : tensor<?xi64> to memref<?xi64>
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @to_tensor(
func.func @to_tensor(%m: memref<2xf32>) {
  // CHECK: %{{.*}} = bufferization.to_tensor %{{.*}} restrict writable : memref<2xf32> to tensor<2xf32>
  %0 = bufferization.to_tensor %m restrict writable : memref<2xf32> to tensor<2xf32>
  // CHECK: %{{.*}} = bufferization.to_tensor %{{.*}} : memref<2xf32> to tensor<2xf32>
  %1 = bufferization.to_tensor %m : memref<2xf32> to tensor<2xf32>
  // CHECK: %{{.*}} = bufferization.to_tensor %{{.*}} restrict {tag} : memref<2xf32> to tensor<2xf32>
  %2 = bufferization.to_tensor %m restrict {tag} : memref<2xf32> to tensor<2xf32>
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @alloc_tensor(
func.func @alloc_tensor(%t: tensor<?x5xf32>, %n: index) {
  // CHECK: %{{.*}} = bufferization.alloc_tensor(%{{.*}}) : tensor<?x5xf32>
  %0 = bufferization.alloc_tensor(%n) : tensor<?x5xf32>
  // CHECK: %{{.*}} = bufferization.alloc_tensor() copy(%{{.*}}) : tensor<?x5xf32>
  %1 = bufferization.alloc_tensor() copy(%t) : tensor<?x5xf32>
  // CHECK: %{{.*}} = bufferization.alloc_tensor() : tensor<5x6xf32>
  %2 = bufferization.alloc_tensor() : tensor<5x6xf32>
  // CHECK: %{{.*}} = bufferization.alloc_tensor(%{{.*}}, %{{.*}}) : tensor<?x?xf32>
  %3 = bufferization.alloc_tensor(%n, %n) : tensor<?x?xf32>
  // CHECK: %{{.*}} = bufferization.alloc_tensor() copy(%{{.*}}) {escape = true} : tensor<?x5xf32>
  %4 = bufferization.alloc_tensor() copy(%t) {escape = true} : tensor<?x5xf32>
  // CHECK: %{{.*}} = bufferization.alloc_tensor() size_hint=%{{.*}} : tensor<100x100xf64>
  %5 = bufferization.alloc_tensor() size_hint=%n : tensor<100x100xf64>
  // CHECK: %{{.*}} = bufferization.alloc_tensor(%{{.*}}) {memory_space = "foo"} : tensor<?xf32>
  %6 = bufferization.alloc_tensor(%n) {memory_space = "foo"} : tensor<?xf32>
  // CHECK: bufferization.dealloc_tensor %{{.*}} : tensor<?x5xf32>
  bufferization.dealloc_tensor %0 : tensor<?x5xf32>
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @materialize(
func.func @materialize(%a: tensor<?xf32>, %b: tensor<?xf32>, %m: memref<?xf32, 3>, %c: tensor<5xf32>) {
  // CHECK: %{{.*}} = bufferization.materialize_in_destination %{{.*}} in %{{.*}} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %0 = bufferization.materialize_in_destination %a in %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %{{.*}} : (tensor<?xf32>, memref<?xf32, 3>) -> ()
  bufferization.materialize_in_destination %a in restrict writable %m : (tensor<?xf32>, memref<?xf32, 3>) -> ()
  // CHECK: bufferization.materialize_in_destination %{{.*}} in writable %{{.*}} : (tensor<?xf32>, memref<?xf32, 3>) -> ()
  bufferization.materialize_in_destination %a in writable %m : (tensor<?xf32>, memref<?xf32, 3>) -> ()
  // CHECK: %{{.*}} = bufferization.materialize_in_destination %{{.*}} in %{{.*}} : (tensor<?xf32>, tensor<5xf32>) -> tensor<5xf32>
  %1 = bufferization.materialize_in_destination %a in %c : (tensor<?xf32>, tensor<5xf32>) -> tensor<5xf32>
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @dealloc(
func.func @dealloc(%a: memref<2xf32>, %b: memref<4xi32>, %c: i1, %d: i1, %e: memref<?xf32>, %f: memref<*xf64>) -> (i1, i1) {
  // CHECK: %{{.*}}:2 = bufferization.dealloc (%{{.*}}, %{{.*}} : memref<2xf32>, memref<4xi32>) if (%{{.*}}, %{{.*}}) retain (%{{.*}}, %{{.*}} : memref<?xf32>, memref<*xf64>)
  %0:2 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<4xi32>) if (%c, %d) retain (%e, %f : memref<?xf32>, memref<*xf64>)
  // CHECK: bufferization.dealloc (%{{.*}} : memref<2xf32>) if (%{{.*}})
  bufferization.dealloc (%a : memref<2xf32>) if (%c)
  // CHECK: bufferization.dealloc
  bufferization.dealloc
  // CHECK: return %{{.*}}, %{{.*}} : i1, i1
  return %0#0, %0#1 : i1, i1
// CHECK: }
}
