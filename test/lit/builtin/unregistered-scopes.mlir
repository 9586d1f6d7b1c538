// An unregistered op with one region may be a symbol table that nobody knows: symbols are neither
// found in it nor across it.
// RUN: mlirlite-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

"foo.table"() ({
  func.func private @inside()
  // expected-error @+1 {{'func.call' op 'inside' does not reference a valid function}}
  func.call @inside() : () -> ()
}) : () -> ()

// -----

func.func private @outside()
"foo.table"() ({
  // expected-error @+1 {{'func.constant' op reference to undefined function 'outside'}}
  %0 = func.constant @outside : () -> ()
}) : () -> ()

// -----

// With two regions it is none.
func.func private @outside()
"foo.op"() ({
  %0 = func.constant @outside : () -> ()
}, {}) : () -> ()
