// RUN: mlirlite-opt %s --topological-sort --split-input-file --allow-unregistered-dialect | FileCheck %s

// What is used moves up; what may stay keeps its order.

// CHECK-LABEL: "foo.first"
//  CHECK-NEXT: %[[D:.*]] = "foo.d"()
//  CHECK-NEXT: %[[C:.*]] = "foo.c"(%[[D]])
//  CHECK-NEXT: %[[B:.*]] = "foo.b"(%[[C]])
//  CHECK-NEXT: "foo.a"(%[[B]], %[[D]])
"foo.first"() : () -> ()
%a = "foo.a"(%b, %d) : (i32, i32) -> i32
%b = "foo.b"(%c) : (i32) -> i32
%c = "foo.c"(%d) : (i32) -> i32
%d = "foo.d"() : () -> i32

// -----

// Uses in regions count for the op that has the region.

// CHECK-LABEL: module
//       CHECK:   %[[V:.*]] = "foo.value"
//  CHECK-NEXT:   "foo.outer"() ({
//  CHECK-NEXT:     "foo.inner"(%[[V]])
"foo.outer"() ({
  "foo.inner"(%v) : (i32) -> ()
  "foo.end"() : () -> ()
}) : () -> ()
%v = "foo.value"() : () -> i32

// -----

// In a cycle the first op comes first, then the others.

// CHECK-LABEL: module
//       CHECK:   %[[C:.*]] = "foo.free"()
//  CHECK-NEXT:   %{{.*}} = "foo.user"(%[[C]])
//  CHECK-NEXT:   %[[A:.*]] = "foo.a"(%[[B:[0-9]+]])
//  CHECK-NEXT:   %[[B]] = "foo.b"(%[[A]])
%a = "foo.a"(%b) : (i32) -> i32
%b = "foo.b"(%a) : (i32) -> i32
%u = "foo.user"(%c) : (i32) -> i32
%c = "foo.free"() : () -> i32

// -----

// Regions with dominance are as they are.

// CHECK-LABEL: func @sorted
//  CHECK-NEXT:   "foo.x"
//  CHECK-NEXT:   "foo.y"
func.func @sorted() {
  %x = "foo.x"() : () -> i32
  %y = "foo.y"() : () -> i32
  return
}
