"""LLVM IR besides the instructions: attributes, metadata, flags."""

import pytest

from .native import llvm

SPOKEN = {
    "blocks stay in their order": (
        """llvm.func @f(%c: i1, %x: i32) -> i32 {
             llvm.cond_br %c, ^a, ^b
           ^a:
             llvm.return %x : i32
           ^b:
             %y = llvm.add %x, %x : i32
             llvm.return %y : i32
           }""",
        "ret i32 %1\n\n4:\n",
    ),
    "invoke and landingpad": (
        """llvm.func @g(i32)
           llvm.func @__gxx_personality_v0(...) -> i32
           llvm.func @f(%x: i32) attributes {personality = @__gxx_personality_v0} {
             llvm.invoke @g(%x) to ^a unwind ^b : (i32) -> ()
           ^a:
             llvm.return
           ^b:
             %p = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
             llvm.resume %p : !llvm.struct<(ptr, i32)>
           }""",
        "invoke void @g(i32 %0) to label %2 unwind label %3",
    ),
    "types of accesses": (
        """#root = #llvm.tbaa_root<id = "root">
           #long = #llvm.tbaa_type_desc<id = "long", members = {<#root, 0>}>
           #tag = #llvm.tbaa_tag<base_type = #long, access_type = #long, offset = 0>
           llvm.func @f(%p: !llvm.ptr) -> i64 {
             %x = llvm.load %p {tbaa = [#tag]} : !llvm.ptr -> i64
             llvm.return %x : i64
           }""",
        '!{!"long", !0, i64 0}',
    ),
    "a function that a resolver chooses": (
        """llvm.mlir.ifunc external @f : !llvm.func<void (i32)>, !llvm.ptr @g {dso_local}
           llvm.func @g() -> !llvm.ptr {
             %0 = llvm.mlir.zero : !llvm.ptr
             llvm.return %0 : !llvm.ptr
           }""",
        "ifunc void (i32), ptr @g",
    ),
    "how often a function is entered": (
        "llvm.func @f() attributes {function_entry_count = 42 : i64} { llvm.return }",
        '!{!"function_entry_count", i64 42}',
    ),
    "sizes of allocations": (
        'llvm.func @f(i64) -> !llvm.ptr attributes {passthrough = [["allocsize", "4294967295"]]}',
        "allocsize(0)",
    ),
    "what assembly points to": (
        """llvm.func @f(%p: !llvm.ptr) {
             llvm.inline_asm operand_attrs = [{elementtype = i32}] "", "*m" %p : (!llvm.ptr) -> ()
             llvm.return
           }""",
        "(ptr elementtype(i32) %0)",
    ),
    "an alias in another address space": (
        """llvm.mlir.global external @g(0 : i32) : i32
           llvm.mlir.alias external @a {addr_space = 2 : i32} : i32 {
             %0 = llvm.mlir.addressof @g : !llvm.ptr
             %1 = llvm.addrspacecast %0 : !llvm.ptr to !llvm.ptr<2>
             llvm.return %1 : !llvm.ptr<2>
           }""",
        "alias i32, addrspacecast (ptr @g to ptr addrspace(2))",
    ),
    "assembly that gives nothing": (
        """llvm.func @f(%p: i32) -> i32 {
             %0 = llvm.inline_asm has_side_effects "", "r" %p : (i32) -> !llvm.void
             %1 = llvm.add %p, %p : i32
             llvm.return %1 : i32
           }""",
        '  call void asm sideeffect "", "r"(i32 %0)\n  %2 = add',
    ),
    "no debug information": (
        """#file = #llvm.di_file<"x.c" in "/">
           #unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C,
             file = #file, isOptimized = true, emissionKind = Full>
           #f = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "f", file = #file,
             subprogramFlags = "Definition">
           #x = #llvm.di_local_variable<scope = #f, name = "x">
           llvm.func @f(%x: i32) {
             llvm.intr.dbg.value #x = %x : i32
             llvm.return
           }""",
        "define void @f(i32 %0) {\n  ret void\n}",
    ),
    "copies of constant size": (
        """llvm.func @f(%p: !llvm.ptr, %q: !llvm.ptr) {
             "llvm.intr.memcpy.inline"(%p, %q) <{arg_attrs = [{llvm.align = 4 : i64}, {}],
               isVolatile = true, len = 10 : i32}> : (!llvm.ptr, !llvm.ptr) -> ()
             llvm.return
           }""",
        "@llvm.memcpy.inline.p0.p0.i32(ptr align 4 %0, ptr %1, i32 10, i1 true)",
    ),
    "a matrix in memory": (
        """llvm.func @f(%p: !llvm.ptr, %n: i64) -> vector<48xf32> {
             %0 = llvm.intr.matrix.column.major.load %p, <stride = %n> {
               isVolatile = 0: i1, rows = 3: i32, columns = 16: i32
             } : vector<48xf32> from !llvm.ptr stride i64
             llvm.return %0 : vector<48xf32>
           }""",
        "@llvm.matrix.column.major.load.v48f32.i64"
        "(ptr align 4 %0, i64 %1, i1 false, i32 3, i32 16)",
    ),
    "a sum of some elements": (
        """llvm.func @f(%s: i32, %v: vector<8xi32>, %m: vector<8xi1>, %n: i32) -> i32 {
             %0 = "llvm.intr.vp.reduce.add"(%s, %v, %m, %n)
               : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
             llvm.return %0 : i32
           }""",
        "call i32 @llvm.vp.reduce.add.v8i32(i32 %0, <8 x i32> %1, <8 x i1> %2, i32 %3)",
    ),
    "which functions call each other": (
        """llvm.module_flags [#llvm.mlir.module_flag<append, "CG Profile", [
             #llvm.cgprofile_entry<from = @f, count = 222>]>]
           llvm.func @f()""",
        "!{ptr @f, null, i64 222}",
    ),
    "what a pointer made of a number can read": (
        """llvm.func @f(%x: i64) -> !llvm.ptr {
             %p = llvm.inttoptr %x dereferenceable<bytes = 4> : i64 to !llvm.ptr
             llvm.return %p : !llvm.ptr
           }""",
        "to ptr, !dereferenceable !0",
    ),
}


@pytest.mark.parametrize("case", SPOKEN.values(), ids=SPOKEN)
def test_said_to_llvm(case):
    text, expected = case
    assert expected in llvm(text)


def test_module_says_where_it_is_from():
    ir = llvm(
        'module attributes {llvm.ident = "us", llvm.commandline = "cc", '
        'llvm.dependent_libraries = ["m"], llvm.module_asm = [".x"]} {}'
    )
    assert 'module asm ".x"' in ir
    assert '!{i32 2, !"Debug Info Version", i32 3}' in ir
    for word, text in (("ident", "us"), ("commandline", "cc")):
        assert f"!llvm.{word} = " in ir
        assert f'!{{!"{text}"}}' in ir
    assert "!llvm.dependent-libraries = " in ir
