// What an unregistered op has between `<` and `>` is any attribute.
// RUN: mlirlite-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect | mlirlite-opt --allow-unregistered-dialect | FileCheck %s

// CHECK:      "foo.text"() <"x"> : () -> ()
// CHECK-NEXT: "foo.none"() <{}> {k} : () -> ()
// CHECK-NEXT: "foo.region"() <{}> ({
// CHECK-NEXT: ^bb0:
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: "foo.entries"() <{a = 1 : i64}> : () -> ()
"foo.text"() <"x"> : () -> ()
"foo.none"() <{}> {k} : () -> ()
"foo.region"() <{}> ({
^bb0:
}) : () -> ()
"foo.entries"() <{a = 1}> : () -> ()
