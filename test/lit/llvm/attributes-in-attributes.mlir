// An attribute of a known class stands in another one without its name where it has no alias; lists
// end with the text.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL

#domain = #llvm.alias_scope_domain<id = "d">
#scope = #llvm.alias_scope<id = "s", domain = #domain>
#file = #llvm.di_file<"a.f90" in "">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_Fortran95, file = #file, isOptimized = false, emissionKind = Full>
#module = #llvm.di_module<scope = #unit, name = "m">
#imported = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #unit, entity = #module, file = #file, line = 1>
#imported1 = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #unit, entity = #module, file = #file, line = 2>
#program = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", retainedNodes = #imported, #imported1>

// CHECK: retainedNodes = #di_imported_entity, #di_imported_entity1>
// LOCAL: llvm.func @f() attributes {p = #llvm.di_subprogram<{{.*}}compileUnit = <id = distinct[{{[0-9]}}]<>, {{.*}}file = <"a.f90" in "">{{.*}}retainedNodes = #llvm.di_imported_entity<
// LOCAL: llvm.intr.experimental.noalias.scope.decl <id = "s", domain = <id = "d">>
llvm.func @f() attributes {p = #program} {
  llvm.intr.experimental.noalias.scope.decl #scope
  llvm.return
}
