// RUN: mlirlite-opt %s --symbol-dce --split-input-file --allow-unregistered-dialect | FileCheck %s

// Private symbols that nothing live refers to go, also in circles.

// CHECK-LABEL: module @functions
//   CHECK-NOT:   @dead
//   CHECK-NOT:   @circle
//       CHECK:   func.func private @used
//   CHECK-NOT:   @dead
//       CHECK:   func.func @public
module @functions {
  func.func private @dead_private()
  func.func private @circle_a() {
    func.call @circle_b() : () -> ()
    return
  }
  func.func private @circle_b() {
    func.call @circle_a() : () -> ()
    return
  }
  func.func private @used()
  func.func private @dead_user() {
    func.call @dead_private() : () -> ()
    return
  }
  func.func @public() {
    func.call @used() : () -> ()
    return
  }
}

// -----

// What is nested can be seen from around its table only, and nothing there refers to it.

// CHECK-LABEL: module @visibility
//       CHECK:   module @public_nested
//  CHECK-NEXT:     func.func @kept
//   CHECK-NOT:     @gone
module @visibility {
  module @public_nested {
    func.func nested @gone_too()
    func.func @kept() {
      return
    }
    func.func private @gone()
  }
}

// -----

// References from attributes of any op count.

// CHECK-LABEL: module @references
//       CHECK:   func.func private @in_attribute
//       CHECK:   func.func private @in_array
//   CHECK-NOT:   @nowhere
//       CHECK:   "test.op"
module @references {
  func.func private @in_attribute()
  func.func private @in_array()
  func.func private @nowhere()
  "test.op"() {use = @in_attribute, uses = [1, {x = @in_array}]} : () -> ()
}

// -----

// A reference into a nested table keeps the whole path.

// CHECK-LABEL: module @paths
//       CHECK:   module @inner
//       CHECK:     func.func nested @target
//   CHECK-NOT:     @other
//       CHECK:   "test.op"() {use = @inner::@target}
module @paths attributes {sym_visibility = "private"} {
  module @inner attributes {sym_visibility = "private"} {
    func.func nested @target()
    func.func private @other()
  }
  "test.op"() {use = @inner::@target} : () -> ()
}
