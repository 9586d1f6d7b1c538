"""AttributePrinter: the texts of types, attributes, affine maps and locations, and what their
`print` hooks write to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, OpaqueAttr, OpaqueType, Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    DistinctAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    DenseStringElementsAttr,
    ElementsAttr,
    SparseElementsAttr,
)
from mlirlite.ir.locations import (
    CallSiteLoc,
    FileLineColRange,
    FusedLoc,
    Location,
    NameLoc,
    UnknownLoc,
)
from mlirlite.ir.types import (
    DYNAMIC,
    F64,
    I1,
    I64,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    RankedTensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from mlirlite.printer.aliases import Aliases, Deferred
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.literals import (
    dense_body,
    float_text,
    is_hex,
    keyword_or_string,
    nested,
    number_texts,
    quoted,
    symbol,
)
from mlirlite.printer.resources import Resources

ELIDED = "dense_resource<__elided__>"
_DEEP = 60
"""Levels of nested attributes that recursion handles; deeper ones are prepared from the inside
out."""


class AttributePrinter:
    """Collects text. `text` appends a piece; the other methods append the text of a thing. Texts of
    types and attributes are remembered, since few distinct ones occur."""

    def __init__(self, flags: PrintingFlags | None = None) -> None:
        self.flags = flags if flags is not None else PrintingFlags()
        self.resources = Resources()
        self._out: list[Any] = []
        self.text: Callable[[str], None] = self._out.append
        """Append a piece of text."""
        self._texts: dict[Attribute, str] = {}
        self._bodies: dict[Attribute, str] = {}
        self._aliases: Aliases | None = None
        self._capturing = 0
        self._depth = 0
        self._late: list[tuple[Callable[[Any], str], Any]] | None = None
        """Not None while visits are put off until the regions of the current op are printed."""
        self._deferred = False
        """True when a piece waits for the aliases."""
        self._distinct: dict[Attribute, int] = {}

    # What hooks call

    def type(self, type: Type) -> None:
        """Append a type."""
        found = self._texts.get(type)
        if found is not None:
            self.text(found)
        else:
            self._emit(self.attribute_text, type)

    def attribute(self, attribute: Attribute) -> None:
        """Append an attribute with its type: `1 : i64`."""
        found = self._texts.get(attribute)
        if found is not None:
            self.text(found)
        else:
            self._emit(self.attribute_text, attribute)

    def attribute_without_type(self, attribute: Attribute) -> None:
        """Append an attribute and leave out its type: `1`."""
        self._emit(self.untyped_text, attribute)

    def stripped(self, attribute: Attribute) -> None:
        """Append a dialect's attribute or type without `#dialect.name`, where the reader knows
        which one to expect; a dense array as `[1, 2]`."""
        self._emit(self.stripped_text, attribute)

    def types(self, types: Iterable[Type]) -> None:
        """Append types, separated by commas."""
        separate = False
        for type in types:
            if separate:
                self.text(", ")
            self.type(type)
            separate = True

    def arrow_types(self, types: Sequence[Type]) -> None:
        """Append ` -> t` or ` -> (t, u)`; nothing when there are none."""
        if types:
            self.text(" -> ")
            self._emit(self._results_text, types)

    def keyword_or_string(self, text: str) -> None:
        """Append a keyword, quoted when it is none."""
        self.text(keyword_or_string(text))

    def symbol_name(self, name: str) -> None:
        """Append `@name`."""
        self.text(symbol(name))

    def string(self, text: str) -> None:
        """Append a string literal."""
        self.text(quoted(text))

    def float(self, value: float, type: FloatType) -> None:
        """Append a float as it stands in an attribute, without type."""
        self.text(float_text(value, type.format))

    def dimension_list(self, shape: Sequence[int]) -> None:
        """Append `2x?`."""
        self.text(dimensions(shape, "")[:-1] if shape else "")

    def affine_map(self, map: AffineMap) -> None:
        """Append `(d0) -> (d0)`."""
        self.text(str(map))

    def location(self, location: Location) -> None:
        """Append `loc(…)`."""
        self._emit(self.location_text, location)

    # Texts

    def attribute_text(self, attribute: Attribute) -> str:
        """The text of an attribute or type, its alias when it has one."""
        found = self._texts.get(attribute)
        return found if found is not None else self._render(attribute)

    def full_text(self, attribute: Attribute) -> str:
        """The text of an attribute or type, never its own alias."""
        write = _WRITERS.get(type(attribute))
        return write(self, attribute) if write is not None else self._dialect_text(attribute)

    def element_text(self, attribute: Attribute) -> str:
        """The text inside an array or a memref: `i64` and `f64` go without saying."""
        kind = type(attribute)
        if kind is IntegerAttr:
            if attribute.type is I64:  # type: ignore[attr-defined]
                return str(attribute.value)  # type: ignore[attr-defined]
        elif kind is FloatAttr and attribute.type is F64:  # type: ignore[attr-defined]
            text = float_text(attribute.value, F64.format)  # type: ignore[attr-defined]
            if not is_hex(text):
                return text
        return self.attribute_text(attribute)

    def untyped_text(self, attribute: Attribute) -> str:
        """The text without the type."""
        match attribute:
            case IntegerAttr(value=value):
                return self.attribute_text(attribute) if attribute.type is I1 else str(value)
            case FloatAttr():
                return float_text(attribute.value, attribute.type.format)
            case StringAttr():
                return quoted(attribute.value)
            case DenseElementsAttr():
                return self._dense_head(attribute)
            case OpaqueAttr():
                return dialect_symbol("#", attribute.dialect, attribute.body)
        return self.attribute_text(attribute)

    def stripped_text(self, attribute: Attribute) -> str:
        """The text without `#dialect.name`."""
        if isinstance(attribute, DenseArrayAttr):
            return f"[{', '.join(number_texts(attribute.value, attribute.element_type))}]"
        if not attribute.name:
            return self.attribute_text(attribute)
        aliases = self._aliases
        if aliases is not None:
            text = self.attribute_text(attribute)  # visits it
            if aliases.names is not None and attribute in aliases.names:
                return text
        return self._body(attribute) or self.attribute_text(attribute)

    def location_text(self, location: Location) -> str:
        """`loc(…)` with aliases, or the pretty form."""
        if self.flags.pretty_debuginfo:
            return self._location_body(location)
        if self._aliases is not None:
            text = self.attribute_text(location)
            if text.startswith("#"):
                return f"loc({text})"
        return f"loc({self._location_body(location)})"

    # Remembering, and aliases

    def _emit(self, render: Callable[[Any], str], subject: Any) -> None:
        """Append a text that may depend on aliases."""
        aliases = self._aliases
        if aliases is None or self._capturing:
            self.text(render(subject))
        elif self._late is not None:
            self._late.append((render, subject))
            self._deferred = True
            self._out.append(Deferred(render, subject))
        else:
            met = aliases.open[0]
            met.clear()
            text = render(subject)
            if met:
                self._deferred = True
            self._out.append(Deferred(render, subject) if met else text)

    def _visit(self, subject: Any, render: Callable[[Any], str] | None = None) -> None:
        """Meet an attribute for its aliases, before or without printing it."""
        if self._aliases is not None:
            self._aliases.open[0].clear()
            (render or self.attribute_text)(subject)

    def _render(self, attribute: Attribute) -> str:
        aliases = self._aliases
        if self._depth > _DEEP:
            self._prepare(attribute)
        self._depth += 1
        try:
            if aliases is None:
                text = self.full_text(attribute)
            elif aliases.names is not None:
                name = aliases.names.get(attribute)
                text = name if name is not None else self.full_text(attribute)
            elif aliases.meet(attribute):
                return ""
            else:
                children: list[Any] = []
                aliases.open.append(children)
                try:
                    text = self.full_text(attribute)
                finally:
                    aliases.open.pop()
                if aliases.close(attribute, children):
                    return ""
        finally:
            self._depth -= 1
        if not isinstance(attribute, ElementsAttr):
            self._texts[attribute] = text
        return text

    def _prepare(self, attribute: Attribute) -> None:
        """Make the texts of what is inside first, so that no recursion goes deep."""
        known = self._texts
        met = self._aliases.entries if self._aliases is not None else {}
        self._depth, depth = 0, self._depth
        stack = [attribute]
        while stack:
            top = stack[-1]
            todo = [c for c in _inner(top) if c not in known and c not in met]
            if todo and len(stack) < 1_000_000:
                stack += reversed(todo)
                continue
            stack.pop()
            if top is not attribute and top not in known and top not in met:
                self._render(top)
        self._depth = depth

    def captured(self, write: Callable[[], Any]) -> str:
        """What a function appends, as a text of its own."""
        out, text = self._out, self.text
        self._out = []
        self.text = self._out.append
        self._capturing += 1
        try:
            write()
            return "".join(self._out)
        finally:
            self._capturing -= 1
            self._out, self.text = out, text

    # Dialects' own

    def _body(self, attribute: Attribute) -> str:
        """What follows the mnemonic; "" when the class has no syntax of its own."""
        found = self._bodies.get(attribute)
        if found is None:
            write = attribute_writer(type(attribute))
            found = self.captured(lambda: write(attribute, self)) if write is not None else ""
            if self._aliases is None or self._aliases.names is not None:
                self._bodies[attribute] = found
        return found

    def _dialect_text(self, attribute: Attribute) -> str:
        sigil = "!" if isinstance(attribute, Type) else "#"
        dialect, _, mnemonic = type(attribute).name.partition(".")
        if not dialect:
            raise TypeError(f"{type(attribute).__name__} has no name and no text")
        body = self._body(attribute)
        between = " " if body and (body[0].isalnum() or body[0] in "_") else ""
        return dialect_symbol(sigil, dialect, mnemonic + between + body)

    # Builtin attributes

    def _typed(self, text: str, type: Type | None) -> str:
        if type is None or isinstance(type, NoneType):
            return text
        return f"{text} : {self.attribute_text(type)}"

    def _entries_text(self, entries: Iterable[tuple[str, Attribute]]) -> str:
        parts = []
        for name, value in entries:
            name = keyword_or_string(name)
            parts.append(
                name if type(value) is UnitAttr else f"{name} = {self.attribute_text(value)}"
            )
        return ", ".join(parts)

    def _dictionary(self, a: DictionaryAttr) -> str:
        return f"{{{self._entries_text(a.entries)}}}"

    def _array(self, a: ArrayAttr) -> str:
        return f"[{', '.join(map(self.element_text, a.value))}]"

    def _integer(self, a: IntegerAttr) -> str:
        if a.type is I1:
            return "true" if a.value else "false"
        return f"{a.value} : {self.attribute_text(a.type)}"

    def _float(self, a: FloatAttr) -> str:
        return f"{float_text(a.value, a.type.format)} : {self.attribute_text(a.type)}"

    def _dense_array(self, a: DenseArrayAttr) -> str:
        head = f"array<{self.attribute_text(a.element_type)}"
        return (
            f"{head}: {', '.join(number_texts(a.value, a.element_type))}>"
            if a.value
            else f"{head}>"
        )

    def _distinct_attr(self, a: DistinctAttr) -> str:
        number = self._distinct.get(a)
        aliases = self._aliases
        if number is None and (aliases is None or aliases.names is not None):
            number = self._distinct[a] = len(self._distinct)
        unit = isinstance(a.referenced, UnitAttr)
        return f"distinct[{number}]<{'' if unit else self.attribute_text(a.referenced)}>"

    # Elements

    def _elided(self, count: int) -> bool:
        limit = self.flags.elide_elements_larger
        return limit is not None and limit < count

    def _dense_head(self, a: DenseElementsAttr) -> str:
        if not a.is_splat and self._elided(a.type.num_elements):
            return ELIDED
        return f"dense<{dense_body(a, self.flags.hex_elements_larger)}>"

    def _dense(self, a: DenseElementsAttr) -> str:
        return self._typed(self._dense_head(a), a.type)

    def _dense_string(self, a: DenseStringElementsAttr) -> str:
        if not a.is_splat and self._elided(a.type.num_elements):
            return self._typed(ELIDED, a.type)
        texts = list(map(quoted, a.value))
        body = texts[0] if a.is_splat else nested(texts, a.type.shape) if texts else ""
        return self._typed(f"dense<{body}>", a.type)

    def _sparse(self, a: SparseElementsAttr) -> str:
        for part in (a.indices, a.values):
            if not part.is_splat and self._elided(part.type.num_elements):
                return self._typed(ELIDED, a.type)
        body = ""
        if a.indices.type.num_elements:
            values = dense_body(a.values, self.flags.hex_elements_larger)
            body = f"{dense_body(a.indices, None)}, {values}"
        return self._typed(f"sparse<{body}>", a.type)

    def _resource(self, a: DenseResourceAttr) -> str:
        key = self.resources.use(a.resource)
        return self._typed(f"dense_resource<{keyword_or_string(key)}>", a.type)

    # Locations

    def _location(self, location: Location) -> str:
        if self.flags.pretty_debuginfo:
            return self._location_body(location)
        return f"loc({self._location_body(location)})"

    def _inner_location(self, location: Location) -> str:
        if self._aliases is not None:
            text = self.attribute_text(location)
            if text.startswith("#"):
                return text
        return self._location_body(location)

    def _location_body(self, location: Location) -> str:
        pretty = self.flags.pretty_debuginfo
        match location:
            case UnknownLoc():
                return "[unknown]" if pretty else "unknown"
            case FileLineColRange():
                text = location.file if pretty else quoted(location.file)
                text += f":{location.line}:{location.column}"
                if location.is_point:
                    return text
                end = "" if location.line == location.end_line else location.end_line
                return f"{text} to {end}:{location.end_column}"
            case NameLoc():
                text = quoted(location.value)
                if isinstance(location.child, UnknownLoc):
                    return text
                return f"{text}({self._inner_location(location.child)})"
            case CallSiteLoc():
                callee = self._inner_location(location.callee)
                caller = self._inner_location(location.caller)
                if not pretty:
                    return f"callsite({callee} at {caller})"
                near = isinstance(location.callee, NameLoc)
                near = near and isinstance(location.caller, FileLineColRange)
                return f"{callee}{'' if near else chr(10)} at {caller}"
            case FusedLoc():
                text = "" if pretty else "fused"
                if location.metadata is not None:
                    text += f"<{self.attribute_text(location.metadata)}>"
                return f"{text}[{', '.join(map(self._inner_location, location.locations))}]"
        return self._dialect_text(location)

    # Types

    def _results_text(self, types: Sequence[Type]) -> str:
        """`t` or `(t, u)`."""
        if len(types) == 1 and not isinstance(types[0], FunctionType):
            return self.attribute_text(types[0])
        return f"({', '.join(map(self.attribute_text, types))})"

    def signature_text(self, signature: tuple[Sequence[Type], Sequence[Type]]) -> str:
        """`(t, u) -> v`."""
        inputs, results = signature
        return f"({', '.join(map(self.attribute_text, inputs))}) -> {self._results_text(results)}"

    def _function(self, t: FunctionType) -> str:
        return self.signature_text((t.inputs, t.results))

    def _vector(self, t: VectorType) -> str:
        if t.scalable_dims:
            dims = "".join(
                f"[{size}]x" if scalable else f"{size}x"
                for size, scalable in zip(t.shape, t.scalable_dims, strict=True)
            )
        else:
            dims = "".join([f"{size}x" for size in t.shape])
        return f"vector<{dims}{self.attribute_text(t.element_type)}>"

    def _tensor(self, t: RankedTensorType) -> str:
        text = f"tensor<{dimensions(t.shape)}{self.attribute_text(t.element_type)}"
        return f"{text}>" if t.encoding is None else f"{text}, {self.attribute_text(t.encoding)}>"

    def _memref(self, t: MemRefType | UnrankedMemRefType) -> str:
        dims = dimensions(t.shape) if isinstance(t, MemRefType) else "*x"
        text = f"memref<{dims}{self.attribute_text(t.element_type)}"
        if isinstance(t, MemRefType) and t.layout is not None:
            text += f", {self.element_text(t.layout)}"
        if t.memory_space is not None:
            text += f", {self.element_text(t.memory_space)}"
        return text + ">"


def dimensions(shape: Sequence[int], dynamic: str = "?") -> str:
    """`2x?x`."""
    return "".join(["?x" if size == DYNAMIC else f"{size}x" for size in shape])


def dialect_symbol(sigil: str, dialect: str, body: str) -> str:
    """`#dialect.body` when the body is simple enough to be read back so, else `#dialect<body>`."""
    if body[:1].isalpha() and body.isascii():
        end = 0
        while end < len(body) and (body[end].isalnum() or body[end] in "._"):
            end += 1
        if end == len(body) or (body[end] == "<" and body[-1] == ">"):
            return f"{sigil}{dialect}.{body}"
    return f"{sigil}{dialect}<{body}>"


def _number(value: int) -> str:
    return "?" if value == DYNAMIC else str(value)


def _strided(p: AttributePrinter, a: StridedLayoutAttr) -> str:
    text = f"strided<[{', '.join(map(_number, a.strides))}]"
    return f"{text}, offset: {_number(a.offset)}>" if a.offset else f"{text}>"


def _symbol_ref(p: AttributePrinter, a: SymbolRefAttr) -> str:
    return "::".join([symbol(a.root), *map(symbol, a.nested)])


def _integer_type(p: AttributePrinter, t: IntegerType) -> str:
    return f"{('i', 'si', 'ui')[t.signedness]}{t.width}"


_WRITERS: dict[type, Callable[[Any, Any], str]] = {
    UnitAttr: lambda p, a: "unit",
    IntegerAttr: AttributePrinter._integer,
    FloatAttr: AttributePrinter._float,
    StringAttr: lambda p, a: p._typed(quoted(a.value), a.type),
    ArrayAttr: AttributePrinter._array,
    DictionaryAttr: AttributePrinter._dictionary,
    SymbolRefAttr: _symbol_ref,
    DenseArrayAttr: AttributePrinter._dense_array,
    AffineMapAttr: lambda p, a: f"affine_map<{a.map}>",
    IntegerSetAttr: lambda p, a: f"affine_set<{a.set}>",
    StridedLayoutAttr: _strided,
    DistinctAttr: AttributePrinter._distinct_attr,
    DenseElementsAttr: AttributePrinter._dense,
    DenseStringElementsAttr: AttributePrinter._dense_string,
    SparseElementsAttr: AttributePrinter._sparse,
    DenseResourceAttr: AttributePrinter._resource,
    OpaqueAttr: lambda p, a: p._typed(dialect_symbol("#", a.dialect, a.body), a.type),
    UnknownLoc: AttributePrinter._location,
    FileLineColRange: AttributePrinter._location,
    NameLoc: AttributePrinter._location,
    CallSiteLoc: AttributePrinter._location,
    FusedLoc: AttributePrinter._location,
    IntegerType: _integer_type,
    IndexType: lambda p, t: "index",
    NoneType: lambda p, t: "none",
    FloatType: lambda p, t: t.keyword,
    ComplexType: lambda p, t: f"complex<{p.attribute_text(t.element_type)}>",
    TupleType: lambda p, t: f"tuple<{', '.join(map(p.attribute_text, t.types))}>",
    FunctionType: AttributePrinter._function,
    VectorType: AttributePrinter._vector,
    RankedTensorType: AttributePrinter._tensor,
    UnrankedTensorType: lambda p, t: f"tensor<*x{p.attribute_text(t.element_type)}>",
    MemRefType: AttributePrinter._memref,
    UnrankedMemRefType: AttributePrinter._memref,
    OpaqueType: lambda p, t: dialect_symbol("!", t.dialect, t.body),
}


def attribute_writer(cls: type[Attribute]) -> Callable[[Any, AttributePrinter], None] | None:
    """What prints an instance after its mnemonic: the class's `print`, its compiled
    `assembly_format`, or None."""
    found = _DIALECT_WRITERS.get(cls, False)
    if found is not False:
        return found
    writer: Callable[[Any, AttributePrinter], None] | None = None
    for base in cls.__mro__:
        if "print" in vars(base):
            writer = cls.print  # type: ignore[attr-defined]
            break
        if vars(base).get("assembly_format") is not None or base is EnumAttr:
            from mlirlite.printer.format_attributes import compile_attribute_printer

            writer = compile_attribute_printer(cls)
            break
    _DIALECT_WRITERS[cls] = writer
    return writer


_DIALECT_WRITERS: dict[type, Any] = {}


def _inner(attribute: Attribute) -> list[Attribute]:
    """The attributes and types among the parameters."""
    found: list[Attribute] = []
    for parameter in type(attribute).parameters:
        value = getattr(attribute, parameter)
        if isinstance(value, Attribute):
            found.append(value)
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Attribute):
                    found.append(item)
                elif isinstance(item, tuple):  # dictionary entries
                    found += (i for i in item if isinstance(i, Attribute))
    return found
