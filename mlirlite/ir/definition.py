"""Op declarations: `class AddIOp(Op, name="arith.addi", traits=(…))` becomes an `OpDef`, made once
at the first use."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, get_args, get_origin

from mlirlite.ir.annotations import settle_annotations
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DenseArrayAttr, i32_array
from mlirlite.ir.block import Region
from mlirlite.ir.constructor import EXACT, Form, Input, Kind, constructor_code, positions
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
from mlirlite.ir.from_python import to_attribute, to_type
from mlirlite.ir.insertion import insertion_point
from mlirlite.ir.operation import Operation
from mlirlite.ir.operators import constant_of
from mlirlite.ir.traits import (
    SameOperandsAndResultTypeTrait,
    SameVariadicOperandSize,
    SameVariadicResultSize,
    Trait,
)
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import OpResult, Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.ir.values import Value as _Value

OPERAND_SEGMENTS = "operandSegmentSizes"
RESULT_SEGMENTS = "resultSegmentSizes"


class OpDef:
    """A compiled declaration: the fields in order, and how variable-length groups are found."""

    __slots__ = (
        "_signature",
        "cls",
        "form",
        "formats",
        "name",
        "operand_sized",
        "operands",
        "properties",
        "regions",
        "result_sized",
        "results",
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
        self.form = _form(cls, fields, self)
        self._signature: inspect.Signature | None = None

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

    @property
    def signature(self) -> inspect.Signature:
        """The parameters of the constructor."""
        if self._signature is None:
            self._signature = _signature(self.form)
        return self._signature

    def result_types(self, given: Sequence[Any]) -> tuple[list[Type] | None, list[int]]:
        """Types for all results from what each field was given, and how many each has; None when
        they have to be inferred."""
        types: list[Type] = []
        sizes = []
        for field, types_ in zip(self.results, given, strict=True):
            if types_ is None and field.arity is Arity.ONE:
                types_ = field.constraint.exact
            if types_ is None and field.arity is not Arity.OPTIONAL:
                return None, []
            alone = isinstance(types_, (Type, str)) or not isinstance(types_, Iterable)
            group = [] if types_ is None else [types_] if alone else list(types_)
            types += map(to_type, group)
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


def _form(cls: type[Op], fields: Sequence[Field[Any]], definition: OpDef) -> Form:
    """What the constructor depends on."""
    results = definition.results
    only = None
    if len(results) == 1 and results[0].arity is Arity.ONE:
        operands = definition.operands
        first = next((t for t in cls.ordered_traits if type(t).infer is not Trait.infer), None)
        if cls.infer_types is Op.infer_types and isinstance(results[0].constraint.exact, Type):
            only = EXACT
        elif (
            cls.infer_types is Op.infer_types
            and isinstance(first, SameOperandsAndResultTypeTrait)
            and operands
            and operands[0].arity is Arity.ONE
        ):
            only = operands[0].attribute
        else:
            only = ""
    return Form(
        tuple(_input(f) for f in fields if not isinstance(f, _Results)),
        tuple(f.attribute for f in results),
        definition.operand_sized,
        only,
    )


def _input(field: Field[Any]) -> Input:
    name, many = field.name, field.arity is not Arity.ONE
    if isinstance(field, PropertyField):
        default = field.default is not None
        required = not (field.optional or default)
        kind = Kind.PROPERTY
        return Input(field.attribute, name, kind, False, required, field.optional, default)
    if isinstance(field, (RegionField, VarRegion)):
        many = isinstance(field, VarRegion)
        return Input(field.attribute, name, Kind.REGION, many, required=False)
    if isinstance(field, (Successor, VarSuccessor)):
        many = isinstance(field, VarSuccessor)
        return Input(field.attribute, name, Kind.SUCCESSOR, many, required=not many)
    return Input(field.attribute, name, Kind.OPERAND, many, required=not many)


def _signature(form: Form) -> inspect.Signature:
    both, keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    by_position, by_name = positions(form.inputs)
    empty = inspect.Parameter.empty
    parameters = [
        inspect.Parameter(i.attribute, both, default=empty if i.required else None)
        for i in by_position
    ]
    parameters += [inspect.Parameter(i.attribute, keyword) for i in by_name]
    parameters += [inspect.Parameter(r, keyword, default=None) for r in form.results]
    return inspect.Signature(parameters)


# What constructors call where a case is not the usual one


def _operand(definition: OpDef, index: int, given: Any, others: Sequence[Any]) -> Value:
    """The value for an operand: itself, the result of an op, or a constant for a number."""
    if isinstance(given, Value):
        return given
    if isinstance(given, Operation):
        return given._as_value()
    field = definition.operands[index]
    who = f"{definition.cls.__name__}: operand '{field.name}'"
    if not isinstance(given, (bool, int, float, complex)):
        raise TypeError(f"{who} must be a value, got {type(given).__name__}")
    type_ = _type_of_number(definition, field, given, others)
    if type_ is None:
        raise TypeError(f"{who} must be a value, got {given!r}, whose type follows from nothing")
    if insertion_point() is None:
        raise TypeError(f"{who}: {given!r} is a new constant, which needs an insertion point")
    return constant_of(given, type_)  # type: ignore[no-any-return]


def _type_of_number(
    definition: OpDef, field: ValueField[Any], number: Any, others: Sequence[Any]
) -> Type | None:
    """The type that a number has as an operand: the only one there is, that of operands that must
    have the same, or index."""
    exact = field.constraint.exact
    if isinstance(exact, Type):
        return exact
    for other, given in zip(definition.operands, others, strict=True):
        if isinstance(given, (Value, Operation)) and any(
            t.same_type(field.name, other.name) for t in definition.cls.ordered_traits
        ):
            return given._as_value().type
    counts = isinstance(number, int) and not isinstance(number, bool)
    return INDEX if counts and field.constraint.matches(INDEX) else None


def _group(definition: OpDef, index: int, given: Any, others: Sequence[Any]) -> tuple[Value, ...]:
    """The values for a group of operands."""
    if given is None:
        return ()
    if isinstance(given, (Value, Operation, bool, int, float, complex)):
        given = (given,)
    if not isinstance(given, Iterable):
        who = f"{definition.cls.__name__}: operands '{definition.operands[index].name}'"
        raise TypeError(f"{who} must be values, got {type(given).__name__}")
    return tuple([_operand(definition, index, one, others) for one in given])


def _make_results(op: Op, definition: OpDef, given: Sequence[Any]) -> None:
    types, sizes = definition.result_types(given)
    op.results = ()
    if types is None:
        types = list(_inferred_types(op, definition))
    elif definition.result_sized:
        op.properties[RESULT_SEGMENTS] = i32_array(sizes)
    op.results = tuple([OpResult(t, op, i) for i, t in enumerate(types)])


def _inferred(op: Op, definition: OpDef, result: str) -> Type:
    op.results = ()
    [found] = _inferred_types(op, definition)
    return found


def _inferred_types(op: Op, definition: OpDef) -> Sequence[Type]:
    inferred = op.default_types()
    if inferred is None:
        missing = ", ".join(f"'{f.attribute}'" for f in definition.results)
        raise TypeError(
            f"{definition.cls.__name__}: give the result types {missing}; they cannot be inferred"
        )
    return inferred


def _attributes(given: Mapping[str, Any]) -> dict[str, Attribute]:
    return {name: to_attribute(value) for name, value in given.items()}


_CALLED = {
    "_Region": Region,
    "_Result": OpResult,
    "_Value": Value,
    "_attributes": _attributes,
    "_group": _group,
    "_here": insertion_point,
    "_inferred": _inferred,
    "_make_results": _make_results,
    "_new": object.__new__,
    "_operand": _operand,
    "_sizes": i32_array,
    "_type": to_type,
}
"""The namespace of constructors, without what is of a class."""


def _construct(self: Any, /, *args: Any, **kwargs: Any) -> None:
    """The constructor of a class whose declaration was not compiled yet."""
    cls: Any = type(self)
    definition: OpDef = cls.definition
    fields = definition.properties
    namespace: dict[str, Any] = {
        **_CALLED,
        "_definition": definition,
        "_fields": fields,
        "_defaults": {name: f.default for name, f in fields.items()},
        EXACT: definition.results[0].constraint.exact if definition.results else None,
    }
    exec(constructor_code(definition.form), namespace)
    made = namespace["__init__"]
    made.__qualname__ = cls.__name__  # what errors call it
    type.__setattr__(cls, "__init__", made)
    made(self, *args, **kwargs)


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
        annotations = settle_annotations(namespace)
        for attribute, annotation in annotations.items():
            field = _field_of(class_name, namespace, attribute, annotation)
            if field is not None:
                fields.append(field)
                namespace[attribute] = field
        namespace.setdefault("__slots__", ())
        namespace["_fields"] = tuple(fields)
        namespace["_definition"] = None
        namespace["__init__"] = _construct
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

    if TYPE_CHECKING:

        def __call__(cls, *args: Any, **kwargs: Any) -> Any: ...


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

    def default_types(self) -> Sequence[Type] | None:
        """The result types of a new op that is given none: those that follow, or, of an op with
        regions, what is usual."""
        return self.infer_types()

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constant-fold. `operands` has the constant of each operand, or None. Return None (no
        change), an attribute or value for the only result, or a sequence of them, one a result.
        Returning the op's own result says: changed in place."""
        return None
