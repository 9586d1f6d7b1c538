// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @+1 {{'amx.tile_zero' op bad row height: 17}}
  %0 = amx.tile_zero : !amx.tile<17x16xbf16>
  return
}

// -----

// expected-error @+1 {{failed to verify 'elementType'}}
func.func private @f(!amx.tile<8x8xi16>)

// -----

func.func @f(%a: !amx.tile<8x8xbf16>, %b: !amx.tile<4x8xbf16>, %c: !amx.tile<4x4xf32>) {
  // expected-error @+1 {{'amx.tile_mulf' op bad mult shape: 4 x 4 x 4}}
  %0 = amx.tile_mulf %a, %b, %c : !amx.tile<8x8xbf16>, !amx.tile<4x8xbf16>, !amx.tile<4x4xf32>
  return
}
