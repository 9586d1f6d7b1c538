// Attributes of functions and instructions in LLVM IR.
// RUN: mlirlite-translate --mlir-to-llvmir %s --split-input-file | FileCheck %s

// Kinds of memory that differ from all others are named.
// CHECK: declare !vec_type_hint !0 void @memory() memory(readwrite, argmem: none, errnomem: none)
// CHECK: !0 = !{<2 x i32> undef, i32 1}
llvm.func @memory() attributes {
  memory_effects = #llvm.memory_effects<other = readwrite, argMem = none, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = readwrite, targetMem1 = readwrite>,
  vec_type_hint = #llvm.vec_type_hint<hint = vector<2xi32>, is_signed = true>
}

// -----

// CHECK: define ptx_kernel void @kernel(ptr byval(i32) "nvvm.grid_constant" %0) "nvvm.cluster_dim"="3,5,7" "nvvm.minctasm"="16" {
llvm.func @kernel(%a: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) attributes {nvvm.kernel, nvvm.minctasm = 16 : i32, nvvm.cluster_dim = array<i32: 3, 5, 7>} {
  llvm.return
}

// -----

// CHECK: %3 = load i32, ptr %0, align 4, !mmra !0
// CHECK-NEXT: fence release, !mmra !2
// CHECK-NEXT: store i32 %3, ptr %0, align 4, !spirv.DecorationCacheControlINTEL !5
// CHECK-NEXT: call addrspace(1) void %1()
// CHECK: !0 = !{!"foo", !"bar"}
// CHECK: !1 = !{!"as", !"local"}
// CHECK: !2 = !{!1, !0}
// CHECK: !5 = !{!3, !4}
// CHECK-NOT: CodeView
#tag = #llvm.mmra_tag<"foo":"bar">
llvm.func @instructions(%x: !llvm.ptr, %f: !llvm.ptr<1>) {
  %0 = llvm.load %x {alignment = 4 : i64, llvm.mmra = #tag} : !llvm.ptr -> i32
  llvm.fence release {llvm.mmra = [#llvm.mmra_tag<"as":"local">, #tag]}
  llvm.store %0, %x {alignment = 4 : i64, llvm.mmra = [], xevm.DecorationCacheControl = [[6442 : i32, 0 : i32], [6442 : i32, 1 : i32]]} : i32, !llvm.ptr
  llvm.call %f() : !llvm.ptr<1>, () -> ()
  llvm.return
}

// -----

// Debug information on Windows is not DWARF.
// CHECK: ModuleID
// CHECK: !{i32 2, !"CodeView", i32 1}
module attributes {llvm.target_triple = "x86_64-pc-windows-msvc"} {
}
