"""Records: values of named fields, declared as dataclasses are.

`dataclasses` writes code for each class and imports `inspect`: a fifth of the time of a short run.
Here one constructor serves all classes; where many objects are made, write `__init__`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from mlirlite.support.annotations import annotations_of, field_names

T = TypeVar("T")


class _Fresh:
    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def field(*, factory: Callable[[], T]) -> T:
    """A default that is made anew for each record: `names: list[str] = field(factory=list)`."""
    return cast(T, _Fresh(factory))


class _Signature:
    """The parameters of a record's constructor, for help and editors."""

    def __get__(self, record: Any, cls: type[Record]) -> Any:
        if cls.__init__ is not Record.__init__:
            return None  # it has a signature
        from inspect import Parameter, Signature  # late: programs do not need it

        kind, defaults = Parameter.POSITIONAL_OR_KEYWORD, cls._defaults
        return Signature(
            [Parameter(f, kind, default=defaults.get(f, Parameter.empty)) for f in cls._fields]
        )


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """Base of records. `class Point(Record): x: int; y: int = 0` gives `Point(1)`, which has `==`,
    `hash()` and `repr()`, and does not change. `class Point(Record, frozen=False)` may change and
    has no hash; type checkers know of `kw_only=True`."""

    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}
    _fresh: ClassVar[tuple[str, ...]] = ()
    """The fields whose default is made anew."""
    __signature__ = _Signature()

    def __init_subclass__(cls, *, frozen: bool = True, kw_only: bool = False, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = list(field_names(annotations_of(cls)))
        cls._fields = tuple(dict.fromkeys((*cls._fields, *own)))
        stated = vars(cls)
        cls._defaults = cls._defaults | {name: stated[name] for name in own if name in stated}
        cls._fresh = tuple([n for n, d in cls._defaults.items() if isinstance(d, _Fresh)])
        if not frozen:
            changing: Any = cls
            changing.__setattr__, changing.__hash__ = object.__setattr__, None

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self._fields
        given = dict(zip(fields, values, strict=False))
        found = {**self._defaults, **given, **named}
        fits = len(values) <= len(fields) == len(found)
        if not fits or any(name in given or name not in fields for name in named):
            self._misfit(values, given, named)
        for name in self._fresh:
            if isinstance(found[name], _Fresh):
                found[name] = found[name].make()
        vars(self).update(found)

    def _misfit(self, values: Any, given: dict[str, Any], named: dict[str, Any]) -> None:
        name, fields = type(self).__name__, self._fields
        if len(values) > len(fields):
            raise TypeError(f"{name} takes {len(fields)} arguments, got {len(values)}")
        for one in named:
            if one in given or one not in fields:
                wrong = "twice" if one in given else "which it does not have"
                raise TypeError(f"{name} got argument '{one}' {wrong}")
        missing = next(f for f in fields if f not in {**self._defaults, **given, **named})
        raise TypeError(f"{name} misses argument '{missing}'")

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self._fields])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({inner})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} does not change: '{name}'")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} does not change: '{name}'")


R = TypeVar("R", bound=Record)


def replace(record: R, **changes: Any) -> R:
    """The same record with other values in some fields."""
    return type(record)(**{**{f: getattr(record, f) for f in record._fields}, **changes})
