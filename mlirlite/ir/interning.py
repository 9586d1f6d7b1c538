"""Interning: immutable objects that exist once per value, so that equality is identity.

A class declares its parameters as annotations; `Interned` makes slots, a constructor and a cache
from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from mlirlite.support.annotations import field_names, settle_annotations
from mlirlite.support.mistakes import DeclarationError, written_at

if TYPE_CHECKING:
    import inspect


_new: Any = object.__new__


@dataclass_transform(frozen_default=True)
class Interned(type):
    """Metaclass of immutable, interned objects.

    `class Pair(metaclass=Interned): a: int; b: int = 0` gives `Pair(1)`, `Pair(1, 0)` and
    `Pair(a=1)`, all the same object. Lists among the arguments become tuples. Hooks:
    `normalize(*args) -> args` (first of all, on a cache miss), `verify(self)`
    (raises ValueError), `cache_key(*args)` (when equal arguments may differ, as -0.0 and 0.0).
    `interned=False` keeps the constructor and drops the cache: such classes define `__eq__` and
    `__hash__`."""

    parameters: tuple[str, ...]
    _defaults: dict[str, Any]
    _cache: dict[Any, Any] | None
    _setters: tuple[Callable[[Any, Any], None], ...]
    """Fill the slots of the parameters of a new object, bypassing `__setattr__`."""
    normalize: Callable[..., tuple[Any, ...]]
    cache_key: Callable[..., Any] | None

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        /,  # a class may take `name=` as its keyword
        interned: bool = True,
        **kwargs: Any,
    ) -> Interned:
        stated = settle_annotations(namespace, may_wait=True)
        own = [name for name in field_names(stated) if not name.startswith("_")]
        inherited: list[str] = []
        defaults: dict[str, Any] = {}
        for base in reversed(bases):
            inherited += [p for p in getattr(base, "parameters", ()) if p not in inherited]
            defaults.update(getattr(base, "_defaults", {}))
        for parameter in own:
            if parameter in namespace:
                defaults[parameter] = namespace.pop(parameter)
        extra = namespace.pop("extra_slots", ())
        namespace["__slots__"] = (*(p for p in own if p not in inherited), *extra)
        namespace["parameters"] = (*inherited, *(p for p in own if p not in inherited))
        namespace["_defaults"] = defaults
        namespace["_cache"] = {} if interned else None
        return super().__new__(mcs, name, bases, namespace, **kwargs)

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], /, **_: Any):
        super().__init__(name, bases, namespace)
        cls._setters = tuple([getattr(cls, p).__set__ for p in cls.parameters])

    @property
    def __signature__(cls) -> inspect.Signature:
        import inspect  # late: programs do not need it

        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        return inspect.Signature(
            [
                inspect.Parameter(p, kind, default=cls._defaults.get(p, inspect.Parameter.empty))
                for p in sorted(cls.parameters, key=cls._defaults.__contains__)
            ]
        )

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        cache = cls._cache
        make_key = cls.cache_key
        was_sought = False
        if make_key is None and cache is not None and not kwargs:  # the common case
            try:
                found = cache.get(args)
                if found is not None:
                    return found
                was_sought = True
            except (TypeError, AttributeError):
                pass
        short = None
        if kwargs or len(args) != len(cls.parameters):
            if not kwargs and make_key is None:
                short = args  # found under this key, too, next time
            args = cls._bind(args, kwargs)
            was_sought = False
        found = None if was_sought else cls._known(args, make_key)
        if found is None:
            args = cls.normalize(*args)
            key = args if make_key is None else make_key(*args)
            found = cache.get(key) if cache is not None else None
        if found is None:
            found = cls._made(args)
            if cache is not None:
                cache[key] = found
        if short is not None and cache is not None:
            try:
                cache[short] = found
            except TypeError:
                pass  # an argument is unhashable
        return found

    def _known(cls, args: tuple[Any, ...], make_key: Callable[..., Any] | None) -> Any:
        if cls._cache is None:
            return None
        try:
            return cls._cache.get(args if make_key is None else make_key(*args))
        except (TypeError, AttributeError):
            return None  # an argument is unhashable, or must be normalized first

    def _made(cls, args: tuple[Any, ...]) -> Any:
        self = _new(cls)
        for set_parameter, value in zip(cls._setters, args, strict=True):
            set_parameter(self, value)
        if self.verify() is not None:
            raise _verify_returns(cls)
        return self

    def _bind(cls, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        names = cls.parameters
        if len(args) > len(names):
            raise TypeError(f"{cls.__name__} takes {len(names)} arguments, got {len(args)}")
        values = dict(zip(names, args, strict=False))
        for name, value in kwargs.items():
            if name not in names or name in values:
                wrong = "twice" if name in values else "which it does not have"
                raise TypeError(f"{cls.__name__} got argument '{name}' {wrong}")
            values[name] = value
        missing = [n for n in names if n not in values and n not in cls._defaults]
        if missing:
            raise TypeError(f"{cls.__name__} misses argument '{missing[0]}'")
        return tuple(values[n] if n in values else cls._defaults[n] for n in names)


class InternedObject(metaclass=Interned):
    """Base of interned, immutable objects: identity is equality."""

    cache_key: ClassVar[Any] = None

    @classmethod
    def normalize(cls, *args: Any) -> tuple[Any, ...]:
        """Arguments in their canonical form; lists become tuples."""
        return tuple(tuple(a) if isinstance(a, list) else a for a in args)

    def verify(self) -> None:
        """Raise ValueError, with upstream's message, when the parameters do not fit together."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __copy__(self) -> InternedObject:
        return self

    def __deepcopy__(self, memo: object) -> InternedObject:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, p) for p in type(self).parameters)

    def __repr__(self) -> str:
        inner = ", ".join(f"{p}={getattr(self, p)!r}" for p in type(self).parameters)
        return f"{type(self).__name__}({inner})"

    def _replace(self, **changes: Any) -> Any:
        values = {p: getattr(self, p) for p in type(self).parameters}
        return type(self)(**(values | changes))


def freeze(values: Sequence[Any]) -> tuple[Any, ...]:
    """A tuple of the values."""
    return values if isinstance(values, tuple) else tuple(values)


def _verify_returns(cls: type) -> DeclarationError:
    """The error for a `verify` that returns its message."""
    hook = vars(cls).get("verify")
    return DeclarationError(
        f"`verify` of {cls.__name__} returns something: it raises ValueError with a message where "
        "the parameters do not fit",
        written_at(hook),
    )
