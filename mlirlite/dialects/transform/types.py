"""Types of handles and parameters, and constraints that name them."""

from typing import Annotated, Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint, exactly
from mlirlite.ir.types import IntegerType


class OpHandle:
    """A type whose values stand for ops: upstream's TransformHandleTypeInterface."""

    __slots__ = ()


class ValueHandle:
    """A type whose values stand for values: upstream's TransformValueHandleTypeInterface."""

    __slots__ = ()


class Parameter:
    """A type whose values stand for attributes: upstream's TransformParamTypeInterface."""

    __slots__ = ()


KINDS = (OpHandle, ValueHandle, Parameter)


class AnyOpType(Type, OpHandle, name="transform.any_op"):
    """`!transform.any_op`: any ops."""


class OperationType(Type, OpHandle, name="transform.op"):
    """`!transform.op<"scf.for">`: ops of one name."""

    operation_name: str
    assembly_format = "`<` $operation_name `>`"


class AnyValueType(Type, ValueHandle, name="transform.any_value"):
    """`!transform.any_value`: any values."""


class AnyParamType(Type, Parameter, name="transform.any_param"):
    """`!transform.any_param`: any attributes."""


class ParamType(Type, Parameter, name="transform.param"):
    """`!transform.param<i64>`: integers of one type."""

    type: Type
    assembly_format = "`<` $type `>`"

    @classmethod
    def normalize(cls, *args: Any) -> tuple[Any, ...]:
        if not isinstance(args[0], IntegerType) or args[0].width > 64:
            raise ValueError("only supports integer types with width <=64")
        return args


class AffineMapParamType(Type, Parameter, name="transform.affine_map"):
    """`!transform.affine_map`: affine maps."""


class TypeParamType(Type, Parameter, name="transform.type"):
    """`!transform.type`: types."""


def same_kind(a: Any, b: Any) -> bool:
    """Both stand for ops, both for values, or both for attributes."""
    return any(isinstance(a, kind) and isinstance(b, kind) for kind in KINDS)


def instance_of(summary: str, *kinds: type[Any]) -> Constraint:
    """Types of these kinds."""
    return Constraint(summary, lambda t: isinstance(t, kinds))


def handle_to(name: str) -> Constraint:
    """Handles to ops of one name."""
    type = OperationType(name)
    return Constraint(f"Transform IR handle to {name} operations", lambda t: t is type)


def is_handle(type: Attribute) -> bool:
    """Whether values of the type stand for something in the payload."""
    return isinstance(type, (OpHandle, ValueHandle))


# Of the class Type, so that formats write the whole type.
Handle = Annotated[Type, instance_of("TransformHandleTypeInterface instance", OpHandle)]
Values = Annotated[Type, instance_of("TransformValueHandleTypeInterface instance", ValueHandle)]
Param = Annotated[Type, instance_of("TransformParamTypeInterface instance", Parameter)]
AnyHandle = Annotated[Type, instance_of("any transform handle", OpHandle, ValueHandle)]
HandleOrValues = Annotated[
    Type, instance_of("transform operation or value handle", OpHandle, ValueHandle)
]
HandleOrParam = Annotated[
    Type, instance_of("transform any param type or any handle type", OpHandle, Parameter)
]
Anything = Annotated[Type, instance_of("any transform handle or parameter", *KINDS)]
AnyOp = Annotated[Type, exactly(AnyOpType(), "")]
AnyValues = Annotated[Type, exactly(AnyValueType(), "")]
