"""OnnxOp: operations whose operands, results, properties and regions come from the ONNX schemas.

`onnx.Conv`'s class is made at its first use: the schema gives the fields, and the behavior class
that lists `Conv` among its `ops` (nn.py) gives what a schema cannot express.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, ClassVar

from mlirlite.dialects.onnx.attribute_values import wrong_attribute
from mlirlite.dialects.onnx.node import SchemaOp
from mlirlite.dialects.onnx.requirements import HasRequirements, Requirement, violation
from mlirlite.dialects.onnx.schemas import AttributeSchema, Parameter, Schema, mlir_name
from mlirlite.dialects.onnx.shapes import Mismatch, Shape, ranked
from mlirlite.dialects.onnx.types import ELEMENT_TYPES, SI64, spelling, words
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op, OpMeta
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.fields import (
    Field,
    Operand,
    PropertyField,
    RegionField,
    Result,
    VarOperand,
    VarResult,
)
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Commutative, Pure, RecursiveMemoryEffects, SingleBlock
from mlirlite.ir.types import (
    F32,
    I64,
    NONE,
    TensorType,
    UnrankedTensorType,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

Inferred = Sequence[Shape | Type | None] | None
"""For each result its shape, its whole type, or None if unknown. None if nothing is known at
all."""


DECLARED = "onnx.declared"
"""Ranks that the model declares for results, then for the regions' arguments, about which nothing
else is known; none if nothing is declared."""


class OnnxOp(Op, SchemaOp, HasRequirements):
    """Base of the ops of the schemas.

    Behavior classes derive from it without a name and list the operators that they serve:
    `class Conv(OnnxOp, ops="Conv ConvInteger")`. They serve all versions of these. They override
    `infer`, and may have `fold` and `check`; their plain annotations (`X: Value`) tell mypy what
    the schema declares.

    Fields read as Python values: integers, floats, strings, tuples of them, element types, dense
    attributes. A missing optional operand is None; in `operands` it is a value of type none, so
    that positions are fixed.
    """

    ops: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, ops: str = "", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.ops = tuple(ops.split())

    # To be defined by behaviors

    def infer(self) -> Inferred:
        """Shapes or types of the results from operands and properties; results may not exist yet.

        Raises ValueError when the operands admit no result.
        """
        return None

    def check(self) -> Diagnostic | None:
        """Further verification, after `infer` raised nothing."""
        return None

    def requirements(self) -> Iterator[Requirement]:
        return iter(())

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        """The operand and its dimension that the first result's dimension `index` always equals;
        None when there is none, or it is not known."""
        return None

    # Interfaces

    def infer_shapes(self) -> Sequence[Type]:
        """The inferred result types; if nothing is known, the current ones, as in a branch of an If
        that contradicts itself: it may never run."""
        try:
            inferred = self.infer_types()
        except ValueError:
            if not self.may_be_dead:
                raise
            inferred = None
        current = self.result_types
        if inferred is None:
            return current
        return [i if c is not NONE else c for i, c in zip(inferred, current, strict=True)]

    def dim_sources(self, index: int) -> Sequence[tuple[Value, int]]:
        """The one source of the dimension, if there is one."""
        source = self.dim_source(index)
        return () if source is None else (source,)

    def infer_types(self) -> Sequence[Type] | None:
        """Result types as precise as known; None when the operands do not determine them."""
        inferred = self.infer()
        outputs = self.schema.outputs
        if inferred is None:
            count = len(self.results)
            if not count and any(p.option == "variadic" for p in outputs):
                return None
            inferred = [None] * (count or len(outputs))
        types: list[Type] = []
        for index, found in enumerate(inferred):
            type = self._result_type(index, found)
            if type is None:
                return None
            types.append(type)
        return types

    def _result_type(self, index: int, inferred: Shape | Type | None) -> Type | None:
        current = self.results[index].type if index < len(self.results) else None
        if isinstance(inferred, Type):
            return inferred
        output = parameter_at(self.schema.outputs, index)
        if current is NONE or (current is None and output.option == "optional"):
            return NONE
        bound = self.type_of_variable(output.type)
        if isinstance(bound, TensorType):
            element: Type | None = bound.element_type
        elif bound is not None:
            return current if isinstance(current, type(bound)) else bound
        else:
            element = current.element_type if isinstance(current, TensorType) else None
        if element is None:
            return current
        if inferred is None:
            return current if isinstance(current, TensorType) else UnrankedTensorType(element)
        return ranked(inferred, element)

    def type_of_variable(self, variable: str) -> Type | None:
        """The type that an operand gives to a type variable of the schema (`T`), or that a type
        spelled out has; None when neither tells."""
        allowed = self.schema.types.get(variable, (variable,))
        if len(allowed) == 1 and allowed[0].startswith("tensor("):
            return UnrankedTensorType(ELEMENT_TYPES[allowed[0][7:-1]])
        inputs = self.schema.inputs
        for index, value in enumerate(self.operands):
            parameter = parameter_at(inputs, index)
            if parameter.type == variable and parameter.is_homogeneous and value.type is not NONE:
                return value.type
        return None

    def verify_op(self) -> Diagnostic | None:
        """Arity of variadic fields, shapes, and agreement of the types that share a variable."""
        problem = self._check_arity()
        if problem is not None:
            return problem
        wrong = wrong_attribute(self)
        if wrong is not None:
            return self.error(wrong)
        try:
            inferred = self.infer()
            problem = self.check() or self._check_elements(inferred)
            wrong = violation(self) if problem is None else None
            if wrong is not None:
                raise ValueError(wrong)
        except ValueError as e:
            if self.may_be_dead:
                return None
            if isinstance(e, Mismatch):
                return name_makers(error(f"{self.name}: {e}", self.where), self)
            return name_makers(self.error(str(e)), self)
        return problem or self._check_variables()

    def _check_elements(self, inferred: Inferred) -> Diagnostic | None:
        for result, type in zip(self.results, inferred or (), strict=False):
            given, wanted = (getattr(t, "element_type", None) for t in (result.type, type))
            both = isinstance(type, TensorType) and isinstance(result.type, TensorType)
            if both and given is not wanted:
                return self.error(
                    f"result element type {given} does not match the expected type {wanted}"
                )
        return None

    @property
    def may_be_dead(self) -> bool:
        """Whether the op is in a branch of an If: exporters write branches for shapes that never
        occur, so that contradictions in them are not errors."""
        return in_a_branch(self)

    def _check_arity(self) -> Diagnostic | None:
        for kind, parameters, values in (
            ("operand", self.schema.inputs, self.operands),
            ("result", self.schema.outputs, self.results),
        ):
            if parameters and parameters[-1].option == "variadic":
                least = len(parameters) - 1 + parameters[-1].min_arity
                if len(values) < least:
                    return self.error(f"expected {least} or more {kind}s, but found {len(values)}")
        return None

    def _check_variables(self) -> Diagnostic | None:
        seen: dict[str, tuple[str, str]] = {}
        for kind, parameters, values in (
            ("operand", self.schema.inputs, self.operands),
            ("result", self.schema.outputs, self.results),
        ):
            for index, value in enumerate(values):
                parameter = parameter_at(parameters, index)
                variable = parameter.type
                if variable not in self.schema.types or value.type is NONE:
                    continue
                if not parameter.is_homogeneous:
                    continue
                spelled = spelling(value.type)
                first, who = seen.setdefault(variable, (spelled, f"{kind} #{index}"))
                if first != spelled:
                    return self.error(
                        f"{kind} #{index} must be {words(first)} as {who}, but got '{value.type}'"
                    )
        return None


def in_a_branch(op: Operation) -> bool:
    """Whether an op is in an If, at any depth."""
    parent = op.parent_op
    while parent is not None and parent.name != "onnx.If":
        parent = parent.parent_op
    return parent is not None


class DrawsRandomNumbers(MemoryEffects):
    """Equal ops give different results: may be removed when unused, but not merged."""

    __slots__ = ()

    def effects(self) -> Sequence[Effect]:
        """An allocation of the first result, which nothing else accesses."""
        return [Effect(EffectKind.ALLOCATE, self.results[0])]


def name_makers(problem: Diagnostic, op: Operation) -> Diagnostic:
    """The diagnostic with the names of the nodes whose results do not fit together."""
    for index, value in enumerate(op.operands):
        maker = value.defining_op
        if maker is not None and (name := node_name(maker)):
            text = f"operand #{index} of type '{value.type}' is made by node '{name}'"
            problem.hint(text, maker.where)
    return problem


def parameter_at(parameters: Sequence[Parameter], index: int) -> Parameter:
    """The parameter of the value at a position; a variadic last one covers all further values."""
    return parameters[min(index, len(parameters) - 1)]


# Fields


class OptionalOperand(Operand[Type]):
    """An operand that may be a value of type none: reads as None then."""

    def __get__(self, op: Operation | None, owner: type[Any]) -> Any:
        return self if op is None else self.read(op)

    def read(self, op: Operation) -> Any:
        value = super().read(op)
        return None if value.type is NONE else value


class AttributeField(PropertyField[Any]):
    """An attribute of the schema, read as a Python value."""

    schema: AttributeSchema

    def prepare(self, argument: Any) -> None:
        self.schema = argument
        kind = _TYPE_KIND if argument.kind == "type_proto" else argument.kind
        self.summary, test, self._encode, self._decode = _KINDS[kind]
        self.constraint = Constraint(self.summary, test)
        if argument.default is not None:
            self.default = self.encode(argument.default)
        self.optional = not argument.required and self.default is None

    def encode(self, value: Any, of: Any = None) -> Attribute:
        return value if isinstance(value, Attribute) else self._encode(value)

    def decode(self, attribute: Attribute) -> Any:
        return self._decode(attribute)


_TYPE_KIND = "type"
_Kind = tuple[str, Callable[[Attribute], bool], Callable[[Any], Attribute], Callable[[Any], Any]]


def _value(attribute: Any) -> Any:
    return attribute.value


def _same(attribute: Any) -> Any:
    return attribute


def _no_text(value: Any) -> Attribute:
    raise TypeError(f"expected an attribute, got {type(value).__name__}")


def _array_of(test: Callable[[Attribute], bool]) -> Callable[[Attribute], bool]:
    return lambda a: isinstance(a, ArrayAttr) and all(map(test, a))


def _plural(summary: str, singular: _Kind) -> _Kind:
    _, test, encode, decode = singular
    return (
        summary,
        _array_of(test),
        lambda values: ArrayAttr(tuple(map(encode, values))),
        lambda attribute: tuple(map(decode, attribute.value)),
    )


def _integer(summary: str, of: Type) -> _Kind:
    return (
        summary,
        lambda a: isinstance(a, IntegerAttr) and a.type is of,
        lambda value: IntegerAttr(int(value), of),
        _value,
    )


_FLOAT: _Kind = (
    "32-bit float attribute",
    lambda a: isinstance(a, FloatAttr) and a.type is F32,
    lambda value: FloatAttr(float(value), F32),
    _value,
)
_STRING: _Kind = ("string attribute", lambda a: isinstance(a, StringAttr), StringAttr, _value)
_TYPE: _Kind = ("any type attribute", lambda a: isinstance(a, Type), _no_text, _same)
_ELEMENTS: _Kind = ("elements attribute", lambda a: isinstance(a, ElementsAttr), _no_text, _same)
_ANY: _Kind = ("any attribute", lambda a: True, _no_text, _same)
_KINDS: dict[str, _Kind] = {
    "int": _integer("64-bit signed integer attribute", SI64),
    "float": _FLOAT,
    "string": _STRING,
    "ints": _plural("64-bit integer array attribute", _integer("", I64)),
    "floats": _plural("32-bit float array attribute", _FLOAT),
    "strings": _plural("string array attribute", _STRING),
    "tensor": _ELEMENTS,
    "sparse_tensor": _ELEMENTS,
    "attribute": _ANY,
    _TYPE_KIND: _TYPE,
}

TYPES_BY_NUMBER = frozenset({("Cast", "to"), ("BitCast", "to")})
"""Attributes that are the number of an element type in ONNX, and the type here and in onnx-mlir."""


def attribute_field(schema: Schema, attribute: AttributeSchema, name: str = "") -> AttributeField:
    """The field of an attribute; `name` is the Python one where another field has taken its own."""
    if (schema.name, attribute.name) in TYPES_BY_NUMBER:
        attribute = AttributeSchema(attribute.name, _TYPE_KIND, attribute.required)
    return AttributeField(name or attribute.name, attribute)


# Classes from schemas

_COMMUTATIVE = frozenset(
    {"Add", "And", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Equal", "Max", "Min", "Mul", "Or"}
    | {"Sum", "Xor"}
)


def op_class(schema: Schema, base: type[OnnxOp], name: str = "") -> type[OnnxOp]:
    """A new class for one version of an operator, with the fields of its schema and the behavior
    of `base`."""
    name = name or mlir_name(schema)
    fields = _fields(schema)
    bases: tuple[type, ...] = (base,)
    traits: tuple[Any, ...] = (Pure, Commutative) if schema.name in _COMMUTATIVE else (Pure,)
    if any(isinstance(f, RegionField) for f in fields):
        traits = (RecursiveMemoryEffects, SingleBlock())
    elif not schema.deterministic:
        bases, traits = (base, DrawsRandomNumbers), ()
    short = name.partition(".")[2]
    namespace = {"__module__": base.__module__, "__doc__": schema.doc, "schema": schema}
    cls: Any = OpMeta(f"{short}Op", bases, namespace, name=name, traits=traits)
    cls._fields = tuple(fields)
    for field in fields:
        setattr(cls, field.attribute, field)
    made: type[OnnxOp] = cls
    return made


def _fields(schema: Schema) -> list[Field[Any]]:
    fields: dict[str, Field[Any]] = {}
    for p in schema.inputs:
        kind: Any = {"variadic": VarOperand, "optional": OptionalOperand}.get(p.option, Operand)
        fields[p.name] = kind(p.name, Annotated[Type, _constraint(schema, p)])
    for p in schema.outputs:
        kind = VarResult if p.option == "variadic" else Result
        name = p.name.rstrip(".")  # SplitV1 has `outputs...`
        if name in fields:  # as in onnx-mlir: BatchNormalizationV9's result and operand `mean`
            name = f"o_{name}"
        fields[name] = kind(name, Annotated[Type, _constraint(schema, p)])
    graphs = []
    for attribute in schema.attributes.values():
        if attribute.kind == "graph":
            graphs.append(attribute.name)
            continue
        name = f"{attribute.name}_" if attribute.name in fields else attribute.name
        fields[name] = attribute_field(schema, attribute, name)
    for name in sorted(graphs, reverse=True):  # then_branch before else_branch
        fields[name] = RegionField(name, None)
    return list(fields.values())


_constraints: dict[tuple[tuple[str, ...], bool], Constraint] = {}


def _constraint(schema: Schema, parameter: Parameter) -> Constraint:
    key = schema.allowed_types(parameter), parameter.option == "optional"
    found = _constraints.get(key)
    if found is None:
        allowed = frozenset((*key[0], "none")) if key[1] else frozenset(key[0])
        summary = " or ".join(words(t) for t in (*key[0], *(["none"] if key[1] else [])))
        found = _constraints[key] = Constraint(summary, lambda t: spelling(t) in allowed)
    return found
