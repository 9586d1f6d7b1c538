// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s

// CHECK-LABEL: pdl_interp.func @each(%arg0: !pdl.operation)
pdl_interp.func @each(%op: !pdl.operation) {
  // CHECK: %[[VALUES:.*]] = pdl_interp.get_results of %arg0 : !pdl.range<value>
  %values = pdl_interp.get_results of %op : !pdl.range<value>
  // CHECK: pdl_interp.foreach %{{.*}} : !pdl.value in %[[VALUES]] {
  pdl_interp.foreach %value : !pdl.value in %values {
    // CHECK: pdl_interp.get_value_type of %{{.*}} : !pdl.type
    %type = pdl_interp.get_value_type of %value : !pdl.type
    // CHECK: pdl_interp.create_operation "foo.op"(%{{.*}} : !pdl.value) -> (%{{.*}} : !pdl.type)
    %new = pdl_interp.create_operation "foo.op"(%value : !pdl.value) -> (%type : !pdl.type)
    pdl_interp.continue
  } -> ^end
^end:
  pdl_interp.finalize
}
