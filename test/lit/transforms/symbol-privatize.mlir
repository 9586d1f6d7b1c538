// RUN: mlirlite-opt %s --symbol-privatize=exclude=main,kept --split-input-file | FileCheck %s

// All symbols of the table but those that are named.

// CHECK-LABEL: module
//       CHECK:   func.func @main()
//       CHECK:   func.func private @helper()
//       CHECK:   func.func private @external()
//       CHECK:   func.func private @was_nested()
func.func @main() {
  return
}
func.func @helper() {
  return
}
func.func private @external()
func.func nested @was_nested() {
  return
}

// -----

// The symbols of an inner table are seen from there: they stay as they are.

// CHECK-LABEL: module
//       CHECK:   module @inner attributes {sym_visibility = "private"}
//       CHECK:     func.func @in_inner()
//       CHECK:   module @kept {
//       CHECK:     func.func @in_kept()
module @inner {
  func.func @in_inner() {
    return
  }
}
module @kept {
  func.func @in_kept() {
    return
  }
}
