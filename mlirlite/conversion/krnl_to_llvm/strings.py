"""!krnl.string and !krnl.box → !llvm.ptr in all types of values, including elements of buffers and
function types."""

from __future__ import annotations

from mlirlite.dialects.krnl import BOX, STRING
from mlirlite.dialects.llvm.types import PTR
from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType, MemRefType


def strings_to_pointers(module: Operation) -> None:
    """Change the types of all values in place."""
    known: dict[Type, Type] = {}
    for op in (module, *module.inside()):
        for result in op.results:
            result.type = _converted(result.type, known)
        for region in op.regions:
            for block in region:
                for argument in block.args:
                    argument.type = _converted(argument.type, known)
        signature = op.properties.get("function_type")
        if isinstance(signature, FunctionType):
            op.properties["function_type"] = _converted(signature, known)


def _converted(type: Type, known: dict[Type, Type]) -> Type:
    found = known.get(type)
    if found is None:
        found = known[type] = _convert(type, known)
    return found


def _convert(type: Type, known: dict[Type, Type]) -> Type:
    if type is STRING or type is BOX:
        return PTR
    if isinstance(type, MemRefType):
        return type.replace(element_type=_converted(type.element_type, known))
    if isinstance(type, FunctionType):
        inputs = tuple([_converted(t, known) for t in type.inputs])
        return FunctionType(inputs, tuple([_converted(t, known) for t in type.results]))
    return type
