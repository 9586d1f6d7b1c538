"""LLVM IR's text of the llvm dialect's types, and their suffixes in names of intrinsics."""

from mlirlite.dialects.llvm.types import (
    LLVMArrayType,
    LLVMFunctionType,
    LLVMPointerType,
    LLVMStructType,
    LLVMTargetExtType,
    LLVMType,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import FloatType, IntegerType, VectorType
from mlirlite.support.diagnostics import DiagnosticError

_FLOATS = {
    "f16": "half",
    "bf16": "bfloat",
    "f32": "float",
    "f64": "double",
    "f80": "x86_fp80",
    "f128": "fp128",
}


def quoted(text: str) -> str:
    """A string as LLVM writes it: bytes outside printable ASCII, quotes and backslashes as
    `\\XX`."""
    out = []
    for byte in text.encode("utf-8", "surrogateescape"):
        plain = 32 <= byte < 127 and byte not in (34, 92)
        out.append(chr(byte) if plain else f"\\{byte:02X}")
    return '"' + "".join(out) + '"'


def symbol(name: str, sigil: str = "@") -> str:
    """A global's name: quoted when it has other characters than letters, digits and `-$._`, or
    begins with a digit."""
    bare = name.replace("-", "").replace("$", "").replace(".", "").replace("_", "")
    if name.isascii() and (bare.isalnum() or (not bare and name)) and not name[0].isdigit():
        return sigil + name
    return sigil + quoted(name)


class TypeTable(dict[Type, str]):
    """Text by type: `table[type]`. `named` collects the definitions of named structs."""

    def __init__(self) -> None:
        super().__init__()
        self.named: dict[str, str] = {}
        self._bodies: dict[str, LLVMStructType] = {}

    def __missing__(self, type: Type) -> str:
        text = self[type] = self._text(type)
        return text

    def _text(self, type: Type) -> str:
        match type:
            case IntegerType():
                return f"i{type.width}"
            case FloatType() if type.keyword in _FLOATS:
                return _FLOATS[type.keyword]
            case LLVMPointerType():
                space = type.address_space
                return f"ptr addrspace({space})" if space else "ptr"
            case VectorType() if len(type.shape) == 1:
                scale = "vscale x " if type.is_scalable else ""
                return f"<{scale}{type.shape[0]} x {self[type.element_type]}>"
            case LLVMArrayType():
                return f"[{type.count} x {self[type.element_type]}]"
            case LLVMStructType():
                return self._struct(type)
            case LLVMFunctionType():
                return self.function(type, self[type.result])
            case LLVMTargetExtType():
                parts = [quoted(type.ext_name), *(self[t] for t in type.type_params)]
                return f"target({', '.join([*parts, *map(str, type.int_params)])})"
            case LLVMType():
                return type.mnemonic
        raise DiagnosticError(f"type '{type}' has no LLVM IR type")

    def function(self, type: LLVMFunctionType, result: str) -> str:
        """`result (params)`."""
        params = [self[t] for t in type.params]
        if type.vararg:
            params.append("...")
        return f"{result} ({', '.join(params)})"

    def _struct(self, type: LLVMStructType) -> str:
        if type.identifier is None:
            return self._body(type)
        text = symbol(type.identifier, "%")
        known = self._bodies.setdefault(type.identifier, type)
        if known is not type:
            raise DiagnosticError(
                f"struct '{type.identifier}' has two bodies in one module: '{known}' and '{type}'"
            )
        self.named[text] = "opaque" if type.opaque else self._body(type)
        return text

    def _body(self, type: LLVMStructType) -> str:
        inner = ", ".join([self[t] for t in type.body])
        text = f"{{ {inner} }}" if inner else "{}"
        return f"<{text}>" if type.packed else text


_mangled: dict[Type, str] = {}


def mangled(type: Type) -> str:
    """The suffix of an overloaded intrinsic's name for a type: `v4f32`, `p0`, `i64`."""
    found = _mangled.get(type)
    if found is None:
        found = _mangled[type] = _mangle(type)
    return found


def _mangle(type: Type) -> str:
    match type:
        case IntegerType():
            return f"i{type.width}"
        case FloatType():
            return type.keyword
        case LLVMPointerType():
            return f"p{type.address_space}"
        case VectorType():
            scale = "nx" if type.is_scalable else ""
            return f"{scale}v{type.shape[0]}{mangled(type.element_type)}"
        case LLVMArrayType():
            return f"a{type.count}{mangled(type.element_type)}"
        case LLVMStructType():
            inner = "".join(map(mangled, type.body))
            return f"sl_{inner}s" if type.identifier is None else f"s_{type.identifier}s"
        case LLVMType():
            return type.mnemonic
    raise DiagnosticError(f"type '{type}' has no LLVM IR type")
