"""TypeBuilder: types from the grammar's trees."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from lark.visitors import Transformer_NonRecursive

from mlirlite.ir.affine import (
    AffineMap,
)
from mlirlite.ir.attribute import Attribute, OpaqueAttr, OpaqueType, Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    DictionaryAttr,
    IntegerAttr,
    StridedLayoutAttr,
    StringAttr,
)
from mlirlite.ir.types import (
    DYNAMIC,
    INDEX,
    NONE,
    ComplexType,
    FloatType,
    FunctionType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    Signedness,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    may_be_in_memref,
    may_be_in_tensor,
    may_be_in_vector,
)
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.types.types import type_alias
from mlirlite.support.diagnostics import DiagnosticError

_DIM = re.compile(r"\[?\s*([0-9]+|\?)\s*(\]?)\s*x|(\*)\s*x").finditer
A = TypeVar("A", bound=Attribute)
_SIGNEDNESS = {"s": Signedness.SIGNED, "u": Signedness.UNSIGNED}


class TypeBuilder(Transformer_NonRecursive[Any, Any]):
    """The rules of types, one method each; `children` are the values of the parts, None for a
    missing optional part."""

    def __init__(self, cursor: TextCursor, start: int) -> None:
        super().__init__(visit_tokens=False)
        self.cursor = cursor
        self.start = start

    # Places

    def _at(self, token: Any) -> int:
        return self.start + (token.start_pos or 0)

    def _end(self, token: Any) -> int:
        return self.start + (token.end_pos or 0)

    def _fail(self, message: str, token: Any = None) -> DiagnosticError:
        if token is None:
            return self.cursor.fail(message, self.cursor.span(self.start))
        return self.cursor.fail(message, self.cursor.span(self._at(token), self._end(token)))

    def _make(self, cls: Callable[..., A], token: Any, *args: Any) -> A:
        try:
            return cls(*args)
        except ValueError as e:
            raise self._fail(str(e), token) from None

    def _string(self, token: Any) -> str:
        return self.cursor.unquote(str(token), self._at(token))

    # Types

    def integer_type(self, children: list[Any]) -> Type:
        text = str(children[0])
        sign, _, width = text.partition("i")
        return self._make(
            IntegerType, children[0], int(width), _SIGNEDNESS.get(sign, Signedness.SIGNLESS)
        )

    def float_type(self, children: list[Any]) -> Type:
        return self._make(FloatType, children[0], str(children[0]))

    def index_type(self, _: list[Any]) -> Type:
        return INDEX

    def none_type(self, _: list[Any]) -> Type:
        return NONE

    def _shape(self, token: Any) -> tuple[list[int], list[bool], bool]:
        """Sizes, which are scalable, and whether unranked."""
        sizes: list[int] = []
        scalable: list[bool] = []
        for m in _DIM(str(token), str(token).index("<")):
            if m[3]:
                return [], [], True
            size = DYNAMIC if m[1] == "?" else int(m[1])
            if size > _LARGEST:
                raise self._fail("invalid dimension", token)
            sizes.append(size)
            scalable.append(bool(m[2]))
        return sizes, scalable, False

    def vector_type(self, children: list[Any]) -> Type:
        head, element = children
        sizes, scalable, _ = self._shape(head)
        if not may_be_in_vector(element):
            raise self._fail(
                "failed to verify 'elementType': VectorElementTypeInterface instance", head
            )
        return self._make(VectorType, head, sizes, element, scalable)

    def tensor_type(self, children: list[Any]) -> Type:
        head, element, encoding = children
        if not may_be_in_tensor(element):
            raise self._fail("invalid tensor element type", head)
        sizes, _, unranked = self._shape(head)
        if unranked:
            if encoding is not None:
                raise self._fail("cannot apply encoding to unranked tensor", head)
            return self._make(UnrankedTensorType, head, element)
        return self._make(RankedTensorType, head, sizes, element, encoding)

    def memref_type(self, children: list[Any]) -> Type:
        head, element, *extra = children
        if not may_be_in_memref(element):
            raise self._fail("invalid memref element type", head)
        sizes, _, unranked = self._shape(head)
        layout: Attribute | None = None
        space: Attribute | None = None
        for attribute in extra:
            if attribute is None:
                continue
            if _is_layout(attribute):
                if unranked:
                    raise self._fail("cannot have affine map for unranked memref type", head)
                if space is not None:
                    raise self._fail("expected memory space to be last in memref type", head)
                layout = attribute
            elif space is not None:
                raise self._fail("multiple memory spaces specified in memref type", head)
            else:
                space = attribute
        if space is not None and not _is_memory_space(space):
            raise self._fail("unsupported memory space Attribute", head)
        if isinstance(space, IntegerAttr) and space.value == 0:
            space = None  # the default
        if unranked:
            return self._make(UnrankedMemRefType, head, element, space)
        if isinstance(layout, StridedLayoutAttr) and len(layout.strides) != len(sizes):
            raise self._fail("expected the number of strides to match the rank", head)
        layout_map = getattr(layout, "map", None)
        if isinstance(layout_map, AffineMap) and layout_map.num_dims != len(sizes):
            # checked here, too: an identity map is dropped when the type is made
            message = "memref layout mismatch between rank and affine map"
            raise self._fail(f"{message}: {len(sizes)} != {layout_map.num_dims}", head)
        return self._make(MemRefType, head, sizes, element, layout, space)

    def complex_type(self, children: list[Any]) -> Type:
        return self._make(ComplexType, children[0], children[1])

    def tuple_type(self, children: list[Any]) -> Type:
        return TupleType(present(children[1:]))

    def type_list(self, children: list[Any]) -> list[Type]:
        return list(present(children))

    def function_type(self, children: list[Any]) -> Type:
        inputs, results = children
        return FunctionType(
            tuple(inputs), tuple(results) if isinstance(results, list) else (results,)
        )

    def type_reference(self, children: list[Any]) -> Type:
        return type_alias(self.cursor, str(children[0]), self._at(children[0]))

    def dialect_type(self, children: list[Any]) -> Type:
        start, end = self._at(children[0]), self._end(children[-1])
        return self.cursor.state.readers.dialect_type(self.cursor, start, end)


def present(children: Sequence[Any]) -> tuple[Any, ...]:
    """An empty list comes as one None."""
    return () if len(children) == 1 and children[0] is None else tuple(children)


def _is_memory_space(attribute: Attribute) -> bool:
    """Whether an attribute can be a memory space: those that upstream knows, and those of
    dialects."""
    known = (IntegerAttr, StringAttr, DictionaryAttr, OpaqueAttr, OpaqueType)
    return isinstance(attribute, known) or "." in type(attribute).name


_LARGEST = (1 << 63) - 1


def _is_layout(attribute: Attribute) -> bool:
    """Whether an attribute can be a layout: affine maps, strides, and attributes of dialects that
    declare it."""
    return isinstance(attribute, (AffineMapAttr, StridedLayoutAttr)) or bool(
        getattr(attribute, "is_memref_layout", False)
    )
