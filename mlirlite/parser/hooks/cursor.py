"""Cursor: what hooks of types and attributes read text with. OpParser, which hooks of ops get, is a
cursor that also knows values, regions and successors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from mlirlite.ir.affine import AffineExpr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.operands import UnresolvedOperand
from mlirlite.parser.types import affine, attributes, dictionaries, locations, numbers, types
from mlirlite.support.mistakes import DeclarationError, written_at

A = TypeVar("A", bound=Attribute)


def body(cursor: TextCursor, cls: type[A]) -> A:
    """The type or attribute of this class whose text after `dialect.name` is next, at any depth of
    nesting."""
    state = cursor.state
    hook = getattr(cls, "parse", None) or state.readers.format_hook(cls)
    found: A = state.nesting.read(hook, cursor)
    if not isinstance(found, Attribute):
        raise DeclarationError(
            f"`parse` of '{cls.name}' returned {found!r}, expected {what_is(cls)}",
            written_at(hook),
        )
    return found


def what_is(cls: type[Attribute]) -> str:
    """What an object of a class is, for errors."""
    return "a type" if issubclass(cls, Type) else "an attribute"


def affine_expr(
    cursor: TextCursor, dim_names: Sequence[str] = (), symbol_names: Sequence[str] = ()
) -> AffineExpr:
    """An affine expression over named dimensions and symbols."""
    from mlirlite.parser.grammar.affine_operands import read_affine_expr  # late: few texts have any

    return read_affine_expr(cursor, dim_names, symbol_names)


def affine_map_of_ssa_ids(
    cursor: TextCursor, delimiter: str = "["
) -> tuple[AffineMapAttr, list[UnresolvedOperand]]:
    """`[%i + 1, symbol(%n)]` as a map and its operands: dimensions in order of appearance, then
    symbols."""
    from mlirlite.parser.grammar.affine_operands import read_affine_operands  # late, as above

    return read_affine_operands(cursor, delimiter)


class Cursor(TextCursor):
    """A position in a text, with readers for all parts of types and attributes. Methods named
    `optional_…` return None and do not move when the item is absent.

    Readers of types and attributes are functions of a cursor; this class has those that hooks
    call."""

    __slots__ = ()

    # Attributes
    attribute = attributes.read_attribute
    optional_attribute = attributes.optional_attribute
    attr_dict = dictionaries.attr_dict
    optional_attr_dict = dictionaries.optional_attr_dict
    optional_symbol_ref = attributes.optional_symbol_ref
    float_of = numbers.float_of
    location = locations.location
    location_instance = locations.location_instance
    body = body

    # Affine maps
    affine_map = affine.affine_map
    affine_map_attribute = affine.affine_map_attribute
    affine_expr = affine_expr
    affine_map_of_ssa_ids = affine_map_of_ssa_ids

    # Types
    type = types.read_type
    optional_type = types.optional_type
    type_list = types.type_list
    function_type = types.function_type
    signature = types.signature
    arrow_types = types.arrow_types
    result_types = types.result_types
    dimension_list = types.dimension_list
