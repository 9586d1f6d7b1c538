"""The C++ expressions of predicates: read to functions, by what each name means.

`compiled("$_self.isInteger(32)")` gives a function of an environment. A name that is not known
raises `Unknown`, so no predicate holds by accident."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any, Protocol

from mlirlite.ods.cpp_parts import (
    Compiled,
    Environment,
    called,
    either,
    field_names,
    indexed,
    joined,
    maker_of,
    member,
    run,
    truth,
)
from mlirlite.ods.making import CONTEXT, METHODS as MAKING, made, maker
from mlirlite.ods.meaning import CLASSES, FUNCTIONS, METHODS, TEMPLATES

_MOST_COPIES = 1 << 20
"""Longer lists of copies are not made: a tensor's type may have any number of elements."""


class Unknown(Exception):
    """A predicate uses something whose meaning is not known."""


_TOKEN = re.compile(
    r"(?:\s|/\*.*?\*/|//[^\n]*\n)*(?:(?P<number>0x[0-9a-fA-F]+|\d+)[uUlL]*|(?P<string>\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<name>(?:::)?[A-Za-z_$]\w*(?:::[A-Za-z_]\w*)*)"
    r"|(?P<mark>&&|\|\||==|!=|<=|>=|<<|->|[-+*/%!~<>(){}\[\],.?:;=&|])|(?P<end>\Z))"
)
_CASTS = frozenset(
    (
        *("isa", "cast", "dyn_cast", "static_cast", "cast_or_null", "cast_if_present"),
        *("isa_and_nonnull", "isa_and_present", "dyn_cast_or_null", "dyn_cast_if_present"),
    )
)
_LISTS = frozenset(("ArrayRef", "SmallVector", "ValueRange", "TypeRange"))
_NOTHING = frozenset(("Attribute", "Type", "Value"))
_GETTER = re.compile(r"get[A-Z]\w*")
_LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("<<",),
    ("+", "-"),
    ("*", "/", "%"),
)


class Names(Protocol):
    """What a dialect knows of names in C++."""

    def test(self, cpp: str) -> Callable[[Any], bool] | None:
        """Whether a value is of a class; None if the class is not known."""

    def getter(self, name: str) -> Callable[[Any], Any] | None:
        """What `getX` of its types and attributes gives; None if none of them has an `x`."""

    def maker(self, cpp: str) -> Callable[..., Any] | None:
        """What `X::get` makes; None if the class is not known."""

    def function(self, cpp: str) -> Callable[..., Any] | None:
        """A function of its own or of another dialect; None if it is not known."""

    def case(self, cpp: str) -> Any:
        """The case of an enum `dialect::Enum::Case`; None if it is not known."""

    def creator(self, cpp: str) -> Callable[..., Any] | None:
        """What `X::create(builder, location, …)` does; None if no op may be created here."""


def compiled(text: str, classes: Names, variables: Collection[str] | None = None) -> Compiled:
    """A function that evaluates an expression. `classes` knows a dialect's names. Unknown if the
    text has a name that is not known; `variables` are those that its environments have, None if
    each use finds out."""
    reader = _Reader(text, classes, variables)
    found = reader.expression()
    reader.accept(";")
    if reader.kind != "end":
        raise Unknown(text)
    return found


def _is_own(cpp: str) -> bool:
    """Whether a name is of a dialect's namespace, which may have classes with builtin names:
    `::mlir::torch::Torch::FloatType`."""
    return cpp.rpartition("::")[0].strip(":") not in ("", "mlir")


class _Reader:
    def __init__(self, text: str, classes: Names, variables: Collection[str] | None = None) -> None:
        self.source, self.classes = text, classes
        self.variables = None if variables is None else set(variables)
        self.at = 0
        self.kind = self.text = ""
        self.next()

    def next(self) -> None:
        found = _TOKEN.match(self.source, self.at)
        if found is None:
            raise Unknown(self.source)
        self.kind = found.lastgroup or ""
        self.text = found[self.kind]
        self.at = found.end()

    def accept(self, mark: str) -> bool:
        if self.kind == "mark" and self.text == mark:
            self.next()
            return True
        return False

    def expect(self, mark: str) -> None:
        if not self.accept(mark):
            raise Unknown(self.source)

    def expression(self) -> Compiled:
        test = self._binary(0)
        if not self.accept("?"):
            return test
        then = self.expression()
        self.expect(":")
        other = self.expression()
        return lambda env: then(env) if truth(test(env)) else other(env)

    def _binary(self, level: int) -> Compiled:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while self.kind == "mark" and self.text in _LEVELS[level]:
            op = self.text
            self.next()
            left = joined(op, left, self._binary(level + 1))
        return left

    def _unary(self) -> Compiled:
        if self.accept("!"):
            value = self._unary()
            return lambda env: not truth(value(env))
        if self.accept("-"):
            value = self._unary()
            return lambda env: -value(env)
        if self.accept("*") or self.accept("&"):
            return self._unary()
        return self._postfix(self._primary())

    def _postfix(self, value: Compiled) -> Compiled:
        while True:
            if self.accept(".") or self.accept("->"):
                value = self._method(value)
            elif self.accept("["):
                index = self.expression()
                self.expect("]")
                value = indexed(value, index)
            elif self.kind == "mark" and self.text == "(":
                value = called(value, self._arguments())  # a lambda
            else:
                return value

    def _method(self, value: Compiled) -> Compiled:
        name = self.text
        if name.startswith("_"):  # Python's own, which no C++ means
            raise Unknown(f".{name}")
        self.next()
        if name == "template":
            name = self.text
            self.next()
        if name in _CASTS and self.text == "<":
            return self._cast(name, value)
        if name in ("getType", "getAttr") and self.text == "<":
            return self._made(self._template())
        if name == "create" and self.text == "<":
            return self._created(self._template(), value)
        if name == "getDefiningOp" and self.text == "<":
            test = self._test(self._template())
            self._arguments()
            return lambda env: maker_of(value(env), test)
        if self.text == "<" and (name, self._ahead()) in TEMPLATES:
            known = TEMPLATES[name, self._ahead()]
            self._skip_template()
            self._arguments()
            return lambda env: known(value(env))
        if self.text not in ("(", "<"):
            return lambda env: member(value(env), name)
        args = self._arguments() if self.text == "(" else []
        method = METHODS.get((name, len(args))) or MAKING.get((name, len(args)))
        getter = self.classes.getter(name) if not args and name.startswith("get") else None
        if method is None or getter is None:
            method = method or getter
            method = method or self.classes.function(name)
            if method is None:
                raise Unknown(f".{name}()")
            return lambda env: method(value(env), *[a(env) for a in args])
        return either(value, getter, method)

    def _ahead(self) -> str:
        """The last part of the class name in the angle brackets that begin here."""
        found = re.match(r"\s*([\w:]+)\s*>", self.source[self.at :])
        return found[1].rpartition("::")[2] if found else ""

    def _skip_template(self) -> None:
        self._template()

    def _template(self) -> str:
        """What stands in the angle brackets that begin here."""
        found = ""
        while not self.accept(">"):
            if self.kind == "end":
                raise Unknown(self.source)
            found += self.text.removeprefix("<")
            self.next()
        return found

    def _created(self, cpp: str, builder: Compiled | None = None) -> Compiled:
        """A new op of a builder, a location and what else follows."""
        create = self.classes.creator(cpp)
        if create is None:
            raise Unknown(f"{cpp}::create()")
        known = create
        args = self._arguments()
        args = args if builder is None else [builder, *args]
        return lambda env: known(*[a(env) for a in args])

    def _made(self, cpp: str) -> Compiled:
        """A type of its arguments, which follow."""
        make = self.classes.maker(cpp) if _is_own(cpp) else None
        make = make or maker(cpp.rpartition("::")[2]) or self.classes.maker(cpp)
        if make is None:
            raise Unknown(f"{cpp}::get()")
        known = make
        args = self._arguments()
        return lambda env: made(known, [a(env) for a in args])

    def _arguments(self) -> list[Compiled]:
        self.expect("(")
        found: list[Compiled] = []
        while not self.accept(")"):
            found.append(self.expression())
            if not self.accept(","):
                self.expect(")")
                break
        return found

    def _primary(self) -> Compiled:
        kind, text = self.kind, self.text
        self.next()
        if kind == "number":
            number = int(text, 0)
            return lambda env: number
        if kind == "string":
            inner = text[1:-1]
            return lambda env: inner
        if kind == "mark" and text == "(":
            inside = self.expression()
            self.expect(")")
            return inside
        if kind == "mark" and text == "{":
            return self._braces()
        if kind == "mark" and text == "[":
            return self._lambda()
        if kind == "name":
            return self._name(text)
        raise Unknown(self.source)

    def _braces(self) -> Compiled:
        items: list[Compiled] = []
        while not self.accept("}"):
            items.append(self.expression())
            if not self.accept(","):
                self.expect("}")
                break
        return lambda env: [item(env) for item in items]

    def _lambda(self) -> Compiled:
        """`[](Type name) { return …; }`: a function of one value or of several."""
        while not self.accept("]"):
            self.next()
        names = self._parameters() if self.accept("(") else []
        if self.variables is not None:
            self.variables |= set(names)
        if self.accept("->"):
            self.next()
        self.expect("{")
        bound = []
        while self.text in ("auto", "int64_t"):
            self.next()
            name = self.text
            self.next()
            self.expect("=")
            bound.append((name, self.expression()))
            if self.variables is not None:
                self.variables.add(name)
            self.expect(";")
        if self.text != "return":
            raise Unknown(self.source)
        self.next()
        body = self.expression()
        self.accept(";")
        self.expect("}")
        return lambda env: lambda *args: run(bound, body, env, names, args)

    def _parameters(self) -> list[str]:
        names, last = [], ""
        while not self.accept(")"):
            if self.kind == "end":
                raise Unknown(self.source)
            if self.text == ",":
                names.append(last)
            last = self.text
            self.next()
        return [*names, last]

    def _name(self, name: str) -> Compiled:
        short = name.rpartition("::")[2]
        if short in _CASTS and self.text == "<":
            return self._cast(short, None)
        if short in ("true", "false"):
            return lambda env: short == "true"
        if short in ("get", "getLiteral") and "::" in name and self.text == "(":
            return self._made(name.rpartition("::")[0])
        if name in ("$_builder", "$_ctxt"):
            return lambda env: env.get(name, CONTEXT)
        if short == "create" and "::" in name and self.text == "(":
            return self._created(name.rpartition("::")[0])
        if short in _LISTS and self.text in ("<", "{"):
            return self._list()
        if short in _NOTHING and self.accept("{"):
            self.expect("}")
            return lambda env: None
        if _GETTER.fullmatch(name) and self.text == "(" and self._accepts_nothing():
            return self._field(name)
        if self.text == "(":
            function = FUNCTIONS.get(short) or self.classes.function(name)
            if function is None:
                raise Unknown(f"{short}()")
            args = self._arguments()
            known: Callable[..., Any] = function
            return lambda env: known(*[a(env) for a in args])
        if self.text == "<" and (hook := self.classes.function(name)) is not None:
            return self._of_template(hook)
        if name in FUNCTIONS:
            constant = FUNCTIONS[name]
            return lambda env: env.get(name, constant)
        if "::" in name.lstrip(":"):
            case = self.classes.case(name)
            if case is None:
                raise Unknown(name)
            return lambda env: case

        if self.variables is not None and name not in self.variables:
            raise Unknown(name)

        def variable(env: Environment) -> Any:
            if name not in env:
                raise Unknown(name)
            return env[name]

        return variable

    def _of_template(self, hook: Callable[..., Any]) -> Compiled:
        """`name<A, B>(…)`: a function that a hook defines gets whether a value is of A or B."""
        self.next()
        tests = [self._test(name) for name in self._template().split(",")]
        args = self._arguments()

        def is_one(value: Any) -> bool:
            return any(test(value) for test in tests)

        return lambda env: hook(is_one, *[a(env) for a in args])

    def _list(self) -> Compiled:
        """`ArrayRef<int64_t>({1, 2})`, `ArrayRef<int64_t>{}`, `ValueRange{a, b}`, and
        `SmallVector<Type>(2, type)`: copies."""
        if self.text == "<":
            self._template()
        if self.accept("{"):
            return self._braces()
        given = self._arguments()
        if len(given) != 2:
            return self._only(given)
        count, item = given

        def copies(env: Environment) -> Any:
            number = count(env)
            if not isinstance(number, int) or not 0 <= number <= _MOST_COPIES:
                raise Unknown(f"a list of {number}")
            return (item(env),) * number

        return copies

    def _only(self, given: list[Compiled]) -> Compiled:
        """The one argument of a call. Unknown for another number of them."""
        if len(given) != 1:
            raise Unknown(self.source)
        return given[0]

    def _accepts_nothing(self) -> bool:
        """Whether the parenthesis that was read last is closed at once."""
        return self.source[self.at :].lstrip().startswith(")")

    def _field(self, name: str) -> Compiled:
        """`getLhs()`, `getLhsType()`: what the op that is checked says of itself."""
        hook = self.classes.function(name)
        self._arguments()
        if hook is not None:
            known: Callable[..., Any] = hook
            return lambda env: known(env["$_op"])
        names = field_names(name.removeprefix("get"))
        types = field_names(name.removeprefix("get").removesuffix("Type"))

        def get(env: Environment) -> Any:
            op = env["$_op"]
            for own in names:
                if hasattr(op, own):
                    return getattr(op, own)
            for own in types if name.endswith("Type") else ():
                if hasattr(op, own):
                    return getattr(op, own).type
            raise Unknown(f"{name}()")

        return get

    def _cast(self, kind: str, value: Compiled | None) -> Compiled:
        self.expect("<")
        names, depth = [""], 0
        while not (self.text == ">" and depth == 0):
            if self.kind == "end":
                raise Unknown(self.source)
            depth += (self.text == "<") - (self.text == ">")
            if self.text == "," and depth == 0:
                names.append("")
            else:
                names[-1] += self.text
            self.next()
        self.next()
        if value is None:
            value = self._only(self._arguments())
        else:
            self._arguments()
        of = value
        if not kind.startswith(("isa", "dyn_cast")):
            return of
        tests = [self._test(name) for name in names]
        if kind.startswith("isa"):
            return lambda env: any(test(of(env)) for test in tests)

        def attempt(env: Environment) -> Any:
            found = of(env)
            return found if any(test(found) for test in tests) else None

        return attempt

    def _test(self, name: str) -> Callable[[Any], bool]:
        known = CLASSES.get(name.rpartition("::")[2])
        test = self.classes.test(name) if known is None or _is_own(name) else None
        test = test or known
        if test is None:
            raise Unknown(f"isa<{name}>")
        return test
