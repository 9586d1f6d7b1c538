// The custom syntax of memref's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK: memref.global "private" constant @weights : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
memref.global "private" constant @weights : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>

// CHECK: memref.global @uninitialized : memref<2xf32> = uninitialized
memref.global @uninitialized : memref<2xf32> = uninitialized

// CHECK: memref.global "private" @external : memref<4x2xi8, 1> {alignment = 64 : i64}
memref.global "private" @external : memref<4x2xi8, 1> {alignment = 64 : i64}

// CHECK: memref.global "nested" constant @zero : memref<0xf32> = dense<> {test.kept}
memref.global "nested" constant @zero : memref<0xf32> = dense<> {test.kept}

// CHECK-LABEL: func.func @allocation(
func.func @allocation(%n: index, %f: f32) {
  // CHECK: %{{.*}} = memref.alloc() : memref<4xf32>
  %alloc = memref.alloc() : memref<4xf32>
  // CHECK: %{{.*}} = memref.alloc(%{{.*}}, %{{.*}}) : memref<?x?x4xf32, 1>
  %alloc_0 = memref.alloc(%n, %n) : memref<?x?x4xf32, 1>
  // CHECK: %{{.*}} = memref.alloc(%{{.*}})[%{{.*}}] {alignment = 64 : i64} : memref<?xf32, #map>
  %alloc_1 = memref.alloc(%n)[%n] {alignment = 64 : i64} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  // CHECK: %{{.*}} = memref.alloc()[%{{.*}}] : memref<4xf32, #map>
  %alloc_2 = memref.alloc()[%n] : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  // CHECK: %{{.*}} = memref.alloca(%{{.*}}) {alignment = 8 : i64, test.kept} : memref<?xf32>
  %alloca = memref.alloca(%n) {alignment = 8 : i64, test.kept} : memref<?xf32>
  // CHECK: %{{.*}} = memref.realloc %{{.*}} : memref<4xf32> to memref<8xf32>
  %0 = memref.realloc %alloc : memref<4xf32> to memref<8xf32>
  // CHECK: %{{.*}} = memref.realloc %{{.*}}(%{{.*}}) {alignment = 8 : i64} : memref<8xf32> to memref<?xf32>
  %1 = memref.realloc %0(%n) {alignment = 8 : i64} : memref<8xf32> to memref<?xf32>
  // CHECK: memref.dealloc %{{.*}} : memref<?xf32>
  memref.dealloc %1 : memref<?xf32>
  // CHECK: memref.alloca_scope  {
  memref.alloca_scope  {
    // CHECK: %{{.*}} = memref.alloca() : memref<1xf32>
    %alloca_3 = memref.alloca() : memref<1xf32>
  }
  // CHECK: %{{.*}} = memref.alloca_scope  -> (f32) {
  %2 = memref.alloca_scope  -> (f32) {
    // CHECK: memref.alloca_scope.return %{{.*}} : f32
    memref.alloca_scope.return %f : f32
  }
  // CHECK: %{{.*}} = memref.get_global @weights : memref<2xf32>
  %3 = memref.get_global @weights : memref<2xf32>
  return
}

// CHECK-LABEL: func.func @access(
func.func @access(%m: memref<?x4xf32>, %n: index, %f: f32, %t: memref<8xi32>, %u: memref<*xf32>, %d: memref<f32>) {
  // CHECK: %{{.*}} = memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x4xf32>
  %0 = memref.load %m[%n, %n] : memref<?x4xf32>
  // CHECK: %{{.*}} = memref.load %{{.*}}[] : memref<f32>
  %1 = memref.load %d[] : memref<f32>
  // CHECK: %{{.*}} = memref.load %{{.*}}[%{{.*}}, %{{.*}}] {alignment = 8 : i64, nontemporal = true, test.kept} : memref<?x4xf32>
  %2 = memref.load %m[%n, %n] {alignment = 8 : i64, nontemporal = true, test.kept} : memref<?x4xf32>
  // CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x4xf32>
  memref.store %f, %m[%n, %n] : memref<?x4xf32>
  // CHECK: memref.store %{{.*}}, %{{.*}}[] {nontemporal = true} : memref<f32>
  memref.store %f, %d[] {nontemporal = true} : memref<f32>
  // CHECK: memref.copy %{{.*}}, %{{.*}} : memref<?x4xf32> to memref<?x4xf32>
  memref.copy %m, %m : memref<?x4xf32> to memref<?x4xf32>
  // CHECK: memref.copy %{{.*}}, %{{.*}} : memref<*xf32> to memref<*xf32>
  memref.copy %u, %u : memref<*xf32> to memref<*xf32>
  // CHECK: memref.prefetch %{{.*}}[%{{.*}}, %{{.*}}], read, locality<3>, data : memref<?x4xf32>
  memref.prefetch %m[%n, %n], read, locality<3>, data : memref<?x4xf32>
  // CHECK: memref.prefetch %{{.*}}[%{{.*}}, %{{.*}}], write, locality<0>, instr : memref<?x4xf32>
  memref.prefetch %m[%n, %n], write, locality<0>, instr : memref<?x4xf32>
  // CHECK: %{{.*}} = memref.atomic_rmw addf %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : (f32, memref<?x4xf32>) -> f32
  %3 = memref.atomic_rmw addf %f, %m[%n, %n] : (f32, memref<?x4xf32>) -> f32
  // CHECK: %{{.*}} = memref.atomic_rmw assign %{{.*}}, %{{.*}}[] : (f32, memref<f32>) -> f32
  %4 = memref.atomic_rmw assign %f, %d[] : (f32, memref<f32>) -> f32
  // CHECK: %{{.*}} = memref.generic_atomic_rmw %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x4xf32> {
  %5 = memref.generic_atomic_rmw %m[%n, %n] : memref<?x4xf32> {
  // CHECK: ^bb0(%{{.*}}: f32):
  ^bb0(%c: f32):
    // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
    %6 = arith.addf %c, %c : f32
    // CHECK: memref.atomic_yield %{{.*}} : f32
    memref.atomic_yield %6 : f32
  // CHECK: } {test.kept}
  } {test.kept}
  // CHECK: memref.dma_start %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %{{.*}}[%{{.*}}] : memref<?x4xf32>, memref<?x4xf32>, memref<8xi32>
  memref.dma_start %m[%n, %n], %m[%n, %n], %n, %t[%n] : memref<?x4xf32>, memref<?x4xf32>, memref<8xi32>
  // CHECK: memref.dma_start %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %{{.*}}[%{{.*}}], %{{.*}}, %{{.*}} : memref<?x4xf32>, memref<?x4xf32>, memref<8xi32>
  memref.dma_start %m[%n, %n], %m[%n, %n], %n, %t[%n], %n, %n : memref<?x4xf32>, memref<?x4xf32>, memref<8xi32>
  // CHECK: memref.dma_wait %{{.*}}[%{{.*}}], %{{.*}} : memref<8xi32>
  memref.dma_wait %t[%n], %n : memref<8xi32>
  return
}

// CHECK-LABEL: func.func @views(
func.func @views(%m: memref<?x4xf32>, %u: memref<*xf32>, %n: index, %b: memref<100xi8>, %s: memref<2xindex>, %us: memref<?xi32>) {
  // CHECK: %{{.*}} = memref.cast %{{.*}} : memref<?x4xf32> to memref<2x?xf32>
  %cast = memref.cast %m : memref<?x4xf32> to memref<2x?xf32>
  // CHECK: %{{.*}} = memref.cast %{{.*}} : memref<?x4xf32> to memref<*xf32>
  %cast_0 = memref.cast %m : memref<?x4xf32> to memref<*xf32>
  // CHECK: %{{.*}} = memref.cast %{{.*}} : memref<?x4xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %cast_1 = memref.cast %m : memref<?x4xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  // CHECK: %{{.*}} = memref.memory_space_cast %{{.*}} : memref<?x4xf32> to memref<?x4xf32, 1>
  %memspacecast = memref.memory_space_cast %m : memref<?x4xf32> to memref<?x4xf32, 1>
  // CHECK: %{{.*}} = memref.dim %{{.*}}, %{{.*}} : memref<?x4xf32>
  %dim = memref.dim %m, %n : memref<?x4xf32>
  // CHECK: %{{.*}} = memref.dim {test.kept} %{{.*}}, %{{.*}} : memref<*xf32>
  %dim_2 = memref.dim {test.kept} %u, %n : memref<*xf32>
  // CHECK: %{{.*}} = memref.rank %{{.*}} : memref<*xf32>
  %0 = memref.rank %u : memref<*xf32>
  // CHECK: %{{.*}} = memref.subview %{{.*}}[0, 0] [%{{.*}}, 2] [1, 1] : memref<?x4xf32> to memref<?x2xf32, strided<[4, 1]>>
  %subview = memref.subview %m[0, 0] [%n, 2] [1, 1] : memref<?x4xf32> to memref<?x2xf32, strided<[4, 1]>>
  // CHECK: %{{.*}} = memref.subview %{{.*}}[%{{.*}}, 1] [1, 2] [1, %{{.*}}] : memref<?x4xf32> to memref<2xf32, strided<[?], offset: ?>>
  %subview_3 = memref.subview %m[%n, 1] [1, 2] [1, %n] : memref<?x4xf32> to memref<2xf32, strided<[?], offset: ?>>
  // CHECK: %{{.*}} = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [10, %{{.*}}], strides: [%{{.*}}, 1] : memref<*xf32> to memref<10x?xf32, strided<[?, 1], offset: ?>>
  %reinterpret_cast = memref.reinterpret_cast %u to offset: [%n], sizes: [10, %n], strides: [%n, 1] : memref<*xf32> to memref<10x?xf32, strided<[?, 1], offset: ?>>
  // CHECK: %{{.*}} = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [], strides: [] : memref<?x4xf32> to memref<f32>
  %reinterpret_cast_4 = memref.reinterpret_cast %m to offset: [0], sizes: [], strides: [] : memref<?x4xf32> to memref<f32>
  // CHECK: %{{.*}} = memref.reshape %{{.*}}(%{{.*}}) : (memref<?x4xf32>, memref<2xindex>) -> memref<?x?xf32>
  %reshape = memref.reshape %m(%s) : (memref<?x4xf32>, memref<2xindex>) -> memref<?x?xf32>
  // CHECK: %{{.*}} = memref.reshape %{{.*}}(%{{.*}}) : (memref<*xf32>, memref<?xi32>) -> memref<*xf32>
  %reshape_5 = memref.reshape %u(%us) : (memref<*xf32>, memref<?xi32>) -> memref<*xf32>
  // CHECK: %{{.*}} = memref.expand_shape %{{.*}} {{\[\[}}0], [1, 2{{\]\]}} output_shape [%{{.*}}, 2, 2] : memref<?x4xf32> into memref<?x2x2xf32>
  %expand_shape = memref.expand_shape %m [[0], [1, 2]] output_shape [%n, 2, 2] : memref<?x4xf32> into memref<?x2x2xf32>
  // CHECK: %{{.*}} = memref.collapse_shape %{{.*}} {{\[\[}}0, 1{{\]\]}} : memref<?x4xf32> into memref<?xf32>
  %collapse_shape = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  // CHECK: %{{.*}} = memref.transpose %{{.*}} (d0, d1) -> (d1, d0) : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
  %transpose = memref.transpose %m (d0, d1) -> (d1, d0) : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
  // CHECK: %{{.*}} = memref.view %{{.*}}[%{{.*}}][] : memref<100xi8> to memref<3xi32>
  %view = memref.view %b[%n][] : memref<100xi8> to memref<3xi32>
  // CHECK: %{{.*}} = memref.view %{{.*}}[%{{.*}}][%{{.*}}] : memref<100xi8> to memref<?x2xi8>
  %view_6 = memref.view %b[%n][%n] : memref<100xi8> to memref<?x2xi8>
  // CHECK: %{{.*}}, %{{.*}}, %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %{{.*}} : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  // CHECK: %{{.*}} = memref.extract_aligned_pointer_as_index %{{.*}} : memref<?x4xf32> -> index
  %intptr = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32> -> index
  // CHECK: %{{.*}} = memref.assume_alignment %{{.*}}, 16 : memref<?x4xf32>
  %assume_align = memref.assume_alignment %m, 16 : memref<?x4xf32>
  // CHECK: %{{.*}}:2 = memref.distinct_objects %{{.*}}, %{{.*}} : memref<?x4xf32>, memref<?xi32>
  %1:2 = memref.distinct_objects %m, %us : memref<?x4xf32>, memref<?xi32>
  return
}

// CHECK-LABEL: func.func @symbols_of_strides(
func.func @symbols_of_strides(%n: index) -> memref<?xf32, strided<[?], offset: ?>> {
  // CHECK: memref.alloc(%{{.*}})[%{{.*}}, %{{.*}}] : memref<?xf32, strided<[?], offset: ?>>
  %0 = memref.alloc(%n)[%n, %n] : memref<?xf32, strided<[?], offset: ?>>
  return %0 : memref<?xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: func.func @identity_strides(
func.func @identity_strides(%m: memref<6xf32, strided<[1]>>) -> memref<2x3xf32> {
  // CHECK: memref.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [2, 3] : memref<6xf32, strided<[1]>> into memref<2x3xf32>
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<6xf32, strided<[1]>> into memref<2x3xf32>
  return %0 : memref<2x3xf32>
}
