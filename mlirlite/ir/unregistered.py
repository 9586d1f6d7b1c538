"""Operations without a declaration."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.operation import Operation


class UnregisteredOp(Operation):
    """An op of an undeclared dialect, allowed by `--allow-unregistered-dialect`. All its attributes
    are in the dict in which its generic form has them. `whole_property` is the text between `<` and
    `>` where that is not a dictionary with entries: `<{}>`, `<"text">`."""

    __slots__ = ("name", "whole_property")
    name: str
    whole_property: Attribute | None

    def may_have_trait(self, trait: object) -> bool:
        return True

    @classmethod
    def named(cls, name: str, *args: Any, **kwargs: Any) -> UnregisteredOp:
        """As `create`, with the op's name first."""
        op = cls.create(*args, **kwargs)
        op.name = name
        return op

    def _copy_identity(self, other: Operation) -> None:
        self.name = other.name
        self.whole_property = getattr(other, "whole_property", None)
