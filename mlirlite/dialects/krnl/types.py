"""Types of krnl: a loop before it is scheduled, a string and a box in a buffer."""

from typing import Annotated

from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import exactly


class LoopType(Type, name="krnl.loop"):
    """`!krnl.loop`: a loop that `krnl.define_loops` made, or a part of one after `krnl.block`."""


class StringType(Type, name="krnl.string"):
    """`!krnl.string`: a zero-terminated string; may be the element type of a memref."""

    memref_element = True


class BoxType(Type, name="krnl.box"):
    """`!krnl.box`: a tensor of any type and rank; may be the element type of a memref."""

    memref_element = True


LOOP = LoopType()
STRING = StringType()
BOX = BoxType()

Loop = Annotated[LoopType, exactly(LOOP, "krnl loop")]
String = Annotated[StringType, exactly(STRING, "string type")]
Box = Annotated[BoxType, exactly(BOX, "box type")]
