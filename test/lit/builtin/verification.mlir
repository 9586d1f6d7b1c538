// What verifiers of ops, types and attributes are asked, and in which order.
// RUN: mlirlite-opt %s --load-plugin=%S/../../lib/dialect.py --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @order(%a: i32, %b: index) {
  // expected-remark @+2 {{success run of verifier}}
  // expected-remark @+1 {{success run of region verifier}}
  "test.verifiers"(%a) ({
    %0 = arith.constant 1 : i32
  }) : (i32) -> ()
  return
}

// -----

func.func @inner_first(%a: i32) {
  // expected-remark @below {{success run of verifier}}
  "test.verifiers"(%a) ({
    %0 = arith.constant 1 : i32
    // expected-error @below {{'test.verifiers' op requires one region}}
    "test.verifiers"(%0) : (i32) -> ()
  }) : (i32) -> ()
  return
}

// -----

// expected-error @below {{failed to verify 'param': 16-bit signless integer or 32-bit signless integer}}
"one"() : () -> !test.type_verification<i8>

// -----

module {
  // expected-error @below {{'func.func' op TestSymbolRefAttr::verifySymbolUses: '@missing' does not reference a valid symbol}}
  func.func private @f() attributes {uses = #test.symbol_ref_attr<@missing>}
}

// -----

// expected-error @below {{'test.symbol_with_result' op symbols must not have results}}
%0 = "test.symbol_with_result"() <{sym_name = "s"}> : () -> i32

// -----

// expected-error @below {{invalid to use 'test.invalid_attr'}}
func.func private @f(i32 {test.invalid_attr})

// -----

// expected-error @below {{invalid to use 'test.invalid_attr'}}
func.func private @f() -> (i32 {test.invalid_attr = 1})

// -----

// expected-error @below {{expected 2 attribute arguments, but had 3}}
"one"() {a = #test.dynamic_pair<1, 2, 3>} : () -> ()

// -----

// expected-error @below {{struct is missing required parameter: type_str}}
"one"() {a = #test.custom_struct<value = ?>} : () -> ()

// -----

%a, %b = "two"() : () -> (tensor<4xf32>, tensor<3xf32>)
// expected-error @below {{'test.broadcastable' op operands don't have broadcast-compatible shapes}}
%0 = "test.broadcastable"(%a, %b) : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
