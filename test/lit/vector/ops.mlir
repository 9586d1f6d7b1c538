// The custom syntax of vector's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @v(
func.func @v(%f: f32, %v: vector<4xf32>, %v2: vector<2x4xf32>, %m: memref<?x?xf32>, %i: index, %b: vector<4xi1>, %t: tensor<?x?xf32>, %s1: vector<f32>, %sc: vector<[4]xf32>) {
  // CHECK: %{{.*}} = vector.broadcast %{{.*}} : f32 to vector<4xf32>
  %0 = vector.broadcast %f : f32 to vector<4xf32>
  // CHECK: %{{.*}} = vector.extract %{{.*}}[0, 1] : f32 from vector<2x4xf32>
  %1 = vector.extract %v2[0, 1] : f32 from vector<2x4xf32>
  // CHECK: %{{.*}} = vector.extract %{{.*}}[%{{.*}}] : vector<4xf32> from vector<2x4xf32>
  %2 = vector.extract %v2[%i] : vector<4xf32> from vector<2x4xf32>
  // CHECK: %{{.*}} = vector.insert %{{.*}}, %{{.*}} [0, %{{.*}}] : f32 into vector<2x4xf32>
  %3 = vector.insert %f, %v2[0, %i] : f32 into vector<2x4xf32>
  // CHECK: %{{.*}} = vector.fma %{{.*}}, %{{.*}}, %{{.*}} : vector<4xf32>
  %4 = vector.fma %v, %v, %v : vector<4xf32>
  // CHECK: %{{.*}} = vector.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x?xf32>, vector<4xf32>
  %5 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<4xf32>
  // CHECK: vector.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x?xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] : memref<?x?xf32>, vector<4xf32>
  // CHECK: %{{.*}} = vector.shuffle %{{.*}}, %{{.*}} [0, 1, 4, 5, 6] : vector<4xf32>, vector<4xf32>
  %6 = vector.shuffle %v, %v [0, 1, 4, 5, 6] : vector<4xf32>, vector<4xf32>
  // CHECK: %{{.*}} = vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : memref<?x?xf32>, vector<4xf32>
  %7 = vector.transfer_read %m[%i, %i], %f : memref<?x?xf32>, vector<4xf32>
  // CHECK: %{{.*}} = vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %{{.*}} {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %8 = vector.transfer_read %m[%i, %i], %f, %b {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  // CHECK: %{{.*}} = vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {permutation_map = #map} : memref<?x?xf32>, vector<4xf32>
  %9 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  // CHECK: %{{.*}} = vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {in_bounds = [true, true]} : tensor<?x?xf32>, vector<2x4xf32>
  %10 = vector.transfer_read %t[%i, %i], %f {in_bounds = [true, true]} : tensor<?x?xf32>, vector<2x4xf32>
  // CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32>
  // CHECK: %{{.*}} = vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {in_bounds = [true]} : vector<4xf32>, tensor<?x?xf32>
  %11 = vector.transfer_write %v, %t[%i, %i], %b {in_bounds = [true]} : vector<4xf32>, tensor<?x?xf32>
  // CHECK: %{{.*}} = vector.reduction <add>, %{{.*}} : vector<4xf32> into f32
  %12 = vector.reduction <add>, %v : vector<4xf32> into f32
  // CHECK: %{{.*}} = vector.reduction <add>, %{{.*}}, %{{.*}} fastmath<nnan> : vector<4xf32> into f32
  %13 = vector.reduction <add>, %v, %f fastmath<nnan> : vector<4xf32> into f32
  // CHECK: %{{.*}} = vector.multi_reduction <mul>, %{{.*}}, %{{.*}} [0] : vector<2x4xf32> to vector<4xf32>
  %14 = vector.multi_reduction <mul>, %v2, %v [0] : vector<2x4xf32> to vector<4xf32>
  // CHECK: %{{.*}} = vector.create_mask %{{.*}} : vector<4xi1>
  %15 = vector.create_mask %i : vector<4xi1>
  // CHECK: %{{.*}} = vector.constant_mask [2] : vector<4xi1>
  %16 = vector.constant_mask [2] : vector<4xi1>
  // CHECK: %{{.*}} = vector.transpose %{{.*}}, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %17 = vector.transpose %v2, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  // CHECK: %{{.*}} = vector.shape_cast %{{.*}} : vector<2x4xf32> to vector<8xf32>
  %18 = vector.shape_cast %v2 : vector<2x4xf32> to vector<8xf32>
  // CHECK: %{{.*}} = vector.bitcast %{{.*}} : vector<2x4xf32> to vector<2x4xi32>
  %19 = vector.bitcast %v2 : vector<2x4xf32> to vector<2x4xi32>
  // CHECK: %{{.*}} = vector.from_elements %{{.*}}, %{{.*}} : vector<2xf32>
  %20 = vector.from_elements %f, %f : vector<2xf32>
  // CHECK: %{{.*}}:4 = vector.to_elements %{{.*}} : vector<4xf32>
  %21:4 = vector.to_elements %v : vector<4xf32>
  // CHECK: %{{.*}} = vector.vscale
  %22 = vector.vscale
  // CHECK: %{{.*}} = vector.step : vector<4xindex>
  %23 = vector.step : vector<4xindex>
  // CHECK: %{{.*}} = vector.maskedload %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %{{.*}} : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %24 = vector.maskedload %m[%i, %i], %b, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK: vector.maskedstore %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %{{.*}} : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i, %i], %b, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  // CHECK: %{{.*}} = vector.extract_strided_slice %{{.*}} {offsets = [0], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
  %25 = vector.extract_strided_slice %v2 {offsets = [0], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
  // CHECK: %{{.*}} = vector.insert_strided_slice %{{.*}}, %{{.*}} {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  %26 = vector.insert_strided_slice %v, %v2 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  // CHECK: vector.print %{{.*}} : vector<4xf32>
  vector.print %v : vector<4xf32>
  // CHECK: vector.print str "foo"
  vector.print str "foo"
  // CHECK: vector.print punctuation <comma>
  vector.print punctuation <comma>
  // CHECK: %{{.*}} = vector.interleave %{{.*}}, %{{.*}} : vector<4xf32> -> vector<8xf32>
  %27 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  // CHECK: %{{.*}}, %{{.*}} = vector.deinterleave %{{.*}} : vector<4xf32> -> vector<2xf32>
  %28, %29 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  // CHECK: %{{.*}} = vector.scalable.extract %{{.*}}[0] : vector<4xf32> from vector<[4]xf32>
  %30 = vector.scalable.extract %sc[0] : vector<4xf32> from vector<[4]xf32>
  // CHECK: %{{.*}} = vector.outerproduct %{{.*}}, %{{.*}} : vector<4xf32>, vector<4xf32>
  %31 = vector.outerproduct %v, %v : vector<4xf32>, vector<4xf32>
  // CHECK: %{{.*}} = vector.outerproduct %{{.*}}, %{{.*}} : vector<4xf32>, f32
  %32 = vector.outerproduct %v, %f {kind = #vector.kind<mul>} : vector<4xf32>, f32
  // CHECK: %{{.*}} = vector.extract %{{.*}}[] : vector<4xf32> from vector<4xf32>
  %33 = vector.extract %v[] : vector<4xf32> from vector<4xf32>
  // CHECK: %{{.*}} = vector.contract {indexing_maps = [#map1, #map1, #map2], iterator_types = ["reduction"], kind = #vector.kind<add>} %{{.*}}, %{{.*}}, %{{.*}} : vector<4xf32>, vector<4xf32> into f32
  %34 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  // CHECK: %{{.*}} = vector.mask %{{.*}} { vector.reduction <add>, %{{.*}} : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %35 = vector.mask %b { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  // CHECK: %{{.*}} = vector.mask %{{.*}}, %{{.*}} { vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : memref<?x?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %36 = vector.mask %b, %v { vector.transfer_read %m[%i, %i], %f : memref<?x?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  // CHECK: vector.mask %{{.*}} { vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : vector<4xf32>, memref<?x?xf32> } : vector<4xi1>
  vector.mask %b { vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32> } : vector<4xi1>
  // CHECK: %{{.*}}, %{{.*}} = vector.scan <add>, %{{.*}}, %{{.*}} {inclusive = false, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  %37, %38 = vector.scan <add>, %v2, %v {inclusive = false, reduction_dim = 0} : vector<2x4xf32>, vector<4xf32>
  // CHECK: vector.print
  vector.print punctuation <newline>
  return
}

// CHECK-LABEL: func.func @type_of_accumulator(
func.func @type_of_accumulator(%v: vector<4xf32>, %f: f32) -> f32 {
  // CHECK: vector.contract {{.*}} : vector<4xf32>, vector<4xf32> into f32
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %f : vector<4xf32>, vector<4xf32>, f32 into f32
  return %0 : f32
}

// CHECK-LABEL: func.func @without_dimensions(
func.func @without_dimensions(%m: memref<f32>, %f: f32, %v: vector<f32>) -> vector<1xf32> {
  // CHECK: vector.transfer_read %{{.*}}[], %{{.*}} {in_bounds = [true], permutation_map = #map{{.*}}} : memref<f32>, vector<1xf32>
  %0 = vector.transfer_read %m[], %f {in_bounds = [true], permutation_map = affine_map<() -> (0)>} : memref<f32>, vector<1xf32>
  // CHECK: vector.transfer_write %{{.*}}, %{{.*}}[] : vector<f32>, memref<f32>
  vector.transfer_write %v, %m[] : vector<f32>, memref<f32>
  return %0 : vector<1xf32>
}
