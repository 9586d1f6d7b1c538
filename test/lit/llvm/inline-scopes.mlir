// RUN: mlirlite-opt %s --inline | FileCheck %s

// CHECK: #access_group = #llvm.access_group<id = distinct[0]<>>
// CHECK-NEXT: #access_group1 = #llvm.access_group<id = distinct[1]<>>
// CHECK-NEXT: #alias_scope_domain = #llvm.alias_scope_domain<id = distinct[2]<>, description = "callee">
// CHECK-NEXT: #alias_scope_domain1 = #llvm.alias_scope_domain<id = distinct[3]<>, description = "callee">
// CHECK-NEXT: #alias_scope_domain2 = #llvm.alias_scope_domain<id = distinct[4]<>, description = "callee">
// CHECK-NEXT: #alias_scope = #llvm.alias_scope<id = distinct[5]<>, domain = #alias_scope_domain, description = "read">
// CHECK-NEXT: #alias_scope1 = #llvm.alias_scope<id = distinct[6]<>, domain = #alias_scope_domain>
// CHECK-NEXT: #alias_scope2 = #llvm.alias_scope<id = distinct[7]<>, domain = #alias_scope_domain1, description = "read">
// CHECK-NEXT: #alias_scope3 = #llvm.alias_scope<id = distinct[8]<>, domain = #alias_scope_domain, description = "outer">
// CHECK-NEXT: #alias_scope4 = #llvm.alias_scope<id = distinct[9]<>, domain = #alias_scope_domain1>
// CHECK-NEXT: #alias_scope5 = #llvm.alias_scope<id = distinct[10]<>, domain = #alias_scope_domain2, description = "read">
// CHECK-NEXT: #alias_scope6 = #llvm.alias_scope<id = distinct[11]<>, domain = #alias_scope_domain2>

// Each inlined body has scopes of its own; those of the call are added, and its access groups.

#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "callee">
#read = #llvm.alias_scope<id = distinct[1]<>, domain = #domain, description = "read">
#written = #llvm.alias_scope<id = distinct[2]<>, domain = #domain>
#outer = #llvm.alias_scope<id = distinct[3]<>, domain = #domain, description = "outer">
#group = #llvm.access_group<id = distinct[4]<>>
#loop = #llvm.access_group<id = distinct[5]<>>
// CHECK-LABEL: llvm.func @callee(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr) {
// CHECK-NEXT:     llvm.intr.experimental.noalias.scope.decl #alias_scope
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ARG0]] {alias_scopes = [#alias_scope], noalias_scopes = [#alias_scope1]} : !llvm.ptr -> f32
// CHECK-NEXT:     llvm.store %[[LOAD]], %[[ARG1]] {access_groups = [#access_group], alias_scopes = [#alias_scope1]} : f32, !llvm.ptr
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @callee(%p: !llvm.ptr, %q: !llvm.ptr) {
  llvm.intr.experimental.noalias.scope.decl #read
  %0 = llvm.load %p {alias_scopes = [#read], noalias_scopes = [#written]} : !llvm.ptr -> f32
  llvm.store %0, %q {alias_scopes = [#written], access_groups = [#group]} : f32, !llvm.ptr
  llvm.return
}
// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr) {
// CHECK-NEXT:     llvm.intr.experimental.noalias.scope.decl #alias_scope2
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ARG0]] {alias_scopes = [#alias_scope2, #alias_scope3], noalias_scopes = [#alias_scope4]} : !llvm.ptr -> f32
// CHECK-NEXT:     llvm.store %[[LOAD]], %[[ARG1]] {access_groups = [#access_group], alias_scopes = [#alias_scope4, #alias_scope3]} : f32, !llvm.ptr
// CHECK-NEXT:     llvm.intr.experimental.noalias.scope.decl #alias_scope5
// CHECK-NEXT:     %[[LOAD_1:.*]] = llvm.load %[[ARG1]] {access_groups = [#access_group1], alias_scopes = [#alias_scope5], noalias_scopes = [#alias_scope6]} : !llvm.ptr -> f32
// CHECK-NEXT:     llvm.store %[[LOAD_1]], %[[ARG0]] {access_groups = [#access_group, #access_group1], alias_scopes = [#alias_scope6]} : f32, !llvm.ptr
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @caller(%p: !llvm.ptr, %q: !llvm.ptr) {
  llvm.call @callee(%p, %q) {alias_scopes = [#outer]} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @callee(%q, %p) {access_groups = [#loop]} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
