// RUN: mlirlite-opt %s --view-op-graph --allow-unregistered-dialect -o %t 2>&1 | FileCheck %s
// RUN: mlirlite-opt %s --view-op-graph='print-control-flow-edges=true print-data-flow-edges=false print-attrs=false print-result-types=false max-label-len=5' --allow-unregistered-dialect -o %t 2>&1 | FileCheck %s --check-prefix=FLOW
// RUN: not mlirlite-opt %s --view-op-graph='color=red' --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=OPTION

// Ops, values, frames of regions; long texts are cut.

//      CHECK: digraph G {
// CHECK-NEXT:   compound = true;
// CHECK-NEXT:   subgraph cluster_1 {
//      CHECK:     label = "builtin.module : ()\l";
//      CHECK:       label = "func.func : ()\lfunction_type: (i32, i1) -\> i32\lsym_name: \"f\"\l";
//      CHECK:         v9 [label = "<res_arg0> %arg0 i32", shape = Mrecord];
//      CHECK:         v11 [fillcolor = "0.000000 0.3 0.95", label = "{arith.constant\l\lvalue: -5 : i32\l|{<res_c-5_i32> %c-5_i32 i32}}", shape = Mrecord, style = filled];
//      CHECK:         label = "{{[{][{]}}<arg_arg0> %arg0|<arg_c-5_i32> %c-5_i32}|arith.addi\l\loverflowFlags: #arith.overflow\<none...\l|{<res_0> %0 i32}}"
//      CHECK:         label = "scf.if : (i32)\l";
//      CHECK:         <arg_arg0> %arg0}|foo.two\l\lbig: [...]\lname: \"a \22quoted\22 and ...\l|{<res_2_0> %2#0 i32|<res_2_1> %2#1 i32}}"
//  CHECK-DAG:   v9:res_arg0:s -> v12:arg_arg0:n[style = solid];
//  CHECK-DAG:   v10:res_arg1:s -> v14[lhead = cluster_13, style = solid];
//  CHECK-DAG:   v14 -> v{{.*}}:arg_1:n[ltail = cluster_13, style = solid];

//       FLOW:   label = "builtin.module";
//       FLOW:   v11 [fillcolor = "0.000000 0.3 0.95", label = "{arith.constant\l|{<res_c-5_i32> %c-5_i32}}", shape = Mrecord, style = filled];
//   FLOW-DAG:   v11 -> v12[style = dashed];
//   FLOW-DAG:   v12 -> v14[lhead = cluster_13, style = dashed];

//     OPTION: no such option

func.func @f(%a: i32, %c: i1) -> i32 {
  %0 = arith.constant -5 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = scf.if %c -> (i32) {
    %3:2 = "foo.two"(%a) {
      big = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
      name = "a \22quoted\22 and long text"
    } : (i32) -> (i32, i32)
    scf.yield %3#0 : i32
  } else {
    scf.yield %1 : i32
  }
  return %2 : i32
}
