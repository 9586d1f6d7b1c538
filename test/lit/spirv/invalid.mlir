// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%p: !spirv.ptr<i32, StorageBuffer>, %x: i32) -> i32 {
  // expected-error @+1 {{expected at most one of these four memory constraints to be set: `Acquire`, `Release`,`AcquireRelease` or `SequentiallyConsistent`}}
  %r = spirv.AtomicAnd <Device> <Acquire|Release> %p, %x : !spirv.ptr<i32, StorageBuffer>
  return %r : i32
}

// -----

func.func @f(%x: f32) -> f32 {
  // expected-error @+1 {{'spirv.GroupNonUniformFAdd' op execution scope must be 'Workgroup' or 'Subgroup'}}
  %r = spirv.GroupNonUniformFAdd <Device> <Reduce> %x : f32 -> f32
  return %r : f32
}

// -----

func.func @f(%m: !spirv.matrix<3 x vector<3xf32>>) {
  // expected-error @+1 {{input matrix rows count must be equal to output matrix columns count}}
  %r = spirv.Transpose %m : !spirv.matrix<3 x vector<3xf32>> -> !spirv.matrix<2 x vector<3xf32>>
  return
}

// -----

func.func @f(%c: !spirv.array<4 x f32>) {
  // expected-error @+1 {{index 4 out of bounds for '!spirv.array<4 x f32>'}}
  %0 = spirv.CompositeExtract %c[4 : i32] : !spirv.array<4 x f32>
  return
}

// -----

func.func @f(%p: !spirv.ptr<!spirv.struct<(f32, f32)>, Function>) {
  %0 = spirv.Constant 2 : i32
  // expected-error @+1 {{'spirv.AccessChain' op index 2 out of bounds for '!spirv.struct<(f32, f32)>'}}
  %1 = spirv.AccessChain %p[%0] : !spirv.ptr<!spirv.struct<(f32, f32)>, Function>, i32 -> !spirv.ptr<f32, Function>
  return
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() -> f32 "None" {
    // expected-error @+1 {{'spirv.Return' op cannot be used in functions returning value}}
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.FunctionCall' op callee function 'g' not found in nearest symbol table}}
    spirv.FunctionCall @g() : () -> ()
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%c: i1) "None" {
    // expected-error @+1 {{'spirv.mlir.loop' op requires a loop continue block branching to the loop header block}}
    spirv.mlir.loop {
      spirv.Branch ^header
    ^header:
      spirv.Branch ^merge
    ^merge:
      spirv.mlir.merge
    }
    spirv.Return
  }
}

// -----

func.func @f(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %c: vector<2xf32>, %l: f32) {
  // expected-error @+1 {{too many image operand arguments have been provided}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["Lod"], %l, %l : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32>, f32, f32 -> vector<4xf32>
  return
}

// -----

// expected-error @+1 {{matrix is expected to have 2, 3, or 4 columns}}
func.func private @f(!spirv.matrix<5 x vector<3xf32>>)
