"""Builds types, attributes, affine maps and locations from the grammar's trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.ir import affine
from mlirlite.ir.affine import (
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineMap,
    AffineSymbol,
    IntegerSet,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    FALSE,
    TRUE,
    UNIT,
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    DistinctAttr,
    IntegerAttr,
    IntegerSetAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
)
from mlirlite.ir.dense import DenseResourceAttr, SparseElementsAttr
from mlirlite.ir.locations import (
    UNKNOWN,
    CallSiteLoc,
    FileLineColRange,
    Location,
    NameLoc,
    fused,
)
from mlirlite.ir.types import (
    DYNAMIC,
    I1,
    FloatType,
    IntegerType,
    ShapedType,
)
from mlirlite.parser.grammar.type_builder import TypeBuilder, present
from mlirlite.parser.text.literals import LiteralError, fits, float_bits
from mlirlite.parser.types.attributes import attribute_alias
from mlirlite.parser.types.elements import dense_attribute, sparse_attribute
from mlirlite.parser.types.numbers import literal_error, number_at


class AttributeBuilder(TypeBuilder):
    """All rules of the grammar, one method each; `children` as in TypeBuilder."""

    # Attributes

    def number(self, children: list[Any]) -> Attribute:
        sign, digits, type = children
        text = f"{sign or ''}{digits}"
        start = self._end(digits) - len(text)
        self.cursor.pos = self._end(digits)
        return number_at(self.cursor, text, type, start)

    def string(self, children: list[Any]) -> Attribute:
        return StringAttr(self._string(children[0]), children[1])

    def true_attribute(self, _: list[Any]) -> Attribute:
        return TRUE

    def false_attribute(self, _: list[Any]) -> Attribute:
        return FALSE

    def unit_attribute(self, _: list[Any]) -> Attribute:
        return UNIT

    def array(self, children: list[Any]) -> Attribute:
        return ArrayAttr(present(children))

    def entry(self, children: list[Any]) -> tuple[Any, str, Attribute]:
        token, value = children
        name = self._string(token) if token.type == "STRING" else str(token)
        if not name:
            raise self._fail("expected valid attribute name", token)
        return token, name, UNIT if value is None else value

    def dictionary(self, children: list[Any]) -> Attribute:
        entries: dict[str, Attribute] = {}
        for token, name, value in present(children):
            if name in entries:
                raise self._fail(f"duplicate key '{name}' in dictionary attribute", token)
            entries[name] = value
        return DictionaryAttr(tuple(entries.items()))

    def symbol_ref(self, children: list[Any]) -> Attribute:
        names = [
            self.cursor.unquote(str(t)[1:], self._at(t) + 1) if t[1] == '"' else str(t)[1:]
            for t in children
        ]
        return SymbolRefAttr(names[0], tuple(names[1:]))

    def affine_map_attribute(self, children: list[Any]) -> Attribute:
        head, value = children
        if not isinstance(value, AffineMap):
            raise self._fail("expected AffineMap, but got IntegerSet", head)
        return AffineMapAttr(value)

    def integer_set_attribute(self, children: list[Any]) -> Attribute:
        head, value = children
        if not isinstance(value, IntegerSet):
            raise self._fail("expected IntegerSet, but got AffineMap", head)
        return IntegerSetAttr(value)

    def dense(self, children: list[Any]) -> Attribute:
        token, type = children
        text = self.cursor.text
        start = self._at(token)
        opened = text.index("<", start)
        return dense_attribute(self.cursor, start, opened + 1, self._end(token) - 1, type)

    def sparse(self, children: list[Any]) -> SparseElementsAttr:
        token, type = children
        start = self._at(token)
        opened = self.cursor.text.index("<", start)
        return sparse_attribute(self.cursor, start, opened + 1, self._end(token) - 1, type)

    def dense_resource(self, children: list[Any]) -> Attribute:
        head, key, type = children
        if not isinstance(type, ShapedType):
            raise self._fail("`dense_resource` expected a shaped type", head)
        name = self._string(key) if key.type == "STRING" else str(key)
        return DenseResourceAttr(type, self.cursor.state.resource("builtin", name))

    def scalar(self, children: list[Any]) -> list[Any]:
        return children

    def dense_array(self, children: list[Any]) -> Attribute:
        head, type, *scalars = children
        if not isinstance(type, (IntegerType, FloatType)):
            raise self._fail(f"expected integer or float type, got: '{type}'", head)
        if type is not I1 and type.width % 8:
            raise self._fail("element type bitwidth must be a multiple of 8", head)
        values = [self._array_element(s, type) for s in present(scalars)]
        return self._make(DenseArrayAttr, head, type, tuple(values))

    def _array_element(self, scalar: list[Any], type: Type) -> int | float:
        token = scalar[-1]
        sign = scalar[0] if len(scalar) == 2 else None
        text = f"{sign or ''}{token}"
        if isinstance(type, FloatType):
            if token.type in ("TRUE", "FALSE"):
                raise self._fail("expected floating point literal", token)
            if token.type == "FLOAT":
                return type.format.round(float(text))
            try:
                return type.format.decode(float_bits(text, type))
            except LiteralError as e:
                start = self._end(token) - len(text)
                raise literal_error(self.cursor, e, text, start) from None
        if token.type in ("TRUE", "FALSE"):
            if type is not I1:
                raise self._fail("expected i1 type for 'true' or 'false' values", token)
            return int(token.type == "TRUE")
        if token.type == "FLOAT":
            raise self._fail("expected integer literal", token)
        if type is I1:
            raise self._fail("expected 'true' or 'false' values for i1 type", token)
        value = _int(text)
        if not fits(value, type):
            raise self._fail("integer constant out of range", token)
        return int(IntegerAttr(value, type).value)

    def stride(self, children: list[Any]) -> int:
        if children[0] is not None and children[0].type == "DYNAMIC":
            return DYNAMIC
        sign, digits = children
        value = _int(digits) * (1 if sign is None else -1)
        if not -(1 << 63) <= value < 1 << 63:
            raise self._fail("expected a 64-bit signed integer or '?'", digits)
        return value

    def strided(self, children: list[Any]) -> Attribute:
        head, *strides, offset_word, offset = children
        return self._make(
            StridedLayoutAttr, head, present(strides), offset if offset_word is not None else 0
        )

    def distinct(self, children: list[Any]) -> Attribute:
        _, token, referenced = children
        known = self.cursor.state.distinct
        number = _int(token)
        if number >= 1 << 64:
            raise self._fail("expected an unsigned 64-bit integer", token)
        referenced = UNIT if referenced is None else referenced
        found = known.get(number)
        if found is None:
            found = known[number] = DistinctAttr(referenced)
        elif found.referenced != referenced:
            raise self._fail(
                f"referenced attribute does not match previous definition: {found.referenced}",
                token,
            )
        return found

    def attribute_reference(self, children: list[Any]) -> Attribute:
        return attribute_alias(self.cursor, str(children[0]), self._at(children[0]))

    def dialect_attribute(self, children: list[Any]) -> Attribute:
        *parts, type = children
        cursor, start, end = self.cursor, self._at(parts[0]), self._end(parts[-1])
        return cursor.state.readers.dialect_attribute(cursor, start, end, type)

    # Affine expressions are kept as programs (operands before operators), since names have no
    # meaning before the map is complete

    def affine_constant(self, children: list[Any]) -> list[Any]:
        return [("constant", children[0])]

    def affine_name(self, children: list[Any]) -> list[Any]:
        return [("name", children[0])]

    def affine_dim_value(self, children: list[Any]) -> list[Any]:
        return [("dim", children)]

    def affine_symbol_value(self, children: list[Any]) -> list[Any]:
        return [("symbol", children[1:])]

    def affine_negation(self, children: list[Any]) -> list[Any]:
        return [*children[1], ("negate", children[0])]

    def affine_sum(self, children: list[Any]) -> list[Any]:
        lhs, operator, rhs = children
        return [*lhs, *rhs, ("operator", operator)]

    affine_product = affine_sum

    def dims(self, children: list[Any]) -> list[Any]:
        return list(present(children))

    symbols = dims

    def constraint(self, children: list[Any]) -> list[Any]:
        return children

    def affine(
        self,
        program: list[Any],
        dims: Sequence[Any],
        symbols: Sequence[Any],
        values: dict[Any, AffineExpr] | None = None,
    ) -> AffineExpr:
        """The expression of a program. `values` gives expressions for SSA values, which are errors
        without it."""
        names: dict[str, AffineExpr] = {str(n): AffineDim(i) for i, n in enumerate(dims)}
        names.update((str(n), AffineSymbol(i)) for i, n in enumerate(symbols))
        stack: list[AffineExpr] = []
        for kind, token in program:
            if kind == "constant":
                value = _int(token)
                if value > 1 << 63:
                    raise self._fail("constant too large for index", token)
                stack.append(AffineConst(value))
            elif kind == "name":
                expr = names.get(str(token))
                if expr is None:
                    raise self._fail("use of undeclared identifier", token)
                stack.append(expr)
            elif kind == "negate":
                stack.append(-stack.pop())
            elif kind == "operator":
                rhs = stack.pop()
                stack.append(self._binary(token, stack.pop(), rhs))
            else:
                if values is None:
                    raise self._fail("unexpected ssa identifier", token[0])
                stack.append(values[kind, str(token[0]), str(token[1] or "#0")])
        return stack.pop()

    def _binary(self, token: Any, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
        name = str(token)
        if name == "+":
            return lhs + rhs
        if name == "-":
            return lhs - rhs
        if name == "*":
            if not lhs.is_symbolic_or_constant and not rhs.is_symbolic_or_constant:
                raise self._fail(
                    "non-affine expression: at least one of the multiply operands has to be "
                    "either a constant or symbolic",
                    token,
                )
            return lhs * rhs
        if not rhs.is_symbolic_or_constant:
            raise self._fail(
                f"non-affine expression: right operand of {name} has to be either a constant or "
                "symbolic",
                token,
            )
        return {"floordiv": affine.floordiv, "ceildiv": affine.ceildiv, "mod": affine.mod}[name](
            lhs, rhs
        )

    def _check_names(self, dims: list[Any], symbols: list[Any]) -> None:
        seen: set[str] = set()
        for token in (*dims, *symbols):
            if str(token) in seen:
                raise self._fail(f"redefinition of identifier '{token}'", token)
            seen.add(str(token))

    def affine_map(self, children: list[Any]) -> AffineMap:
        dims, symbols, *results = children
        symbols = symbols or []
        self._check_names(dims, symbols)
        exprs = [self.affine(p, dims, symbols) for p in present(results)]
        return AffineMap(len(dims), len(symbols), tuple(exprs))

    def integer_set(self, children: list[Any]) -> IntegerSet:
        dims, symbols, *constraints = children
        symbols = symbols or []
        self._check_names(dims, symbols)
        rows: list[tuple[AffineExpr, bool]] = []
        for left, relation, right in present(constraints):
            lhs, rhs = self.affine(left, dims, symbols), self.affine(right, dims, symbols)
            if relation.type == "LESS_EQUAL":
                lhs, rhs = rhs, lhs
            rows.append((lhs - rhs, relation.type == "EQUAL_EQUAL"))
        rows = rows or [(AffineConst(0), True)]
        return IntegerSet(len(dims), len(symbols), tuple(rows))

    # Locations

    def inline_location(self, children: list[Any]) -> Location:
        return self._location(children[1], children[0])

    def location_reference(self, children: list[Any]) -> Any:
        token = children[0]
        found = attribute_alias(self.cursor, str(token), self._at(token))
        return self._location(found, token)

    def _location(self, value: Any, token: Any = None) -> Location:
        if not isinstance(value, Location):
            raise self._fail(f"expected location attribute, but got '{value}'", token)
        return value

    def unknown_location(self, _: list[Any]) -> Location:
        return UNKNOWN

    def name_location(self, children: list[Any]) -> Location:
        name = self._string(children[0])
        return NameLoc(name, children[1]) if len(children) > 1 else NameLoc(name)

    def file_location(self, children: list[Any]) -> Location:
        file, line, column, to, end_line, end_column = [*children, None, None, None][:6]
        start = _int(line), 0 if column is None else _int(column)
        if to is None:
            return FileLineColRange(self._string(file), *start)
        last = start[0] if end_line is None else _int(end_line)
        return FileLineColRange(self._string(file), *start, last, _int(end_column))

    def callsite_location(self, children: list[Any]) -> Location:
        _, callee, _, caller = children
        return CallSiteLoc(callee, caller)

    def fused_location(self, children: list[Any]) -> Location:
        _, metadata, *locations = children
        return fused(present(locations), metadata)


def _int(token: Any) -> int:
    text = str(token)
    return int(text, 16) if "x" in text else int(text)
