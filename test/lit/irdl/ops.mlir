// The custom syntax of irdl's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: irdl.dialect @geometry {
irdl.dialect @geometry {
  // CHECK: irdl.type @point {
  // CHECK-NEXT: %[[A:.*]] = irdl.is f32
  // CHECK-NEXT: %[[B:.*]] = irdl.is f64
  // CHECK-NEXT: %[[C:.*]] = irdl.any_of(%[[A]], %[[B]])
  // CHECK-NEXT: irdl.parameters(coordinate: %[[C]])
  irdl.type @point {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(coordinate: %2)
  }
  // CHECK: irdl.attribute @color
  irdl.attribute @color
  // CHECK: irdl.operation @line {
  // CHECK-NEXT: %[[T:.*]] = irdl.any
  // CHECK-NEXT: %[[P:.*]] = irdl.parametric @geometry::@point<%[[T]]>
  // CHECK-NEXT: %[[I:.*]] = irdl.base "#builtin.integer"
  // CHECK-NEXT: %[[K:.*]] = irdl.base @geometry::@color
  // CHECK-NEXT: %[[Q:.*]] = irdl.all_of(%[[I]], %[[I]])
  // CHECK-NEXT: irdl.operands(from: %[[P]], to: optional %[[P]], over: variadic %[[P]])
  // CHECK-NEXT: irdl.results(length: %[[T]])
  // CHECK-NEXT: irdl.attributes {"width" = %[[Q]], "color" = %[[K]]}
  irdl.operation @line {
    %0 = irdl.any
    %1 = irdl.parametric @geometry::@point<%0>
    %2 = irdl.base "#builtin.integer"
    %3 = irdl.base @geometry::@color
    %4 = irdl.all_of(%2, %2)
    irdl.operands(from: single %1, to: optional %1, over: variadic %1)
    irdl.results(length: %0)
    irdl.attributes {"width" = %4, "color" = %3}
  }
  // CHECK: irdl.operation @scope {
  // CHECK-NEXT: %[[R:.*]] = irdl.region
  // CHECK-NEXT: %[[S:.*]] = irdl.is i32
  // CHECK-NEXT: %[[U:.*]] = irdl.region(%[[S]]) with size 2
  // CHECK-NEXT: %[[V:.*]] = irdl.region()
  // CHECK-NEXT: irdl.regions(before: %[[R]], body: %[[U]], after: %[[V]])
  irdl.operation @scope {
    %0 = irdl.region
    %1 = irdl.is i32
    %2 = irdl.region(%1) with size 2
    %3 = irdl.region()
    irdl.regions(before: %0, body: %2, after: %3)
  }
  // CHECK: irdl.attribute @even {
  // CHECK-NEXT: %[[P:.*]] = irdl.c_pred "isEven($_self)"
  // CHECK-NEXT: irdl.parameters(number: %[[P]])
  irdl.attribute @even {
    %0 = irdl.c_pred "isEven($_self)"
    irdl.parameters(number: %0)
  }
}
