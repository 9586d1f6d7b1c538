"""The checks of llvm attributes on arguments and results: `llvm.noalias`, `llvm.align` … on
functions of any dialect."""

from mlirlite.dialects.llvm.types import is_compatible, is_pointer
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, UnitAttr
from mlirlite.ir.types import IntegerType

_POINTER_FLAGS = [
    "noalias",
    "readonly",
    "readnone",
    "writeonly",
    "nest",
    "nocapture",
    "nofree",
    "nonnull",
]
_POINTER_TYPES = ["sret", "byval", "byref", "elementtype", "inalloca", "preallocated"]
_POINTER_NUMBERS = ["align", "dereferenceable", "dereferenceable_or_null"]
_INTEGER_FLAGS = ("signext", "zeroext")
_FLAGS = ("noundef", "inreg", "returned")
_NUMBERS = ("alignstack",)
_NOT_RESULT = [
    "allocalign",
    "allocptr",
    "byval",
    "byref",
    "inalloca",
    "nest",
    "nocapture",
    "nofree",
    "preallocated",
    "readnone",
    "readonly",
    "alignstack",
    "sret",
    "writeonly",
]


def check_parameter(name: str, value: Attribute, type: Type, *, result: bool) -> str | None:
    """The error of an attribute of an argument or result of a type; None if it is valid."""
    word = name.removeprefix("llvm.")
    if result and word in _NOT_RESULT:
        return f'"{name}" is not a valid result attribute'
    if word in (*_POINTER_FLAGS, *_INTEGER_FLAGS, *_FLAGS):
        wanted, fits = "a unit attribute", isinstance(value, UnitAttr)
    elif word in _POINTER_TYPES:
        wanted, fits = "a type attribute", isinstance(value, Type)
    elif word in (*_POINTER_NUMBERS, *_NUMBERS):
        wanted, fits = "an integer attribute", isinstance(value, IntegerAttr)
    else:
        return None
    if not fits:
        return f'"{name}" should be {wanted}'
    if not is_compatible(type):
        return None
    if word in _INTEGER_FLAGS:
        if not isinstance(type, IntegerType):
            return f'"{name}" attribute attached to non-integer LLVM type'
    elif word not in (*_FLAGS, *_NUMBERS) and not is_pointer(type):
        return f'"{name}" attribute attached to non-pointer LLVM type'
    return None
