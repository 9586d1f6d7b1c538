// What is wrong with scf's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'f32' != 'f64'}}
  %0 = "scf.for"(%i,%i,%i,%f) ({ ^bb0(%iv: index, %x: f64): "scf.yield"(%x) : (f64) -> () }) : (index,index,index,f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
  %0 = "scf.for"(%i,%i,%i,%f) ({ ^bb0(%iv: index): "scf.yield"(%f) : (f32) -> () }) : (index,index,index,f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'f32' != 'index'}}
  %0 = "scf.for"(%i,%i,%i,%f) ({ ^bb0(%iv: index, %x: f32): "scf.yield"(%i) : (index) -> () }) : (index,index,index,f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+2 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @+1 {{region branch point}}
  %0 = "scf.for"(%i,%i,%i,%f) ({ ^bb0(%iv: index, %x: f32): "scf.yield"() : () -> () }) : (index,index,index,f32) -> f32
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  %0 = "scf.for"(%i,%i,%i) ({ ^bb0(%iv: index, %x: f32): "scf.yield"() : () -> () }) : (index,index,index) -> f32
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
  "scf.for"(%i,%i,%i) ({ ^bb0(%iv: i32): "scf.yield"() : () -> () }) : (index,index,index) -> ()
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'scf.for' op operand #2 must be signless integer or index, but got 'f32'}}
  "scf.for"(%i,%i,%f) ({ ^bb0(%iv: index): "scf.yield"() : () -> () }) : (index,index,f32) -> ()
  return
}

// -----

func.func @a(%i: index, %c: i32) {
  // expected-error @+1 {{'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%i,%i,%c) ({ ^bb0(%iv: index): "scf.yield"() : () -> () }) : (index,index,i32) -> ()
  return
}

// -----

func.func @a(%i: index, %f: f32, %c: i1) {
  // expected-error @+2 {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'index' should match successor input type #0 'f32'}}
  // expected-note @+1 {{region branch point}}
  %0 = scf.if %c -> f32 { scf.yield %i : index } else { scf.yield %f : f32 }
  return
}

// -----

func.func @a(%f: f32, %c: i1) {
  // expected-error @+1 {{'scf.if' op must have an else block if defining values}}
  %0 = scf.if %c -> f32 { scf.yield %f : f32 } 
  return
}

// -----

func.func @a(%f: f32, %c: i1) {
  // expected-error @+2 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @+1 {{region branch point}}
  %0 = scf.if %c -> f32 { scf.yield %f : f32 } else {} 
  return
}

// -----

func.func @a(%f: f32, %c: i1) {
  // expected-error @+1 {{'scf.if' op must have an else block if defining values}}
  %0 = "scf.if"(%c) ({ scf.yield %f : f32 }, {}) : (i1) -> f32
  return
}

// -----

func.func @a(%c: i1) {
  // expected-error @+1 {{'scf.if' op region #0 should have no arguments}}
  "scf.if"(%c) ({ ^bb0(%x : i32): scf.yield }, {}) : (i1) -> ()
  return
}

// -----

func.func @a(%c: i1) {
  // expected-error @+1 {{'scf.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
  "scf.if"(%c) ({ }, {}) : (i1) -> ()
  return
}

// -----

func.func @a(%c: i1) {
  // expected-error @+1 {{'scf.if' op expected 2 regions}}
  "scf.if"(%c) ({ scf.yield }) : (i1) -> ()
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%f: f32) {
  // expected-error @+1 {{use of value '%f' expects different type than prior uses: 'i1' vs 'f32'}}
  scf.if %f { scf.yield }
  return
}

// -----

func.func @a(%c: i1) {
  // expected-error @+1 {{'scf.condition' op expects parent op 'scf.while'}}
  scf.condition(%c)
  return
}

// -----

func.func @a(%f: f32, %c: i1) {
  // expected-error @+2 {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'f32' should match successor input type #0 'f64'}}
  // expected-note @+1 {{region branch point}}
  %0 = "scf.while"(%f) ({ ^bb0(%x: f32): "scf.condition"(%c, %x) : (i1, f32) -> () }, { ^bb0(%y: f64): scf.yield %y : f64 }) : (f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32, %c: i1) {
  // expected-error @+2 {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: successor operand type #0 'index' should match successor input type #0 'f32'}}
  // expected-note @+1 {{region branch point}}
  %0 = "scf.while"(%f) ({ ^bb0(%x: f32): "scf.condition"(%c, %x) : (i1, f32) -> () }, { ^bb0(%y: f32): scf.yield %i : index }) : (f32) -> f32
  return
}

// -----

func.func @a(%f: f32, %c: i1) {
  // expected-error @+2 {{'scf.while' op along control flow edge from Operation scf.condition to parent: successor operand type #0 'f32' should match successor input type #0 'f64'}}
  // expected-note @+1 {{region branch point}}
  %0 = "scf.while"(%f) ({ ^bb0(%x: f32): "scf.condition"(%c, %x) : (i1, f32) -> () }, { ^bb0(%y: f32): scf.yield %y : f32 }) : (f32) -> f64
  return
}

// -----

func.func @a(%i: index, %c: i1) {
  // expected-error @+2 {{'scf.while' op along control flow edge from parent to Region #0: successor operand type #0 'index' should match successor input type #0 'f32'}}
  // expected-note @+1 {{region branch point}}
  %0 = "scf.while"(%i) ({ ^bb0(%x: f32): "scf.condition"(%c, %x) : (i1, f32) -> () }, { ^bb0(%y: f32): scf.yield %y : f32 }) : (index) -> f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+2 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
  // expected-note @+1 {{terminator here}}
  %0 = "scf.while"(%f) ({ ^bb0(%x: f32): "scf.yield"(%x) : (f32) -> () }, { ^bb0(%y: f32): scf.yield %y : f32 }) : (f32) -> f32
  return
}

// -----

func.func @a(%f: f32, %c: i1) {
  // expected-error @+2 {{'scf.while' op expects the 'after' region to terminate with 'scf.yield'}}
  // expected-note @+1 {{terminator here}}
  %0 = "scf.while"(%f) ({ ^bb0(%x: f32): "scf.condition"(%c, %x) : (i1, f32) -> () }, { ^bb0(%y: f32): "scf.condition"(%c, %y) : (i1, f32) -> ()  }) : (f32) -> f32
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{custom op 'scf.parallel' expected 1 operands}}
  scf.parallel (%x) = () to (%i) step () { scf.reduce }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'scf.parallel' op expects the same number of induction variables: 0 as bound and step values: 1}}
  "scf.parallel"(%i, %i, %i) ({ ^bb0: scf.reduce }) {operandSegmentSizes = array<i32: 1,1,1,0>} : (index, index, index) -> ()
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
  "scf.parallel"(%i, %i, %i) ({ ^bb0(%x:f32): scf.reduce }) {operandSegmentSizes = array<i32: 1,1,1,0>} : (index, index, index) -> ()
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  "scf.parallel"() ({ ^bb0: scf.reduce }) {operandSegmentSizes = array<i32: 0,0,0,0>} : () -> ()
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %0 = scf.parallel (%x) = (%i) to (%i) step (%i) init (%f) -> f32 { scf.reduce }
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{use of value '%f' expects different type than prior uses: 'f64' vs 'f32'}}
  %0 = scf.parallel (%x) = (%i) to (%i) step (%i) init (%f) -> f64 { scf.reduce (%f : f32) { ^bb0(%a: f32, %b: f32): scf.reduce.return %a : f32 } }
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
  %0 = scf.parallel (%x) = (%i) to (%i) step (%i) init (%f) -> f32 { scf.reduce (%f : f32) { ^bb0(%a: f32, %b: f64): scf.reduce.return %a : f32 } }
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
  %0 = scf.parallel (%x) = (%i) to (%i) step (%i) init (%f) -> f32 { scf.reduce (%f : f32) { ^bb0(%a: f32, %b: f32): scf.reduce.return %i : index } }
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  %0 = scf.parallel (%x) = (%i) to (%i) step (%i) init (%f) -> f32 { scf.reduce (%f : f32) { ^bb0(%a: f32, %b: f32): scf.yield } }
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'scf.reduce' op region #0 ('reductions') failed to verify constraint: region with 1 blocks}}
  %0 = scf.parallel (%x) = (%i) to (%i) step (%i) init (%f) -> f32 { scf.reduce (%f : f32) { } }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'scf.execute_region' op region needs to have at least one block}}
  scf.execute_region { }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'scf.execute_region' op region needs to have at least one block}}
  "scf.execute_region"() ({}) : () -> ()
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'scf.execute_region' op region cannot have any arguments}}
  "scf.execute_region"() ({^bb0(%x: i32): scf.yield}) : () -> ()
  return
}

// -----

func.func @a() {
  // expected-error @+2 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @+1 {{region branch point}}
  %0 = scf.execute_region -> i32 { scf.yield }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'scf.index_switch' op has duplicate case value: 1}}
  scf.index_switch %i case 1 { scf.yield } case 1 { scf.yield } default { scf.yield }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'scf.index_switch' op has 0 case regions but 1 case values}}
  "scf.index_switch"(%i) ({scf.yield}) {cases = array<i64: 1>} : (index) -> ()
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+2 {{'scf.index_switch' op expected each region to return 1 values, but default region returns 0}}
  // expected-note @+1 {{see yield operation here}}
  %0 = scf.index_switch %i -> i32 case 1 { scf.yield } default { scf.yield }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+2 {{'scf.index_switch' op expected result #0 of each region to be 'i32'}}
  // expected-note @+1 {{default region returns 'index' here}}
  %0 = scf.index_switch %i -> i32 case 1 { scf.yield %i : index } default { scf.yield %i : index }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'scf.index_switch' op expected region to end with scf.yield, but got a.b}}
  scf.index_switch %i case 1 { "a.b"() : () -> () } default { scf.yield }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{expected 1 upper bound values, got 2}}
  scf.forall (%x) in (%i, %i) { }
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%i: index, %t: tensor<4xf32>) {
  // expected-error @+1 {{use of value '%t' expects different type than prior uses: 'tensor<5xf32>' vs 'tensor<4xf32>'}}
  %0 = scf.forall (%x) in (%i) shared_outs(%o = %t) -> (tensor<5xf32>) { }
  return
}

// -----

func.func @a(%i: index, %t: tensor<4xf32>) {
  // expected-error @+1 {{custom op 'scf.forall' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = scf.forall (%x) in (%i) shared_outs(%o = %t) -> (tensor<4xf32>, tensor<4xf32>) { }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{expected 1 step values, got 2}}
  scf.forall (%x) = (0) to (4) step (0, 3) { }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.forall (%x) = (0) to (4) step (1) { scf.yield }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'scf.forall.in_parallel' op expects parent op 'scf.forall'}}
  scf.forall.in_parallel { }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops}}
  scf.forall (%x) = (0) to (4) step (1) { scf.forall.in_parallel { %1 = arith.constant 1 : i32 } }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{expected '{' to begin a region}}
  scf.for %x = %i to %i step %i -> (f32) { scf.yield }
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{expected '->'}}
  %0 = scf.for %x = %i to %i step %i iter_args(%a = %f) { scf.yield }
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{custom op 'scf.for' mismatch in number of loop-carried values and defined values}}
  %0 = scf.for %x = %i to %i step %i iter_args(%a = %f) -> (f32, f32) { scf.yield }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.yield
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'scf.for' op expects region #0 to have 0 or 1 blocks}}
  "scf.for"(%i,%i,%i) ({ ^bb0(%iv: index): cf.br ^bb1 
^bb1: scf.yield }) : (index,index,index) -> ()
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'scf.if' op operand #0 must be 1-bit signless integer, but got 'f32'}}
  "scf.if"(%f) ({},{}) : (f32) -> ()
  return
}

// -----

func.func @a(%c: i1) {
  // expected-error @+1 {{'scf.if' op region #0 should have no arguments}}
  "scf.if"(%c) ({^bb0(%x: i32): scf.yield},{}) : (i1) -> ()
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{expected ':'}}
  scf.yield  %0 = arith.addi %i, %i : i32
  return
}

// -----

func.func @reductions(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    // expected-error @+1 {{expects number of reduction regions: 0 to be the same as number of reduction operands: 1}}
    scf.reduce(%n : index)
  }
  return
}

// -----

func.func @initial_values(%n: index) {
  // expected-error @+1 {{number of operands and types do not match: got 0 operands and 1 types}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) -> index {
    scf.reduce
  }
  return
}

// -----

func.func @results_of_a_loop(%n: index, %x: i32) {
  // expected-error @+1 {{0-th region iter_arg and 0-th loop result have different type: 'i32' != 'i64'}}
  %0 = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %y: i32):
    scf.yield %y : i32
  }) : (index, index, index, i32) -> i64
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
  "scf.parallel"(%n, %n, %n) ({
  ^bb0(%i: index):
    // expected-note @+1 {{terminator here}}
    %0 = "arith.constant"() {value = 1.000000e+00 : f32} : () -> f32
  }) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  scf.for %i = %n to %n step %n iter_args(%x = %y) -> index {
    %y = arith.addi %n, %i : index
    scf.yield %y : index
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{expected 1 dynamic upper bound values}}
  "scf.forall"(%n, %n) <{operandSegmentSizes = array<i32: 0, 2, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808, 7>}> ({
  ^bb0(%i: index, %j: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (index, index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloc' op 'operandSegmentSizes' attribute cannot have negative elements}}
  %0 = "memref.alloc"(%n) <{operandSegmentSizes = array<i32: 2, -1>}> : (index) -> memref<?xi32>
  return
}

// -----

// How many blocks there are is asked before types are.
func.func @two_blocks(%i: i32) {
  // expected-error @+1 {{'scf.if' op expects region #1 to have 0 or 1 blocks}}
  "scf.if"(%i) ({
    scf.yield
  }, {
    scf.yield
  ^bb1:
    scf.yield
  }) : (i32) -> ()
  return
}
