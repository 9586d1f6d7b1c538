// The custom syntax of shape's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect | mlirlite-opt --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-op-generic | mlirlite-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @consts(
func.func @consts() {
  // CHECK: %{{.*}} = shape.const_shape [1, 2, 3] : !shape.shape
  %0 = shape.const_shape [1, 2, 3] : !shape.shape
  // CHECK: %{{.*}} = shape.const_shape [4, 5, 6] : tensor<3xindex>
  %1 = shape.const_shape [4, 5, 6] : tensor<3xindex>
  // CHECK: %{{.*}} = shape.const_shape [] : !shape.shape
  %2 = shape.const_shape [] : !shape.shape
  // CHECK: %{{.*}} = shape.const_size 10
  %c10 = shape.const_size 10
  // CHECK: %{{.*}} = shape.const_witness true
  %3 = shape.const_witness true
  // CHECK: %{{.*}} = shape.const_shape  {tag}[] : tensor<0xindex>
  %4 = shape.const_shape  {tag}[] : tensor<0xindex>
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @ops(
func.func @ops(%arg0: !shape.shape, %arg1: !shape.size, %arg2: index, %arg3: tensor<?xindex>, %arg4: i1, %arg5: tensor<?x4xf32>, %arg6: !shape.value_shape, %arg7: !shape.witness) {
  // CHECK: %{{.*}} = shape.add %{{.*}}, %{{.*}} : index, index -> index
  %0 = shape.add %arg2, %arg2 : index, index -> index
  // CHECK: %{{.*}} = shape.add %{{.*}}, %{{.*}} : !shape.size, index -> !shape.size
  %1 = shape.add %arg1, %arg2 : !shape.size, index -> !shape.size
  // CHECK: %{{.*}} = shape.any %{{.*}}, %{{.*}} : !shape.shape, !shape.shape -> !shape.shape
  %2 = shape.any %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
  // CHECK: %{{.*}} = shape.any %{{.*}}, %{{.*}} : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %3 = shape.any %arg3, %arg3 : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  // CHECK: %{{.*}} = shape.assuming_all %{{.*}}, %{{.*}}
  %4 = shape.assuming_all %arg7, %arg7
  // CHECK: %{{.*}} = shape.broadcast %{{.*}}, %{{.*}} : !shape.shape, !shape.shape -> !shape.shape
  %5 = shape.broadcast %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
  // CHECK: %{{.*}} = shape.broadcast %{{.*}}, %{{.*}}, %{{.*}} {error = "no"} : tensor<?xindex>, tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %6 = shape.broadcast %arg3, %arg3, %arg3 {error = "no"} : tensor<?xindex>, tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  // CHECK: %{{.*}} = shape.concat %{{.*}}, %{{.*}} : !shape.shape, !shape.shape -> !shape.shape
  %7 = shape.concat %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
  // CHECK: %{{.*}} = shape.cstr_broadcastable %{{.*}}, %{{.*}} : !shape.shape, !shape.shape
  %8 = shape.cstr_broadcastable %arg0, %arg0 : !shape.shape, !shape.shape
  // CHECK: %{{.*}} = shape.cstr_eq %{{.*}}, %{{.*}} : !shape.shape, tensor<?xindex>
  %9 = shape.cstr_eq %arg0, %arg3 : !shape.shape, tensor<?xindex>
  // CHECK: %{{.*}} = shape.cstr_require %{{.*}}, "message"
  %10 = shape.cstr_require %arg4, "message"
  // CHECK: %{{.*}} = shape.dim %{{.*}}, %{{.*}} : tensor<?x4xf32>, index -> index
  %11 = shape.dim %arg5, %arg2 : tensor<?x4xf32>, index -> index
  // CHECK: %{{.*}} = shape.div %{{.*}}, %{{.*}} : !shape.size, !shape.size -> !shape.size
  %12 = shape.div %arg1, %arg1 : !shape.size, !shape.size -> !shape.size
  // CHECK: %{{.*}} = shape.from_extent_tensor %{{.*}} : tensor<?xindex>
  %13 = shape.from_extent_tensor %arg3 : tensor<?xindex>
  // CHECK: %{{.*}} = shape.from_extents %{{.*}}, %{{.*}} : index, !shape.size
  %14 = shape.from_extents %arg2, %arg1 : index, !shape.size
  // CHECK: %{{.*}} = shape.get_extent %{{.*}}, %{{.*}} : !shape.shape, !shape.size -> !shape.size
  %15 = shape.get_extent %arg0, %arg1 : !shape.shape, !shape.size -> !shape.size
  // CHECK: %{{.*}} = shape.index_to_size %{{.*}}
  %16 = shape.index_to_size %arg2
  // CHECK: %{{.*}} = shape.is_broadcastable %{{.*}}, %{{.*}} : !shape.shape, !shape.shape
  %17 = shape.is_broadcastable %arg0, %arg0 : !shape.shape, !shape.shape
  // CHECK: %{{.*}} = shape.max %{{.*}}, %{{.*}} : !shape.shape, !shape.shape -> !shape.shape
  %18 = shape.max %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
  // CHECK: %{{.*}} = shape.min %{{.*}}, %{{.*}} : !shape.size, !shape.size -> !shape.size
  %19 = shape.min %arg1, %arg1 : !shape.size, !shape.size -> !shape.size
  // CHECK: %{{.*}} = shape.meet %{{.*}}, %{{.*}} : !shape.shape, !shape.shape -> !shape.shape
  %20 = shape.meet %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
  // CHECK: %{{.*}} = shape.meet %{{.*}}, %{{.*}}, error = "bad" : !shape.size, !shape.size -> !shape.size
  %21 = shape.meet %arg1, %arg1, error = "bad" : !shape.size, !shape.size -> !shape.size
  // CHECK: %{{.*}} = shape.mul %{{.*}}, %{{.*}} : index, index -> index
  %22 = shape.mul %arg2, %arg2 : index, index -> index
  // CHECK: %{{.*}} = shape.num_elements %{{.*}} : !shape.shape -> !shape.size
  %23 = shape.num_elements %arg0 : !shape.shape -> !shape.size
  // CHECK: %{{.*}} = shape.rank %{{.*}} : tensor<?xindex> -> index
  %24 = shape.rank %arg3 : tensor<?xindex> -> index
  // CHECK: %{{.*}} = shape.shape_eq %{{.*}}, %{{.*}} : !shape.shape, !shape.shape
  %25 = shape.shape_eq %arg0, %arg0 : !shape.shape, !shape.shape
  // CHECK: %{{.*}} = shape.shape_of %{{.*}} : tensor<?x4xf32> -> tensor<2xindex>
  %26 = shape.shape_of %arg5 : tensor<?x4xf32> -> tensor<2xindex>
  // CHECK: %{{.*}} = shape.size_to_index %{{.*}} : !shape.size
  %27 = shape.size_to_index %arg1 : !shape.size
  // CHECK: %{{.*}} = shape.to_extent_tensor %{{.*}} : !shape.shape -> tensor<3xindex>
  %28 = shape.to_extent_tensor %arg0 : !shape.shape -> tensor<3xindex>
  // CHECK: %{{.*}} = shape.value_as_shape %{{.*}} : !shape.value_shape -> !shape.shape
  %29 = shape.value_as_shape %arg6 : !shape.value_shape -> !shape.shape
  // CHECK: %{{.*}} = shape.value_of %{{.*}} : tensor<?xf32>
  %30 = shape.value_of %arg6 : tensor<?xf32>
  // CHECK: %{{.*}} = shape.with_shape %{{.*}}, %{{.*}} : !shape.value_shape, !shape.shape
  %31 = shape.with_shape %arg6, %arg0 : !shape.value_shape, !shape.shape
  // CHECK: %{{.*}}, %{{.*}} = "shape.split_at"(%{{.*}}, %{{.*}}) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  %head, %tail = "shape.split_at"(%arg0, %arg1) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  // CHECK: %{{.*}} = "shape.debug_print"(%{{.*}}) : (!shape.shape) -> !shape.shape
  %32 = "shape.debug_print"(%arg0) : (!shape.shape) -> !shape.shape
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @regions(
func.func @regions(%arg0: !shape.shape, %arg1: !shape.size, %arg2: !shape.witness, %arg3: tensor<?xindex>, %arg4: index) {
  // CHECK: %{{.*}} = shape.reduce(%{{.*}}, %{{.*}}) : !shape.shape -> !shape.size {
  %0 = shape.reduce(%arg0, %arg1) : !shape.shape -> !shape.size {
  // CHECK: ^bb{{[0-9]+}}(%{{.*}}: index, %{{.*}}: !shape.size, %{{.*}}: !shape.size):
  ^bb0(%arg5: index, %arg6: !shape.size, %arg7: !shape.size):
    // CHECK: %{{.*}} = shape.mul %{{.*}}, %{{.*}} : !shape.size, !shape.size -> !shape.size
    %4 = shape.mul %arg6, %arg7 : !shape.size, !shape.size -> !shape.size
    // CHECK: shape.yield %{{.*}} : !shape.size
    shape.yield %4 : !shape.size
  // CHECK: }
  }
  // CHECK: %{{.*}} = shape.reduce(%{{.*}}, %{{.*}}) : tensor<?xindex> -> index {
  %1 = shape.reduce(%arg3, %arg4) : tensor<?xindex> -> index {
  // CHECK: ^bb{{[0-9]+}}(%{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
  ^bb0(%arg5: index, %arg6: index, %arg7: index):
    // CHECK: shape.yield %{{.*}} : index
    shape.yield %arg7 : index
  // CHECK: }
  }
  // CHECK: %{{.*}} = shape.assuming %{{.*}} -> (f32) {
  %2 = shape.assuming %arg2 -> (f32) {
    // CHECK: %{{.*}} = "test.source"() : () -> f32
    %4 = "test.source"() : () -> f32
    // CHECK: shape.assuming_yield %{{.*}} : f32
    shape.assuming_yield %4 : f32
  // CHECK: }
  }
  // CHECK: shape.assuming %{{.*}} {
  shape.assuming %arg2 {
  // CHECK: }
  }
  // CHECK: %{{.*}}:2 = shape.assuming %{{.*}} -> (index, index) {
  %3:2 = shape.assuming %arg2 -> (index, index) {
    // CHECK: shape.assuming_yield %{{.*}}, %{{.*}} : index, index
    shape.assuming_yield %arg4, %arg4 : index, index
  // CHECK: }
  }
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: shape.function_library @lib {
shape.function_library @lib {
  // CHECK: func @same(%{{.*}}: !shape.value_shape) -> !shape.shape {
  func @same(%arg0: !shape.value_shape) -> !shape.shape {
    // CHECK: %{{.*}} = value_as_shape %{{.*}} : !shape.value_shape -> !shape.shape
    %0 = value_as_shape %arg0 : !shape.value_shape -> !shape.shape
    // CHECK: return %{{.*}} : !shape.shape
    return %0 : !shape.shape
  // CHECK: }
  }
// CHECK: } mapping {test.same = @same}
} mapping {test.same = @same}

// CHECK-LABEL: shape.func private @decl(
shape.func private @decl(!shape.value_shape) -> !shape.shape
