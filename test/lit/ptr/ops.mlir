// The custom syntax of ptr's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

!p = !ptr.ptr<#ptr.generic_space>
!m = memref<?xf32, #ptr.generic_space>

// CHECK-LABEL: func.func @pointers(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, #ptr.generic_space>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: vector<4x!ptr.ptr<#ptr.generic_space>>, %[[ARG3:.*]]: tensor<4xindex>) -> memref<?xf32, #ptr.generic_space> {
// CHECK-NEXT:     %[[TO_PTR:.*]] = ptr.to_ptr %[[ARG0]] : memref<?xf32, #ptr.generic_space> -> <#ptr.generic_space>
// CHECK-NEXT:     %[[GET_METADATA:.*]] = ptr.get_metadata %[[ARG0]] : memref<?xf32, #ptr.generic_space>
// CHECK-NEXT:     %[[TYPE_OFFSET:.*]] = ptr.type_offset f32 : index
// CHECK-NEXT:     %[[PTR_ADD:.*]] = ptr.ptr_add %[[TO_PTR]], %[[TYPE_OFFSET]] : !ptr.ptr<#ptr.generic_space>, index
// CHECK-NEXT:     %[[PTR_ADD_1:.*]] = ptr.ptr_add nusw %[[PTR_ADD]], %[[ARG1]] : !ptr.ptr<#ptr.generic_space>, index
// CHECK-NEXT:     %[[PTR_ADD_2:.*]] = ptr.ptr_add inbounds %[[ARG2]], %[[ARG1]] : vector<4x!ptr.ptr<#ptr.generic_space>>, index
// CHECK-NEXT:     %[[PTR_ADD_3:.*]] = ptr.ptr_add nuw %[[TO_PTR]], %[[ARG3]] : !ptr.ptr<#ptr.generic_space>, tensor<4xindex>
// CHECK-NEXT:     %[[PTR_DIFF:.*]] = ptr.ptr_diff %[[PTR_ADD_1]], %[[TO_PTR]] : !ptr.ptr<#ptr.generic_space> -> i64
// CHECK-NEXT:     %[[PTR_DIFF_1:.*]] = ptr.ptr_diff nuw|nsw %[[ARG2]], %[[PTR_ADD_2]] : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xindex>
// CHECK-NEXT:     %[[FROM_PTR:.*]] = ptr.from_ptr %[[PTR_ADD_1]] : <#ptr.generic_space> -> memref<f32, #ptr.generic_space>
// CHECK-NEXT:     %[[FROM_PTR_1:.*]] = ptr.from_ptr %[[PTR_ADD_1]] metadata %[[GET_METADATA]] : <#ptr.generic_space> -> memref<?xf32, #ptr.generic_space>
// CHECK-NEXT:     return %[[FROM_PTR_1]] : memref<?xf32, #ptr.generic_space>
// CHECK-NEXT:   }
func.func @pointers(%m: !m, %i: index, %v: vector<4x!p>, %t: tensor<4xindex>) -> !m {
  %0 = ptr.to_ptr %m : !m -> !p
  %1 = ptr.get_metadata %m : !m
  %2 = ptr.type_offset f32 : index
  %3 = ptr.ptr_add %0, %2 : !p, index
  %4 = ptr.ptr_add nusw %3, %i : !p, index
  %5 = ptr.ptr_add inbounds %v, %i : vector<4x!p>, index
  %6 = ptr.ptr_add nuw %0, %t : !p, tensor<4xindex>
  %7 = ptr.ptr_diff %4, %0 : !p -> i64
  %8 = ptr.ptr_diff nuw | nsw %v, %5 : vector<4x!p> -> vector<4xindex>
  %9 = ptr.from_ptr %4 : !p -> memref<f32, #ptr.generic_space>
  %10 = ptr.from_ptr %4 metadata %1 : !p -> !m
  return %10 : !m
}

// CHECK-LABEL: func.func @constants(
// CHECK-SAME:    ) -> (!ptr.ptr<#ptr.generic_space>, !ptr.ptr<#llvm.address_space<3>>, !ptr.ptr<#nvvm.memory_space<shared>>) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = ptr.constant #ptr.null : !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = ptr.constant #ptr.address<4096> : !ptr.ptr<#llvm.address_space<3>>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = ptr.constant #ptr.null : !ptr.ptr<#nvvm.memory_space<shared>>
// CHECK-NEXT:     return %[[CONSTANT]], %[[CONSTANT_1]], %[[CONSTANT_2]] : !ptr.ptr<#ptr.generic_space>, !ptr.ptr<#llvm.address_space<3>>, !ptr.ptr<#nvvm.memory_space<shared>>
// CHECK-NEXT:   }
func.func @constants() -> (!p, !ptr.ptr<#llvm.address_space<3>>, !ptr.ptr<#nvvm.memory_space<shared>>) {
  %0 = ptr.constant #ptr.null : !p
  %1 = ptr.constant #ptr.address<0x1000> : !ptr.ptr<#llvm.address_space<3>>
  %2 = ptr.constant #ptr.null : !ptr.ptr<#nvvm.memory_space<shared>>
  return %0, %1, %2 : !p, !ptr.ptr<#llvm.address_space<3>>, !ptr.ptr<#nvvm.memory_space<shared>>
}

// CHECK-LABEL: func.func @accesses(
// CHECK-SAME:    %[[ARG0:.*]]: !ptr.ptr<#ptr.generic_space>, %[[ARG1:.*]]: i64) -> i64 {
// CHECK-NEXT:     %[[LOAD:.*]] = ptr.load %[[ARG0]] : !ptr.ptr<#ptr.generic_space> -> i64
// CHECK-NEXT:     %[[LOAD_1:.*]] = ptr.load volatile %[[ARG0]] atomic syncscope("workgroup") acquire nontemporal alignment = 8 : !ptr.ptr<#ptr.generic_space> -> i64
// CHECK-NEXT:     %[[LOAD_2:.*]] = ptr.load %[[ARG0]] invariant invariant_group alignment = 4 : !ptr.ptr<#ptr.generic_space> -> i64
// CHECK-NEXT:     ptr.store %[[ARG1]], %[[ARG0]] : i64, !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:     ptr.store volatile %[[ARG1]], %[[ARG0]] nontemporal invariant_group : i64, !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:     ptr.store %[[ARG1]], %[[ARG0]] atomic release alignment = 8 : i64, !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:     return %[[LOAD_1]] : i64
// CHECK-NEXT:   }
func.func @accesses(%p: !p, %x: i64) -> i64 {
  %0 = ptr.load %p : !p -> i64
  %1 = ptr.load volatile %p atomic syncscope("workgroup") acquire nontemporal alignment = 8 : !p -> i64
  %2 = ptr.load %p invariant_group invariant alignment = 4 : !p -> i64
  ptr.store %x, %p : i64, !p
  ptr.store volatile %x, %p nontemporal invariant_group : i64, !p
  ptr.store %x, %p atomic release alignment = 8 : i64, !p
  return %1 : i64
}

// CHECK-LABEL: func.func @lanes(
// CHECK-SAME:    %[[ARG0:.*]]: !ptr.ptr<#ptr.generic_space>, %[[ARG1:.*]]: vector<4x!ptr.ptr<#ptr.generic_space>>, %[[ARG2:.*]]: vector<4xi1>, %[[ARG3:.*]]: vector<4xf32>, %[[ARG4:.*]]: tensor<2xi32>, %[[ARG5:.*]]: tensor<2xi1>) {
// CHECK-NEXT:     %[[GATHER:.*]] = ptr.gather %[[ARG1]], %[[ARG2]], %[[ARG3]] : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xf32>
// CHECK-NEXT:     %[[GATHER_1:.*]] = ptr.gather %[[ARG1]], %[[ARG2]], %[[ARG3]] alignment = 8 : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xf32>
// CHECK-NEXT:     %[[MASKED_LOAD:.*]] = ptr.masked_load %[[ARG0]], %[[ARG5]], %[[ARG4]] alignment = 4 : !ptr.ptr<#ptr.generic_space> -> tensor<2xi32>
// CHECK-NEXT:     ptr.scatter %[[ARG3]], %[[ARG1]], %[[ARG2]] alignment = 2 : vector<4xf32>, vector<4x!ptr.ptr<#ptr.generic_space>>
// CHECK-NEXT:     ptr.masked_store %[[ARG4]], %[[ARG0]], %[[ARG5]] : tensor<2xi32>, !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @lanes(%p: !p, %v: vector<4x!p>, %m: vector<4xi1>, %x: vector<4xf32>, %t: tensor<2xi32>, %n: tensor<2xi1>) {
  %0 = ptr.gather %v, %m, %x : vector<4x!p> -> vector<4xf32>
  %1 = ptr.gather %v, %m, %x alignment = 8 : vector<4x!p> -> vector<4xf32>
  %2 = ptr.masked_load %p, %n, %t alignment = 4 : !p -> tensor<2xi32>
  ptr.scatter %x, %v, %m alignment = 2 : vector<4xf32>, vector<4x!p>
  ptr.masked_store %t, %p, %n : tensor<2xi32>, !p
  return
}
