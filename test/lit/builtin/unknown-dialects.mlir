// Types of dialects that are not loaded stand wherever one of theirs might.
// RUN: mlirlite-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect | mlirlite-opt --allow-unregistered-dialect | FileCheck %s

// CHECK:      "foo.constant"() <{value = dense<[1, 2]> : !foo.tile<2xi32>}> : () -> !foo.tile<2xi32>
// CHECK-NEXT: "foo.pointers"() : () -> vector<4x!foo.ptr<#foo.space>>
// CHECK-NEXT: "foo.list"() {a = [dense<0.000000e+00> : !foo.tile<2xf32>]} : () -> ()
%0 = "foo.constant"() <{value = dense<[1, 2]> : !foo.tile<2xi32>}> : () -> !foo.tile<2xi32>
%1 = "foo.pointers"() : () -> vector<4x!foo.ptr<#foo.space>>
"foo.list"() {a = [dense<0.000000e+00> : !foo.tile<2xf32>]} : () -> ()

// CHECK: func.func @layout() attributes {dlti.dl_spec = #dlti.dl_spec<!foo.ptr = 64 : i64>} {
func.func @layout() attributes {dlti.dl_spec = #dlti.dl_spec<!foo.ptr = 64>} {
  return
}

// An op of the dialect of upstream's tests may be a symbol table, so symbols are not looked for.
// CHECK: func.func @calls() {
func.func @calls() {
  // CHECK-NEXT: "test.execute"() ({
  // CHECK-NEXT:   func.call @calls() : () -> ()
  "test.execute"() ({
    func.call @calls() : () -> ()
    "test.yield"() : () -> ()
  }) : () -> ()
  return
}
