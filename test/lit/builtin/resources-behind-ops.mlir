// Resources stand behind the ops of a file, also behind one that could have had a region.
// RUN: mlirlite-opt %s --split-input-file | FileCheck %s

// CHECK: llvm.mlir.global internal constant @weights(dense_resource<weights> : tensor<1xf32>)
// CHECK: weights: "0x08000000041A503E"
llvm.mlir.global internal constant @weights(dense_resource<weights> : tensor<1xf32>) : !llvm.array<1 x f32>
{-#
  dialect_resources: {
    builtin: {
      weights: "0x08000000041A503E"
    }
  }
#-}

// -----

// CHECK: func.func private @declared() attributes {weights = dense_resource<weights> : tensor<1xf32>}
// CHECK: weights: "0x08000000041A503E"
func.func private @declared() attributes {weights = dense_resource<weights> : tensor<1xf32>}
{-#
  dialect_resources: {
    builtin: {
      weights: "0x08000000041A503E"
    }
  }
#-}
