// RUN: mlirlite-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll))" --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll{unroll-factor=-1}))" --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=FULL
// RUN: mlirlite-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll{unroll-up-to-factor=true unroll-factor=5}))" --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=UPTO

// Four iterations at once; what is left does a second loop.

// CHECK-LABEL: func @constant
//       CHECK:   affine.for %[[I:.*]] = 0 to 8 step 4 {
//  CHECK-NEXT:     "foo.use"(%[[I]])
//  CHECK-NEXT:     %[[I1:.*]] = affine.apply #{{.*}}(%[[I]])
//  CHECK-NEXT:     "foo.use"(%[[I1]])
//  CHECK-NEXT:     %[[I2:.*]] = affine.apply #{{.*}}(%[[I]])
//  CHECK-NEXT:     "foo.use"(%[[I2]])
//  CHECK-NEXT:     %[[I3:.*]] = affine.apply #{{.*}}(%[[I]])
//  CHECK-NEXT:     "foo.use"(%[[I3]])
//  CHECK-NEXT:   }
//  CHECK-NEXT:   affine.for %[[J:.*]] = 8 to 10 {
//  CHECK-NEXT:     "foo.use"(%[[J]])
//  CHECK-NEXT:   }
//  FULL-LABEL: func @constant
//    FULL-NOT:   affine.for
//    FULL-NOT:   affine.for
//        FULL:   return
//  UPTO-LABEL: func @constant
//        UPTO:   affine.for %{{.*}} = 0 to 10 step 5 {
//    UPTO-NOT:   affine.for
//        UPTO:   return
func.func @constant() {
  affine.for %i = 0 to 10 {
    "foo.use"(%i) : (index) -> ()
  }
  return
}

// -----

// Fewer iterations than the factor: the loop stays; as many: it goes.

// CHECK-LABEL: func @few
//       CHECK:   %[[C:.*]] = arith.constant 1 : index
//       CHECK:   affine.for %{{.*}} = 0 to 3 {
//   CHECK-NOT:   affine.for
//       CHECK:   "foo.four"(%[[C]])
//       CHECK:   return
//  UPTO-LABEL: func @few
//    UPTO-NOT:   affine.for
//        UPTO:   return
func.func @few() {
  affine.for %i = 0 to 3 {
    "foo.three"(%i) : (index) -> ()
  }
  affine.for %i = 1 to 5 {
    "foo.four"(%i) : (index) -> ()
  }
  return
}

// -----

// Carried values go from copy to copy and from loop to loop; the bound may be a symbol.

// CHECK-DAG: #[[WHOLE:.*]] = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>
// CHECK-LABEL: func @carried
//  CHECK-SAME:   %[[N:.*]]: index, %[[F:.*]]: f32
//       CHECK:   %[[A:.*]] = affine.for %{{.*}} = 0 to #[[WHOLE]]()[%[[N]]] step 4 iter_args(%[[X:.*]] = %[[F]])
//  CHECK-NEXT:     %[[S0:.*]] = arith.addf %[[X]], %[[F]]
//  CHECK-NEXT:     %[[S1:.*]] = arith.addf %[[S0]], %[[F]]
//  CHECK-NEXT:     %[[S2:.*]] = arith.addf %[[S1]], %[[F]]
//  CHECK-NEXT:     %[[S3:.*]] = arith.addf %[[S2]], %[[F]]
//  CHECK-NEXT:     affine.yield %[[S3]]
//       CHECK:   %[[B:.*]] = affine.for %{{.*}} = #[[WHOLE]]()[%[[N]]] to %[[N]] iter_args(%{{.*}} = %[[A]])
//       CHECK:   return %[[B]]
func.func @carried(%n: index, %f: f32) -> f32 {
  %0 = affine.for %i = 0 to %n iter_args(%x = %f) -> (f32) {
    %1 = arith.addf %x, %f : f32
    affine.yield %1 : f32
  }
  return %0 : f32
}

// -----

// Only innermost loops; none is left where the number of iterations is a known multiple.

// CHECK-LABEL: func @nested
//       CHECK:   affine.for %{{.*}} = 0 to 100 {
//       CHECK:     affine.for %{{.*}} = 0 to #{{.*}}()[%{{.*}}] step 4 {
//   CHECK-NOT:     affine.for
//       CHECK:   return
func.func @nested(%n: index) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 * 8)>()[%n] {
      "foo.use"(%i, %j) : (index, index) -> ()
    }
  }
  return
}
