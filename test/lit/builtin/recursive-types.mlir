// RUN: mlirlite-opt %s --load-plugin=%S/../../lib/dialect.py --allow-unregistered-dialect --split-input-file | FileCheck %s

// A named type stands inside its body by its name; an alias is used once it is defined.

// CHECK: !odd = !test.test_rec_alias<odd, !test.test_rec_alias<even, !test.test_rec_alias<odd>>>
// CHECK: !even = !test.test_rec_alias<even, !odd>
// CHECK: !list = !test.test_rec_alias<list, tuple<i32, !test.test_rec_alias<list>>>
// CHECK-LABEL: @uses
func.func @uses() {
  // CHECK: () -> !test.test_rec<a, test_rec<b, test_rec<a>>>
  "test.make"() : () -> !test.test_rec<a, test_rec<b, test_rec<a>>>
  // CHECK: () -> !list
  "test.make"() : () -> !test.test_rec_alias<list, tuple<i32, !test.test_rec_alias<list>>>
  // CHECK: () -> !even
  "test.make"() : () -> !test.test_rec_alias<even, !test.test_rec_alias<odd, !test.test_rec_alias<even>>>
  // CHECK: () -> !odd
  "test.make"() : () -> !test.test_rec_alias<odd, !test.test_rec_alias<even, !test.test_rec_alias<odd>>>
  return
}

// -----

// An alias that ends in a digit.

// CHECK: !n1 = !test.test_rec_alias<n1, i8>
// CHECK: () -> !n1
"test.make"() : () -> !test.test_rec_alias<n1, i8>
