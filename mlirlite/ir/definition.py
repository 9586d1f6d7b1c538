"""Op declarations: `class AddIOp(Op, name="arith.addi", traits=(…))` becomes an `OpDef`, made once
at the first use."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, get_args, get_origin

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.constructor import constructor, form_of, signature_of
from mlirlite.ir.constructor_code import Form
from mlirlite.ir.fields import Field, PropertyField
from mlirlite.ir.native_property import NativeProperty
from mlirlite.ir.op_def import OpDef
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Trait
from mlirlite.support.annotations import settle_annotations
from mlirlite.support.deprecated import warn_deprecated
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    import inspect

_RESERVED = frozenset((*dir(Operation), "name")) - {"result"}
_SLOTS = frozenset(Operation.__slots__)
_STATED = (type, type(Field[Any]))
"""The types of what an annotation may be: `Result` and `Result[X]`."""


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
        for attribute, value in namespace.items():
            if type(value) in _STATED and _is_field(value):
                raise TypeError(
                    f"{class_name}.{attribute}: a field is an annotation: write `{attribute}: …`, "
                    f"not `{attribute} = …`"
                )
        for attribute in _SLOTS & namespace.keys():
            raise TypeError(f"{class_name}: '{attribute}' is a part of Operation; use another name")
        fields = [f for b in bases for f in getattr(b, "_fields", ())]
        annotations = settle_annotations(namespace)
        for attribute, annotation in annotations.items():
            field = _field_of(class_name, namespace, attribute, annotation)
            if field is None and name:
                _check_no_field(class_name, namespace, attribute, annotation)
            elif field is not None:
                fields.append(field)
                namespace[attribute] = field
        namespace.setdefault("__slots__", ())
        namespace["_fields"] = tuple(fields)
        namespace["_definition"] = None
        namespace["__init__"] = _construct
        if name:
            namespace["name"] = name
        inherited = [t for b in bases for t in getattr(b, "ordered_traits", ())]
        _check_traits(class_name, traits)
        namespace["ordered_traits"] = tuple(dict.fromkeys((*inherited, *traits)))
        namespace["traits"] = frozenset(namespace["ordered_traits"])
        return super().__new__(mcs, class_name, bases, namespace, **kwargs)

    def __init__(
        cls, class_name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_: Any
    ) -> None:
        super().__init__(class_name, bases, namespace)
        hook: Any = getattr(cls, "verify", None)
        if hook is not Operation.verify:
            what = f"{namespace['__module__']}: `verify` of {class_name}"
            warn_deprecated(what, "the name `verify_op`", until="0.5")
            type.__setattr__(cls, "verify_op", hook)
            type.__setattr__(cls, "verify", Operation.verify)

    @property
    def definition(cls) -> OpDef:
        """The compiled declaration, made at the first use."""
        found = cls._definition
        if found is None:
            found = cls._definition = OpDef(cls, cls._fields)
        return found

    @property
    def form(cls) -> Form:
        """What the constructor depends on."""
        default: Any = Op.infer_types
        return form_of(cls.definition, getattr(cls, "infer_types", None) is default)

    @property
    def __signature__(cls) -> inspect.Signature:
        return signature_of(cls.form)


def _construct(self: Any, /, *args: Any, **kwargs: Any) -> None:
    """The constructor of a class before its first op is made."""
    cls: Any = type(self)
    type.__setattr__(cls, "__init__", constructor(cls.definition, cls.form))
    cls.__init__(self, *args, **kwargs)


def _check_traits(class_name: str, traits: object) -> None:
    """TypeError for anything but a sequence of traits."""
    if not isinstance(traits, Iterable) or isinstance(traits, str):
        raise TypeError(f"{class_name}: traits are a tuple, as in traits=(Pure,), found {traits!r}")
    for trait in traits:
        if not isinstance(trait, Trait):
            raise TypeError(f"{class_name}: {trait!r} is not a trait; expected one such as Pure")


def _is_field(annotation: object) -> bool:
    origin = getattr(annotation, "__origin__", annotation)
    return isinstance(origin, type) and issubclass(origin, Field)


def _check_no_field(
    class_name: str, namespace: dict[str, Any], attribute: str, annotation: Any
) -> None:
    """TypeError for an annotation that states a type, without saying of what."""
    annotation = _evaluated(annotation, namespace)
    if isinstance(annotation, type):
        alone = issubclass(annotation, Attribute)
    else:
        stated = getattr(annotation, "__metadata__", ())
        alone = any(isinstance(part, Constraint) for part in stated)
    if alone:
        raise TypeError(
            f"{class_name}.{attribute}: a type alone is not a field; write Operand[…], Result[…] "
            "or Prop[…] around it"
        )


def _evaluated(annotation: Any, namespace: dict[str, Any]) -> Any:
    if not isinstance(annotation, str):
        return annotation
    module = sys.modules.get(namespace.get("__module__", ""))
    return eval(annotation, dict(vars(module)) if module else {})


def _field_of(
    class_name: str, namespace: dict[str, Any], attribute: str, annotation: Any
) -> Field[Any] | None:
    annotation = _evaluated(annotation, namespace)
    if not _is_field(annotation):
        return None
    origin = get_origin(annotation) or annotation
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
        default = namespace[attribute]
        if isinstance(default, FunctionType):
            field.computed = default
        else:
            field.default = field.encode(default)
    return field


class Op(Operation, metaclass=OpMeta):
    """Base of registered operations. Declare fields as annotations; docs/how-to/add-an-op.md shows
    how.

    Build one by calling the class: operands, properties, regions and successors by position or name
    in the order of declaration, result types by name where they cannot be inferred; `loc=` and
    `attributes=` (discardable) besides."""

    assembly_format: ClassVar[str | None] = None
    """Custom syntax in upstream's directive language. Ops that it cannot express define `parse` and
    `print` (see parser and printer)."""
    constants_first: ClassVar[bool] = False
    """Whether `fold` comes before the equations of the dialect where every operand is constant: the
    result is then a constant of this op's dialect, not an operand."""
    cpp_properties: ClassVar[Mapping[str, NativeProperty]] = {}
    """Properties that are attributes here and C++ values upstream: what bytecode has of them."""
    required_in_bytecode: ClassVar[tuple[str, ...]] = ()
    """Properties with a default here that upstream requires: bytecode always has them."""
    missing_syntax: ClassVar[str] = ""
    """Why an op that upstream gives a custom syntax has none here; empty where it has one."""

    if TYPE_CHECKING:

        def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    @property
    def definition(self) -> OpDef:
        """The compiled declaration."""
        cls: OpMeta = type(self)
        return cls.definition

    def verify_op(self) -> Diagnostic | None:
        """Check what fields and traits cannot express; `return self.error("…")` on failure. Types
        and counts are already checked."""
        return None

    def verify_regions(self) -> Diagnostic | None:
        """As `verify_op`, after the ops inside were verified."""
        return None

    def infer_types(self) -> Sequence[Type] | None:
        """Result types from operands, properties and regions (the results do not exist yet); None
        when they must be given. ValueError with a message when the operands allow none. By default:
        what the traits and exact constraints imply."""
        inferred = [f.constraint.exact for f in self.definition.results]
        for trait in type(self).ordered_traits:
            trait.infer(self, inferred)
        known = [t for t in inferred if isinstance(t, Type)]
        return known if len(known) == len(inferred) else None

    def default_types(self) -> Sequence[Type] | None:
        """The result types of a new op that is given none: the inferred ones, or for an op with
        regions the usual ones."""
        return self.infer_types()

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constant-fold. `operands` has the constant of each operand, or None. Return None (no
        change), an attribute or value for the only result, or a sequence with one for each result.
        Returning the op's own result means: changed in place."""
        return None
