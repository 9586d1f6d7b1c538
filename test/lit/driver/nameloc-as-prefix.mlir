// Name locations come before the names that an op gives its results and arguments.
// RUN: mlirlite-opt %s --mlir-use-nameloc-as-prefix | FileCheck %s

// CHECK-LABEL: @f(%x: index, %m: memref<?x?xf32>, %arg2: tensor<?xf32>)
func.func @f(%a: index loc("x"), %b: memref<?x?xf32> loc("m"), %t: tensor<?xf32>) {
  // CHECK-NEXT: %meta, %meta_0, %meta_1:2, %meta_2:2 = memref.extract_strided_metadata %m
  %p, %o, %s:2, %st:2 = memref.extract_strided_metadata %b
    : memref<?x?xf32> -> memref<f32>, index, index, index, index, index loc("meta")
  // CHECK: ^bb0(%bar: f32, %out: f32, %steve: f32):
  // CHECK-NEXT: linalg.yield %out, %steve
  %r:2 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%t : tensor<?xf32>) outs(%t, %t : tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%c: f32 loc("bar"), %d: f32, %e: f32 loc("steve")):
    linalg.yield %d, %e : f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>)
  return
}
