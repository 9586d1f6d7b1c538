// RUN: mlirlite-opt %s --allow-unregistered-dialect --snapshot-op-locations='filename=%t' --mlir-print-debuginfo | FileCheck %s --check-prefix=NEW
// RUN: FileCheck %s --check-prefix=FILE < %t
// RUN: mlirlite-opt %s --allow-unregistered-dialect --snapshot-op-locations='filename=%t tag=seen' --mlir-print-debuginfo | FileCheck %s --check-prefix=TAG
// RUN: mlirlite-opt %s --allow-unregistered-dialect --snapshot-op-locations='filename=%t print-op-generic' --mlir-print-debuginfo | FileCheck %s --check-prefix=GENERIC
// RUN: FileCheck %s --check-prefix=GENERIC-FILE < %t

// Lines of the file that is written; alias definitions stand before the module.

//  FILE: #map =
//  FILE: module {
//  FILE:   func.func @f
//  FILE:     affine.apply

//   NEW: affine.apply #map(%{{.*}}) loc(#[[APPLY:.*]])
//   NEW: scf.for
//   NEW:   "foo.use"({{.*}} loc(#[[USE:.*]])
//   NEW: } loc(#[[FOR:.*]])
// NEW-DAG: #[[APPLY]] = loc("{{.*}}":4:4)
// NEW-DAG: #[[FOR]] = loc("{{.*}}":5:4)
// NEW-DAG: #[[USE]] = loc("{{.*}}":6:6)

//     TAG: affine.apply #map(%{{.*}}) loc(#[[APPLY:.*]])
//     TAG: #[[OLD:.*]] = loc("{{.*}}snapshot-op-locations.mlir":[[#]]:8)
//     TAG: #[[PLACE:.*]] = loc("{{.*}}":4:4)
//     TAG: #[[NAME:.*]] = loc("seen"(#[[PLACE]]))
//     TAG: #[[APPLY]] = loc(fused[#[[OLD]], #[[NAME]]])

// GENERIC-FILE: "func.return"() : () -> ()

// GENERIC: scf.for
// GENERIC: return loc(#[[RETURN:.*]])
// GENERIC: #[[RETURN]] = loc("{{.*}}":11:4)
func.func @f(%i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
  scf.for %j = %i to %0 step %i {
    "foo.use"(%j) : (index) -> ()
  }
  return
}
