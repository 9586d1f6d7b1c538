"""A dialect as IRDL, which `mlir-opt --irdl-file` loads. IRDL says less than a .td file: what it
cannot say stands in a comment, and is allowed there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mlirlite.ods.attributes import builtin_type
from mlirlite.ods.data import RecordData
from mlirlite.ods.dialect import ODSDialect
from mlirlite.ods.generate import Given
from mlirlite.ods.predicates import expression

_BUILTIN = {
    **{f"{n}Type": f"!builtin.{n.lower()}" for n in ("Integer", "Index", "Tuple", "Function")},
    **{f"{n}Type": f"!builtin.{n.lower()}" for n in ("None", "Complex", "Vector")},
    "MemRefType": "!builtin.memref",
    "UnrankedMemRefType": "!builtin.unranked_memref",
    "RankedTensorType": "!builtin.tensor",
    "UnrankedTensorType": "!builtin.unranked_tensor",
}
_SEVERAL = {
    "TensorType": ("RankedTensorType", "UnrankedTensorType"),
    "BaseMemRefType": ("MemRefType", "UnrankedMemRefType"),
}
_ATTRIBUTES = {
    **{f"{n}Attr": f"#builtin.{n.lower()}" for n in ("Integer", "Float", "String", "Array")},
    **{f"{n}Attr": f"#builtin.{n.lower()}" for n in ("Unit", "Dictionary", "Type")},
    "BoolAttr": "#builtin.integer",
    "SymbolRefAttr": "#builtin.symbol_ref",
    "FlatSymbolRefAttr": "#builtin.symbol_ref",
}
_ISA = re.compile(r"\(*(?:::)?(?:llvm::)?isa<([^<>]*)>\(\$_self\)\)*")
_WIDTH = re.compile(r"\(*\$_self\.is(Signless|Signed|Unsigned)Integer\((\d+)\)\)*")
_FLOAT = re.compile(r"\(*\$_self\.is(B?F\d+)\(\)\)*")
_PREFIX = {"Signless": "i", "Signed": "si", "Unsigned": "ui"}


def irdl_text(given: Given) -> str:
    """The file: types, attributes and ops in the order of their names."""
    dialect = given.dialect
    said = _said(dialect)
    lines = [f"irdl.dialect @{_name(dialect.name)} {{"]
    for key in dialect.names():
        record, short = dialect.record_of(key), key.partition(".")[2]
        if key not in said:
            lines.append(f"  // {key}: not said here: IRDL has no place for such a name")
        elif key[0] in "!#":
            lines += _parametric("type" if key[0] == "!" else "attribute", short, record)
        else:
            lines += _Operation(dialect, record, said).lines(short)
    return "\n".join([*lines, "}"]) + "\n"


def _said(dialect: ODSDialect) -> set[str]:
    """The names that IRDL has a place for: in small letters without dots, each one once."""
    found: dict[str, str] = {}
    for key in dialect.names():
        short = key.partition(".")[2]
        if re.fullmatch(r"[a-z][a-z0-9_]*", short) and (short not in found or key[0] not in "!#"):
            found[short] = key
    return set(found.values())


def _name(text: str) -> str:
    """A symbol's name, in quotes if need be."""
    return text if re.fullmatch(r"[A-Za-z_][\w$.]*", text) else f'"{text}"'


def _word(name: str, number: int) -> str:
    """A field's name as IRDL wants it: in small letters."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower() or f"field{number}"


def _parametric(kind: str, name: str, record: RecordData) -> Iterator[str]:
    """A type or an attribute, whose parameters may be anything."""
    names = [_word(own, n) for n, (_, own) in enumerate(record.dag("parameters"))]
    yield f"  irdl.{kind} @{_name(name)} {{"
    if names:
        yield from (f"    %{n} = irdl.any" for n in range(len(names)))
        values = ", ".join(f"{own}: %{n}" for n, own in enumerate(names))
        yield f"    irdl.parameters({values})"
    yield "  }"


class _Operation:
    """Writes an op; each constraint is a value."""

    def __init__(self, dialect: ODSDialect, record: RecordData, said: set[str]) -> None:
        self.dialect = dialect
        self.said = said
        self.record = record
        self.body: list[str] = []
        self.unsaid: list[str] = []

    def lines(self, name: str) -> Iterator[str]:
        """All lines of the op."""
        operands, attributes = [], []
        for number, (value, own) in enumerate(self.record.dag("arguments")):
            constraint = _stated(value)
            if constraint.is_a("TypeConstraint"):
                operands.append(self._value(constraint, _word(own, number)))
            elif constraint.is_a("Property", "PropConstraint") or _optional(constraint):
                self.unsaid.append(f"'{own}', which may be left out")
            else:
                attributes.append(f'"{own}" = {self._attribute(constraint)}')
        results = [
            self._value(_stated(value), _word(own or f"result{number}", number))
            for number, (value, own) in enumerate(self.record.dag("results"))
        ]
        regions = []
        for number, (value, own) in enumerate(self.record.dag("regions")):
            if value.is_a("VariadicRegion"):
                self.unsaid.append(f"regions '{own}', of any number")
            else:
                regions.append(f"{_word(own, number)}: {self._add('irdl.region')}")
        for word, values in (("operands", operands), ("results", results), ("regions", regions)):
            if values:
                self.body.append(f"irdl.{word}({', '.join(values)})")
        if attributes:
            self.body.append(f"irdl.attributes {{ {', '.join(attributes)} }}")
        if self.record.dag("successors"):
            self.unsaid.append("successors")
        yield from (f"  // {name}: not said here: {text}" for text in self.unsaid)
        yield f"  irdl.operation @{_name(name)} {{"
        yield from (f"    {line}" for line in self.body)
        yield "  }"

    def _add(self, text: str) -> str:
        number = sum(line.startswith("%") for line in self.body)
        self.body.append(f"%{number} = {text}")
        return f"%{number}"

    def _any_of(self, texts: list[str], word: str = "any_of") -> str:
        values = [self._add(text) for text in texts]
        return values[0] if len(values) == 1 else self._add(f"irdl.{word}({', '.join(values)})")

    def _value(self, record: RecordData, name: str) -> str:
        """`x: variadic %0` of an operand or a result."""
        word = ""
        while record.is_a("Variadic", "Optional", "VariadicOfVariadic"):
            word = "optional " if record.is_a("Optional") else "variadic "
            record = record["baseType"]
        exact = builtin_type(record, self.dialect.predicates.classes)
        if exact is not None and exact.name.partition(".")[0] == self.dialect.name:
            bases = self._base(exact.__class__.__name__)
            own = f"irdl.base {bases[0]}" if bases else "irdl.any"
            return f"{name}: {word}{self._add(own)}"
        if exact is not None:
            return f"{name}: {word}{self._add(f'irdl.is {exact}')}"
        if word == "variadic ":  # a constraint stands for one type wherever it is used
            self.unsaid.append(f"'{name}' may have several types")
        found = self._predicate(record["predicate"])
        if found is None:
            self.unsaid.append(f"'{name}' is {record.text('summary') or record.name}")
        return f"{name}: {word}{found or self._add('irdl.any')}"

    def _predicate(self, predicate: RecordData | None) -> str | None:
        """The value of a predicate; None if IRDL has nothing for it."""
        if predicate is None:
            return None
        if not predicate.is_a("CombinedPred"):
            return self._leaf(predicate.text("predExpr"))
        kind = predicate["kind"].name.removeprefix("PredCombiner")
        if kind not in ("And", "Or"):
            return self._leaf(expression(predicate))
        before = len(self.body)
        values = [self._predicate(child) for child in predicate.items("children")]
        known = [value for value in values if value is not None]
        if not known or (kind == "Or" and len(known) < len(values)):
            del self.body[before:]
            return None
        if len(known) < len(values):
            self.unsaid.append("what more is asked of a type: " + _short(expression(predicate)))
        word = "all_of" if kind == "And" else "any_of"
        return known[0] if len(known) == 1 else self._add(f"irdl.{word}({', '.join(known)})")

    def _leaf(self, text: str) -> str | None:
        text = "".join(text.split())
        if text in ("true", "(true)"):
            return self._add("irdl.any")
        if found := _WIDTH.fullmatch(text):
            return self._add(f"irdl.is {_PREFIX[found[1]]}{found[2]}")
        if found := _FLOAT.fullmatch(text):
            return self._add(f"irdl.is {found[1].lower()}")
        if found := _ISA.fullmatch(text):
            bases = [self._base(name) for name in found[1].split(",")]
            if all(bases):
                return self._any_of([f"irdl.base {one}" for base in bases for one in base])
        return None

    def _base(self, cpp: str) -> list[str]:
        """What `irdl.base` is given for a C++ class; nothing if it is not known."""
        cls: Any = self.dialect.class_named(cpp)
        name: str = getattr(cls, "name", "") or ""
        own, _, short = name.partition(".")
        if own == self.dialect.name:
            is_said = {f"!{name}", f"#{name}"} & self.said
            return [f"@{_name(own)}::@{_name(short)}"] if is_said else []
        cpp = cpp.rpartition("::")[2]
        return [f'"{_BUILTIN[n]}"' for n in _SEVERAL.get(cpp, (cpp,)) if n in _BUILTIN]

    def _attribute(self, record: RecordData) -> str:
        while record.is_a("ConfinedAttr") and record["baseAttr"] is not None:
            record = record["baseAttr"]
        storage = record.text("storageType").strip().rpartition("::")[2]
        if storage in _ATTRIBUTES:
            return self._add(f'irdl.base "{_ATTRIBUTES[storage]}"')
        own = self._base(record.text("storageType"))
        return self._add(f"irdl.base {own[0]}" if own else "irdl.any")


def _short(text: str) -> str:
    found = " ".join(text.split())
    return found if len(found) < 60 else f"{found[:57]}..."


def _stated(value: RecordData) -> RecordData:
    while value.is_a("OpVariable"):
        value = value["constraint"]
    return value


def _optional(record: RecordData) -> bool:
    return (
        record.is_a("OptionalAttr", "DefaultValuedAttr")
        or bool(record.fields.get("isOptional"))
        or bool(record.text("defaultValue"))
    )
