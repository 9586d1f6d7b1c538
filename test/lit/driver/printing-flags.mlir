// What each printing flag changes; test/unit/driver/test_flags.py compares it all with mlir-opt.
// RUN: mlirlite-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-pretty-debuginfo | FileCheck %s --check-prefix=PRETTY
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-value-users | FileCheck %s --check-prefix=USERS
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-unique-ssa-ids | FileCheck %s --check-prefix=UNIQUE
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-use-nameloc-as-prefix | FileCheck %s --check-prefix=PREFIX
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-elide-elementsattrs-if-larger=4 | FileCheck %s --check-prefix=ELIDE
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=16 | FileCheck %s --check-prefix=RESOURCES
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-elementsattrs-with-hex-if-larger=4 | FileCheck %s --check-prefix=HEX
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-skip-regions | FileCheck %s --check-prefix=SKIP
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-assume-verified | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect --verify-roundtrip | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect --verify-each | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect --verify-each=false | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect -mlir-print-op-generic=false | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect -o - | FileCheck %s
// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK: attributes {m = #map}
// CHECK: %c3_i32 = arith.constant 3 : i32
// CHECK: %2 = scf.if %true -> (i32) {
// CHECK-NEXT: %3 = "test.inner"(%1)
// CHECK: ^bb1(%3: i32):  // 2 preds: ^bb0, ^bb1
// CHECK: pipeline: "builtin.module(canonicalize)"
// GENERIC: %2 = "arith.addi"(%1#0, %1#1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// LOC: arith.addi %0#0, %0#1 : i32 loc(#loc[[FUSED:[0-9]+]])
// LOC: #loc[[FUSED]] = loc(fused
// PRETTY: %c3_i32 = arith.constant 3 : i32 "three"
// LOCAL-NOT: #map
// LOCAL: attributes {m = affine_map<(d0) -> (d0 + 1)>}
// USERS: %2:2 = "test.two"(%c3_i32) : (i32) -> (i32, i32) // users: (%3), (%3)
// USERS: arith.constant dense<4.000000e+00> : tensor<500xf32> // unused
// UNIQUE: %4 = "test.inner"
// UNIQUE: ^bb1(%3: i32):
// PREFIX: %three = arith.constant 3 : i32
// PREFIX: %quux = "test.inner"
// ELIDE: arith.constant dense_resource<__elided__> : tensor<5xf32>
// ELIDE: arith.constant dense<4.000000e+00> : tensor<500xf32>
// RESOURCES: {-#
// RESOURCES-NOT: blob:
// RESOURCES-NOT: pipeline:
// HEX: dense<"0x0000803F000000400000404000008040
// SKIP: module @m {...}

#map = affine_map<(d0) -> (d0 + 1)>
module @m {
  func.func @f(%arg0: i32, %m: memref<4xf32>) -> i32 attributes {m = #map} {
    %c = arith.constant 3 : i32 loc("three")
    %0:2 = "test.two"(%c) : (i32) -> (i32, i32) loc(callsite("x" at "y.py":3:4))
    %1 = arith.addi %0#0, %0#1 : i32 loc(fused["a", "b"])
    %cst = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
    %s = arith.constant dense<4.0> : tensor<500xf32>
    %r = arith.constant dense_resource<blob> : tensor<4xi8>
    %cond = arith.constant true
    %z = scf.if %cond -> i32 {
      %q = "test.inner"(%1) : (i32) -> i32 loc("quux")
      scf.yield %q : i32
    } else {
      scf.yield %1 : i32
    }
    "test.region"() ({
    ^bb0(%x: i32 loc("argx"), %y: f32):
      "test.use"(%x, %x) {map = #map} : (i32, i32) -> ()
      cf.br ^bb1(%x : i32)
    ^bb1(%w: i32):
      "test.term"() [^bb1] : () -> ()
    }) : () -> ()
    return %z : i32
  }
  func.func private @g(i32)
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001020304"
    }
  },
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(canonicalize)"
    }
  }
#-}
