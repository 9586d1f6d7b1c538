// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-DAG: #[[CSR:.*]] = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 64 }>
#CSR = #sparse_tensor.encoding<{
  map = (rows, columns) -> (rows : dense, columns : compressed), posWidth = 32, crdWidth = 64
}>

// CHECK-DAG: #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense) }>
#Blocks = #sparse_tensor.encoding<{
  map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)
}>

// CHECK-DAG: #[[COO:.*]] = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)), explicitVal = 1.000000e+00 : f32 }>
#COO = #sparse_tensor.encoding<{
  map = {l0, l1} (d0 = l0, d1 = l1) -> (l0 = d0 : compressed(nonunique), l1 = d1 : singleton(soa)),
  explicitVal = 1.0 : f32
}>

// CHECK-DAG: #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, ?, 2)>, d1 : #sparse_tensor<slice(0, ?, 1)>) -> (d0 : dense, d1 : structured[2, 4]) }>
#Slice = #sparse_tensor.encoding<{
  map = (d0 : #sparse_tensor<slice(1, ?, 2)>, d1) -> (d0 : dense, d1 : structured[2, 4])
}>

func.func private @types(tensor<4x6xf32, #Blocks>, tensor<?x?xf32, #Slice>)

// CHECK-LABEL: func @buffers
func.func @buffers(%t: tensor<8x?xf32, #CSR>) -> memref<?xi32> {
  // CHECK: sparse_tensor.positions %{{.*}} {level = 1 : index} : tensor<8x?xf32, #[[CSR]]> to memref<?xi32>
  %p = sparse_tensor.positions %t {level = 1 : index} : tensor<8x?xf32, #CSR> to memref<?xi32>
  // CHECK: sparse_tensor.coordinates %{{.*}} {level = 1 : index} : tensor<8x?xf32, #[[CSR]]> to memref<?xi64>
  %c = sparse_tensor.coordinates %t {level = 1 : index} : tensor<8x?xf32, #CSR> to memref<?xi64>
  return %p : memref<?xi32>
}

// CHECK-LABEL: func @loop
func.func @loop(%t: tensor<?x?xf32, #COO>, %n: index) -> index {
  // CHECK: sparse_tensor.extract_iteration_space %{{.*}} lvls = 0 to 2 : tensor<?x?xf32, #[[COO]]> -> !sparse_tensor.iter_space<#[[COO]], lvls = 0 to 2>
  %space = sparse_tensor.extract_iteration_space %t lvls = 0 to 2
    : tensor<?x?xf32, #COO> -> !sparse_tensor.iter_space<#COO, lvls = 0 to 2>
  // CHECK: sparse_tensor.iterate %{{.*}} in %{{.*}} at(%{{.*}}, _) iter_args(%{{.*}} = %{{.*}}) : !sparse_tensor.iter_space<#[[COO]], lvls = 0 to 2> -> index
  %r = sparse_tensor.iterate %it in %space at(%i, _) iter_args(%a = %n)
    : !sparse_tensor.iter_space<#COO, lvls = 0 to 2> -> index {
    %sum = arith.addi %a, %i : index
    sparse_tensor.yield %sum : index
  }
  return %r : index
}
