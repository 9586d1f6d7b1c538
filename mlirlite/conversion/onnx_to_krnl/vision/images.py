"""ImageDecoder: calls of functions that only a session in Python has
(mlirlite/runtime/images.py)."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.dialects import krnl
from mlirlite.dialects.krnl.runtime import SI64
from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.types import I64
from mlirlite.ir.values import Value


@kernel("ImageDecoder")
def image_decoder(b: KrnlBuilder) -> Any:
    """Height x width x channels of an encoded image; zero sizes for anything else."""
    (stream,) = b.inputs(1)
    sizes = b.alloc([4], I64)
    opened = _call("mlirlite_image_open", sizes.value, stream.value)
    opened.attributes["format"] = StringAttr(b.attr("pixel_format", "RGB"))
    b.insert(opened)
    out = b.output([sizes[i].index() for i in range(3)])
    b.insert(_call("mlirlite_image_read", out.value, sizes.value))
    return out


def _call(name: str, *buffers: Value) -> krnl.CallOp:
    """A call that writes to the first buffer."""
    properties = {"funcName": StringAttr(name), "numOfOutput": IntegerAttr(1, SI64)}
    return krnl.CallOp.create(buffers, (), properties)
