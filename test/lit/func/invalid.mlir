// What is wrong with func's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%g: (i32, f32) -> i1, %i: i32) {
  // expected-error @+1 {{'func.call_indirect' op failed to verify that callee input types match argument types}}
  %0 = "func.call_indirect"(%g, %i) : ((i32, f32) -> i1, i32) -> i1
  return
}

// -----

func.func @a(%f: f32, %g: (i32, f32) -> i1, %i: i32) {
  // expected-error @+1 {{'func.call_indirect' op failed to verify that callee result types match result types}}
  %0 = "func.call_indirect"(%g, %i, %f) : ((i32, f32) -> i1, i32, f32) -> i2
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'func.call' op 'b' does not reference a valid function}}
  func.call @b(%f) : (f32) -> ()
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'func.call' op incorrect number of operands for callee}}
  func.call @a(%f, %f) : (f32, f32) -> ()
  return
}

// -----

// expected-error @+1 {{'func.call' op operand type mismatch: expected operand type 'f32', but provided 'i32' for operand number 0}}
func.func @a(%f: i32) { func.call @b(%f) : (i32) -> () return }
func.func private @b(f32)

// -----

// expected-error @+1 {{'func.call' op incorrect number of results for callee}}
func.func @a(%f: f32) { %0 = func.call @b(%f) : (f32) -> (f32) return }
func.func private @b(f32)

// -----

func.func @a() {
  // expected-error @+1 {{'func.constant' op reference to undefined function 'b'}}
  %0 = func.constant @b : () -> ()
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'func.constant' op reference to function with mismatched type}}
  %0 = "func.constant"() {value = @a} : () -> i32
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'func.constant' op attribute 'value' failed to satisfy constraint: flat symbol reference attribute}}
  %0 = "func.constant"() {value = "x"} : () -> i32
  return
}

// -----

// expected-error @+1 {{custom op 'func.func' expected SSA identifier}}
func.func private @a(%f: f32, i32)

// -----

// expected-error @+1 {{custom op 'func.func' expected type instead of SSA identifier}}
func.func private @a(f32, %i: i32)

// -----

// expected-error @+1 {{custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @a(%f: f32) attributes {sym_name = "x"} { return }

// -----

// expected-error @+1 {{custom op 'func.func' 'function_type' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @a(%f: f32) attributes {function_type = "x"} { return }

// -----

func.func @a() {
  // expected-error @+1 {{'func.return' op must be the last operation in the parent block}}
  return
  return
}

// -----

// expected-error @+1 {{'func.func' op entry block must have 0 arguments to match function signature}}
"func.func"() ({^bb0(%x: i32): func.return}) {sym_name = "a", function_type = () -> ()} : () -> ()

// -----

// expected-error @+1 {{'func.func' op type of entry block argument #0('i32') must match the type of the corresponding argument in function signature('f32')}}
"func.func"() ({^bb0(%x: i32): func.return}) {sym_name = "a", function_type = (f32) -> ()} : () -> ()

// -----

// expected-error @+1 {{'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"func.func"() ({^bb0: func.return}) {sym_name = "a", function_type = f32} : () -> ()

// -----

// expected-error @+1 {{'func.func' op requires attribute 'function_type'}}
"func.func"() ({^bb0: func.return}) {sym_name = "a"} : () -> ()

// -----

// expected-error @+1 {{'func.func' op requires attribute 'sym_name'}}
"func.func"() ({^bb0: func.return}) {function_type = () -> ()} : () -> ()

// -----

// expected-error @+1 {{'func.func' op attribute 'sym_name' failed to satisfy constraint: string attribute}}
"func.func"() ({^bb0: func.return}) {function_type = () -> (), sym_name = @a} : () -> ()

// -----

// expected-error @+1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "foo"}}
"func.func"() ({^bb0: func.return}) {function_type = () -> (), sym_name = "a", sym_visibility = "foo"} : () -> ()

// -----

// expected-error @+1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 1, but expected 0}}
"func.func"() ({^bb0: func.return}) {function_type = () -> (), sym_name = "a", arg_attrs = [{}]} : () -> ()

// -----

// expected-error @+1 {{'func.func' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() ({^bb0: func.return}) {function_type = () -> (), sym_name = "a", arg_attrs = [1]} : () -> ()

// -----

// expected-error @+1 {{'func.func' op expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0}}
"func.func"() ({^bb0: func.return}) {function_type = () -> (), sym_name = "a", res_attrs = [{x.y}]} : () -> ()

// -----

// expected-error @+1 {{'func.func' op requires one region}}
"func.func"() ({^bb0: func.return}, {}) {function_type = () -> (), sym_name = "a"} : () -> ()

// -----

// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @a()

// -----

func.func private @a() {
  // expected-error @+1 {{'func.return' op must be the last operation in the parent block}}
  return
  return
}

// -----

// expected-error @+1 {{custom op 'func.func' expected valid '@'-identifier for symbol name}}
func.func private a()

// -----

// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @a(f32)

// -----

// expected-error @+1 {{custom op 'func.func' expected SSA identifier}}
func.func @a(%f: f32, ...) {
  return
  return
}

// -----

func.func @a() -> () {
  // expected-error @+1 {{'func.return' op must be the last operation in the parent block}}
  return
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'func.func' op symbol's parent must have the SymbolTable trait}}
  func.func @b() { return }
  return
}

// -----

func.func @a(%x: i32) {
  // expected-error @+1 {{'func.func' op symbol's parent must have the SymbolTable trait}}
  func.func @b() { %y = arith.addi %x, %x : i32 return }
  return
}

// -----

func.func @a(%x: i32) {
  // expected-error @+1 {{custom op 'func.return' number of operands and types do not match: got 1 operands and 2 types}}
  func.return %x : i32, i32
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
  "scf.for"(%i,%i,%i) ({ ^bb0(%iv: index): "func.return"() : () -> () }) : (index,index,index) -> ()
  return
}

// -----

// expected-error @+1 {{'func.return' op has 1 operands, but enclosing function (@a) returns 0}}
func.func @a(%f: f32, %i: i32) { "func.return"(%f) : (f32) -> ()}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'func.call_indirect' invalid kind of type specified: expected builtin.function, but found 'i32'}}
  func.call_indirect %f() : i32
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{custom op 'func.call' invalid kind of type specified: expected builtin.function, but found 'i32'}}
  func.call @x() : i32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{expected '->' in function type}}
  func.call @x(%f) : (f32)
  return
}
