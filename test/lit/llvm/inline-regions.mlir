// RUN: mlirlite-opt %s --inline --mlir-print-debuginfo --split-input-file | FileCheck %s

// What a pointer points to is followed through the regions of ops.

// CHECK: #alias_scope_domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "callee">
// CHECK-NEXT: #loc2 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:19)
// CHECK-NEXT: #loc3 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:49)
// CHECK-NEXT: #loc4 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:79)
// CHECK-NEXT: #loc5 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:88)
// CHECK-NEXT: #loc14 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:19)
// CHECK-NEXT: #loc15 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:34)
// CHECK-NEXT: #loc16 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:49)
// CHECK-NEXT: #loc17 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:58)
// CHECK-NEXT: #alias_scope = #llvm.alias_scope<id = distinct[1]<>, domain = #alias_scope_domain>
// CHECK-NEXT: #alias_scope1 = #llvm.alias_scope<id = distinct[2]<>, domain = #alias_scope_domain>
// CHECK-LABEL: llvm.func @callee(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr {llvm.noalias} loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:19), %[[ARG1:.*]]: !llvm.ptr {llvm.noalias} loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:49), %[[ARG2:.*]]: i1 loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:79), %[[ARG3:.*]]: i32 loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:88)) {
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[ARG2]] -> (!llvm.ptr) {
// CHECK-NEXT:       scf.yield %[[ARG0]] : !llvm.ptr loc(#loc7)
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[ARG0]][1] : (!llvm.ptr) -> !llvm.ptr, i32 loc(#loc8)
// CHECK-NEXT:       scf.yield %[[GETELEMENTPTR]] : !llvm.ptr loc(#loc9)
// CHECK-NEXT:     } loc(#loc6)
// CHECK-NEXT:     llvm.store %[[ARG3]], %[[IF]] : i32, !llvm.ptr loc(#loc10)
// CHECK-NEXT:     llvm.store %[[ARG3]], %[[ARG1]] : i32, !llvm.ptr loc(#loc11)
// CHECK-NEXT:     llvm.return loc(#loc12)
// CHECK-NEXT:   } loc(#loc1)
llvm.func @callee(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr {llvm.noalias}, %if: i1, %x: i32) {
  %0 = scf.if %if -> !llvm.ptr {
    scf.yield %a : !llvm.ptr
  } else {
    %1 = llvm.getelementptr %a[1] : (!llvm.ptr) -> !llvm.ptr, i32
    scf.yield %1 : !llvm.ptr
  }
  llvm.store %x, %0 : i32, !llvm.ptr
  llvm.store %x, %b : i32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:19), %[[ARG1:.*]]: !llvm.ptr loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:34), %[[ARG2:.*]]: i1 loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:49), %[[ARG3:.*]]: i32 loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:58)) {
// CHECK-NEXT:     llvm.intr.experimental.noalias.scope.decl #alias_scope loc(#loc18)
// CHECK-NEXT:     llvm.intr.experimental.noalias.scope.decl #alias_scope1 loc(#loc18)
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[ARG2]] -> (!llvm.ptr) {
// CHECK-NEXT:       scf.yield %[[ARG0]] : !llvm.ptr loc(#loc21)
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[ARG0]][1] : (!llvm.ptr) -> !llvm.ptr, i32 loc(#loc22)
// CHECK-NEXT:       scf.yield %[[GETELEMENTPTR]] : !llvm.ptr loc(#loc23)
// CHECK-NEXT:     } loc(#loc20)
// CHECK-NEXT:     llvm.store %[[ARG3]], %[[IF]] {alias_scopes = [#alias_scope], noalias_scopes = [#alias_scope1]} : i32, !llvm.ptr loc(#loc24)
// CHECK-NEXT:     llvm.store %[[ARG3]], %[[ARG1]] {alias_scopes = [#alias_scope1], noalias_scopes = [#alias_scope]} : i32, !llvm.ptr loc(#loc25)
// CHECK-NEXT:     llvm.return loc(#loc19)
// CHECK-NEXT:   } loc(#loc13)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:0)
// CHECK-NEXT: #loc1 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:1)
// CHECK-NEXT: #loc6 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:8)
// CHECK-NEXT: #loc7 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:5)
// CHECK-NEXT: #loc8 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:10)
// CHECK-NEXT: #loc9 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:5)
// CHECK-NEXT: #loc10 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:3)
// CHECK-NEXT: #loc11 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:3)
// CHECK-NEXT: #loc12 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:3)
// CHECK-NEXT: #loc13 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:1)
// CHECK-NEXT: #loc18 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:3)
// CHECK-NEXT: #loc19 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:3)
// CHECK-NEXT: #loc20 = loc(callsite(#loc6 at #loc18))
// CHECK-NEXT: #loc21 = loc(callsite(#loc7 at #loc18))
// CHECK-NEXT: #loc22 = loc(callsite(#loc8 at #loc18))
// CHECK-NEXT: #loc23 = loc(callsite(#loc9 at #loc18))
// CHECK-NEXT: #loc24 = loc(callsite(#loc10 at #loc18))
// CHECK-NEXT: #loc25 = loc(callsite(#loc11 at #loc18))
llvm.func @caller(%p: !llvm.ptr, %q: !llvm.ptr, %if: i1, %x: i32) {
  llvm.call @callee(%p, %q, %if, %x) : (!llvm.ptr, !llvm.ptr, i1, i32) -> ()
  llvm.return
}

// -----

// Where a loop begins and ends is said together with the call that it came through.

// CHECK: #di_file = #llvm.di_file<"f.c" in "/">
// CHECK-NEXT: #loc2 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:18)
// CHECK-NEXT: #loc5 = loc("f.c":4:2)
// CHECK-NEXT: #loc8 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:18)
// CHECK-NEXT: #loc9 = loc("f.c":9:2)
// CHECK-NEXT: #di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #di_file, isOptimized = false, emissionKind = None>
// CHECK-NEXT: #di_subprogram = #llvm.di_subprogram<compileUnit = #di_compile_unit, scope = #di_file, name = "inner", file = #di_file, subprogramFlags = Definition>
// CHECK-NEXT: #di_subprogram1 = #llvm.di_subprogram<compileUnit = #di_compile_unit, scope = #di_file, name = "outer", file = #di_file, subprogramFlags = Definition>
// CHECK-NEXT: #loc11 = loc(fused<#di_subprogram>[#loc5])
// CHECK-NEXT: #loc13 = loc(fused<#di_subprogram1>[#loc9])
// CHECK-NEXT: #loc16 = loc(callsite(#loc11 at #loc13))
// CHECK-NEXT: #loop_annotation = #llvm.loop_annotation<mustProgress = true, startLoc = #loc11>
// CHECK-NEXT: #loc18 = loc(fused<#di_subprogram1>[#loc16])
// CHECK-NEXT: #loop_annotation1 = #llvm.loop_annotation<mustProgress = true, startLoc = #loc18>
#file = #llvm.di_file<"f.c" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = None>
#inner = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "inner", file = #file, subprogramFlags = Definition>
#outer = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "outer", file = #file, subprogramFlags = Definition>
#start = loc(fused<#inner>["f.c":4:2])
#call = loc(fused<#outer>["f.c":9:2])
#body = loc(fused<#outer>["f.c":8:1])
#loop = #llvm.loop_annotation<startLoc = #start, mustProgress = true>

// CHECK-LABEL: llvm.func @inner(
// CHECK-SAME:    %[[ARG0:.*]]: i1 loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:18)) {
// CHECK-NEXT:     llvm.br ^bb1 loc(#loc3)
// CHECK-NEXT:   ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     llvm.cond_br %[[ARG0]], ^bb1, ^bb2 {loop_annotation = #loop_annotation} loc(#loc4)
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     llvm.return loc(#loc6)
// CHECK-NEXT:   } loc(#loc1)
llvm.func @inner(%if: i1) {
  llvm.br ^head
^head:
  llvm.cond_br %if, ^head, ^exit {loop_annotation = #loop}
^exit:
  llvm.return
}

// CHECK-LABEL: llvm.func @outer(
// CHECK-SAME:    %[[ARG0:.*]]: i1 loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:18)) {
// CHECK-NEXT:     llvm.br ^bb1 loc(#loc14)
// CHECK-NEXT:   ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     llvm.cond_br %[[ARG0]], ^bb1, ^bb2 {loop_annotation = #loop_annotation1} loc(#loc15)
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     llvm.br ^bb3 loc(#loc17)
// CHECK-NEXT:   ^bb3:  // pred: ^bb2
// CHECK-NEXT:     llvm.return loc(#loc10)
// CHECK-NEXT:   } loc(#loc12)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:9)
// CHECK-NEXT: #loc1 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:1)
// CHECK-NEXT: #loc3 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:3)
// CHECK-NEXT: #loc4 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:3)
// CHECK-NEXT: #loc6 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:3)
// CHECK-NEXT: #loc7 = loc("f.c":8:1)
// CHECK-NEXT: #loc10 = loc("{{.*}}inline-regions.mlir":{{[0-9]+}}:3)
// CHECK-NEXT: #loc12 = loc(fused<#di_subprogram1>[#loc7])
// CHECK-NEXT: #loc14 = loc(callsite(#loc3 at #loc13))
// CHECK-NEXT: #loc15 = loc(callsite(#loc4 at #loc13))
// CHECK-NEXT: #loc17 = loc(callsite(#loc6 at #loc13))
llvm.func @outer(%if: i1) {
  llvm.call @inner(%if) : (i1) -> () loc(#call)
  llvm.return
} loc(#body)
