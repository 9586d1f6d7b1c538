"""Op declarations: `class AddIOp(Op, name="arith.addi", traits=(…))` becomes an `OpDef`, made once
at the first use."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, get_args, get_origin

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DenseArrayAttr, i32_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.fields import (
    Arity,
    Field,
    PropertyField,
    RegionField,
    Successor,
    ValueField,
    VarRegion,
    VarSuccessor,
    _Operands,
    _Results,
)
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    SameVariadicOperandSize,
    SameVariadicResultSize,
    Trait,
)
from mlirlite.ir.values import OpResult, Value
from mlirlite.support.diagnostics import Diagnostic
from mlirlite.support.source import SourceSpan

if TYPE_CHECKING:
    from mlirlite.ir.values import Value as _Value

OPERAND_SEGMENTS = "operandSegmentSizes"
RESULT_SEGMENTS = "resultSegmentSizes"


class OpDef:
    """A compiled declaration: the fields in order, and how variable-length groups are found."""

    __slots__ = (
        "cls",
        "formats",
        "name",
        "operand_sized",
        "operands",
        "properties",
        "regions",
        "result_sized",
        "results",
        "signature",
        "successors",
    )

    def __init__(self, cls: type[Op], fields: Sequence[Field[Any]]) -> None:
        self.cls = cls
        self.name = cls.name
        self.operands: tuple[ValueField[Any], ...] = tuple(
            f for f in fields if isinstance(f, _Operands)
        )
        self.results: tuple[ValueField[Any], ...] = tuple(
            f for f in fields if isinstance(f, _Results)
        )
        self.properties: dict[str, PropertyField[Any]] = {
            f.name: f for f in fields if isinstance(f, PropertyField)
        }
        self.regions: tuple[RegionField[Any] | VarRegion[Any], ...] = tuple(
            f for f in fields if isinstance(f, (RegionField, VarRegion))
        )
        self.successors: tuple[Field[Any], ...] = tuple(
            f for f in fields if isinstance(f, (Successor, VarSuccessor))
        )
        self.formats: dict[str, Any] = {}
        """Room for what other layers compile from the declaration (parser, printer), by their own
        key."""
        self.operand_sized = _place(self.operands) and not cls.has_trait(SameVariadicOperandSize)
        self.result_sized = _place(self.results) and not cls.has_trait(SameVariadicResultSize)
        for kind in (self.regions, self.successors):
            for i, field in enumerate(kind):
                field.group = i
        inputs = [f for f in fields if not isinstance(f, _Results)]
        self.signature = _signature(inputs, self.results)

    # Variable-length groups

    def operand_segments(self, op: Operation) -> Sequence[int]:
        """How many operands each operand field has. ValueError when the op does not fit its
        declaration."""
        return _segments(
            self.operands,
            op,
            len(op.operands),
            OPERAND_SEGMENTS if self.operand_sized else "",
            "operand",
        )

    def result_segments(self, op: Operation) -> Sequence[int]:
        """How many results each result field has. ValueError when the op does not fit its
        declaration."""
        return _segments(
            self.results,
            op,
            len(op.results),
            RESULT_SEGMENTS if self.result_sized else "",
            "result",
        )

    def operand_group(self, op: Operation, group: int) -> tuple[_Value, ...]:
        """The operands of one operand field."""
        sizes = self.operand_segments(op)
        start = sum(sizes[:group])
        return op.operands[start : start + sizes[group]]

    def result_group(self, op: Operation, group: int) -> tuple[OpResult, ...]:
        """The results of one result field."""
        sizes = self.result_segments(op)
        start = sum(sizes[:group])
        return op.results[start : start + sizes[group]]

    def set_operand_group(self, op: Operation, group: int, value: Any) -> None:
        """Replace the operands of one field and keep the segment sizes true."""
        sizes = list(self.operand_segments(op))
        start = sum(sizes[:group])
        new = [value] if isinstance(value, Value) else list(value or ())
        op.set_operands([*op.operands[:start], *new, *op.operands[start + sizes[group] :]])
        if self.operand_sized:
            sizes[group] = len(new)
            op.properties[OPERAND_SEGMENTS] = i32_array(sizes)

    # Building

    def build(
        self,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        location: Location | SourceSpan | None,
        attributes: dict[str, Attribute] | None,
    ) -> Operation:
        """Make an op from constructor arguments. TypeError for wrong ones, with the op's name."""
        try:
            values = self.signature.bind(*args, **kwargs).arguments
        except TypeError as e:
            raise TypeError(f"{self.cls.__name__}: {e}") from None
        operands: list[Value] = []
        sizes = []
        for field in self.operands:
            given = _as_values(values.get(field.attribute), field, self.cls)
            sizes.append(len(given))
            operands += given
        properties: dict[str, Attribute] = {}
        only = values.get(self.results[0].attribute) if len(self.results) == 1 else None
        for name, prop in self.properties.items():
            value = values.get(prop.attribute)
            if value is not None and not (value is False and prop.optional):
                properties[name] = prop.encode(value, only)
            elif prop.default is not None:
                properties[name] = prop.default
        if self.operand_sized:
            properties[OPERAND_SEGMENTS] = i32_array(sizes)
        regions: list[Region] = []
        for region_field in self.regions:
            given_region = values.get(region_field.attribute)
            if isinstance(region_field, VarRegion):
                regions += given_region or ()
            else:
                regions.append(given_region if given_region is not None else Region())
        successors: list[Block] = []
        for successor in self.successors:
            given_block: Any = values.get(successor.attribute)
            if isinstance(successor, VarSuccessor):
                successors += given_block or ()
            else:
                successors.append(given_block)
        types, result_sizes = self._result_types(values)
        if self.result_sized and types is not None:
            properties[RESULT_SEGMENTS] = i32_array(result_sizes)
        op = self.cls.create(
            operands, types or (), properties, attributes, regions, successors, location
        )
        if types is None:
            inferred = op.infer_types()
            if inferred is None:
                missing = ", ".join(f"'{f.attribute}'" for f in self.results)
                raise TypeError(
                    f"{self.cls.__name__}: give the result types {missing}; they cannot be inferred"
                )
            op.results = tuple([OpResult(t, op, i) for i, t in enumerate(inferred)])
        return op

    def _result_types(self, values: dict[str, Any]) -> tuple[list[Type] | None, list[int]]:
        types: list[Type] = []
        sizes = []
        for field in self.results:
            given = values.get(field.attribute)
            if given is None and field.arity is Arity.ONE:
                exact = field.constraint.exact
                if not isinstance(exact, Type):
                    return None, []
                given = exact
            if given is None and field.arity is Arity.VARIADIC:
                return None, []
            group = [given] if isinstance(given, Type) else list(given or ())
            types += group
            sizes.append(len(group))
        return types, sizes


def _place(fields: Sequence[ValueField[Any]]) -> bool:
    """Give each field its index where that is fixed; True when sizes must be stored."""
    variable = 0
    for i, field in enumerate(fields):
        field.group = i
        field.fixed = i if not variable and field.arity is Arity.ONE else None
        variable += field.arity is not Arity.ONE
    return variable > 1


def _segments(
    fields: Sequence[ValueField[Any]], op: Operation, count: int, stored: str, kind: str
) -> Sequence[int]:
    if stored:
        sizes = op.properties.get(stored)
        if not isinstance(sizes, DenseArrayAttr) or len(sizes) != len(fields):
            raise ValueError(
                f"'{stored}' attribute for specifying {kind} segments must have {len(fields)} "
                f"elements, "
                f"but got {len(sizes) if isinstance(sizes, DenseArrayAttr) else 0}"
            )
        if any(size < 0 for size in sizes):
            raise ValueError(f"'{stored}' attribute cannot have negative elements")
        if sum(sizes) != count:
            raise ValueError(
                f"{kind} count ({count}) does not match with the total size ({sum(sizes)}) "
                f"specified in attribute '{stored}'"
            )
        return sizes.value
    variable = sum(f.arity is not Arity.ONE for f in fields)
    rest = count - (len(fields) - variable)
    if variable == 0:
        if rest:
            raise ValueError(f"expected {len(fields)} {kind}s, but found {count}")
        return (1,) * len(fields)
    if rest < 0 or rest % variable:
        raise ValueError(f"expected {len(fields) - variable} or more {kind}s, but found {count}")
    each = rest // variable
    return [1 if f.arity is Arity.ONE else each for f in fields]


def _as_values(given: Any, field: ValueField[Any], cls: type[Op]) -> list[Value]:
    if isinstance(given, Value):
        return [given]
    if isinstance(given, Operation):
        return [given.result]
    if given is None:
        return []
    if field.arity is Arity.ONE:
        raise TypeError(
            f"{cls.__name__}: operand '{field.name}' must be a value, got {type(given).__name__}"
        )
    return [v.result if isinstance(v, Operation) else v for v in given]


def _signature(inputs: Sequence[Field[Any]], results: Sequence[Field[Any]]) -> inspect.Signature:
    parameters = []
    omit = False
    for field in inputs:
        optional = (
            field.arity is not Arity.ONE
            or isinstance(field, RegionField)
            or (isinstance(field, PropertyField) and (field.optional or field.default is not None))
        )
        omit = omit or optional
        parameters.append(
            inspect.Parameter(
                field.attribute,
                inspect.Parameter.POSITIONAL_OR_KEYWORD
                if optional or not omit
                else inspect.Parameter.KEYWORD_ONLY,
                default=None if optional else inspect.Parameter.empty,
            )
        )
    parameters.sort(key=lambda p: p.kind)
    parameters += [
        inspect.Parameter(f.attribute, inspect.Parameter.KEYWORD_ONLY, default=None)
        for f in results
    ]
    return inspect.Signature(parameters)


_RESERVED = frozenset(dir(Operation)) - {"result"}


class OpMeta(type):
    """Metaclass of registered ops: annotations become fields; calling the class builds an op."""

    _fields: tuple[Field[Any], ...]
    _definition: OpDef | None
    ordered_traits: tuple[Trait, ...]
    """The traits as they were declared: the order in which they are verified."""

    def __new__(
        mcs,
        class_name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        name: str = "",
        traits: Iterable[Trait] = (),
        **kwargs: Any,
    ) -> OpMeta:
        fields = [f for b in bases for f in getattr(b, "_fields", ())]
        annotations = namespace.get("__annotations__", {})
        for attribute, annotation in list(annotations.items()):
            field = _field_of(class_name, namespace, attribute, annotation)
            if field is not None:
                fields.append(field)
                namespace[attribute] = field
        namespace.setdefault("__slots__", ())
        namespace["_fields"] = tuple(fields)
        namespace["_definition"] = None
        if name:
            namespace["name"] = name
        inherited = [t for b in bases for t in getattr(b, "ordered_traits", ())]
        namespace["ordered_traits"] = tuple(dict.fromkeys((*inherited, *traits)))
        namespace["traits"] = frozenset(namespace["ordered_traits"])
        return super().__new__(mcs, class_name, bases, namespace, **kwargs)

    def __init__(
        cls, class_name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_: Any
    ) -> None:
        super().__init__(class_name, bases, namespace)

    @property
    def definition(cls) -> OpDef:
        """The compiled declaration, made at the first use."""
        found = cls._definition
        if found is None:
            found = cls._definition = OpDef(cls, cls._fields)  # type: ignore[arg-type]
        return found

    @property
    def __signature__(cls) -> inspect.Signature:
        return cls.definition.signature

    def __call__(
        cls,
        *args: Any,
        loc: Location | SourceSpan | None = None,
        attributes: dict[str, Attribute] | None = None,
        **kwargs: Any,
    ) -> Any:
        return cls.definition.build(args, kwargs, loc, attributes)


def _field_of(
    class_name: str, namespace: dict[str, Any], attribute: str, annotation: Any
) -> Field[Any] | None:
    if isinstance(annotation, str):
        module = sys.modules.get(namespace.get("__module__", ""))
        annotation = eval(annotation, dict(vars(module)) if module else {})
    origin = get_origin(annotation) or annotation
    if not (isinstance(origin, type) and issubclass(origin, Field)):
        return None
    if attribute in _RESERVED:
        raise TypeError(
            f"{class_name}: a field cannot be called '{attribute}', Operation has that; write "
            f"'{attribute}_'"
        )
    arguments = get_args(annotation)
    try:
        field: Field[Any] = origin(attribute, arguments[0] if arguments else Type)
    except TypeError as e:
        raise TypeError(f"{class_name}.{attribute}: {e}") from None
    if attribute in namespace:
        if not isinstance(field, PropertyField):
            raise TypeError(f"{class_name}.{attribute}: only properties have defaults")
        field.default = field.encode(namespace[attribute])
    return field


class Op(Operation, metaclass=OpMeta):
    """Base of registered operations. Declare fields as annotations; docs/how-to/add-an-op.md shows
    how.

    Build one by calling the class: operands, properties, regions and successors by position or name
    in the order of declaration, result types by name where they cannot be inferred; `loc=` and
    `attributes=` (discardable) besides."""

    assembly_format: ClassVar[str | None] = None
    """Custom syntax in upstream's directive language. Ops beyond it define `parse` and `print` (see
    parser and printer)."""

    if TYPE_CHECKING:

        def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    @property
    def definition(self) -> OpDef:  # type: ignore[override]
        """The compiled declaration."""
        cls: OpMeta = type(self)
        return cls.definition

    def verify(self) -> Diagnostic | None:
        """Check what fields and traits cannot say; `return self.error("…")` when wrong. Types and
        counts hold already."""
        return None

    def verify_regions(self) -> Diagnostic | None:
        """As `verify`, after the ops inside were verified."""
        return None

    def infer_types(self) -> Sequence[Type] | None:
        """Result types from operands, properties and regions (the results do not exist yet); None
        when they must be given. ValueError with a message when the operands admit none. By default:
        what the traits and exact constraints imply."""
        inferred = [f.constraint.exact for f in self.definition.results]
        for trait in type(self).ordered_traits:
            trait.infer(self, inferred)
        return None if any(t is None for t in inferred) else inferred  # type: ignore[return-value]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constant-fold. `operands` has the constant of each operand, or None. Return None (no
        change), an attribute or value for the only result, or a sequence of them, one a result.
        Returning the op's own result says: changed in place."""
        return None
