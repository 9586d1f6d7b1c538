// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{attribute 'dlti.unknown' not supported by dialect}}
module attributes {dlti.unknown} {
}

// -----

// expected-error @+1 {{'dlti.dl_spec' is expected to be a #dlti.dl_spec attribute}}
module attributes {dlti.dl_spec = 42} {
}

// -----

// expected-error @+1 {{'dlti.map' is expected to be a #dlti.map attribute}}
module attributes {dlti.map = 42} {
}

// -----

// expected-error @+1 {{'dlti.target_system_spec' is expected to be a #dlti.target_system_spec attribute}}
module attributes {dlti.target_system_spec = 42} {
}

// -----

// expected-error @+1 {{repeated DLTI key: "a.b"}}
module attributes {dlti.map = #dlti.map<"a.b" = 42, "a.b" = 43>} {
}

// -----

// expected-error @+1 {{empty string as DLTI key is not allowed}}
module attributes {dlti.map = #dlti.map<"" = 42>} {
}

// -----

// expected-error @+1 {{expected a type or a quoted string}}
module attributes {dlti.map = #dlti.map<#dlti.dl_entry<42, 42>>} {
}

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
module attributes {dlti.dl_spec = #dlti.dl_spec<[]>} {
}

// -----

// expected-error @+1 {{repeated device ID in dlti.target_system_spec: "CPU"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"a" = 1>, "CPU" = #dlti.target_device_spec<"a" = 2>>} {
}

// -----

// expected-error @+1 {{unknown data layout entry name: dlti.unknown}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.unknown" = 42>} {
}

// -----

// expected-error @+1 {{'dlti.endianness' data layout entry is expected to be either 'big' or 'little'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "some">} {
}

// -----

// expected-error @+1 {{expected integer attribute in the data layout entry for 'index'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<index = [32]>} {
}

// -----

// expected-error @+1 {{expected a dense i64 elements attribute in the data layout entry}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = 32>} {
}

// -----

// expected-error @+1 {{expected 1 or 2 elements in the data layout entry}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<32> : vector<3xi64>>} {
}

// -----

// expected-error @+1 {{preferred alignment is expected to be greater than or equal to the abi alignment}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<[64, 32]> : vector<2xi64>>} {
}

// -----

// expected-error @+1 {{unexpected data layout for a built-in type}}
module attributes {dlti.dl_spec = #dlti.dl_spec<tensor<f32> = 32>} {
}

// -----

// expected-error @+1 {{expected layout attribute for '!llvm.ptr' to be a dense integer elements attribute with 3 or 4 elements}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<64> : vector<2xi64>>} {
}

// -----

// expected-error @+1 {{unexpected layout attribute for struct '!llvm.struct<(i8)>'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<(i8)> = dense<64> : vector<1xi64>>} {
}

// -----

// expected-note @+1 {{enclosing op with data layout}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"a.b" = 33>} {
  // expected-error @+1 {{data layout does not combine with layouts of enclosing ops}}
  module attributes {dlti.dl_spec = #dlti.dl_spec<"a.b" = 32>} {
  }
}

// -----

// expected-error @+1 {{unknown data layout entry name: dlti.unknown_id}}
gpu.module @k attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<"dlti.unknown_id", 42>>} {
}
