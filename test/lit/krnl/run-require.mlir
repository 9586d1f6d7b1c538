// RUN: not mlirlite-run %s -e f --arg=2 --arg=3 2>&1 | FileCheck %s
// RUN: not mlirlite-run %s -e f --arg=2 --arg=3 --interpret 2>&1 | FileCheck %s
// RUN: mlirlite-run %s -e f --arg=2 --arg=2 | FileCheck %s --check-prefix=FITS

// A run ends where something does not hold, with a message.

// CHECK: 100% sure: sizes 2 and 3 differ
// FITS: 4
func.func @f(%a: index, %b: index) -> index {
  %ok = arith.cmpi eq, %a, %b : index
  krnl.require %ok, "100%% sure: sizes %lld and %lld differ"(%a, %b)
  %c = arith.addi %a, %b : index
  return %c : index
}
