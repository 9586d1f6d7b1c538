func.func private @new(i32)
func.func @same(%other: i32) -> i32 { return %other : i32 }
func.func @f(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 1 : i32
  %sum = arith.addi %x, %y : i32
  %difference = arith.subi %sum, %x : i32
  return %difference : i32
}
