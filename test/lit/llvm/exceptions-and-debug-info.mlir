// Exceptions, tagged blocks, indirect functions, debug info and TBAA, as mlir-opt prints them.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-DAG: #[[FILE:.*]] = #llvm.di_file<"a.c" in "/src">
#file = #llvm.di_file<"a.c" in "/src">
// CHECK-DAG: #[[INT:.*]] = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>
#type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #int>
// CHECK-DAG: #llvm.di_subprogram<id = distinct[{{[0-9]+}}]<>, compileUnit = #{{.*}}, scope = #[[FILE]], name = "f", file = #[[FILE]], line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #{{.*}}>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #file, name = "f", file = #file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #type>
#var = #llvm.di_local_variable<scope = #sp, name = "x", file = #file, line = 4, type = #int>
// CHECK-DAG: #[[ROOT:.*]] = #llvm.tbaa_root<id = "C">
#root = #llvm.tbaa_root<id = "C">
#desc = #llvm.tbaa_type_desc<id = "int", members = {<#root, 0>}>
// CHECK-DAG: #[[TAG:.*]] = #llvm.tbaa_tag<base_type = #[[DESC:.*]], access_type = #[[DESC]], offset = 0>
#tag = #llvm.tbaa_tag<base_type = #desc, access_type = #desc, offset = 0>

// CHECK-LABEL: llvm.func @g(i32) -> i32
llvm.func @g(i32) -> i32
llvm.func @personality(...) -> i32
// CHECK: llvm.mlir.ifunc external @chosen : !llvm.func<i32 (i32)>, !llvm.ptr @resolver
llvm.mlir.ifunc external @chosen : !llvm.func<i32 (i32)>, !llvm.ptr @resolver
llvm.func @resolver() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.func @f(%x: i32, %p: !llvm.ptr) -> i32 attributes {personality = @personality} {
  // CHECK: llvm.intr.dbg.value #{{.*}} #llvm.di_expression<[DW_OP_plus_uconst(4), DW_OP_stack_value]> = %{{.*}} : i32
  llvm.intr.dbg.value #var #llvm.di_expression<[DW_OP_plus_uconst(4), DW_OP_stack_value]> = %x : i32
  // CHECK: llvm.load %{{.*}} {tbaa = [#[[TAG]]]} : !llvm.ptr -> i32
  %0 = llvm.load %p {tbaa = [#tag]} : !llvm.ptr -> i32
  // CHECK: llvm.invoke @g(%{{.*}}) to ^[[OK:.*]](%{{.*}} : i32) unwind ^[[PAD:.*]] : (i32) -> i32
  %1 = llvm.invoke @g(%0) to ^ok(%x : i32) unwind ^pad : (i32) -> i32
^ok(%y: i32):
  llvm.return %y : i32
^pad:
  // CHECK: llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  %2 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  // CHECK: llvm.resume
  llvm.resume %2 : !llvm.struct<(ptr, i32)>
}

// CHECK-LABEL: llvm.func @jump
llvm.func @jump(%x: i32) -> i32 {
  // CHECK: %[[A:.*]] = llvm.blockaddress <function = @jump, tag = <id = 1>> : !llvm.ptr
  %0 = llvm.blockaddress <function = @jump, tag = <id = 1>> : !llvm.ptr
  // CHECK: llvm.indirectbr %[[A]] : !llvm.ptr, [
  // CHECK-NEXT: ^bb1(%{{.*}} : i32)
  // CHECK-NEXT: ]
  llvm.indirectbr %0 : !llvm.ptr, [
    ^target(%x : i32)
  ]
^target(%y: i32):
  // CHECK: llvm.blocktag <id = 1>
  llvm.blocktag <id = 1>
  llvm.return %y : i32
}
