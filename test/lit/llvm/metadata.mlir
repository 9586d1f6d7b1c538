// Loop annotations, alias scopes and access groups, with their aliases.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s

// CHECK-DAG: #[[GROUP:.*]] = #llvm.access_group<id = distinct[{{[0-9]+}}]<>>
// CHECK-DAG: #[[DOMAIN:.*]] = #llvm.alias_scope_domain<id = distinct[{{[0-9]+}}]<>, description = "d">
// CHECK-DAG: #[[UNROLL:.*]] = #llvm.loop_unroll<count = 4 : i32>
// CHECK-DAG: #[[VECTOR:.*]] = #llvm.loop_vectorize<disable = false, width = 4 : i32>
// CHECK-DAG: #[[SCOPE:.*]] = #llvm.alias_scope<id = distinct[{{[0-9]+}}]<>, domain = #[[DOMAIN]], description = "x">
// CHECK-DAG: #[[LOOP:.*]] = #llvm.loop_annotation<disableNonforced = true, vectorize = #[[VECTOR]], unroll = #[[UNROLL]], mustProgress = true, parallelAccesses = #[[GROUP]]>
#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "d">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #domain, description = "x">
#group = #llvm.access_group<id = distinct[2]<>>
#loop = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = false, width = 4 : i32>, unroll = <count = 4 : i32>, mustProgress = true, parallelAccesses = #group>
llvm.func @f(%p: !llvm.ptr) {
  // CHECK: llvm.load %{{.*}} {access_groups = [#[[GROUP]]], alias_scopes = [#[[SCOPE]]], noalias_scopes = [#[[SCOPE]]]} : !llvm.ptr -> f32
  %0 = llvm.load %p {alias_scopes = [#scope], noalias_scopes = [#scope], access_groups = [#group]} : !llvm.ptr -> f32
  llvm.br ^bb1
^bb1:
  // CHECK: llvm.br ^bb1 {loop_annotation = #[[LOOP]]}
  llvm.br ^bb1 {loop_annotation = #loop}
}
