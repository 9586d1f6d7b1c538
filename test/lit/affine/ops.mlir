// The custom syntax of affine's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

#map = affine_map<(d0) -> (d0 + 1)>
#map1 = affine_map<(d0)[s0] -> (d0, s0 * 2)>
#set = affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 - 1 == 0)>

// CHECK-LABEL: func.func @for(
func.func @for(%n: index, %f: f32) {
  // CHECK: affine.for %{{.*}} = 0 to 10 {
  affine.for %i = 0 to 10 {
  }
  // CHECK: affine.for %{{.*}} = 0 to 10 step 2 {
  affine.for %i = 0 to 10 step 2 {
    // CHECK: affine.for %{{.*}} = #map(%{{.*}}) to %{{.*}} {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
    }
  }
  // CHECK: affine.for %{{.*}} = #map1(%{{.*}}) to min #map2(%{{.*}})[%{{.*}}] {
  affine.for %i = #map(%n) to min #map1(%n)[%n] {
  // CHECK: } {test.kept}
  } {test.kept}
  // CHECK: affine.for %{{.*}} = max #map2(%{{.*}})[%{{.*}}] to 42 {
  affine.for %i = max #map1(%n)[%n] to 42 {
  }
  // CHECK: affine.for %{{.*}} = -1 to #map3()[%{{.*}}] {
  affine.for %i = -1 to affine_map<()[s0] -> (s0 + 3)>()[%n] {
  }
  // CHECK: affine.for %{{.*}} = #map(%{{.*}}) to %{{.*}} {
  affine.for %i = affine_map<(d0) -> (d0)>(%n) to %n {
  }
  // CHECK: %{{.*}} = affine.for %{{.*}} = 0 to %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32) {
  %0 = affine.for %i = 0 to %n iter_args(%acc = %f) -> (f32) {
    // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
    %1 = arith.addf %acc, %f : f32
    // CHECK: affine.yield %{{.*}} : f32
    affine.yield %1 : f32
  }
  // CHECK: %{{.*}}:2 = affine.for %{{.*}} = 0 to 4 iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, index) {
  %2:2 = affine.for %i = 0 to 4 iter_args(%acc = %f, %k = %n) -> (f32, index) {
    // CHECK: affine.yield %{{.*}}, %{{.*}} : f32, index
    affine.yield %acc, %k : f32, index
  }
  return
}

// CHECK-LABEL: func.func @if(
func.func @if(%n: index, %f: f32) {
  // CHECK: affine.for %{{.*}} = 0 to 10 {
  affine.for %i = 0 to 10 {
    // CHECK: affine.if #set(%{{.*}})[%{{.*}}] {
    affine.if #set(%i)[%n] {
    }
    // CHECK: affine.if #set(%{{.*}})[%{{.*}}] {
    affine.if #set(%i)[%n] {
      // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
      %0 = arith.addf %f, %f : f32
    // CHECK: } else {
    } else {
      // CHECK: affine.for %{{.*}} = 0 to 2 {
      affine.for %j = 0 to 2 {
      }
    // CHECK: } {test.kept}
    } {test.kept}
    // CHECK: %{{.*}} = affine.if #set(%{{.*}})[%{{.*}}] -> f32 {
    %1 = affine.if #set(%i)[%n] -> f32 {
      // CHECK: affine.yield %{{.*}} : f32
      affine.yield %f : f32
    // CHECK: } else {
    } else {
      // CHECK: affine.yield %{{.*}} : f32
      affine.yield %f : f32
    }
    // CHECK: %{{.*}}:2 = affine.if #set1() -> (f32, f32) {
    %2:2 = affine.if affine_set<() : (1 == 0)>() -> (f32, f32) {
      // CHECK: affine.yield %{{.*}}, %{{.*}} : f32, f32
      affine.yield %f, %f : f32, f32
    // CHECK: } else {
    } else {
      // CHECK: affine.yield %{{.*}}, %{{.*}} : f32, f32
      affine.yield %1, %f : f32, f32
    }
  }
  return
}

// CHECK-LABEL: func.func @parallel(
func.func @parallel(%n: index, %f: f32) {
  // CHECK: affine.parallel (%{{.*}}) = (0) to (100) {
  affine.parallel (%i) = (0) to (100) {
  }
  // CHECK: affine.parallel (%{{.*}}, %{{.*}}) = (0, %{{.*}}) to (%{{.*}} + 1, symbol(%{{.*}})) step (1, 2) {
  affine.parallel (%i, %j) = (0, %n) to (%n + 1, symbol(%n)) step (1, 2) {
  // CHECK: } {test.kept}
  } {test.kept}
  // CHECK: affine.parallel (%{{.*}}, %{{.*}}) = (max(0, %{{.*}}), 0) to (min(%{{.*}}, 128, %{{.*}} * 2 + 5), 10) {
  affine.parallel (%i, %j) = (max(0, %n), 0) to (min(%n, 128, %n * 2 + 5), 10) {
  }
  // CHECK: %{{.*}} = affine.parallel (%{{.*}}) = (0) to (10) reduce ("addf") -> (f32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32) {
    // CHECK: affine.yield %{{.*}} : f32
    affine.yield %f : f32
  }
  // CHECK: %{{.*}}:2 = affine.parallel (%{{.*}}) = (0) to (10) reduce ("maximumf", "mulf") -> (f32, f32) {
  %1:2 = affine.parallel (%i) = (0) to (10) reduce ("maximumf", "mulf") -> (f32, f32) {
    // CHECK: affine.yield %{{.*}}, %{{.*}} : f32, f32
    affine.yield %f, %f : f32, f32
  }
  // CHECK: affine.parallel () = () to () {
  affine.parallel () = () to () {
  }
  return
}

// CHECK-LABEL: func.func @access(
func.func @access(%m: memref<100x100xf32>, %n: index, %d: memref<f32>) {
  // CHECK: affine.for %{{.*}} = 0 to 10 {
  affine.for %i = 0 to 10 {
    // CHECK: affine.for %{{.*}} = 0 to 10 {
    affine.for %j = 0 to 10 {
      // CHECK: %{{.*}} = affine.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<100x100xf32>
      %0 = affine.load %m[%i, %j] : memref<100x100xf32>
      // CHECK: %{{.*}} = affine.load %{{.*}}[%{{.*}} + 3, %{{.*}} * 2 + %{{.*}} - 1] : memref<100x100xf32>
      %1 = affine.load %m[%i + 3, %j * 2 + %i - 1] : memref<100x100xf32>
      // CHECK: %{{.*}} = affine.load %{{.*}}[symbol(%{{.*}}), 7] : memref<100x100xf32>
      %2 = affine.load %m[symbol(%n), 7] : memref<100x100xf32>
      // CHECK: %{{.*}} = affine.load %{{.*}}[%{{.*}} mod 4, (%{{.*}} floordiv 2) ceildiv 3] {test.kept} : memref<100x100xf32>
      %3 = affine.load %m[%i mod 4, (%j floordiv 2) ceildiv 3] {test.kept} : memref<100x100xf32>
      // CHECK: %{{.*}} = affine.load %{{.*}}[] : memref<f32>
      %4 = affine.load %d[] : memref<f32>
      // CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}} + symbol(%{{.*}}), %{{.*}}] : memref<100x100xf32>
      affine.store %0, %m[%i + symbol(%n), %j] : memref<100x100xf32>
      // CHECK: affine.store %{{.*}}, %{{.*}}[] {test.kept} : memref<f32>
      affine.store %0, %d[] {test.kept} : memref<f32>
      // CHECK: %{{.*}} = affine.vector_load %{{.*}}[%{{.*}}, %{{.*}} + 8] : memref<100x100xf32>, vector<8xf32>
      %5 = affine.vector_load %m[%i, %j + 8] : memref<100x100xf32>, vector<8xf32>
      // CHECK: affine.vector_store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<100x100xf32>, vector<8xf32>
      affine.vector_store %5, %m[%j, %i] : memref<100x100xf32>, vector<8xf32>
      // CHECK: affine.prefetch %{{.*}}[%{{.*}}, %{{.*}} + 5], read, locality<3>, data : memref<100x100xf32>
      affine.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<100x100xf32>
      // CHECK: affine.prefetch %{{.*}}[%{{.*}}, %{{.*}}], write, locality<0>, instr {test.kept} : memref<100x100xf32>
      affine.prefetch %m[%i, %j], write, locality<0>, instr {test.kept} : memref<100x100xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @maps(
func.func @maps(%i: index, %n: index) {
  // CHECK: %{{.*}} = affine.apply #map1(%{{.*}})
  %0 = affine.apply #map(%i)
  // CHECK: %{{.*}} = affine.apply #map4(%{{.*}}, %{{.*}})[%{{.*}}]
  %1 = affine.apply affine_map<(d0, d1)[s0] -> (d0 + d1 * 4 + s0)>(%i, %0)[%n]
  // CHECK: %{{.*}} = affine.apply #map5()[%{{.*}}]
  %2 = affine.apply affine_map<()[s0] -> (s0 ceildiv 8)>()[%n]
  // CHECK: %{{.*}} = affine.apply #map6() {test.kept}
  %3 = affine.apply affine_map<() -> (42)>() {test.kept}
  // CHECK: %{{.*}} = affine.min #map2(%{{.*}})[%{{.*}}]
  %4 = affine.min #map1(%i)[%n]
  // CHECK: %{{.*}} = affine.max #map2(%{{.*}})[%{{.*}}] {test.kept}
  %5 = affine.max #map1(%i)[%n] {test.kept}
  // CHECK: %{{.*}}:2 = affine.delinearize_index %{{.*}} into (16, 224) : index, index
  %6:2 = affine.delinearize_index %i into (16, 224) : index, index
  // CHECK: %{{.*}}:3 = affine.delinearize_index %{{.*}} into (%{{.*}}, 224) : index, index, index
  %7:3 = affine.delinearize_index %i into (%n, 224) : index, index, index
  // CHECK: %{{.*}} = affine.linearize_index [%{{.*}}, %{{.*}}] by (2, 3) : index
  %8 = affine.linearize_index [%i, %n] by (2, 3) : index
  // CHECK: %{{.*}} = affine.linearize_index disjoint [%{{.*}}, %{{.*}}] by (%{{.*}}) : index
  %9 = affine.linearize_index disjoint [%i, %n] by (%n) : index
  return
}

// CHECK-LABEL: func.func @dma(
func.func @dma(%a: memref<40x8xf32>, %b: memref<2x4xf32, 1>, %tag: memref<1xi32>, %n: index) {
  // CHECK: affine.for %{{.*}} = 0 to 10 {
  affine.for %i = 0 to 10 {
    // CHECK: affine.dma_start %{{.*}}[%{{.*}} + 3, %{{.*}}], %{{.*}}[0, %{{.*}}], %{{.*}}[0], %{{.*}} : memref<40x8xf32>, memref<2x4xf32, 1>, memref<1xi32>
    affine.dma_start %a[%i + 3, %i], %b[0, %i], %tag[0], %n : memref<40x8xf32>, memref<2x4xf32, 1>, memref<1xi32>
    // CHECK: affine.dma_start %{{.*}}[%{{.*}}, 0], %{{.*}}[symbol(%{{.*}}), %{{.*}}], %{{.*}}[0], %{{.*}}, %{{.*}}, %{{.*}} : memref<40x8xf32>, memref<2x4xf32, 1>, memref<1xi32>
    affine.dma_start %a[%i, 0], %b[symbol(%n), %i], %tag[0], %n, %n, %n : memref<40x8xf32>, memref<2x4xf32, 1>, memref<1xi32>
    // CHECK: affine.dma_wait %{{.*}}[0], %{{.*}} : memref<1xi32>
    affine.dma_wait %tag[0], %n : memref<1xi32>
  }
  return
}
