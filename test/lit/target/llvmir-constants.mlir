// Constants in LLVM IR beyond plain numbers.
// RUN: mlirlite-translate --mlir-to-llvmir %s --split-input-file | FileCheck %s

// Elements that a sparse constant does not list are zero.
// CHECK: @matrix = global [2 x [3 x float]] {{\[\[}}3 x float] [float 0.000000e+00, float 1.000000e+00, float 0.000000e+00], [3 x float] [float 0.000000e+00, float 0.000000e+00, float 2.000000e+00]]
// CHECK: @one = global [2 x i32] [i32 0, i32 3]
// CHECK: @vector = global <4 x i32> <i32 1, i32 0, i32 2, i32 0>
llvm.mlir.global @matrix(sparse<[[0, 1], [1, 2]], [1.0, 2.0]> : tensor<2x3xf32>) : !llvm.array<2 x array<3 x f32>>
llvm.mlir.global @one(sparse<1, 3> : tensor<2xi32>) : !llvm.array<2 x i32>
llvm.mlir.global @vector(sparse<[[0], [2]], [1, 2]> : vector<4xi32>) : vector<4xi32>

// -----

// CHECK: @chunk = global i32 1
llvm.mlir.global @chunk(1 : i32) : i32
