"""TableGen's values. A value is concrete, or holds variables and operators that wait for them;
`resolve` gives the value with what a resolver knows put in."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any

from mlirlite.tablegen.budget import Fault as Fault, parts_of
from mlirlite.tablegen.types import BIT, DAG, INT, STRING, Type, bits_of, list_of, type_of_field

if TYPE_CHECKING:
    from collections.abc import Sequence


class Resolver:
    """Gives variables values. `record` is what is being built, `final` says that it gets no more
    values after this."""

    keep_unset_bits = False

    def __init__(self, keeper: Any, record: Any = None, final: bool = False) -> None:
        self.keeper = keeper
        self.record = record
        self.final = final

    def lookup(self, name: str) -> Value | None:
        """The value of a variable; None if nothing is known of it."""
        return None


class MapResolver(Resolver):
    """Variables by name; their values may refer to each other."""

    def __init__(
        self, keeper: Any, values: dict[str, Value], record: Any = None, final: bool = False
    ) -> None:
        super().__init__(keeper, record, final)
        self.values = values
        self._done: set[str] = set()

    def lookup(self, name: str) -> Value | None:
        value = self.values.get(name)
        if value is None or value.concrete or name in self._done or len(self.values) < 2:
            return value
        del self.values[name]
        value = self.values[name] = value.resolve(self)
        self._done.add(name)
        return value


class ShadowResolver(Resolver):
    """Another resolver, but for the variables that an operator binds."""

    def __init__(self, inner: Resolver, names: tuple[str, ...]) -> None:
        super().__init__(inner.keeper, inner.record, inner.final)
        self.inner, self.names = inner, names
        self.keep_unset_bits = inner.keep_unset_bits

    def lookup(self, name: str) -> Value | None:
        return None if name in self.names else self.inner.lookup(name)


class Value:
    """A value. Its type is None for `?` alone."""

    __slots__ = ()
    concrete = True
    """Nothing in it waits for a variable or a later record."""
    type: Type | None = None
    wanted: frozenset[str] = frozenset()
    """The variables that it refers to."""
    parts = 1

    def resolve(self, resolver: Resolver) -> Value:
        """The value with all that the resolver knows."""
        return self

    def convert(self, to: Type) -> Value | None:
        """The value as one of another type; None if it is not possible, or not yet."""
        own = self.type
        if own is None or own is to or own.is_a(to):
            return self
        if own is BIT and to is bits_of(1):
            return Bits((self,))
        return None

    def cast(self, to: Type) -> Value | None:
        """As `convert`, with a `!cast` if that has to wait; None if the types do not fit."""
        found = self.convert(to)
        if found is not None:
            return found
        if self.type is None or not self.type.converts_to(to):
            return None
        return Operator("cast", (self,), to).fold(Resolver(None))

    def bit(self, index: int) -> Value:
        """One bit of it."""
        return self if self.type is BIT else VarBit(self, index)

    def field_type(self, name: str) -> Type | None:
        """The type of a field; None if it is not a record with this field."""
        return type_of_field(self.type, name)

    def key(self) -> Hashable:
        """Equal for equal values."""
        return self

    def bare(self) -> str:
        """The text of it where strings have no quotes."""
        return str(self)


class Unset(Value):
    """`?`: no value."""

    __slots__ = ()

    def bit(self, index: int) -> Value:
        return self

    def __str__(self) -> str:
        return "?"


UNSET = Unset()


class Bit(Value):
    """0 or 1."""

    __slots__ = ("value",)
    type = BIT

    def __init__(self, value: int) -> None:
        self.value = value

    def convert(self, to: Type) -> Value | None:
        if to is BIT:
            return self
        if to is INT:
            return Int(self.value)
        return Bits((self,)) if to is bits_of(1) else None

    def key(self) -> Hashable:
        return ("bit", self.value)

    def __str__(self) -> str:
        return str(self.value)


FALSE, TRUE = Bit(0), Bit(1)


class Int(Value):
    """An integer of 64 bits."""

    __slots__ = ("value",)
    type = INT

    def __init__(self, value: int) -> None:
        self.value = value

    def convert(self, to: Type) -> Value | None:
        value = self.value
        if to is INT:
            return self
        if to is BIT:
            return (TRUE if value else FALSE) if value in (0, 1) else None
        if to.text.startswith("bits<"):
            width = to.width
            if width < 64 and value >> width != 0 and (width == 0 or value >> (width - 1) != -1):
                return None
            return Bits(tuple([TRUE if value >> i & 1 else FALSE for i in range(width)]))
        return None

    def bit(self, index: int) -> Value:
        return TRUE if self.value >> index & 1 else FALSE

    def key(self) -> Hashable:
        return ("int", self.value)

    def __str__(self) -> str:
        return str(self.value)


class Text(Value):
    """A string, or code, which is printed in other brackets."""

    __slots__ = ("code", "text")
    type = STRING

    def __init__(self, text: str, code: bool = False) -> None:
        self.text = text
        self.code = code

    def key(self) -> Hashable:
        return (self.text, self.code)

    def bare(self) -> str:
        return self.text

    def __str__(self) -> str:
        return f"[{{{self.text}}}]" if self.code else f'"{self.text}"'


class Compound(Value):
    """A value with values inside."""

    __slots__ = ("concrete", "parts", "wanted")

    def __init__(self, inside: Sequence[Value]) -> None:
        self.parts = parts_of(inside)
        self.concrete = all(v.concrete for v in inside)
        if self.concrete:
            self.wanted = _NOTHING
        else:
            self.wanted = _NOTHING.union(*[v.wanted for v in inside if not v.concrete])


_NOTHING: frozenset[str] = frozenset()


class Bits(Compound):
    """A sequence of bits, the lowest first."""

    __slots__ = ("bits", "type")

    def __init__(self, bits: tuple[Value, ...]) -> None:
        super().__init__(bits)
        self.bits = bits
        self.type = bits_of(len(bits))

    def convert(self, to: Type) -> Value | None:
        if to is self.type:
            return self
        if to is BIT:
            return self.bits[0] if len(self.bits) == 1 else None
        if to is INT:
            number = 0
            for index, bit in enumerate(self.bits):
                if not isinstance(bit, Bit):
                    return None
                number |= bit.value << index
            return Int(wrapped(number))
        return None

    def bit(self, index: int) -> Value:
        return self.bits[index]

    def resolve(self, resolver: Resolver) -> Value:
        if self.concrete:
            return self
        found = []
        for bit in self.bits:
            new = bit if bit.concrete else bit.resolve(resolver).bit(0)
            found.append(bit if new is UNSET and resolver.keep_unset_bits else new)
        return Bits(tuple(found))

    def key(self) -> Hashable:
        return ("bits", *[b.key() for b in self.bits])

    def __str__(self) -> str:
        return "{ " + ", ".join([str(b) for b in reversed(self.bits)]) + " }"


def wrapped(number: int) -> int:
    """A number as one of 64 bits with a sign."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


class List(Compound):
    """A list."""

    __slots__ = ("items", "type")
    type: Type

    def __init__(self, items: tuple[Value, ...], element: Type) -> None:
        super().__init__(items)
        self.items = items
        self.type = list_of(element)

    def convert(self, to: Type) -> Value | None:
        if to is self.type:
            return self
        if to.element is None:
            return None
        found, changed = [], False
        for item in self.items:
            new = item.convert(to.element)
            if new is None:
                return None
            changed = changed or new is not item
            found.append(new)
        return List(tuple(found), to.element) if changed else self

    def resolve(self, resolver: Resolver) -> Value:
        if self.concrete:
            return self
        assert self.type.element is not None
        found = tuple([v if v.concrete else v.resolve(resolver) for v in self.items])
        return List(found, self.type.element)

    def key(self) -> Hashable:
        return ("list", self.type.text, *[v.key() for v in self.items])

    def __str__(self) -> str:
        return "[" + ", ".join([str(v) for v in self.items]) + "]"


class Dag(Compound):
    """A node of a graph: an operator and arguments, each with a name or an empty string."""

    __slots__ = ("args", "name", "names", "operator")
    type = DAG

    def __init__(
        self, operator: Value, name: str, args: tuple[Value, ...], names: tuple[str, ...]
    ) -> None:
        super().__init__((operator, *args))
        self.operator = operator
        self.name = name
        self.args = args
        self.names = names

    def resolve(self, resolver: Resolver) -> Value:
        if self.concrete:
            return self
        args = tuple([v.resolve(resolver) for v in self.args])
        return Dag(self.operator.resolve(resolver), self.name, args, self.names)

    def key(self) -> Hashable:
        args = [a.key() for a in self.args]
        return ("dag", self.operator.key(), self.name, *args, self.names)

    def __str__(self) -> str:
        head = str(self.operator) + (f":${self.name}" if self.name else "")
        args = [
            f"{arg}:${name}" if name else str(arg)
            for arg, name in zip(self.args, self.names, strict=True)
        ]
        return f"({head} {', '.join(args)})" if args else f"({head})"


class Var(Value):
    """A variable that has no value yet: a template argument, a field, or bound by an operator."""

    __slots__ = ("name", "type", "wanted")
    type: Type
    concrete = False

    def __init__(self, name: str, kind: Type) -> None:
        self.name = name
        self.type = kind
        self.wanted = frozenset((name,))

    def resolve(self, resolver: Resolver) -> Value:
        return resolver.lookup(self.name) or self

    def key(self) -> Hashable:
        return ("var", self.name)

    def __str__(self) -> str:
        return self.name


class VarBit(Value):
    """One bit of a value that is not known yet."""

    __slots__ = ("index", "value", "wanted")
    type = BIT
    concrete = False

    def __init__(self, value: Value, index: int) -> None:
        self.value = value
        self.index = index
        self.wanted = value.wanted

    def resolve(self, resolver: Resolver) -> Value:
        value = self.value.resolve(resolver)
        return self if value is self.value else value.bit(self.index)

    def key(self) -> Hashable:
        return ("varbit", self.value.key(), self.index)

    def __str__(self) -> str:
        return f"{self.value}{{{self.index}}}"


Fold = Callable[["Operator", Resolver], Value]
FOLDS: dict[str, Fold] = {}
"""How each operator computes its value; it returns the operator itself if it has to wait."""
BINDING: Mapping[str, tuple[tuple[int, ...], int]] = {
    "foreach": ((0,), 2),
    "filter": ((0,), 2),
    "sort": ((0,), 2),
    "foldl": ((2, 3), 4),
}
"""The operators that bind variables: where these stand among the arguments, and where they hold."""


class Operator(Value):
    """A bang operator whose arguments are not all known. `given` is the type in angle brackets."""

    __slots__ = ("args", "given", "op", "parts", "type", "wanted")
    type: Type
    concrete = False

    def __init__(
        self, op: str, args: tuple[Value, ...], kind: Type, given: Type | None = None
    ) -> None:
        self.op = op
        self.args, self.parts = args, parts_of(args)
        self.type = kind
        self.given = given
        bound = BINDING.get(op)
        wanted = _NOTHING.union(*[a.wanted for a in args])
        if bound:
            wanted -= {str(args[i]) for i in bound[0]}
        self.wanted = wanted

    def fold(self, resolver: Resolver) -> Value:
        """The value, if the arguments suffice to compute it; else the operator."""
        return FOLDS[self.op](self, resolver)

    def resolve(self, resolver: Resolver) -> Value:
        args, op = self.args, self.op
        if op == "if":
            return self._resolve_if(resolver)
        if op == "cond":
            return self._resolve_cond(resolver)
        bound = BINDING.get(op)
        if bound:
            shadow = ShadowResolver(resolver, tuple([str(args[i]) for i in bound[0]]))
            scoped = {*bound[0], bound[1]}
            new = tuple(
                [a.resolve(shadow if i in scoped else resolver) for i, a in enumerate(args)]
            )
        else:
            new = tuple([a if a.concrete else a.resolve(resolver) for a in args])
        changed = any(a is not b for a, b in zip(args, new, strict=True))
        if changed or (op in _LATE and (resolver.final or op != "cast")):
            return Operator(op, new, self.type, self.given).fold(resolver)
        return self

    def _resolve_if(self, resolver: Resolver) -> Value:
        test, then, other = self.args
        new = test.resolve(resolver)
        if new is not test:
            number = new.convert(INT)
            if isinstance(number, Int):
                return (then if number.value else other).resolve(resolver)
        arms = (new, then.resolve(resolver), other.resolve(resolver))
        if arms[0] is test and arms[1] is then and arms[2] is other:
            return self
        return Operator("if", arms, self.type).fold(resolver)

    def _resolve_cond(self, resolver: Resolver) -> Value:
        """Conditions in order, up to the first that is true; later ones stay as they are."""
        args, found = self.args, []
        for test, value in zip(args[::2], args[1::2], strict=True):
            new = test.resolve(resolver)
            number = new.convert(INT)
            if isinstance(number, Int) and not number.value:
                found += [new, value]
                continue
            found += [new, value.resolve(resolver)]
            if isinstance(number, Int):
                break
        found += args[len(found) :]
        if all(a is b for a, b in zip(found, args, strict=True)):
            return self
        return Operator("cond", tuple(found), self.type).fold(resolver)

    def key(self) -> Hashable:
        given = self.given.text if self.given is not None else ""
        return (self.op, self.type.text, given, *[a.key() for a in self.args])

    def __str__(self) -> str:
        op, args = self.op, [str(a) for a in self.args]
        if op in ("listelem", "listslice"):
            return f"{args[0]}[{args[1]}]"
        if op == "cond":
            pairs = [f"{c}: {v}" for c, v in zip(args[::2], args[1::2], strict=True)]
            return f"!cond({', '.join(pairs)})"
        given = self.type if op in ("cast", "getdagarg") else self.given
        if op == "getdagop":
            given = None
        angle = f"<{given}>" if given is not None else ""
        return f"!{op}{angle}({', '.join(args)})"


_LATE = {"cast", "exists", "isa", "instances"}
"""They depend on the records that there are: each pass may know more."""
