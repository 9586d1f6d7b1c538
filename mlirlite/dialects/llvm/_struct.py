"""The base of attributes that are written `<key = value, …>`."""

from typing import Any, ClassVar, NamedTuple

from mlirlite.ir.attribute import Attribute
from mlirlite.parser import parameter


class Words(NamedTuple):
    """A parameter that is one of some keywords, or several in a string:
    `"Definition|Optimized"`."""

    prefix: str = ""
    """The prefix of the keywords, if any keyword with it is allowed."""
    cases: tuple[str, ...] = ()
    message: str = ""
    """The error for another keyword, with `{}` for it."""

    def read(self, p: Any) -> str:
        """One keyword, or a string of several."""
        where = p.here()
        found: str | None = p.optional_string()
        if found is None:
            found = p.keyword()
        for word in found.split("|"):
            if (self.cases and word not in self.cases) or not word.startswith(self.prefix):
                raise p.error((self.message or "invalid keyword: {}").format(word), where)
        return found


class StructAttr(Attribute):
    """Base of attributes that are written `<key = value, …>`.

    The parameters are the keys, in the order of printing, `name_` for a key that is reserved here;
    None is left out. `nested` has the class of those that are written without `#llvm.…` before
    their `<` where they have no alias, `kinds` what others are: int, bool, `Words`, or the class
    that an attribute must have."""

    nested: ClassVar[dict[str, type[Attribute]]] = {}
    kinds: ClassVar[dict[str, Any]] = {}
    many: ClassVar[tuple[str, ...]] = ()
    """Keys that hold lists of attributes, separated by commas: nothing can follow in the text."""

    def alias(self) -> str:
        """The name of the alias that stands for it: the mnemonic."""
        return self.name[5:]

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<key = value, …>`."""
        p.expect("<")
        values: dict[str, Any] = {}
        while not p.peek(">"):
            where = p.here()
            key = p.keyword()
            name = key if key in cls.parameters else key + "_"
            if name not in cls.parameters or name in values:
                raise p.error(f"duplicate or unknown struct parameter name: {key}", where)
            p.expect("=")
            with parameter(p, cls, key):
                values[name] = cls._parse_value(p, key)
            if not p.accept(","):
                break
        p.expect(">")
        missing = [n for n in cls.parameters if n not in values and n not in cls._defaults]
        if missing:
            raise p.error(f"struct is missing required parameter: {missing[0]}")
        return cls(**values)

    @classmethod
    def _parse_value(cls, p: Any, key: str) -> Any:
        nested = cls.nested.get(key)
        if key in cls.many:
            found = [cls._parse_one(p, nested)]
            while p.accept(","):
                found.append(cls._parse_one(p, nested))
            return tuple(found)
        if nested is not None and p.peek("<"):
            return p.body(nested)
        kind = cls.kinds.get(key)
        if kind is int:
            return p.integer()
        if kind is bool:
            where = p.here()
            word = p.keyword()
            if word not in ("true", "false"):
                raise p.error("expected 'true' or 'false'", where)
            return word == "true"
        if isinstance(kind, Words):
            return kind.read(p)
        where = p.here()
        found_attribute = p.attribute()
        if kind is not None and not isinstance(found_attribute, kind):
            raise p.error("invalid kind of attribute specified", where)
        return found_attribute

    @classmethod
    def _parse_one(cls, p: Any, nested: type[Attribute] | None) -> Any:
        if nested is not None and p.peek("<"):
            return p.body(nested)
        return p.attribute()

    def print(self, p: Any) -> None:
        """Print `<key = value, …>`."""
        p.text("<")
        first = True
        for name in type(self).parameters:
            value = getattr(self, name)
            if value is None or value == () or value == type(self)._defaults.get(name, _UNSET):
                continue
            key = name.removesuffix("_")
            p.text(f"{key} = " if first else f", {key} = ")
            first = False
            if key in self.many:
                for i, item in enumerate(value):
                    p.text(", " if i else "")
                    self._print_value(p, key, item)
            else:
                self._print_value(p, key, value)
        p.text(">")

    def _print_value(self, p: Any, key: str, value: Any) -> None:
        if isinstance(value, bool):
            p.text("true" if value else "false")
        elif isinstance(value, int):
            p.text(str(value))
        elif isinstance(value, str):
            p.text(f'"{value}"' if "|" in value else value)
        elif key in type(self).nested:
            p.stripped(value)
        else:
            p.attribute(value)


_UNSET = object()
