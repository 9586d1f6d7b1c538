// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

!p = !ptr.ptr<#ptr.generic_space>
!m = memref<?xf32, #ptr.generic_space>

// CHECK-LABEL: func.func @same_buffer(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, #ptr.generic_space>) -> memref<?xf32, #ptr.generic_space> {
// CHECK-NEXT:     return %[[ARG0]] : memref<?xf32, #ptr.generic_space>
// CHECK-NEXT:   }
func.func @same_buffer(%m: !m) -> !m {
  %0 = ptr.to_ptr %m : !m -> !p
  %1 = ptr.get_metadata %m : !m
  %2 = ptr.from_ptr %0 metadata %1 : !p -> !m
  return %2 : !m
}

// Not with the metadata of another buffer.
// CHECK-LABEL: func.func @other_metadata(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, #ptr.generic_space>, %[[ARG1:.*]]: memref<?xf32, #ptr.generic_space>) -> memref<?xf32, #ptr.generic_space> {
// CHECK-NEXT:     %[[TO_PTR:.*]] = ptr.to_ptr %[[ARG0]] : memref<?xf32, #ptr.generic_space> -> <#ptr.generic_space>
// CHECK-NEXT:     %[[GET_METADATA:.*]] = ptr.get_metadata %[[ARG1]] : memref<?xf32, #ptr.generic_space>
// CHECK-NEXT:     %[[FROM_PTR:.*]] = ptr.from_ptr %[[TO_PTR]] metadata %[[GET_METADATA]] : <#ptr.generic_space> -> memref<?xf32, #ptr.generic_space>
// CHECK-NEXT:     return %[[FROM_PTR]] : memref<?xf32, #ptr.generic_space>
// CHECK-NEXT:   }
func.func @other_metadata(%m: !m, %n: !m) -> !m {
  %0 = ptr.to_ptr %m : !m -> !p
  %1 = ptr.get_metadata %n : !m
  %2 = ptr.from_ptr %0 metadata %1 : !p -> !m
  return %2 : !m
}

// CHECK-LABEL: func.func @same_pointer(
// CHECK-SAME:    %[[ARG0:.*]]: !ptr.ptr<#ptr.generic_space>) -> !ptr.ptr<#ptr.generic_space> {
// CHECK-NEXT:     return %[[ARG0]] : !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:   }
func.func @same_pointer(%p: !p) -> !p {
  %0 = ptr.from_ptr %p : !p -> !m
  %1 = ptr.to_ptr %0 : !m -> !p
  %2 = ptr.from_ptr %1 : !p -> !m
  %3 = ptr.to_ptr %2 : !m -> !p
  return %3 : !p
}

// CHECK-LABEL: func.func @zero(
// CHECK-SAME:    %[[ARG0:.*]]: !ptr.ptr<#ptr.generic_space>) -> !ptr.ptr<#ptr.generic_space> {
// CHECK-NEXT:     return %[[ARG0]] : !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:   }
func.func @zero(%p: !p) -> !p {
  %c = arith.constant 0 : index
  %0 = ptr.ptr_add inbounds %p, %c : !p, index
  return %0 : !p
}

// What is read for nobody is not read, unless that is volatile.
// CHECK-LABEL: func.func @loads(
// CHECK-NEXT:     ptr.load volatile
// CHECK-NEXT:     return
func.func @loads(%p: !p) {
  %0 = ptr.load %p : !p -> f32
  %1 = ptr.load volatile %p : !p -> f32
  return
}
