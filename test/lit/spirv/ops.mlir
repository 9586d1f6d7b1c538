// RUN: mlirlite-opt %s | FileCheck %s

// CHECK-LABEL: spirv.module @m Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
// CHECK-NEXT:     spirv.GlobalVariable @x bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
spirv.module @m Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.GlobalVariable @x bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
// CHECK-LABEL: spirv.func @f(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: !spirv.ptr<f32, Function>) -> f32 "None" {
// CHECK-NEXT:       %[[FADD:.*]] = spirv.FAdd %[[ARG0]], %[[ARG0]] : f32
// CHECK-NEXT:       %[[FORDEQUAL:.*]] = spirv.FOrdEqual %[[ARG0]], %[[FADD]] : f32
// CHECK-NEXT:       spirv.Store "Function" %[[ARG1]], %[[FADD]] ["Aligned", 4] : f32
// CHECK-NEXT:       %[[LOAD:.*]] = spirv.Load "Function" %[[ARG1]] : f32
// CHECK-NEXT:       %[[CST1_I32:.*]] = spirv.Constant 1 : i32
// CHECK-NEXT:       %[[VARIABLE:.*]] = spirv.Variable : !spirv.ptr<f32, Function>
// CHECK-NEXT:       spirv.mlir.loop {
// CHECK-NEXT:         spirv.Branch ^bb1
// CHECK-NEXT:       ^bb1:  // 2 preds: ^bb0, ^bb3
// CHECK-NEXT:         spirv.BranchConditional %[[FORDEQUAL]], ^bb2, ^bb4
// CHECK-NEXT:       ^bb2:  // pred: ^bb1
// CHECK-NEXT:         spirv.Branch ^bb3
// CHECK-NEXT:       ^bb3:  // pred: ^bb2
// CHECK-NEXT:         spirv.Branch ^bb1
// CHECK-NEXT:       ^bb4:  // pred: ^bb1
// CHECK-NEXT:         spirv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spirv.ReturnValue %[[LOAD]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     spirv.EntryPoint "GLCompute" @f, @x
// CHECK-NEXT:     spirv.ExecutionMode @f "LocalSize", 1, 1, 1
// CHECK-NEXT:   }
  spirv.func @f(%a: f32, %p : !spirv.ptr<f32, Function>) -> f32 "None" {
    %0 = spirv.FAdd %a, %a : f32
    %1 = spirv.FOrdEqual %a, %0 : f32
    spirv.Store "Function" %p, %0 ["Aligned", 4] : f32
    %2 = spirv.Load "Function" %p : f32
    %c = spirv.Constant 1 : i32
    %v = spirv.Variable : !spirv.ptr<f32, Function>
    spirv.mlir.loop {
      spirv.Branch ^h
    ^h:
      spirv.BranchConditional %1, ^b, ^m
    ^b:
      spirv.Branch ^c
    ^c:
      spirv.Branch ^h
    ^m:
      spirv.mlir.merge
    }
    spirv.ReturnValue %2 : f32
  }
  spirv.EntryPoint "GLCompute" @f, @x
  spirv.ExecutionMode @f "LocalSize", 1, 1, 1
}

// CHECK: spirv.ARM.Graph @graph(%[[X:.*]]: !spirv.arm.tensor<2x3xi8>) -> !spirv.arm.tensor<2x3xi8> {
spirv.ARM.Graph @graph(%x: !spirv.arm.tensor<2x3xi8>) -> !spirv.arm.tensor<2x3xi8> {
  // CHECK-NEXT: spirv.ARM.GraphOutputs %[[X]] : !spirv.arm.tensor<2x3xi8>
  spirv.ARM.GraphOutputs %x : !spirv.arm.tensor<2x3xi8>
}

// CHECK: spirv.CopyMemory "Function" %{{.*}}, "Function" %{{.*}} ["Aligned", 4], ["Volatile"] : f32
func.func @copy(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Function>) {
  spirv.CopyMemory "Function" %a, "Function" %b ["Aligned", 4], ["Volatile"] : f32
  return
}
