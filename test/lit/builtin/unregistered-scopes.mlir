// RUN: mlirlite-opt %s --allow-unregistered-dialect | FileCheck %s

// Nobody knows what an unregistered op is: a symbol table, where stack memory ends, both.

// CHECK-LABEL: "foo.table"
// CHECK:       call @unknown()
"foo.table"() ({
  func.call @unknown() : () -> ()
}) : () -> ()

// CHECK-LABEL: "foo.scope"
// CHECK:       memref.alloca()
"foo.scope"() ({
  %0 = memref.alloca() : memref<4xf32>
}) : () -> ()
