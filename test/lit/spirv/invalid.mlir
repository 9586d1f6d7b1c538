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
