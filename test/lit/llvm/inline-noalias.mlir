// RUN: mlirlite-opt %s --inline | FileCheck %s

// CHECK: #alias_scope_domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "callee">
// CHECK-NEXT: #alias_scope = #llvm.alias_scope<id = distinct[1]<>, domain = #alias_scope_domain>
// CHECK-NEXT: #alias_scope1 = #llvm.alias_scope<id = distinct[2]<>, domain = #alias_scope_domain>

// An argument that is noalias is a scope: what is computed from it is in there, also through
// branches, and what is computed from another argument or allocated is not.

// CHECK-LABEL: llvm.func @other(
// CHECK-SAME:    !llvm.ptr)
llvm.func @other(!llvm.ptr)
// CHECK-LABEL: llvm.func @callee(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr {llvm.noalias}, %[[ARG1:.*]]: !llvm.ptr {llvm.noalias}, %[[ARG2:.*]]: !llvm.ptr, %[[ARG3:.*]]: i1) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(5 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT_1]] x i32 : (i64) -> !llvm.ptr
// CHECK-NEXT:     %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[ARG0]][4] : (!llvm.ptr) -> !llvm.ptr, i32
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[GETELEMENTPTR]] : i32, !llvm.ptr
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[ALLOCA]] : i32, !llvm.ptr
// CHECK-NEXT:     "llvm.intr.memcpy"(%[[ARG0]], %[[ARG1]], %[[CONSTANT]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[ARG2]] : i32, !llvm.ptr
// CHECK-NEXT:     llvm.cond_br %[[ARG3]], ^bb1(%[[ARG0]] : !llvm.ptr), ^bb1(%[[ALLOCA]] : !llvm.ptr)
// CHECK-NEXT:   ^bb1(%[[VAL:.*]]: !llvm.ptr):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[VAL]] : i32, !llvm.ptr
// CHECK-NEXT:     llvm.call @other(%[[ARG1]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ARG1]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[LOAD]] : i32, !llvm.ptr
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @callee(%p: !llvm.ptr {llvm.noalias}, %q: !llvm.ptr {llvm.noalias}, %r: !llvm.ptr,
                  %c: i1) {
  %five = llvm.mlir.constant(5 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %local = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  %0 = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %five, %0 : i32, !llvm.ptr
  llvm.store %five, %local : i32, !llvm.ptr
  "llvm.intr.memcpy"(%p, %q, %five) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.store %five, %r : i32, !llvm.ptr
  llvm.cond_br %c, ^bb1(%p : !llvm.ptr), ^bb1(%local : !llvm.ptr)
^bb1(%1: !llvm.ptr):
  llvm.store %five, %1 : i32, !llvm.ptr
  llvm.call @other(%q) : (!llvm.ptr) -> ()
  %2 = llvm.load %q : !llvm.ptr -> !llvm.ptr
  llvm.store %five, %2 : i32, !llvm.ptr
  llvm.return
}
// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: i1) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(5 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT_1]] x i32 : (i64) -> !llvm.ptr
// CHECK-NEXT:     llvm.intr.experimental.noalias.scope.decl #alias_scope
// CHECK-NEXT:     llvm.intr.experimental.noalias.scope.decl #alias_scope1
// CHECK-NEXT:     llvm.intr.lifetime.start %[[ALLOCA]] : !llvm.ptr
// CHECK-NEXT:     %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[ARG0]][4] : (!llvm.ptr) -> !llvm.ptr, i32
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[GETELEMENTPTR]] {alias_scopes = [#alias_scope], noalias_scopes = [#alias_scope1]} : i32, !llvm.ptr
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[ALLOCA]] {noalias_scopes = [#alias_scope, #alias_scope1]} : i32, !llvm.ptr
// CHECK-NEXT:     "llvm.intr.memcpy"(%[[ARG0]], %[[ARG1]], %[[CONSTANT]]) <{alias_scopes = [#alias_scope, #alias_scope1], isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[ARG0]] {noalias_scopes = [#alias_scope, #alias_scope1]} : i32, !llvm.ptr
// CHECK-NEXT:     llvm.cond_br %[[ARG2]], ^bb1(%[[ARG0]] : !llvm.ptr), ^bb1(%[[ALLOCA]] : !llvm.ptr)
// CHECK-NEXT:   ^bb1(%[[VAL:.*]]: !llvm.ptr):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[VAL]] {noalias_scopes = [#alias_scope1]} : i32, !llvm.ptr
// CHECK-NEXT:     llvm.call @other(%[[ARG1]]) {noalias_scopes = [#alias_scope]} : (!llvm.ptr) -> ()
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ARG1]] {alias_scopes = [#alias_scope1], noalias_scopes = [#alias_scope]} : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[LOAD]] : i32, !llvm.ptr
// CHECK-NEXT:     llvm.intr.lifetime.end %[[ALLOCA]] : !llvm.ptr
// CHECK-NEXT:     llvm.br ^bb2
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @caller(%p: !llvm.ptr, %q: !llvm.ptr, %c: i1) {
  llvm.call @callee(%p, %q, %p, %c) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i1) -> ()
  llvm.return
}
