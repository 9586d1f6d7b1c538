// RUN: mlirlite-opt %s --llvm-booleans-as-bytes --split-input-file | FileCheck %s

// A byte is true when it is not 0.

// CHECK-LABEL: llvm.func @negated
// CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i8) : i8
// CHECK: %[[TRUE:.*]] = llvm.icmp "ne" %[[BYTE]], %[[ZERO]] : i8
// CHECK: %[[NOT:.*]] = llvm.xor %[[TRUE]], %{{.*}} : i1
// CHECK: %[[WIDE:.*]] = llvm.zext %[[NOT]] : i1 to i8
// CHECK: llvm.store volatile %[[WIDE]], %{{.*}} : i8, !llvm.ptr
llvm.func @negated(%from: !llvm.ptr, %to: !llvm.ptr) {
  %one = llvm.mlir.constant(true) : i1
  %0 = llvm.load %from {alignment = 1 : i64} : !llvm.ptr -> i1
  %1 = llvm.xor %0, %one : i1
  llvm.store volatile %1, %to : i1, !llvm.ptr
  llvm.return
}

// -----

// Others stay.

// CHECK-LABEL: llvm.func @others
// CHECK-NOT: icmp
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<8xi1>
// CHECK-NOT: zext
llvm.func @others(%p: !llvm.ptr) {
  %0 = llvm.load %p : !llvm.ptr -> i8
  %1 = llvm.load %p : !llvm.ptr -> vector<8xi1>
  llvm.store %0, %p : i8, !llvm.ptr
  llvm.store %1, %p : vector<8xi1>, !llvm.ptr
  llvm.return
}

// -----

// An address that counts single booleans is one of bytes.

// CHECK-LABEL: llvm.func @lanes
// CHECK: %[[BYTES:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xi8>
// CHECK: %[[TRUE:.*]] = llvm.icmp "ne" %[[BYTES]], %{{.*}} : vector<8xi8>
// CHECK: %[[WIDE:.*]] = llvm.zext %[[TRUE]] : vector<8xi1> to vector<8xi8>
// CHECK: llvm.store %[[WIDE]], %{{.*}} : vector<8xi8>, !llvm.ptr
llvm.func @lanes(%p: !llvm.ptr, %i: i64) {
  %0 = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i1
  %1 = llvm.load %0 : !llvm.ptr -> vector<8xi1>
  llvm.store %1, %0 : vector<8xi1>, !llvm.ptr
  llvm.return
}
