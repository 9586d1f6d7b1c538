// RUN: not mlirlite-opt %s --scf-forall-to-parallel 2>&1 | FileCheck %s
// RUN: not mlirlite-opt %s --scf-forall-to-for 2>&1 | FileCheck %s

// CHECK: error: {{.*}}only fully bufferized scf.forall ops can be lowered to scf.{{for|parallel}}
func.func @tensors(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
