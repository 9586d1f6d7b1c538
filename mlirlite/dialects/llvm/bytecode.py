"""How llvm's debug information and hints for loops are encoded in bytecode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlirlite.bytecode.dialect_encoding import DialectEncoding, EntryReader, EntryWriter
from mlirlite.dialects.llvm import debug_info as di
from mlirlite.dialects.llvm.attributes import LoopAnnotationAttr
from mlirlite.dialects.llvm.dwarf import numbers, words
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import StringAttr

_FLAGS = {
    name: 1 << bit
    for bit, name in enumerate(
        [
            "-",
            "-",
            "FwdDecl",
            "AppleBlock",
            "ReservedBit4",
            "Virtual",
            "Artificial",
            "Explicit",
            "Prototyped",
            "ObjcClassComplete",
            "ObjectPointer",
            "Vector",
            "StaticMember",
            "LValueReference",
            "RValueReference",
            "ExportSymbols",
            "SingleInheritance",
            "-",
            "IntroducedVirtual",
            "BitField",
            "NoReturn",
            "-",
            "TypePassByValue",
            "TypePassByReference",
            "EnumClass",
            "Thunk",
            "NonTrivial",
            "BigEndian",
            "LittleEndian",
            "AllCallsDescribed",
        ]
    )
    if name != "-"
} | {"Private": 1, "Protected": 2, "Public": 3}
_SUBPROGRAM_FLAGS = {
    name: 1 << bit
    for bit, name in enumerate(
        [
            "Virtual",
            "PureVirtual",
            "LocalToUnit",
            "Definition",
            "Optimized",
            "Pure",
            "Elemental",
            "Recursive",
            "MainSubprogram",
            "Deleted",
            "-",
            "ObjCDirect",
        ]
    )
    if name != "-"
}
_CONVERT = "DW_OP_LLVM_convert"
"""Its second number is an encoding of a type."""


class DIExpressionElemAttr(Attribute, name="llvm.di_expression_elem"):
    """A step of an expression, which is an attribute of its own in bytecode only."""

    opcode: int
    arguments: tuple[int, ...] = ()


_FORMS: tuple[tuple[type[Attribute], str], ...] = (
    (di.DIBasicTypeAttr, "tag:DW_TAG_ name:text sizeInBits:int encoding:DW_ATE_"),
    (
        di.DICompileUnitAttr,
        "id:attr sourceLanguage:DW_LANG_ file:attr producer:opt isOptimized:bool "
        "emissionKind:EMISSION nameTableKind:NAME_TABLE",
    ),
    (
        di.DICompositeTypeAttr,
        "recId:opt isRecSelf:bool tag:DW_TAG_ name:opt file:opt line:int scope:opt baseType:opt "
        "flags:FLAGS sizeInBits:int alignInBits:int dataLocation:opt rank:opt allocated:opt "
        "associated:opt elements:list",
    ),
    (
        di.DIDerivedTypeAttr,
        "tag:DW_TAG_ name:opt baseType:opt sizeInBits:int alignInBits:int offsetInBits:int "
        "dwarfAddressSpace:optint extraData:opt",
    ),
    (DIExpressionElemAttr, "opcode:int arguments:numbers"),
    (di.DIExpressionAttr, "operations:steps"),
    (di.DIFileAttr, "file:str directory:str"),
    (
        di.DIGlobalVariableAttr,
        "scope:opt name:opt linkageName:opt file:attr line:int type:attr isLocalToUnit:bool "
        "isDefined:bool alignInBits:int",
    ),
    (di.DIGlobalVariableExpressionAttr, "var:attr expr:opt"),
    (
        di.DIImportedEntityAttr,
        "tag:DW_TAG_ scope:attr entity:attr file:opt line:int name:opt elements:list",
    ),
    (di.DILabelAttr, "scope:attr name:opt file:opt line:int"),
    (di.DILexicalBlockAttr, "scope:attr file:opt line:int column:int"),
    (di.DILexicalBlockFileAttr, "scope:attr file:opt discriminator:int"),
    (
        di.DILocalVariableAttr,
        "scope:attr name:opt file:opt line:int arg:int alignInBits:int type:opt flags:FLAGS",
    ),
    (di.DINamespaceAttr, "name:opt scope:opt exportSymbols:bool"),
    (
        di.DISubprogramAttr,
        "recId:opt isRecSelf:bool id:opt compileUnit:opt scope:opt name:opt linkageName:opt "
        "file:opt line:int scopeLine:int subprogramFlags:SUBPROGRAM type:opt retainedNodes:list "
        "annotations:list",
    ),
    (di.DISubrangeAttr, "count:opt lowerBound:opt upperBound:opt stride:opt"),
    (di.DISubroutineTypeAttr, "callingConvention:DW_CC_ types:list"),
    (
        LoopAnnotationAttr,
        "disableNonforced:opt vectorize:opt interleave:opt unroll:opt unrollAndJam:opt licm:opt "
        "distribute:opt pipeline:opt peeled:opt unswitch:opt mustProgress:opt isVectorized:opt "
        "startLoc:opt endLoc:opt parallelAccesses:list",
    ),
)
"""What an attribute of each code has, in order: names, and how values are encoded."""


def _parameters(cls: type[Attribute], form: str) -> list[tuple[str, str]]:
    found = []
    for field in form.split():
        name, _, kind = field.partition(":")
        found.append((name if name in cls.parameters else name + "_", kind))
    return found


_FIELDS = [(cls, _parameters(cls, form)) for cls, form in _FORMS]
_CODES = {cls: code for code, (cls, _) in enumerate(_FORMS)}
_CASES = {"EMISSION": di.EMISSION.cases, "NAME_TABLE": di.NAME_TABLE.cases}
_BITS = {"FLAGS": _FLAGS, "SUBPROGRAM": _SUBPROGRAM_FLAGS}


def _flag_number(text: str, known: Mapping[str, int]) -> int | None:
    number = 0
    for word in filter(None, text.split("|")):
        if word not in known:
            return None
        number |= known[word]
    return number


def _flag_words(entry: EntryReader, number: int, known: Mapping[str, int]) -> str:
    found = []
    for word, bits in sorted(known.items(), key=lambda k: -k[1].bit_count()):
        if number & bits == bits:
            found.append((bits, word))
            number &= ~bits
    if number:
        entry.fail(f"expected flags of debug information, found bits {number:#x}")
    return "|".join(word for _, word in sorted(found))


def _number(value: Any, kind: str) -> int | None:
    """The integer that stands for a word; None when it is not known."""
    if kind in _CASES:
        return _CASES[kind].index(value)
    if kind in _BITS:
        return _flag_number(value, _BITS[kind])
    return 0 if value == "" else numbers(kind).get(value)


def _word(entry: EntryReader, number: int, kind: str) -> str:
    if kind in _CASES:
        if number >= len(_CASES[kind]):
            entry.fail(f"expected a number below {len(_CASES[kind])}, found {number}")
        return _CASES[kind][number]
    if kind in _BITS:
        return _flag_words(entry, number, _BITS[kind])
    if not number:
        return ""
    found = words(kind).get(number)
    if found is None:
        entry.fail(f"there is no {kind}… of number {number:#x}")
    return found


def _step(word: str, given: tuple[int | str, ...]) -> DIExpressionElemAttr | None:
    values = [numbers("DW_ATE_").get(v) if isinstance(v, str) else v for v in given]
    code = numbers("DW_OP_").get(word)
    known = [v for v in values if v is not None]
    if code is None or len(known) < len(values):
        return None
    found: DIExpressionElemAttr = DIExpressionElemAttr(code, tuple(known))
    return found


class LLVMEncoding(DialectEncoding):
    """The encoding of llvm: a code, and the parameters in upstream's order."""

    def read_attribute(self, entry: EntryReader) -> Attribute:
        code = entry.varint()
        if code >= len(_FIELDS):
            entry.fail(f"llvm has no attribute of code {code}")
        cls, fields = _FIELDS[code]
        values: dict[str, Any] = {}
        for name, kind in fields:
            value = self._read(entry, kind)
            if value is not None:
                values[name] = value
        found: Attribute = cls(**values)
        return found

    def _read(self, entry: EntryReader, kind: str) -> Any:
        match kind:
            case "attr":
                return entry.attribute()
            case "opt":
                return entry.optional_attribute()
            case "int":
                return entry.varint()
            case "bool":
                return entry.flag()
            case "str":
                return entry.string()
            case "text":
                return StringAttr(entry.string())
            case "optint":
                number, is_given = entry.with_flag()
                return number if is_given else None
            case "list":
                return self._list(entry)
            case "numbers":
                return tuple(entry.list_of("numbers", entry.varint)) if entry.flag() else ()
            case "steps":
                return tuple(self._operation(entry, step) for step in self._list(entry))
        return _word(entry, entry.varint(), kind)

    def _list(self, entry: EntryReader) -> tuple[Attribute, ...]:
        """Attributes; upstream allows that one is missing, which stands for no type."""
        found = entry.list_of("parts", entry.optional_attribute) if entry.flag() else ()
        return tuple(di.DINullTypeAttr() if part is None else part for part in found)

    def _operation(self, entry: EntryReader, step: Any) -> tuple[str, tuple[int | str, ...]]:
        if not isinstance(step, DIExpressionElemAttr):
            entry.fail("expected a step of an expression")
        word = _word(entry, step.opcode, "DW_OP_")
        given: list[int | str] = list(step.arguments)
        if word == _CONVERT and len(given) == 2:
            given[1] = _word(entry, step.arguments[1], "DW_ATE_")
        return word, tuple(given)

    def write_attribute(self, attribute: Attribute, entry: EntryWriter) -> bool:
        code = _CODES.get(type(attribute))
        if code is None:
            return False
        fields = _FIELDS[code][1]
        written = {name for name, _ in fields}
        if any(getattr(attribute, p) for p in type(attribute).parameters if p not in written):
            return False  # upstream's encoding would lose it
        values: list[tuple[Any, str]] = []
        for name, kind in fields:
            value = getattr(attribute, name)
            if kind == "steps":
                value = [_step(word, given) for word, given in value]
                if None in value:
                    return False
            elif kind.isupper() or kind.startswith("DW_"):
                value, kind = _number(value, kind), "int"
                if value is None:
                    return False
            values.append((value, kind))
        entry.varint(code)
        for value, kind in values:
            self._write(entry, value, kind)
        return True

    def _write(self, entry: EntryWriter, value: Any, kind: str) -> None:
        match kind:
            case "attr":
                entry.attribute(value)
            case "opt":
                entry.optional_attribute(value)
            case "int":
                entry.varint(value)
            case "bool":
                entry.byte(value)
            case "str":
                entry.string(value)
            case "text":
                entry.string(value.value)
            case "optint":
                entry.varint(0 if value is None else value << 1 | 1)
            case _:  # list, numbers, steps
                entry.byte(bool(value))
                if value:
                    entry.varint(len(value))
                    for one in value:
                        if kind == "numbers":
                            entry.varint(one)
                        else:
                            entry.optional_attribute(one)


ENCODING = LLVMEncoding()
