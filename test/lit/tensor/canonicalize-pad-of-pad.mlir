// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

func.func @of_a_pad(
func.func @of_a_pad(%t: tensor<?x3xf32>, %x: f32, %n: index) -> tensor<?x8xf32> {
  %0 = tensor.pad %t low[%n, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x3xf32> to tensor<?x4xf32>
  %1 = tensor.pad %0 low[2, 2] high[%n, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x4xf32> to tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

