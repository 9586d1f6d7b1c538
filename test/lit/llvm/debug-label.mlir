// RUN: mlirlite-opt %s | FileCheck %s

// CHECK: #di_file = #llvm.di_file<"label.c" in "/">
// CHECK-NEXT: #di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #di_file, isOptimized = false, emissionKind = Full>
// CHECK-NEXT: #di_subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "f", file = #di_file, subprogramFlags = Definition>
// CHECK-NEXT: #di_label = #llvm.di_label<scope = #di_subprogram, name = "again", file = #di_file, line = 3>
#file = #llvm.di_file<"label.c" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>
#function = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, subprogramFlags = Definition>
#label = #llvm.di_label<scope = #function, name = "again", file = #file, line = 3>

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME:    ) {
// CHECK-NEXT:     llvm.intr.dbg.label #di_label
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @f() {
  llvm.intr.dbg.label #label
  llvm.return
}
