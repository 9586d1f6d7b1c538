"""AttributePrinter: what hooks of types and attributes write to, and the cached texts of types and
attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DenseArrayAttr, EnumAttr
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    DenseStringElementsAttr,
    SparseElementsAttr,
)
from mlirlite.ir.locations import Location
from mlirlite.ir.parts import parts
from mlirlite.ir.types import FloatType
from mlirlite.printer.aliases import Aliases, Deferred, LongText
from mlirlite.printer.builtin_texts import (
    WRITERS,
    dialect_symbol,
    dimensions,
    is_elided,
    results_text,
    signature_text,
    untyped_text,
)
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.literals import (
    float_text,
    hex_string,
    is_hex_string,
    keyword_or_string,
    number_texts,
    quoted,
    symbol,
)
from mlirlite.printer.locations import trailing_text
from mlirlite.printer.resources import Resources
from mlirlite.support.diagnostics import DiagnosticError

Render = Callable[[Any], str]

_DEEP = 25
"""Levels of nested attributes that recursion handles; deeper ones are prepared from the inside
out."""
_LONG = 1000
_LARGE, _LARGEST = 1 << 20, 1 << 27
"""The longest text that may be part of others often, and the longest text that is made of such
parts."""
_FORGOTTEN = frozenset(
    (DenseElementsAttr, DenseStringElementsAttr, SparseElementsAttr, DenseResourceAttr)
)
"""Classes whose texts are not cached: they are long, and instances are compared by content."""


class AttributePrinter:
    """Collects text. `text` appends a piece; the other methods append the text of their
    argument."""

    def __init__(self, flags: PrintingFlags | None = None) -> None:
        self.flags = flags if flags is not None else PrintingFlags()
        self.resources = Resources()
        self._out: list[Any] = []
        self.text: Callable[[str], None] = self._out.append
        """Append a text as it is."""
        """Append a piece of text."""
        self._texts: dict[Attribute, str] = {}
        self._sizes: dict[Attribute, int] = {}
        """The total length of the large texts."""
        self._stripped: dict[Attribute, str] = {}
        self._files: dict[str, str] = {}
        self._distinct: dict[Attribute, int] = {}
        self._aliases: Aliases | None = None
        self._deferred = False
        """True when a piece is not a plain string: it waits for the aliases, or is long."""
        self._capturing = 0
        self._open: list[Attribute] = []
        """The attributes whose texts are being made, from the outside in."""
        self._bodies: set[Attribute] = set()
        """Mutable types whose bodies are being printed."""
        self._late: list[tuple[Render, Any]] | None = None
        """Not None while visits are deferred until the regions of the current op are printed."""
        self._unvisited = False
        """True while attributes are printed for which no alias is made."""

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
        elif type(attribute) is DenseElementsAttr and self._is_long(attribute):
            self._long_elements(attribute)
            self.text(" : ")
            self.type(attribute.type)
        else:
            self._emit(self.attribute_text, attribute)

    def attribute_without_type(self, attribute: Attribute) -> None:
        """Append an attribute and leave out its type: `1`."""
        if type(attribute) is DenseElementsAttr and self._is_long(attribute):
            self._long_elements(attribute)
        else:
            self._emit(self._untyped, attribute)

    def stripped(self, attribute: Attribute) -> None:
        """Append a dialect's attribute or type without `#dialect.name`, for a place where only one
        class can occur; a dense array as `[1, 2]`."""
        found = self._stripped.get(attribute)
        if found is not None:
            self.text(found)
        else:
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
            self._emit(self._results, types)

    def keyword_or_string(self, text: str) -> None:
        """Append a keyword, quoted if it is not a bare identifier."""
        self.text(keyword_or_string(text))

    def symbol_name(self, name: str) -> None:
        """Append `@name`."""
        self.text(symbol(name))

    def string(self, text: str) -> None:
        """Append a string literal."""
        self.text(quoted(text))

    def float(self, value: float, type: FloatType) -> None:
        """Append a float as in an attribute, without type."""
        self.text(float_text(value, type.format))

    def dimension_list(self, shape: Sequence[int]) -> None:
        """Append `2x?`."""
        self.text(dimensions(shape)[:-1])

    def affine_map(self, map: AffineMap) -> None:
        """Append `(d0) -> (d0)`."""
        self.text(str(map))

    def location(self, location: Location) -> None:
        """Append `loc(…)`."""
        self._emit(self._trailing, location)

    @contextmanager
    def body(self, mutable: Attribute) -> Iterator[bool]:
        """Enter the body of a mutable type. False inside itself, where only its name is printed."""
        if mutable in self._bodies:
            yield False
            return
        texts, stripped = self._texts, self._stripped
        self._texts, self._stripped = {}, {}  # texts made inside are not valid elsewhere
        self._bodies.add(mutable)
        try:
            yield True
        finally:
            self._bodies.discard(mutable)
            self._texts, self._stripped = texts, stripped

    def captured(self, write: Callable[[], Any]) -> str:
        """What a function appends, as a separate text."""
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

    # Texts

    def attribute_text(self, attribute: Attribute) -> str:
        """The text of an attribute or type, its alias when it has one."""
        found = self._texts.get(attribute)
        return found if found is not None else self._render(attribute)

    def full_text(self, attribute: Attribute) -> str:
        """The text of an attribute or type, never its own alias."""
        write = WRITERS.get(type(attribute))
        return write(self, attribute) if write is not None else self._dialect_text(attribute)

    def alias_text(self, attribute: Attribute) -> str:
        """The alias of an attribute, "" if it has none (or none is assigned yet)."""
        aliases = self._aliases
        if aliases is None:
            return ""
        if aliases.names is not None:
            return aliases.name(attribute)
        self.attribute_text(attribute)
        return ""

    def waits(self, attribute: Attribute) -> bool:
        """True when a text depends on aliases that are not assigned yet, so that it need not be
        made."""
        aliases = self._aliases
        return aliases is not None and aliases.names is None and attribute in aliases.entries

    def stripped_text(self, attribute: Attribute) -> str:
        """The text without `#dialect.name`."""
        if len(self._open) > _DEEP:
            self._prepare(attribute)
        if type(attribute) is DenseArrayAttr:
            values = number_texts(attribute.value, attribute.element_type)
            text = f"[{', '.join(values)}]"
        elif not attribute.name:
            return self.attribute_text(attribute)
        else:
            text = self.alias_text(attribute)
            if not text:
                self._open.append(attribute)
                text = self._body(attribute)
                self._open.pop()
            if not text:
                text = self.attribute_text(attribute)
            if self._aliases is not None and attribute not in self._texts:
                return text
        self._stripped[attribute] = text
        return text

    def quoted_file(self, name: str) -> str:
        """A file's name as a string literal."""
        found = self._files.get(name)
        if found is None:
            found = self._files[name] = quoted(name)
        return found

    def distinct_number(self, attribute: Attribute) -> int:
        """The number of a distinct attribute: they are counted in the order in which they are
        printed."""
        number = self._distinct.get(attribute)
        if number is None:
            number = len(self._distinct)
            aliases = self._aliases
            if aliases is None or aliases.names is not None:
                self._distinct[attribute] = number
        return number

    def _untyped(self, attribute: Attribute) -> str:
        return untyped_text(self, attribute)

    def _results(self, types: Sequence[Type]) -> str:
        return results_text(self, types)

    def _signature(self, signature: tuple[Sequence[Type], Sequence[Type]]) -> str:
        return signature_text(self, *signature)

    def _trailing(self, location: Location) -> str:
        return trailing_text(self, location)

    def _is_long(self, attribute: DenseElementsAttr) -> bool:
        if self._capturing or is_elided(self, attribute):
            return False
        return is_hex_string(attribute, self.flags.hex_elements_larger)

    def _long_elements(self, attribute: DenseElementsAttr) -> None:
        """Append `dense<"0x…">`; aliases do not matter for it."""
        self.text("dense<")
        self._deferred = True
        self._out.append(LongText(hex_string(attribute)))
        self.text(">")

    # Caching, and aliases

    def _emit(self, render: Render, subject: Any) -> None:
        """Append a text that may depend on aliases."""
        aliases = self._aliases
        if aliases is None or self._capturing:
            self.text(render(subject))
        elif self._unvisited:
            self._defer(render, subject)
        elif self._late is not None:
            self._late.append((render, subject))
            self._defer(render, subject)
        else:
            met = aliases.open[0]
            met.clear()
            text = render(subject)
            if met:
                self._defer(render, subject)
            else:
                self._out.append(text)

    def _defer(self, render: Render, subject: Any) -> None:
        """Append a text that is made when the aliases are known."""
        self._deferred = True
        self._out.append(Deferred(render, subject))

    def _visit(self, subject: Any, render: Render | None = None) -> None:
        """Visit an attribute for its aliases, before or without printing it."""
        if self._aliases is not None:
            self._aliases.open[0].clear()
            (render or self.attribute_text)(subject)

    def _render(self, attribute: Attribute) -> str:
        """Make a text and cache it, or (in the first pass) record that it depends on aliases."""
        if len(self._open) > _DEEP:
            self._prepare(attribute)
        if self._sizes:
            self._check_size(attribute)
        self._open.append(attribute)
        try:
            aliases = self._aliases
            if aliases is None:
                text = self.full_text(attribute)
            elif aliases.names is not None:
                text = aliases.name(attribute) or self.full_text(attribute)
            elif aliases.meet(attribute):
                return ""
            else:
                children = aliases.begin(attribute)
                try:
                    text = self.full_text(attribute)
                finally:
                    aliases.open.pop()
                if aliases.close(attribute, children):
                    return ""
        finally:
            self._open.pop()
        if type(attribute) not in _FORGOTTEN:
            self._texts[attribute] = text
            if len(text) > _LARGE:
                self._sizes[attribute] = len(text)
                if self._open:
                    self._check_size(self._open[-1])
        return text

    def _check_size(self, attribute: Attribute) -> None:
        """DiagnosticError before a text of too many large ones: attributes that contain others
        twice, through aliases, are short to write but exceed any memory when printed."""
        size = sum(self._sizes.get(part, 0) for part in parts(attribute))
        if size > _LARGEST:
            raise DiagnosticError(
                f"an attribute has a text of {size} characters, as what it is made of is in it "
                f"many times; at most {_LARGEST} are printed"
            )

    def _prepare(self, attribute: Attribute) -> None:
        """Make the texts of the parts first, so that recursion stays shallow."""
        known = self._texts
        aliases = self._aliases
        met = aliases.entries if aliases is not None and aliases.names is None else {}
        self._open, above = [], self._open
        try:
            stack = [attribute]
            while stack:
                todo = [c for c in parts(stack[-1]) if c not in known and c not in met]
                if todo:
                    stack += todo
                    continue
                top = stack.pop()
                if top is not attribute and top not in known and top not in met:
                    self._render(top)
                    if type(top).name:
                        self.stripped_text(top)
                    for child in parts(top):  # not all texts of a chain are kept: they would add up
                        if len(known.get(child, "")) > _LONG:
                            del known[child]
                            self._stripped.pop(child, None)
        finally:
            self._open = above

    # Dialects' own

    def _body(self, attribute: Attribute) -> str:
        """The text after the mnemonic; "" if the class has no syntax of its own."""
        write = attribute_writer(type(attribute))
        return self.captured(lambda: write(attribute, self)) if write is not None else ""

    def _dialect_text(self, attribute: Attribute) -> str:
        cls = type(attribute)
        dialect, _, mnemonic = cls.name.partition(".")
        if not dialect:
            raise TypeError(f"{cls.__name__} has no name and no text")
        body = self._body(attribute)
        separator = " " if body and (body[0].isalnum() or body[0] == "_") else ""
        sigil = "!" if issubclass(cls, Type) else "#"
        text = dialect_symbol(sigil, dialect, mnemonic + separator + body)
        if cls.self_typed:
            text += " : " + self.captured(lambda: self.type(attribute.type))  # type: ignore[attr-defined]  # self_typed
        return text


AttributeWriter = Callable[[Any, AttributePrinter], None]


def attribute_writer(cls: type[Attribute]) -> AttributeWriter | None:
    """The printer of an instance after its mnemonic: the class's `print`, its compiled
    `assembly_format`, or None."""
    found: AttributeWriter | Literal[False] | None = _DIALECT_WRITERS.get(cls, False)
    if found is not False:
        return found
    writer: AttributeWriter | None = None
    for base in cls.__mro__:
        writer = vars(base).get("print")
        if writer is not None:
            break
        if vars(base).get("assembly_format") is not None or base is EnumAttr:
            # late: few texts have any
            from mlirlite.printer.format_attributes import compile_attribute_printer

            writer = compile_attribute_printer(cls)
            break
    _DIALECT_WRITERS[cls] = writer
    return writer


_DIALECT_WRITERS: dict[type, AttributeWriter | None] = {}
