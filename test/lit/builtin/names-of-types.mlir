// Types that name their values, where all of an op's results or of a block's arguments have a name.
// RUN: mlirlite-opt %s --load-plugin=%S/../../lib/dialect.py | FileCheck %s

// CHECK: !op_asm_type_interface_type = !test.op_asm_type_interface
// CHECK-LABEL: @names
func.func @names(%a: !test.optional_value_type, %b: !test.optional_value_type<3>) {
  // CHECK: %op_asm_type_interface = "test.result_name_from_type"
  %0 = "test.result_name_from_type"() : () -> !test.op_asm_type_interface
  // CHECK: %op_asm_type_interface_0, %op_asm_type_interface_1 = "test.result_name_from_type_interface"
  %1:2 = "test.result_name_from_type_interface"() : () -> (!test.op_asm_type_interface, !test.op_asm_type_interface)
  // CHECK: %{{[0-9]+}}:2 = "test.result_name_from_type_interface"
  %2:2 = "test.result_name_from_type_interface"() : () -> (!test.op_asm_type_interface, i32)
  // CHECK: ^bb0(%[[NAME:op_asm_type_interface_2]]: !op_asm_type_interface_type):
  test.block_argument_name_from_type {
  ^bb0(%c: !test.op_asm_type_interface):
    "test.terminator"() : () -> ()
  }
  // CHECK: test.format_maybe_empty_type %{{.*}} : !test.optional_value_type
  test.format_maybe_empty_type %a : !test.optional_value_type
  // CHECK: test.format_maybe_empty_type %{{.*}} : <3>
  test.format_maybe_empty_type %b : !test.optional_value_type<3>
  return
}
