// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s

// CHECK: func private @named(!spirv.struct<node, (f32, !spirv.ptr<!spirv.struct<node>, Uniform>)>)
func.func private @named(!spirv.struct<node, (f32, !spirv.ptr<!spirv.struct<node>, Uniform>)>)
// CHECK: func private @arrays(!spirv.array<2 x vector<2xf32>>, !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>)
func.func private @arrays(!spirv.array<2xvector<2xf32>>, !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>)

// CHECK: spirv.module
spirv.module Logical GLSL450 {
  spirv.SpecConstant @a = 1.0 : f32
  // CHECK: spirv.SpecConstantComposite @both (@a, @a) : !spirv.array<2 x f32>
  spirv.SpecConstantComposite @both (@a, @a) : !spirv.array<2 x f32>
  spirv.func @f(%x: i32) "None" {
    // CHECK: spirv.Switch %{{.*}} : i32, [
    // CHECK-NEXT: default: ^bb1,
    // CHECK-NEXT: -1: ^bb1
    // CHECK-NEXT: ]
    spirv.Switch %x : i32, [default: ^end, -1: ^end]
  ^end:
    spirv.Return
  }
}
