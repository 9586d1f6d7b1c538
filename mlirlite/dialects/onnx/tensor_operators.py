"""Python's operators on tensors of a graph that is being made: each makes an op."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

Number = int | float | bool


class TensorOperators:
    """What tensors of importers have in common: an operator makes onnx's op of it, and a number
    gets the element type of the tensor beside it."""

    __slots__ = ()

    @abstractmethod
    def made(self, name: str, *operands: Any) -> Self:
        """The result of an op with this tensor as first operand."""

    @abstractmethod
    def like(self, value: Number | Self) -> Self:
        """A number, or a tensor, with the element type of this one."""

    def _with(self, name: str, other: Number | Self) -> Self:
        return self.made(name, self.like(other))

    def _behind(self, name: str, other: Number) -> Self:
        return self.like(other).made(name, self)

    def __add__(self, other: Number | Self) -> Self:
        return self._with("Add", other)

    def __sub__(self, other: Number | Self) -> Self:
        return self._with("Sub", other)

    def __mul__(self, other: Number | Self) -> Self:
        return self._with("Mul", other)

    def __truediv__(self, other: Number | Self) -> Self:
        return self._with("Div", other)

    def __radd__(self, other: Number) -> Self:
        return self._behind("Add", other)

    def __rsub__(self, other: Number) -> Self:
        return self._behind("Sub", other)

    def __rmul__(self, other: Number) -> Self:
        return self._behind("Mul", other)

    def __rtruediv__(self, other: Number) -> Self:
        return self._behind("Div", other)

    def __lt__(self, other: Number | Self) -> Self:
        return self._with("Less", other)

    def __le__(self, other: Number | Self) -> Self:
        return self._with("LessOrEqual", other)

    def __gt__(self, other: Number | Self) -> Self:
        return self._with("Greater", other)

    def __ge__(self, other: Number | Self) -> Self:
        return self._with("GreaterOrEqual", other)

    def equal(self, other: Number | Self) -> Self:
        """Where both are equal."""
        return self._with("Equal", other)

    def __and__(self, other: Self) -> Self:
        return self._with("And", other)

    def __or__(self, other: Self) -> Self:
        return self._with("Or", other)

    def __invert__(self) -> Self:
        return self.made("Not")

    def __neg__(self) -> Self:
        return self.made("Neg")
