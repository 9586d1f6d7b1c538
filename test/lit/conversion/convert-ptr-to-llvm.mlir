// RUN: mlirlite-opt %s --convert-to-llvm | FileCheck %s

!p = !ptr.ptr<#ptr.generic_space>

// CHECK-LABEL: llvm.func @addresses(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: i64) -> !llvm.struct<(ptr, ptr, ptr, i64)> {
// CHECK-NEXT:     %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[ARG0]][%[[ARG1]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:     %[[GETELEMENTPTR_1:.*]] = llvm.getelementptr inbounds %[[ARG0]][%[[ARG1]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:     %[[GETELEMENTPTR_2:.*]] = llvm.getelementptr nuw %[[ARG0]][%[[ARG1]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:     %[[ZERO:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:     %[[GETELEMENTPTR_3:.*]] = llvm.getelementptr %[[ZERO]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f64)>
// CHECK-NEXT:     %[[PTRTOINT:.*]] = llvm.ptrtoint %[[GETELEMENTPTR_3]] : !llvm.ptr to i64
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, ptr, i64)>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[GETELEMENTPTR]], %[[POISON]][0] : !llvm.struct<(ptr, ptr, ptr, i64)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[GETELEMENTPTR_1]], %[[INSERTVALUE]][1] : !llvm.struct<(ptr, ptr, ptr, i64)>
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[GETELEMENTPTR_2]], %[[INSERTVALUE_1]][2] : !llvm.struct<(ptr, ptr, ptr, i64)>
// CHECK-NEXT:     %[[INSERTVALUE_3:.*]] = llvm.insertvalue %[[PTRTOINT]], %[[INSERTVALUE_2]][3] : !llvm.struct<(ptr, ptr, ptr, i64)>
// CHECK-NEXT:     llvm.return %[[INSERTVALUE_3]] : !llvm.struct<(ptr, ptr, ptr, i64)>
// CHECK-NEXT:   }
func.func @addresses(%p: !p, %i: index) -> (!p, !p, !p, index) {
  %0 = ptr.ptr_add %p, %i : !p, index
  %1 = ptr.ptr_add inbounds %p, %i : !p, index
  %2 = ptr.ptr_add nuw %p, %i : !p, index
  %3 = ptr.type_offset !llvm.struct<(i32, f64)> : index
  return %0, %1, %2, %3 : !p, !p, !p, index
}

// CHECK-LABEL: llvm.func @spaces(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: i64, %[[ARG3:.*]]: i64, %[[ARG4:.*]]: i64) -> !llvm.ptr {
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[ARG0]], %[[POISON]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[ARG1]], %[[INSERTVALUE]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[ARG2]], %[[INSERTVALUE_1]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_3:.*]] = llvm.insertvalue %[[ARG3]], %[[INSERTVALUE_2]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_4:.*]] = llvm.insertvalue %[[ARG4]], %[[INSERTVALUE_3]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[INSERTVALUE_4]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:     llvm.return %[[EXTRACTVALUE]] : !llvm.ptr
// CHECK-NEXT:   }
func.func @spaces(%m: memref<4xf32, #ptr.generic_space>) -> !p {
  %0 = ptr.to_ptr %m : memref<4xf32, #ptr.generic_space> -> !p
  return %0 : !p
}

// The allocated pointer and what the type leaves open.
// CHECK-LABEL: llvm.func @metadata(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: i64, %[[ARG3:.*]]: i64, %[[ARG4:.*]]: i64, %[[ARG5:.*]]: i64, %[[ARG6:.*]]: i64) -> !llvm.struct<(ptr, i64, i64)> {
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[ARG0]], %[[POISON]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[ARG1]], %[[INSERTVALUE]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[ARG2]], %[[INSERTVALUE_1]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_3:.*]] = llvm.insertvalue %[[ARG3]], %[[INSERTVALUE_2]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_4:.*]] = llvm.insertvalue %[[ARG5]], %[[INSERTVALUE_3]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_5:.*]] = llvm.insertvalue %[[ARG4]], %[[INSERTVALUE_4]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_6:.*]] = llvm.insertvalue %[[ARG6]], %[[INSERTVALUE_5]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[UNDEF:.*]] = llvm.mlir.undef : !llvm.struct<(ptr, i64, i64)>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[INSERTVALUE_6]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_7:.*]] = llvm.insertvalue %[[EXTRACTVALUE]], %[[UNDEF]][0] : !llvm.struct<(ptr, i64, i64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[INSERTVALUE_6]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_8:.*]] = llvm.insertvalue %[[EXTRACTVALUE_1]], %[[INSERTVALUE_7]][1] : !llvm.struct<(ptr, i64, i64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[INSERTVALUE_6]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_9:.*]] = llvm.insertvalue %[[EXTRACTVALUE_2]], %[[INSERTVALUE_8]][2] : !llvm.struct<(ptr, i64, i64)>
// CHECK-NEXT:     llvm.return %[[INSERTVALUE_9]] : !llvm.struct<(ptr, i64, i64)>
// CHECK-NEXT:   }
func.func @metadata(%m: memref<?x8xf32, strided<[?, 1], offset: 2>, #ptr.generic_space>) -> !ptr.ptr_metadata<memref<?x8xf32, strided<[?, 1], offset: 2>, #ptr.generic_space>> {
  %0 = ptr.get_metadata %m : memref<?x8xf32, strided<[?, 1], offset: 2>, #ptr.generic_space>
  return %0 : !ptr.ptr_metadata<memref<?x8xf32, strided<[?, 1], offset: 2>, #ptr.generic_space>>
}

// CHECK-LABEL: llvm.func @buffer(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.struct<(ptr, i64)>) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> {
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[ARG1]][0] : !llvm.struct<(ptr, i64)>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[EXTRACTVALUE]], %[[POISON]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[ARG0]], %[[INSERTVALUE]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[CONSTANT]], %[[INSERTVALUE_1]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[ARG1]][1] : !llvm.struct<(ptr, i64)>
// CHECK-NEXT:     %[[INSERTVALUE_3:.*]] = llvm.insertvalue %[[EXTRACTVALUE_1]], %[[INSERTVALUE_2]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT:     %[[INSERTVALUE_4:.*]] = llvm.insertvalue %[[CONSTANT_1]], %[[INSERTVALUE_3]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT:     %[[INSERTVALUE_5:.*]] = llvm.insertvalue %[[CONSTANT_2]], %[[INSERTVALUE_4]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:     %[[INSERTVALUE_6:.*]] = llvm.insertvalue %[[CONSTANT_3]], %[[INSERTVALUE_5]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     llvm.return %[[INSERTVALUE_6]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   }
func.func @buffer(%p: !p, %d: !ptr.ptr_metadata<memref<?x8xf32, #ptr.generic_space>>) -> memref<?x8xf32, #ptr.generic_space> {
  %0 = ptr.from_ptr %p metadata %d : !p -> memref<?x8xf32, #ptr.generic_space>
  return %0 : memref<?x8xf32, #ptr.generic_space>
}
