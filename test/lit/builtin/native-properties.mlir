// Properties that upstream keeps as values of C++: their text, and what is said of wrong ones.
// RUN: mlirlite-opt %s --load-plugin=%S/../../lib/dialect.py --split-input-file --verify-diagnostics | FileCheck %s
// RUN: mlirlite-opt %s --load-plugin=%S/../../lib/dialect.py --split-input-file --verify-diagnostics --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK: test.with_properties a = -7, b = "x", c = "two words", flag = false, array = [], array32 = [3]
// GENERIC: <{a = -7 : i64, array = array<i64>, array32 = array<i32: 3>, b = "x", c = "two words", flag = false}>
test.with_properties a = -7, b = "x", c = "two words", flag = false, array = [], array32 = [3]

// CHECK: test.with_default_valued_properties na{{$}}
// GENERIC: <{a = 0 : i32, b = "", c = -1 : i32, unit = false}>
test.with_default_valued_properties na
// CHECK: test.with_default_valued_properties na "b" unit{{$}}
// GENERIC: <{a = 0 : i32, b = "b", c = -1 : i32, unit}>
test.with_default_valued_properties na "b" unit

// CHECK: test.with_optional_properties anAttr = 5 simpleui8 = 200 hasDefault = some<0> nested = some<none> hasUnit maybeUnit = some<unit_absent>
// GENERIC: <{anAttr = 5 : i32, hasDefault = [0], hasUnit, longSyntax = [], maybeUnit = [false], nested = [
// GENERIC-SAME: simple = [], simplei8 = [], simpleui8 = [-56 : i8]}>
test.with_optional_properties anAttr = 5 simpleui8 = 200 hasDefault = some<0> nested = some<none> hasUnit maybeUnit = some<unit_absent>

// CHECK: test.op_with_enum_prop second
// GENERIC: "test.op_with_enum_prop"() <{value = 1 : i32}>
test.op_with_enum_prop second
// CHECK: test.op_with_enum_prop_attr_form <{value = 2 : i32}>
test.op_with_enum_prop_attr_form <{value = #test<enum third>}>
// CHECK: test.op_with_enum_prop_attr_form_always <{value = #test<enum third>}>
test.op_with_enum_prop_attr_form_always <{value = 2 : i32}>
// CHECK: test.op_with_bit_enum_prop write, execute : ()
// GENERIC: "test.op_with_bit_enum_prop"() <{value1 = 6 : i32, value2 = 1 : i32}>
test.op_with_bit_enum_prop execute, write read : ()
// CHECK: test.op_with_bit_enum_prop_named bit_enum<read> bit_enum<write>
test.op_with_bit_enum_prop_named bit_enum<read> bit_enum<write>

// -----

// expected-error @below {{expected integer value}}
// expected-error @below {{invalid value for property a, expected int64_t}}
test.with_properties a = "7", b = "x", c = "", flag = false, array = [], array32 = []

// -----

// expected-error @below {{op 'test.with_properties' expected string}}
// expected-error @below {{invalid value for property c, expected string}}
test.with_properties a = 7, b = "x", c = 4, flag = false, array = [], array32 = []

// -----

// expected-error @below {{expected one of [first, second, third] for a test enum, got: forth}}
// expected-error @below {{invalid value for property value, expected a test enum}}
test.op_with_enum_prop forth

// -----

// expected-error @below {{'test.op_with_bit_enum_prop' op property 'value1' failed to satisfy constraint: a test bit enum}}
"test.op_with_bit_enum_prop"() <{value1 = 9 : i32, value2 = 1 : i32}> : () -> ()

// -----

// expected-error @below {{unknown key '"values"' when parsing properties dictionary}}
test.op_with_enum_prop_attr_form <{value = 1 : i32, values = 2}>

// -----

// expected-error @below {{op property 'more_constrained' failed to satisfy constraint: between 0 and 5}}
test.op_with_property_predicates <{
  scalar = 0 : i64, optional = [], more_constrained = 6 : i64, array = [0],
  non_empty_unconstrained = [-1], non_empty_constrained = [1], non_empty_optional = [], unconstrained = -8 : i64}>
