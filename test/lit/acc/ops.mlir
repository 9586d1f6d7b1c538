// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func @compute
func.func @compute(%x: memref<8xf32>, %n: i32, %a: index, %b: index) {
  // CHECK: acc.copyin varPtr(%{{.*}} : memref<8xf32>) varType(tensor<8xf32>) -> memref<8xf32>
  %d = acc.copyin varPtr(%x : memref<8xf32>) varType(tensor<8xf32>) -> memref<8xf32>
  // CHECK: acc.parallel dataOperands(%{{.*}} : memref<8xf32>) async([#acc.device_type<nvidia>], %{{.*}} : i32) num_gangs({%{{.*}} : i32, %{{.*}} : i32} [#acc.device_type<nvidia>], {%{{.*}} : i32}) wait({devnum: %{{.*}} : i32, %{{.*}} : i32}) {
  acc.parallel dataOperands(%d : memref<8xf32>) async([#acc.device_type<nvidia>], %n : i32)
      num_gangs({%n : i32, %n : i32} [#acc.device_type<nvidia>], {%n : i32})
      wait({devnum: %n : i32, %n : i32}) {
    // CHECK: acc.loop gang({num=%{{.*}} : i32, static=%{{.*}} : i32}) worker([#acc.device_type<host>], %{{.*}} : i32) vector control(%{{.*}} : index) = (%{{.*}} : index) to (%{{.*}} : index)  step (%{{.*}} : index) {
    acc.loop gang({num=%n : i32, static=%n : i32}) worker([#acc.device_type<host>], %n : i32) vector
        control(%i : index) = (%a : index) to (%b : index) step (%a : index) {
      acc.yield
    } attributes {independent = [#acc.device_type<none>]}
    acc.yield
  }
  // CHECK: acc.delete accPtr(%{{.*}} : memref<8xf32>) async {dataClause = #acc<data_clause acc_copyin>}
  acc.delete accPtr(%d : memref<8xf32>) async {dataClause = #acc<data_clause acc_copyin>}
  // CHECK: acc.wait(%{{.*}} : i32) async(%{{.*}} : i32)
  acc.wait(%n : i32) async(%n : i32)
  return
}

// CHECK: acc.routine @r func(@compute) bind("a", "b" [#acc.device_type<nvidia>]) gang(dim: 1 : i64 [#acc.device_type<nvidia>])
acc.routine @r func(@compute) bind("a", "b" [#acc.device_type<nvidia>]) gang(dim: 1 : i64 [#acc.device_type<nvidia>])
