// What is wrong with cf's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%x: i32) {
  // expected-error @+1 {{branch has 1 operands for successor #0, but target block has 0}}
  cf.br ^bb1(%x : i32) ^bb1:
  return
}

// -----

func.func @a(%x: i32) {
  // expected-error @+1 {{type mismatch for bb argument #0 of successor #0}}
  cf.br ^bb1(%x : i32) 
^bb1(%y: f32):
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{branch has 0 operands for successor #0, but target block has 1}}
  cf.br ^bb1 
^bb1(%y: f32):
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%x: i32) {
  // expected-error @+1 {{use of value '%x' expects different type than prior uses: 'i1' vs 'i32'}}
  cf.cond_br %x, ^bb1, ^bb1 
^bb1:
  return
}

// -----

func.func @a(%c: i1) {
  // expected-error @+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
  cf.cond_br %c weights([1]), ^bb1, ^bb1 
^bb1:
  return
}

// -----

func.func @a(%c: i1) {
  // expected-error @+1 {{branch weights cannot all be zero}}
  cf.cond_br %c weights([0, 0]), ^bb1, ^bb1 
^bb1:
  return
}

// -----

func.func @a(%x: i32, %c: i1) {
  // expected-error @+1 {{branch has 0 operands for successor #1, but target block has 1}}
  cf.cond_br %c, ^bb1(%x : i32), ^bb1 
^bb1(%d: i32):
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%x: i32) {
  // expected-error @+1 {{use of value '%x' expects different type than prior uses: 'i1' vs 'i32'}}
  cf.assert %x, "a"
  return
}

// -----

func.func @a(%c: i1) {
  // expected-error @+1 {{expected ','}}
  cf.assert %c
  return
}

// -----

func.func @a(%x: i32) {
  // expected-error @+1 {{custom op 'cf.switch' expected 'default'}}
  cf.switch %x : i32, [ 1: ^bb1 ] 
^bb1:
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{custom op 'cf.switch' invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  cf.switch %x : f32, [ default: ^bb1 ] 
^bb1:
  return
}

// -----

func.func @a(%x: i64) {
  // expected-error @+1 {{'cf.switch' op 'flag' type ('i64') should match case value type ('i32')}}
  "cf.switch"(%x)[^bb1, ^bb1] {case_values = dense<1> : vector<1xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1,0,0>} : (i64) -> ()
^bb1:
  return
}

// -----

func.func @a(%x: i32) {
  // expected-error @+1 {{'cf.switch' op number of case values (2) should match number of case destinations (1)}}
  "cf.switch"(%x)[^bb1, ^bb1] {case_values = dense<[1,2]> : vector<2xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1,0,0>} : (i32) -> ()
^bb1:
  return
}
