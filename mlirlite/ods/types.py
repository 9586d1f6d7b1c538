"""Classes for a dialect's types, attributes and enums."""

from __future__ import annotations

import enum
import re
import types as _types
from collections.abc import Mapping
from typing import Annotated, Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from mlirlite.ir.types import I8, I16, I32, I64
from mlirlite.ods.data import RecordData
from mlirlite.ods.hooks import BASES
from mlirlite.ods.predicates import Predicates

_INTEGERS = frozenset(
    (
        *("int", "unsigned", "long", "size_t", "unsigned int"),
        *(f"{sign}int{width}_t" for sign in ("", "u") for width in (8, 16, 32, 64)),
    )
)
_STRINGS = frozenset(("StringRef", "std::string", "string"))
_RESERVED = frozenset(dir(Attribute))
_KNOWN: dict[str, Any] = {
    "DenseI8ArrayAttr": Annotated[DenseArrayAttr, I8],
    "DenseI16ArrayAttr": Annotated[DenseArrayAttr, I16],
    "DenseI32ArrayAttr": Annotated[DenseArrayAttr, I32],
    "DenseI64ArrayAttr": Annotated[DenseArrayAttr, I64],
    "Type": Type,
    "Attribute": Attribute,
    "IntegerAttr": IntegerAttr,
    "FloatAttr": FloatAttr,
    "StringAttr": StringAttr,
    "ArrayAttr": ArrayAttr,
    "DictionaryAttr": DictionaryAttr,
    "UnitAttr": UnitAttr,
    "AffineMapAttr": AffineMapAttr,
    "SymbolRefAttr": SymbolRefAttr,
    "FlatSymbolRefAttr": SymbolRefAttr,
    "TypedAttr": Attribute,
    "TypeAttr": Type,
}


def enum_class(record: RecordData) -> type[enum.Enum]:
    """The Python enum of an enum's record: members by symbol, keywords as in text."""
    flags = record.is_a("BitEnumBase")
    cases = record.items("enumerants")
    base: Any = enum.IntFlag if flags else enum.IntEnum
    members = {_member(case.text("symbol")): case["value"] for case in cases}
    made: Any = base(record.text("className"), members)
    made.__keywords__ = {_member(c.text("symbol")): c.text("str") for c in cases}
    made.__symbols__ = {c.text("symbol"): made(c["value"]) for c in cases}
    if flags:
        made.__separator__ = record.text("separator") or "|"
        made.__groups_first__ = bool(record.fields.get("printBitEnumPrimaryGroups"))
    found: type[enum.Enum] = made
    return found


def _member(symbol: str) -> str:
    """A name that an enum's member may have: `and_` for `_and`, since `_and_` is Python's."""
    return f"{symbol.lstrip('_')}_" if symbol.startswith("_") or symbol == "mro" else symbol


_OPTIONAL = re.compile(r"(?:::)?(?:std::)?optional<(.*)>", re.DOTALL)
_ARRAY = re.compile(r"(?:::)?(?:llvm::)?(?:ArrayRef|SmallVector)<(.*)>", re.DOTALL)


class TypeMaker:
    """Makes classes. `named` gives the class of a C++ name, of this dialect or another one; `enums`
    that of an enum."""

    def __init__(
        self,
        predicates: Predicates,
        named: Any,
        enums: Any,
        hooks: Mapping[str, dict[str, Any]],
        module: str,
    ) -> None:
        self.predicates = predicates
        self.named = named
        self.enums = enums
        self.hooks = hooks
        self.module = module
        self._records: Any = None
        """The records that the class which is being made comes from."""

    def make(self, record: RecordData, full: str) -> type[Attribute]:
        """The class of a type's or attribute's record."""
        self._records = record.records
        is_type = record.is_a("TypeDef")
        base: Any = Type if is_type else Attribute
        options: dict[str, Any] = {"name": full}
        namespace: dict[str, Any] = {"__module__": self.module, "__annotations__": {}}
        if record.is_a("EnumAttr"):
            base, options["cases"] = EnumAttr, self.enums(record["enum"])
            namespace["__annotations__"]["value"] = options["cases"]
            namespace["separator"] = getattr(options["cases"], "__separator__", ",")
        else:
            for value, name in record.dag("parameters"):
                self._parameter(namespace, value, name)
            hook = self.hooks.get(("!" if is_type else "#") + full, {}).get("verify_op")
            namespace["verify"] = self._checks(record, full, hook)
        namespace["description"] = record.text("summary") or record.text("cppClassName")
        hooks = self.hooks.get(("!" if is_type else "#") + full, {})
        own = any(hasattr(base, "parse") for base in hooks.get(BASES, ()))
        if record.fields.get("assemblyFormat") is not None and not own:
            text = " ".join(record.text("assemblyFormat").split())
            for name in namespace["__annotations__"]:
                if name.endswith("_"):
                    text = re.sub(rf"\${name[:-1]}\b", f"${name}", text)
            namespace["assembly_format"] = text
        if "parse" in hooks:
            namespace["parse"] = classmethod(lambda cls, p: hooks["parse"](p))
        if "print" in hooks:
            namespace["print"] = hooks["print"]
        bases = (*hooks.get(BASES, ()), base)
        made: type[Attribute] = _types.new_class(
            record.text("cppClassName"), bases, options, lambda ns: ns.update(namespace)
        )
        return made

    def _checks(self, record: RecordData, full: str, hook: Any) -> Any:
        """The method `verify` of a class: what the types of parameters demand, then the rest, and
        what a hook says."""
        checks = [
            (name, f"failed to verify '{name}': {value.text('summary')}", test)
            for value, name in record.dag("parameters")
            if isinstance(value, RecordData) and value.fields.get("predicate") is not None
            for test in [self.predicates.test(value["predicate"], full)]
        ]

        def verify(self: Any) -> None:
            for name, message, test in checks:
                if test({"$_self": getattr(self, name)}) is False:
                    raise ValueError(message)
            for base in type(self).__bases__:
                base.verify(self) if hasattr(base, "verify") else None
            wrong = hook(self) if hook is not None else None
            if wrong is not None:
                raise ValueError(wrong)

        return verify

    def _parameter(self, namespace: dict[str, Any], value: Any, name: str) -> None:
        default = None
        cpp = value
        if name in _RESERVED:
            name += "_"
        if isinstance(value, RecordData):
            cpp = value.text("cppType")
            default = value.fields.get("defaultValue")
            if value.is_a("AttributeSelfTypeParameter"):
                namespace["self_typed"] = True
                name = "type"
        annotation = self.annotation(str(cpp))
        if default is not None and name != "type":
            namespace[name] = self._default(default, annotation)
            if namespace[name] is None:
                annotation = annotation | None if isinstance(annotation, type) else annotation
        namespace["__annotations__"][name] = annotation

    def annotation(self, cpp: str) -> Any:
        """The Python type of a C++ one; Attribute where it is not known."""
        cpp = cpp.strip()
        if optional := _OPTIONAL.fullmatch(cpp):
            return self.annotation(optional[1]) | None
        if array := _ARRAY.fullmatch(cpp):
            inner: Any = self.annotation(array[1].partition(",")[0])
            return tuple.__class_getitem__((inner, ...))
        short = cpp.rpartition("::")[2]
        if short in _INTEGERS:
            return int
        if short == "bool":
            return bool
        if short in ("float", "double", "APFloat"):
            return float
        if short in _STRINGS:
            return str
        found = _KNOWN.get(short) or self.named(cpp) or self._enum(cpp)
        return found or Attribute

    def _enum(self, cpp: str) -> type[enum.Enum] | None:
        """The enum of the dialect that a C++ name is of."""
        name = cpp.removeprefix("::")
        known = self._records.derived("EnumInfo")
        found = (e for e in known if name in (_cpp_name(e).removeprefix("::"), e.text("className")))
        record = next(found, None)
        return None if record is None else self.enums(record)

    @staticmethod
    def _default(text: str, annotation: Any) -> Any:
        if annotation is bool:
            return text == "true"
        if annotation is int and re.fullmatch(r"-?\d+", text):
            return int(text)
        if annotation is str:
            return text.strip('"')
        if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
            symbols: dict[str, Any] = getattr(annotation, "__symbols__", {})
            return symbols.get(text.rpartition("::")[2])
        return () if getattr(annotation, "__origin__", None) is tuple else None


def _cpp_name(record: RecordData) -> str:
    return f"{record.text('cppNamespace')}::{record.text('className')}"
