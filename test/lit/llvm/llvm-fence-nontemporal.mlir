// RUN: mlirlite-opt %s --llvm-fence-nontemporal --split-input-file | FileCheck %s

// Each return of a function waits for its non-temporal stores.

// CHECK-LABEL: llvm.func @stores
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 64 : i64, nontemporal}
// CHECK: llvm.cond_br
// CHECK: llvm.fence seq_cst
// CHECK-NEXT: llvm.return
// CHECK: llvm.fence seq_cst
// CHECK-NEXT: llvm.return
llvm.func @stores(%p: !llvm.ptr, %v: vector<16xf32>, %c: i1) {
  llvm.store %v, %p {alignment = 64 : i64, nontemporal} : vector<16xf32>, !llvm.ptr
  llvm.cond_br %c, ^yes, ^no
^yes:
  llvm.return
^no:
  llvm.return
}

// -----

// Others stay: ordinary stores, and calls of functions that see to their own.

// CHECK-LABEL: llvm.func @others
// CHECK-NOT: llvm.fence
llvm.func @stores(!llvm.ptr)
llvm.func @others(%p: !llvm.ptr, %v: vector<16xf32>) {
  llvm.store %v, %p : vector<16xf32>, !llvm.ptr
  llvm.call @stores(%p) : (!llvm.ptr) -> ()
  llvm.return
}
