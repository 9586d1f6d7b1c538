// RUN: mlirlite-opt %s --split-input-file | FileCheck %s

// CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64, !llvm.ptr = dense<64> : vector<3xi64>, "dlti.endianness" = "little">}
module attributes {dlti.dl_spec = #dlti.dl_spec<
    #dlti.dl_entry<index, 32>, !llvm.ptr = dense<64> : vector<3xi64>, "dlti.endianness" = "little">} {
}

// -----

// CHECK: module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : i32>>}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<#dlti.dl_entry<"L1_cache_size_in_bytes", 4096 : i32>>>} {
}

// -----

// CHECK: dlti.map = #dlti.map<"vendor" = "ACME", i32 = #dlti.map<"bitwidth" = 32 : i32>, "none" = #dlti.map<>>
module attributes {dlti.map = #dlti.map<"vendor" = "ACME", i32 = #dlti.map<"bitwidth" = 32 : i32>, "none" = #dlti.map<>>} {
}

// -----

// CHECK: #dlti.function_pointer_alignment<64, function_dependent = true>
module attributes {dlti.dl_spec = #dlti.dl_spec<
    "dlti.function_pointer_alignment" = #dlti.function_pointer_alignment<64, function_dependent = true>>} {
}

// -----

// The same name may say the same in nested modules, and types may be refined.
// CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 128 : i64>}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 128 : i64>} {
  // CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 128 : i64, index = 32 : i64>}
  module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 128 : i64, index = 32 : i64>} {
  }
}
