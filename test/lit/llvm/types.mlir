// RUN: mlirlite-opt %s --allow-unregistered-dialect | FileCheck %s

// Types of ptr are types of LLVM, and vectors may hold its pointers and PowerPC's floats.

// CHECK-LABEL: llvm.func @types
//  CHECK-SAME:   %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.struct<(!ptr.ptr<#llvm.address_space<3>>)>
llvm.func @types(%p: !llvm.ptr, %s: !llvm.struct<(!ptr.ptr<#llvm.address_space<3>>)>) {
  // CHECK: llvm.load %{{.*}} : !llvm.ptr -> !ptr.ptr<#llvm.address_space<1>>
  %0 = llvm.load %p : !llvm.ptr -> !ptr.ptr<#llvm.address_space<1>>
  // CHECK: () -> vector<4x!llvm.ptr>
  "test.make"() : () -> vector<4x!llvm.ptr>
  // CHECK: () -> vector<4x!llvm.ppc_fp128>
  "test.make"() : () -> vector<4x!llvm.ppc_fp128>
  llvm.return
}
