// RUN: mlirlite-translate --to-dot %s | FileCheck %s
// RUN: not mlirlite-translate --to-dot no.onnx 2>&1 | FileCheck %s --check-prefix=MISSING

// A box an op, constants within their readers, types along the edges, frames for regions.

// MISSING: no.onnx

//      CHECK: digraph G {
//      CHECK: subgraph cluster_n1 { label = "func.func @main";
// CHECK-NEXT:   n2 [shape = oval, fillcolor = white, label = <input 0{{.*}}4x8 f32
//  CHECK-NOT:   arith.constant
//      CHECK:   [[ADD:n[0-9]+]] [fillcolor = {{.*}} label = <<b>Add</b>{{.*}}1: 8 f32{{.*}}>];
//      CHECK:   [[LOOP:n[0-9]+]] [label = <<b>scf.for</b>>];
//      CHECK:   [[RETURN:n[0-9]+]] [shape = oval, label = <return>];
//      CHECK: n2 -> [[ADD]] [label = " 4x8 f32"];
//      CHECK: [[ADD]] -> [[RETURN]] [label = " 4x8 f32"];

func.func @main(%x: tensor<4x8xf32>, %n: index) -> tensor<4x8xf32> {
  %bias = "onnx.Constant"() {value = dense<[1., 2., 3., 4., 5., 6., 7., 8.]> : tensor<8xf32>} : () -> tensor<8xf32>
  %y = "onnx.Add"(%x, %bias) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %z = arith.addi %i, %c1 : index
  }
  return %y : tensor<4x8xf32>
}
