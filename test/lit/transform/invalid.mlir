// What is wrong with scripts, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'transform.sequence' op expects the types of the terminator operands to match the types of the result}}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-note @+1 {{terminator}}
  transform.yield %root : !transform.any_op
}

// -----

// expected-error @+1 {{'transform.sequence' op block argument #0 has more than one potential consumer}}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-note @+1 {{used here as operand #0}}
  %0 = transform.apply_registered_pass "cse" to %root : (!transform.any_op) -> !transform.any_op
  // expected-note @+1 {{used here as operand #0}}
  %1 = transform.apply_registered_pass "cse" to %root : (!transform.any_op) -> !transform.any_op
}

// -----

// expected-error @+1 {{'transform.sequence' op expected children ops to implement TransformOpInterface}}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-note @+1 {{op without interface}}
  %c = arith.constant 0 : i32
}

// -----

// expected-error @+1 {{'transform.sequence' op expects the entry block to have at least one argument}}
transform.sequence failures(propagate) {
}

// -----

// expected-error @+1 {{'transform.sequence' op expects the first entry block argument to be of type implementing TransformHandleTypeInterface}}
transform.sequence failures(propagate) {
^bb0(%v: !transform.any_value):
}

// -----

// expected-error @+2 {{'transform.sequence' op expects trailing entry block arguments to be of type implementing TransformHandleTypeInterface, TransformValueHandleTypeInterface or TransformParamTypeInterface}}
// expected-note @+1 {{argument #1 does not}}
transform.sequence failures(propagate) {
^bb0(%v: !transform.any_op, %i: i32):
}

// -----

// expected-note @+1 {{nested in another possible top-level op}}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.sequence' op expects operands to be provided for a nested op}}
  transform.sequence failures(propagate) {
  ^bb0(%r: !transform.any_op):
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{argument #0 cannot be both readonly and consumed}}
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly, transform.consumed}) {
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{must provide consumed/readonly status for arguments of external or called ops}}
  transform.named_sequence private @a(!transform.any_op)
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{argument #0 is consumed in the body but is not marked as such}}
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) {
    transform.loop.unroll %op {factor = 4 : i64} : !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @+1 {{symbol table operation}}
module {
  // expected-error @+1 {{expects the parent symbol table to have the 'transform.with_named_sequence' attribute}}
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected terminator to have as many operands as the parent op has results}}
    transform.yield %op : !transform.any_op
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) -> !transform.any_value {
    // expected-error @+1 {{the type of the terminator operand #0 must match the type of the corresponding parent op result ('!transform.any_op' vs '!transform.any_value')}}
    transform.yield %op : !transform.any_op
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{recursion not allowed in named sequences}}
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) {
    transform.include @a failures(propagate) (%op) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @+1 {{operation on recursion stack}}
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) {
    transform.include @b failures(propagate) (%op) : (!transform.any_op) -> ()
    transform.yield
  }
  // expected-error @+1 {{recursion not allowed in named sequences}}
  transform.named_sequence @b(%op: !transform.any_op {transform.readonly}) {
    transform.include @a failures(propagate) (%op) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{'transform.include' op does not reference a named transform sequence}}
    transform.include @b failures(propagate) (%op) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @b(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}, %v: !transform.any_value {transform.readonly}) {
    // expected-error @+1 {{'transform.include' op operand type mismatch: expected operand type '!transform.any_op', but provided '!transform.any_value' for operand number 0}}
    transform.include @b failures(propagate) (%v) : (!transform.any_value) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @b(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}, %v: !transform.any_value {transform.readonly}) {
    // expected-error @+1 {{incorrect number of results for callee}}
    transform.include @b failures(propagate) (%op) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @b(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}, %v: !transform.any_value {transform.readonly}) {
    // expected-error @+1 {{'transform.include' op type of result #0 must implement the same transform dialect interface as the corresponding callee result}}
    %0 = transform.include @b failures(propagate) (%op) : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @b(%op: !transform.any_op) {
    transform.yield
  }
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) {
    // expected-error @+2 {{TransformOpInterface requires memory effects on operands to be specified}}
    // expected-note @+1 {{no effects specified for operand #0}}
    transform.include @b failures(propagate) (%op) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @act(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{unresolved matcher symbol @no}}
    %0 = transform.collect_matching @no in %op : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @act(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected the matcher to yield as many values as op has results (2), got 1}}
    %0:2 = transform.collect_matching @m in %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @act(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @a(%op: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{mismatching type interfaces for matcher result and op result #0}}
    %0 = transform.collect_matching @m in %op : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @act(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @a(%op: !transform.any_op {transform.consumed}) {
    // expected-error @+1 {{unresolved matcher symbol @no}}
    %0 = transform.foreach_match in %op @no -> @act : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @+1 {{symbol declaration}}
  transform.named_sequence @m(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @act(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @a(%op: !transform.any_op {transform.consumed}) {
    // expected-error @+1 {{the number of action results (1) for @m doesn't match the number of extra op results (0)}}
    %0 = transform.foreach_match in %op @m -> @m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @act(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @a(%op: !transform.any_op {transform.consumed}) {
    // expected-error @+1 {{mismatching number of matcher results and action arguments between @act (0) and @act (1)}}
    %0 = transform.foreach_match in %op @act -> @act : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.foreach' op expects the same number of targets as the body has block arguments}}
  transform.foreach %root : !transform.any_op {
  ^bb0(%a: !transform.any_op, %b: !transform.any_op):
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.foreach' op expects co-indexed targets and the body's block arguments to have the same op/value/param type}}
  transform.foreach %root : !transform.any_op {
  ^bb0(%a: !transform.any_value):
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.foreach' op expects the same number of results as the yield terminator has operands}}
  %0 = transform.foreach %root : !transform.any_op -> !transform.any_op {
  ^bb0(%a: !transform.any_op):
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+2 {{'transform.alternatives' op expects terminator operands to have the same type as results of the operation}}
  // expected-note @+1 {{terminator}}
  %0 = transform.alternatives %root : !transform.any_op -> !transform.any_op {
  ^bb0(%a: !transform.any_op):
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.split_handle' op overflow_result is not a valid result index}}
  %0:2 = transform.split_handle %root {overflow_result = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.split_handle' op expects result types to implement the same transform interface as the operand type}}
  %0 = transform.split_handle %root : (!transform.any_op) -> !transform.any_value
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.get_operand' op expected the listed values to be unique}}
  %0 = transform.get_operand %root[0, 0] : (!transform.any_op) -> !transform.any_value
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.get_operand' op cannot both request 'all' and specific values in the list}}
  %0 = "transform.get_operand"(%root) <{raw_position_list = array<i64: 0>, is_all}> : (!transform.any_op) -> !transform.any_value
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.get_result' op must request specific values in the list if 'all' is not specified}}
  %0 = "transform.get_result"(%root) <{raw_position_list = array<i64>}> : (!transform.any_op) -> !transform.any_value
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{expected the type of the parameter attribute ('i64') to match the parameter type ('i32')}}
  %0 = transform.num_associations %root : (!transform.any_op) -> !transform.param<i32>
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.apply_patterns' op expected children ops to implement PatternDescriptorOpInterface}}
  transform.apply_patterns to %root {
    // expected-note @+1 {{op without interface}}
    transform.print
  } : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.apply_conversion_patterns' op expected pattern children ops to implement ConversionPatternDescriptorOpInterface}}
  transform.apply_conversion_patterns to %root {
    // expected-note @+1 {{op without interface}}
    transform.print
  } : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.apply_conversion_patterns to %root {
    // expected-error @+1 {{'transform.apply_conversion_patterns.func.func_to_llvm' op expected LLVMTypeConverter}}
    transform.apply_conversion_patterns.func.func_to_llvm
  } with type_converter {
    transform.type_conversion.tensor.cast_shape_dynamic_dims
  } : !transform.any_op
}

// -----

// expected-error @+1 {{'transform.apply_conversion_patterns.dialect_to_llvm' op unknown dialect or dialect not loaded: nothing}}
transform.apply_conversion_patterns.dialect_to_llvm "nothing"

// -----

// expected-error @+1 {{'transform.apply_conversion_patterns.dialect_to_llvm' op dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded: transform}}
transform.apply_conversion_patterns.dialect_to_llvm "transform"

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op, %n: !transform.any_param):
  // expected-error @+1 {{'transform.apply_registered_pass' op a param operand does not have a corresponding param_operand attr in the options dict}}
  %0 = "transform.apply_registered_pass"(%root, %n) <{pass_name = "cse", options = {}}> : (!transform.any_op, !transform.any_param) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.apply_registered_pass' op dynamic option index 0 is out of bounds for the number of dynamic options: 0}}
  %0 = "transform.apply_registered_pass"(%root) <{pass_name = "cse", options = {a = #transform.param_operand<index = 0 : i64>}}> : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{custom op 'transform.apply_registered_pass' duplicate keys found in options dictionary}}
  %0 = transform.apply_registered_pass "cse" with options = {a = 1, a = 2} to %root : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{custom op 'transform.loop.unroll' 'transform.loop.unroll' op attribute 'factor' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  transform.loop.unroll %root {factor = 0 : i64} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.loop.peel' op operand #0 must be Transform IR handle to scf.for operations, but got '!transform.any_op'}}
  %0, %1 = transform.loop.peel %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// expected-error @+1 {{only supports integer types with width <=64}}
func.func private @a(!transform.param<f32>)

// -----

// expected-error @+1 {{unknown type mnemonic: nothing}}
func.func private @a(!transform.nothing)

// -----

// expected-error @+1 {{"transform.with_named_sequence" attribute can only be attached to operations with symbol tables}}
func.func private @a() attributes {transform.with_named_sequence}

// -----

// expected-error @+1 {{"transform.target_tag" attribute must be a string}}
module attributes {transform.target_tag} {}

// -----

// expected-error @+1 {{"transform.consumed" must be a unit attribute}}
module attributes {transform.consumed = 1} {}

// -----

// expected-error @+1 {{unknown attribute: "transform.else"}}
module attributes {transform.else} {}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.tile_using_for' op expected number of loops to tile (2) to match number of `loops` results (1)}}
  %0, %1 = transform.structured.tile_using_for %root tile_sizes [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.tile_using_for' op expected same number of sizes (1) and scalable sizes (0)}}
  %0, %1 = "transform.structured.tile_using_for"(%root) <{static_sizes = array<i64: 4>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.tile_using_forall' op either (packed_)num_threads or (packed_)tile_sizes must be specified}}
  %0, %1 = transform.structured.tile_using_forall %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.fuse' op expects interchange values to be in range [0, 1), found: 1}}
  %0, %1 = transform.structured.fuse %root tile_sizes [4] interchange [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.fuse' op found duplicate interchange value: 1}}
  %0, %1 = transform.structured.fuse %root tile_sizes [4, 4] interchange [1, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.fuse' op expects 2 loop results}}
  %0, %1 = transform.structured.fuse %root tile_sizes [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.interchange' op expects iterator_interchange to be a permutation, found 1, 1}}
  %0 = transform.structured.interchange %root iterator_interchange = [1, 1] : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.hoist_pad' op expects transpose to be a permutation, found 1, 1}}
  %0 = transform.structured.hoist_pad %root by 1 loops, transpose by [1, 1] : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.pad' op expects nofold_flags to contain booleans (0/1), found [2]}}
  %0, %1, %2 = transform.structured.pad %root {nofold_flags = [2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.pad' op expects padding_dimensions to contain positive integers, found [-7]}}
  %0, %1, %2 = transform.structured.pad %root {padding_dimensions = [-7]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.pad' op expects transpose_paddings to be a permutation, found [1, 1]}}
  %0, %1, %2 = transform.structured.pad %root {transpose_paddings = [[1, 1]]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.pad' op invalid copy_back_op}}
  %0, %1, %2 = transform.structured.pad %root {copy_back_op = "other"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

// expected-error @+1 {{'transform.sequence' op block argument #0 has more than one potential consumer}}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-note @+2 {{used here as operand #1}}
  // expected-note @+1 {{used here as operand #0}}
  %0, %1, %2 = transform.structured.pack_transpose %root with_compute_op(%root) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.pack_greedily' op "matmul_inner_dims_order" is not a valid permutation}}
  %0 = transform.structured.pack_greedily %root matmul_packed_sizes = [8, 16, 32] matmul_inner_dims_order = [1, 1, 0] : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.pack_greedily' op at most one of the packed_size and the padded_sizes_next_multiple_of can be nonzero for the matmul strategy}}
  %0 = transform.structured.pack_greedily %root matmul_packed_sizes = [8, 16, 32] matmul_padded_sizes_next_multiple_of = [1, 0, 0] matmul_inner_dims_order = [1, 2, 0] : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.replace' op expected one operation in block}}
  %0 = transform.structured.replace %root {
    %a = tensor.empty() : tensor<4xf32>
    %b = tensor.empty() : tensor<4xf32>
  } : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.structured.bufferize_to_allocation' op unsupported memcpy op}}
  %0, %1 = transform.structured.bufferize_to_allocation %root {memcpy_op = "other"} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{custom op 'transform.structured.multitile_sizes' expects a trailing functional type with one argument and one result}}
  %0, %1, %2 = transform.structured.multitile_sizes %root {dimension = 0 : i64, target_size = 10 : i64} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.match.structured %root : !transform.any_op {
  ^bb0(%op: !transform.any_op):
    // expected-error @+1 {{'transform.match.structured.body' op expected predicate to apply to the surrounding structured op}}
    transform.match.structured.body %root {passthrough} : !transform.any_op
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.match.structured %root : !transform.any_op {
  ^bb0(%op: !transform.any_op):
    // expected-error @+1 {{'transform.match.structured.body' op only one of {"reduction_position", "passthrough", "elementwise", "contraction"} is allowed}}
    transform.match.structured.body %op {passthrough, elementwise} : !transform.any_op
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.match.structured %root : !transform.any_op {
  ^bb0(%op: !transform.any_op):
    // expected-error @+1 {{'transform.match.structured.dim' op cannot request the same dimension to be both parallel and reduction}}
    transform.match.structured.dim %op[all] {parallel, reduction} : !transform.any_op
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.match.structured' op expects nested operations to implement MatchOpInterface}}
  transform.match.structured %root : !transform.any_op {
  ^bb0(%op: !transform.any_op):
    // expected-note @+1 {{offending operation}}
    transform.annotate %op "a" : !transform.any_op
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.match.structured.body' op expects parent op to be 'transform.match.structured'}}
  transform.match.structured.body %root {passthrough} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.bufferization.one_shot_bufferize' op 'print_conflicts' requires 'test_analysis_only'}}
  %0 = transform.bufferization.one_shot_bufferize %root {print_conflicts = true} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.gpu.map_forall_to_blocks' op transform requires empty or size-3 grid_dims}}
  %0 = transform.gpu.map_forall_to_blocks %root grid_dims = [1] : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.affine.simplify_bounded_affine_ops' op incorrect number of lower bounds, expected 0 but found 1}}
  transform.affine.simplify_bounded_affine_ops %root with [] within [0] and [] : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.tune.knob' op provided `selected` attribute is not an element of `options` array of attributes}}
  %0 = transform.tune.knob<"size"> = 4 : i64 from options = [8 : i64, 16 : i64] -> !transform.param<i64>
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.irdl.collect_matching' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = transform.irdl.collect_matching in %root : (!transform.any_op) -> !transform.any_op {
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.func.cast_and_call' op expected a function handle or name to call}}
  %0 = transform.func.cast_and_call before %root : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @+1 {{'transform.match.structured' op expected one body argument}}
  "transform.match.structured"(%root) ({
  ^bb0:
    transform.match.structured.body %root {passthrough} : !transform.any_op
    transform.match.structured.yield
  }) : (!transform.any_op) -> ()
}
