// RUN: mlirlite-opt %s --llvm-return-in-memory=least-results=2 --split-input-file | FileCheck %s

// Each result is stored where the wrapper wants it.

// CHECK-LABEL: llvm.func @f
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[X:.*]]: i64 {llvm.noundef}, %[[Y:.*]]: !llvm.array<2 x i64>)
// CHECK-NOT: llvm.insertvalue
// CHECK: llvm.store %[[X]], %[[P]] : i64, !llvm.ptr
// CHECK: %[[SECOND:.*]] = llvm.getelementptr %[[P]][8] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.store %[[Y]], %[[SECOND]] : !llvm.array<2 x i64>, !llvm.ptr
// CHECK: %[[THIRD:.*]] = llvm.getelementptr %[[P]][24] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.store %[[X]], %[[THIRD]] : i64, !llvm.ptr
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
llvm.func @f(%x: i64 {llvm.noundef}, %y: !llvm.array<2 x i64>)
    -> !llvm.struct<(i64, array<2 x i64>, i64)> {
  %0 = llvm.mlir.poison : !llvm.struct<(i64, array<2 x i64>, i64)>
  %1 = llvm.insertvalue %x, %0[0] : !llvm.struct<(i64, array<2 x i64>, i64)>
  %2 = llvm.insertvalue %y, %1[1] : !llvm.struct<(i64, array<2 x i64>, i64)>
  %3 = llvm.insertvalue %x, %2[2] : !llvm.struct<(i64, array<2 x i64>, i64)>
  llvm.return %3 : !llvm.struct<(i64, array<2 x i64>, i64)>
}
// CHECK-LABEL: llvm.func @_mlir_ciface_f
// CHECK-SAME: (%[[Q:.*]]: !llvm.ptr, %[[A:.*]]: i64, %[[B:.*]]: !llvm.array<2 x i64>)
// CHECK-NEXT: llvm.call @f(%[[Q]], %[[A]], %[[B]])
// CHECK-NEXT: llvm.return
llvm.func @_mlir_ciface_f(%p: !llvm.ptr, %a: i64, %b: !llvm.array<2 x i64>) {
  %0 = llvm.call @f(%a, %b)
      : (i64, !llvm.array<2 x i64>) -> !llvm.struct<(i64, array<2 x i64>, i64)>
  llvm.store %0, %p : !llvm.struct<(i64, array<2 x i64>, i64)>, !llvm.ptr
  llvm.return
}

// -----

// A struct that is not built field by field is stored whole.

// CHECK-LABEL: llvm.func @f
// CHECK: llvm.store %{{.*}}, %arg0 : !llvm.struct<(i64, ptr)>, !llvm.ptr
// CHECK-NEXT: llvm.return
llvm.func @f(%p: !llvm.ptr) -> !llvm.struct<(i64, ptr)> {
  %0 = llvm.load %p : !llvm.ptr -> !llvm.struct<(i64, ptr)>
  llvm.return %0 : !llvm.struct<(i64, ptr)>
}
llvm.func @caller(%p: !llvm.ptr, %q: !llvm.ptr) {
  %0 = llvm.call @f(%q) : (!llvm.ptr) -> !llvm.struct<(i64, ptr)>
  llvm.store %0, %p : !llvm.struct<(i64, ptr)>, !llvm.ptr
  llvm.return
}

// -----

// Others stay: two callers, and fields that are not whole words.

// CHECK-LABEL: llvm.func @twice
// CHECK-SAME: -> !llvm.struct<(i64, ptr)>
llvm.func @twice(%p: !llvm.ptr) -> !llvm.struct<(i64, ptr)> {
  %0 = llvm.load %p : !llvm.ptr -> !llvm.struct<(i64, ptr)>
  llvm.return %0 : !llvm.struct<(i64, ptr)>
}
// CHECK-LABEL: llvm.func @bytes
// CHECK-SAME: -> !llvm.struct<(i8, ptr)>
llvm.func @bytes(%p: !llvm.ptr) -> !llvm.struct<(i8, ptr)> {
  %0 = llvm.load %p : !llvm.ptr -> !llvm.struct<(i8, ptr)>
  llvm.return %0 : !llvm.struct<(i8, ptr)>
}
llvm.func @callers(%p: !llvm.ptr, %q: !llvm.ptr) {
  %0 = llvm.call @twice(%q) : (!llvm.ptr) -> !llvm.struct<(i64, ptr)>
  llvm.store %0, %p : !llvm.struct<(i64, ptr)>, !llvm.ptr
  %1 = llvm.call @twice(%q) : (!llvm.ptr) -> !llvm.struct<(i64, ptr)>
  llvm.store %1, %p : !llvm.struct<(i64, ptr)>, !llvm.ptr
  %2 = llvm.call @bytes(%q) : (!llvm.ptr) -> !llvm.struct<(i8, ptr)>
  llvm.store %2, %p : !llvm.struct<(i8, ptr)>, !llvm.ptr
  llvm.return
}
