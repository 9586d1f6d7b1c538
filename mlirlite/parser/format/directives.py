"""`custom<Name>(…)` in assembly formats: the registry of directives, and those that dialects share.

A directive is a class with two static functions:

    @directive("DynamicIndexList")
    class DynamicIndexList:
        def parse(p, state, *given): ...    # given: the values of `ref(…)` and "text" arguments, in
        order
        def print(p, op, *values): ...      # values: of all arguments, in order

`parse` returns the value of its only other argument, or a tuple of the values of all others: an
unresolved operand or a list of them, an attribute (None: leave it out), a type or a list of types,
a region or a list (then it is a generator), a block or a list. As the first element of an optional
group it returns None when the group is absent. `print` gets values (None for a missing one),
attributes, types, regions and blocks, single ones bare and others as sequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DenseArrayAttr, dense_array, i64_array
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import check_function
from mlirlite.ir.types import DYNAMIC, I1
from mlirlite.ir.values import Value

if TYPE_CHECKING:
    from mlirlite.parser.hooks.op_parser import OpParser, OpState


class Directive(Protocol):
    """What `custom<Name>` stands for."""

    @staticmethod
    def parse(p: OpParser, state: OpState, *given: Any) -> Any:
        """Read, and return values for the arguments."""

    @staticmethod
    def print(p: Any, op: Operation, *values: Any) -> None:
        """Append the text of the arguments."""


C = TypeVar("C", bound=type)
_DIRECTIVES: dict[tuple[str, str], Any] = {}


def directive(name: str, dialect: str = "") -> Callable[[C], C]:
    """Class decorator: register the directive `custom<name>`, everywhere or in one dialect."""

    def register(cls: C) -> C:
        check_function(cls, "or class with parse and print")
        known = _DIRECTIVES.get((dialect, name))
        if known is not None and known.__qualname__ != cls.__qualname__:
            raise ValueError(f"custom<{name}> is registered already, by {known.__qualname__}")
        _DIRECTIVES[dialect, name] = cls
        return cls

    return register


def find_directive(name: str, dialect: str) -> Any:
    """The class registered for a name, a dialect's own first; None when there is none."""
    return _DIRECTIVES.get((dialect, name)) or _DIRECTIVES.get(("", name))


_DELIMITERS = {"Paren": "()", "Square": "[]", "Braces": "{}", "LessGreater": "<>"}


def _delimiters(given: Sequence[Any]) -> tuple[str, bool]:
    """The brackets for a `…::Delimiter::Paren` argument, and whether the list has scalable
    flags."""
    word = next((g for g in given if isinstance(g, str) and "Delimiter" in g), "Square")
    return _DELIMITERS.get(word.rpartition(":")[2], "[]"), not any(g == "{}" for g in given)


@directive("DynamicIndexList")
class DynamicIndexList:
    """`[%i, 4, %j]`: values, and an `array<i64: …>` in which their positions are marked as dynamic.
    With a third argument, `[4]` is a scalable size, marked in an `array<i1: …>`; a `Delimiter`
    argument gives other brackets."""

    @staticmethod
    def parse(p: OpParser, state: OpState, *given: Any) -> tuple[Any, ...]:
        operands = []
        sizes: list[int] = []

        def one() -> None:
            operand = p.optional_operand()
            if operand is not None:
                operands.append(operand)
                sizes.append(DYNAMIC)
                return
            size = p.optional_integer()
            if size is None:
                raise p.error("expected integer value")
            sizes.append(size)

        brackets, _ = _delimiters(given)
        with p.then("expected SSA value or integer", state.location):
            p.comma_list(one, brackets[0], brackets[1], " in dynamic index list")
        return operands, i64_array(sizes)

    @staticmethod
    def print(p: Any, op: Operation, *values: Any) -> None:
        operands, sizes, *rest = values
        brackets, _ = _delimiters(rest)
        p.text(brackets[0] + index_list(p, operands, sizes) + brackets[1])


@directive("ScalableDynamicIndexList")
class ScalableDynamicIndexList:
    """As DynamicIndexList, with scalable sizes `[4]`: the third argument is an `array<i1: …>`."""

    @staticmethod
    def parse(p: OpParser, state: OpState, *given: Any) -> tuple[Any, ...]:
        operands = []
        sizes: list[int] = []
        scalable: list[int] = []

        def one() -> None:
            operand = p.optional_operand()
            flag = p.accept("[")
            scalable.append(int(flag))
            if operand is not None:
                operands.append(operand)
                sizes.append(DYNAMIC)
            else:
                size = p.optional_integer()
                if size is None:
                    raise p.error("expected integer value")
                sizes.append(size)
            if flag:
                p.expect("]")

        with p.then("expected SSA value or integer", state.location):
            p.comma_list(one, "[", "]", " in dynamic index list")
        return operands, i64_array(sizes), dense_array(I1, scalable)

    @staticmethod
    def print(p: Any, op: Operation, *values: Any) -> None:
        operands, sizes, flags = values
        p.text(f"[{index_list(p, operands, sizes, flags)}]")


@directive("DimensionList")
class DimensionList:
    """`2x?x4` as an `array<i64: …>`, `[]` for an empty one."""

    @staticmethod
    def parse(p: OpParser, state: OpState) -> DenseArrayAttr:
        wrong = "Failed parsing dimension list."
        with p.then(wrong):
            if p.accept("["):
                p.expect("]")
                return i64_array(())
            found = p.dimension_list(trailing_x=False)
        if not found:
            raise p.error(f'{wrong} Did you mean an empty list? It must be denoted by "[]".')
        return i64_array(found)

    @staticmethod
    def print(p: Any, op: Operation, dimensions: DenseArrayAttr) -> None:
        sizes = "x".join("?" if d == DYNAMIC else str(d) for d in dimensions.value)
        p.text(sizes or "[]")


def index_list(
    p: Any, operands: Sequence[Value], sizes: DenseArrayAttr | None, flags: Any = None
) -> str:
    """`%i, 4, [8]`: the text of a list of sizes and values, without brackets."""
    remaining = iter(operands)
    texts = []
    for i, size in enumerate(sizes.value if sizes is not None else ()):
        value = next(remaining, None) if size == DYNAMIC else None
        text = str(size) if value is None else p.names[value]
        texts.append(f"[{text}]" if flags and flags[i] else text)
    return ", ".join(texts)


def type_of(value: Value | Sequence[Value] | None) -> Type | tuple[Type, ...] | None:
    """The type of a value, the types of several."""
    if value is None:
        return None
    if isinstance(value, Value):
        return value.type
    return tuple(v.type for v in value)
