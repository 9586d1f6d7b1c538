"""Patterns: functions `(op, rw) -> bool | None` whose root class is the annotation of their first
parameter.

@pattern def transpose_of_transpose(op: TransposeOp, rw: Rewriter) -> bool | None:
    \"\"\"transpose(transpose(x, p), q) --> transpose(x, p[q])\"\"\"
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Union, get_args, get_origin, overload

from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import check_class, check_function
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.extensions import note_extension
from mlirlite.support.parameters import EMPTY, parameters_of

PatternFunction = Callable[[Any, Rewriter], "bool | None"]


class Pattern:
    """A rewrite of ops of the root classes. Calling it runs the function.

    The function changes the IR through the rewriter and returns True, or changes nothing and
    returns False, preferably by `return rw.fail("why")`. Without a return value it counts as
    applied if the rewriter saw a change.
    """

    def __init__(
        self, function: PatternFunction, roots: Sequence[type], benefit: int = 1, name: str = ""
    ) -> None:
        self.function = function
        self.roots = tuple(roots)
        self.benefit = benefit
        self.name = name or function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__

    def __call__(self, op: Operation, rw: Rewriter) -> bool | None:
        return self.function(op, rw)

    @property
    def code(self) -> object:
        """What `written_at` finds in an author's file."""
        return self.function

    @property
    def equation(self) -> str:
        """`before --> after`: the first line of the docstring, or the name."""
        lines = (self.__doc__ or "").strip().splitlines()
        return lines[0].rstrip() if lines else self.name

    def wanted(self) -> Sequence[Mapping[int, type[Operation] | None]] | None:
        """What a match needs, for each way to match: which operands are results of which op classes
        (None for a constant). None when nothing is known."""
        return None

    def __repr__(self) -> str:
        return f"<pattern {self.name}>"


@overload
def pattern(function: PatternFunction, /) -> Pattern: ...
@overload
def pattern(*, benefit: int = 1) -> Callable[[PatternFunction], Pattern]: ...
def pattern(
    function: PatternFunction | None = None, /, *, benefit: int = 1
) -> Pattern | Callable[[PatternFunction], Pattern]:
    """Decorator: make a function a pattern. Patterns of higher benefit are tried first. TypeError
    when the first parameter has no usable annotation."""

    def declare(function: PatternFunction) -> Pattern:
        return Pattern(function, root_classes(function), benefit)

    return declare if function is None else declare(function)


@overload
def canonicalization(function: PatternFunction | Pattern, /) -> Pattern: ...
@overload
def canonicalization(*, benefit: int = 1) -> Callable[[PatternFunction], Pattern]: ...
def canonicalization(
    function: PatternFunction | Pattern | None = None, /, *, benefit: int = 1
) -> Pattern | Callable[[PatternFunction], Pattern]:
    """Decorator: as `pattern`, and the canonicalize pass applies it. It also takes a finished
    pattern, as from `rule`. It belongs into the file of its dialect,
    `dialects/<d>/canonicalize.py`, or a plugin."""

    def declare(function: PatternFunction | Pattern) -> Pattern:
        made = (
            function
            if isinstance(function, Pattern)
            else Pattern(function, root_classes(function), benefit)
        )
        CANONICAL.add(made)
        return made

    return declare if function is None else declare(function)


def folding(function: PatternFunction) -> Pattern:
    """Decorator: a pattern that is part of folding. It replaces the op by values that are there, or
    changes it in place, and makes no op. It belongs into a file that `dialects/<d>/foldings.py`
    imports, or a plugin."""
    made = Pattern(function, root_classes(function))
    FOLDINGS.add(made)
    return made


def root_classes(function: PatternFunction) -> tuple[type, ...]:
    """The classes that the annotation of the first parameter names: an op class, an interface, a
    union of them, `Operation` for any op. TypeError otherwise."""
    check_function(function, "as a pattern")
    if isinstance(function, type):
        raise TypeError(
            f"expected a function as a pattern, found the class {function.__name__}; the "
            "annotation of the function's first parameter says which ops it rewrites"
        )
    where = f"pattern {function.__name__}"
    parameters = parameters_of(function)
    if len(parameters) != 2:
        raise TypeError(f"{where}: takes the op and the rewriter, has {len(parameters)} parameters")
    annotation = parameters[0].annotation
    if isinstance(annotation, str):
        try:
            annotation = eval(annotation, getattr(function, "__globals__", {}))
        except NameError as e:
            raise TypeError(f"{where}: the annotation of '{parameters[0].name}': {e}") from None
    united = get_origin(annotation) in (Union, types.UnionType)
    classes = get_args(annotation) if united else (annotation,)
    if annotation is EMPTY or not all(isinstance(c, type) for c in classes):
        raise TypeError(
            f"{where}: annotate '{parameters[0].name}' with the class of the op that it rewrites"
        )
    for cls in classes:
        check_class(cls, use=f"an op as the annotation of '{parameters[0].name}'")
    return classes


class PatternSet:
    """Patterns indexed by op class. Of several, those of higher benefit come first; among equals
    those of the op's own class before those of an interface or base, then in order of addition (as
    upstream)."""

    def __init__(self, patterns: Iterable[Pattern] = ()) -> None:
        self._by_root: dict[type, list[tuple[int, Pattern]]] = {}
        self._found: dict[type, tuple[Pattern, ...]] = {}
        self._count = 0
        for one in patterns:
            self.add(one)

    def add(self, pattern: Pattern) -> None:
        """Add a pattern."""
        if not isinstance(pattern, Pattern):
            raise TypeError(f"{pattern!r} is not a pattern; decorate it with @pattern")
        note_extension(pattern)
        self._count += 1
        for root in pattern.roots:
            self._by_root.setdefault(root, []).append((self._count, pattern))
        self._found.clear()

    def prepare(self, classes: Iterable[type[Operation]]) -> None:
        """Note which op classes occur, before patterns for any of them are looked up."""

    def for_class(self, cls: type[Operation]) -> tuple[Pattern, ...]:
        """The patterns for ops of a class, in the order in which they are tried."""
        found = self._found.get(cls)
        if found is None:
            ranked = [
                (-pattern.benefit, root is not cls, count, pattern)
                for root in cls.__mro__
                for count, pattern in self._by_root.get(root, ())
            ]
            ranked.sort(key=lambda entry: entry[:3])
            found = self._found[cls] = tuple(dict.fromkeys(entry[3] for entry in ranked))
        return found

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Pattern]:
        """All patterns, in order of addition."""
        found = {count: p for root in self._by_root.values() for count, p in root}
        return (found[count] for count in sorted(found))


CANONICAL = PatternSet()
"""Every canonicalization of the modules that are imported."""
FOLDINGS = PatternSet()
"""The patterns that are part of folding."""
