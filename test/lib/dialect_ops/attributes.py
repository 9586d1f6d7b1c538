"""Ops whose attributes must be of one kind, for the verifier's errors."""

import itertools
from collections.abc import Callable
from typing import Annotated, Any

from mlirlite.dialects._constraints import array_of, dense_array
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr, StringAttr
from mlirlite.ir.constraints import Constraint, Int32, any_of, both, exactly, is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Prop, Result
from mlirlite.ir.types import (
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    INDEX,
    IntegerType,
)


def _integer(
    summary: str, kind: Callable[[Type], bool], holds: Callable[[int], bool] = lambda n: True
) -> Any:
    return Annotated[
        IntegerAttr,
        Constraint(
            summary, lambda a: isinstance(a, IntegerAttr) and kind(a.type) and holds(a.value)
        ),
    ]


def _confined(width: IntegerType, words: str, holds: Callable[[int], bool]) -> Any:
    summary = f"{width.width}-bit signless integer attribute whose value is {words}"
    return _integer(summary, lambda t: t is width, holds)


class AnyAttrOfOp(Op, name="test.any_attr_of_i32_str"):
    """An integer or a string."""

    attr: Prop[
        Annotated[
            Attribute,
            any_of(
                Constraint(
                    "32-bit signless integer attribute",
                    lambda a: isinstance(a, IntegerAttr) and a.type is I32,
                ),
                is_a(StringAttr, summary="string attribute"),
            ),
        ]
    ]


class IntAttrOp(Op, name="test.int_attrs"):
    """Integers of every signedness."""

    any_i32_attr: Prop[
        _integer("32-bit integer attribute", lambda t: isinstance(t, IntegerType) and t.width == 32)
    ]
    index_attr: Prop[_integer("index attribute", lambda t: t is INDEX)]
    ui32_attr: Prop[_integer("32-bit unsigned integer attribute", lambda t: str(t) == "ui32")]
    si32_attr: Prop[_integer("32-bit signed integer attribute", lambda t: str(t) == "si32")]


class NonNegIntAttrOp(Op, name="test.non_negative_int_attr"):
    """No negative numbers."""

    i32attr: Prop[_confined(I32, "non-negative", lambda n: n >= 0)]
    i64attr: Prop[_confined(I64, "non-negative", lambda n: n >= 0)]


class PositiveIntAttrOp(Op, name="test.positive_int_attr"):
    """Positive numbers."""

    i32attr: Prop[_confined(I32, "positive", lambda n: n > 0)]
    i64attr: Prop[_confined(I64, "positive", lambda n: n > 0)]


class TypeArrayAttrOp(Op, name="test.type_array_attr"):
    """A list of types."""

    attr: Prop[Annotated[ArrayAttr, array_of("type array attribute", Type)]]


def _cases(width: IntegerType, *numbers: int) -> Any:
    summary = f"allowed {width.width}-bit signless integer cases: {', '.join(map(str, numbers))}"
    return _integer(summary, lambda t: t is width, lambda n: n % (1 << width.width) in numbers)


class I32EnumAttrOp(Op, name="test.i32_enum_attr"):
    """One of some numbers."""

    attr: Prop[_cases(I32, 5, 10, 2147483648, 4294967295)]
    val: Result[Int32]


class I64EnumAttrOp(Op, name="test.i64_enum_attr"):
    """One of some numbers."""

    attr: Prop[_cases(I64, 5, 10, 4294967296)]
    val: Result[Int32]


def _elements(element: Type, words: str, shape: tuple[int, ...]) -> Any:
    width = element.width  # type: ignore[attr-defined]
    summary = f"{width}-bit {words} elements attribute of shape [{', '.join(map(str, shape))}]"
    return Annotated[
        DenseElementsAttr,
        Constraint(
            summary,
            lambda a: (
                isinstance(a, DenseElementsAttr)
                and a.element_type is element
                and a.type.shape == shape
            ),
        ),
    ]


class FloatElementsAttrOp(Op, name="test.float_elements_attr"):
    """Constants of floats of one shape."""

    scalar_f32_attr: Prop[_elements(F32, "float", (2,))]
    tensor_f64_attr: Prop[_elements(F64, "float", (4, 8))]


class RankedIntElementsAttrOp(Op, name="test.ranked_int_elements_attr"):
    """Constants of integers of one shape."""

    vector_i32_attr: Prop[_elements(I32, "signless int", (2,))]
    matrix_i64_attr: Prop[_elements(I64, "signless int", (4, 8))]


class IntElementsAttrOp(Op, name="test.int_elements_attr"):
    """Constants of integers of any shape."""

    any_i32_attr: Prop[
        Annotated[
            DenseElementsAttr,
            Constraint(
                "32-bit integer elements attribute",
                lambda a: (
                    isinstance(a, DenseElementsAttr)
                    and isinstance(a.element_type, IntegerType)
                    and a.element_type.width == 32
                ),
            ),
        ]
    ]
    i32_attr: Prop[
        Annotated[
            DenseElementsAttr,
            Constraint(
                "32-bit signless integer elements attribute",
                lambda a: isinstance(a, DenseElementsAttr) and a.element_type is I32,
            ),
        ]
    ]


def _array(element: Type, words: str = "", test: Callable[[Any], bool] | None = None) -> Any:
    word = f"{element}"
    kind = dense_array(element, f"{word} dense array attribute")
    if test is None:
        return Annotated[DenseArrayAttr, element, kind]
    holds = Constraint("", lambda a: test(a.value))  # type: ignore[attr-defined]
    return Annotated[DenseArrayAttr, element, both(kind, holds, f"{kind.summary} {words}")]


def _sorted(values: Any) -> bool:
    return all(a <= b for a, b in itertools.pairwise(values))


def _strictly(values: Any) -> bool:
    return all(a < b for a, b in itertools.pairwise(values))


class DenseArrayAttrOp(Op, name="test.dense_array_attr"):
    """Arrays of each kind of number."""

    i1attr: Prop[_array(I1)]
    i8attr: Prop[_array(I8)]
    i16attr: Prop[_array(I16)]
    i32attr: Prop[_array(I32)]
    i64attr: Prop[_array(I64)]
    f32attr: Prop[_array(F32)]
    f64attr: Prop[_array(F64)]
    emptyattr: Prop[_array(I32)]
    assembly_format = (
        "`i1attr` `=` $i1attr `i8attr` `=` $i8attr `i16attr` `=` $i16attr `i32attr` `=` $i32attr "
        "`i64attr` `=` $i64attr `f32attr` `=` $f32attr `f64attr` `=` $f64attr "
        "`emptyattr` `=` $emptyattr attr-dict"
    )


class ConfinedDenseArrayAttrOp(Op, name="test.confined_dense_array_attr"):
    """Arrays with an order."""

    emptyattr: Prop[_array(I16, "should be in increasing order", _strictly)]
    i32attr: Prop[_array(I32, "should be in non-decreasing order", _sorted)]
    i64attr: Prop[_array(I64, "should be in increasing order", _strictly)]


def _each(words: str, test: Callable[[Any], bool]) -> tuple[Any, ...]:
    return tuple(
        _array(t, f"whose value is {words}", lambda v: all(map(test, v)))
        for t in (I8, I16, I32, I64, F32, F64)
    )


_POSITIVE = _each("positive", lambda n: n > 0)
_NON_NEGATIVE = _each("non-negative", lambda n: n >= 0)


class StrictlyPositiveOp(Op, name="test.confined_strictly_positive_attr"):
    """Arrays of positive numbers."""

    i8attr: Prop[_POSITIVE[0]]
    i16attr: Prop[_POSITIVE[1]]
    i32attr: Prop[_POSITIVE[2]]
    i64attr: Prop[_POSITIVE[3]]
    f32attr: Prop[_POSITIVE[4]]
    f64attr: Prop[_POSITIVE[5]]
    emptyattr: Prop[_POSITIVE[1]]


class NonNegativeOp(Op, name="test.confined_non_negative_attr"):
    """Arrays without negative numbers."""

    i8attr: Prop[_NON_NEGATIVE[0]]
    i16attr: Prop[_NON_NEGATIVE[1]]
    i32attr: Prop[_NON_NEGATIVE[2]]
    i64attr: Prop[_NON_NEGATIVE[3]]
    f32attr: Prop[_NON_NEGATIVE[4]]
    f64attr: Prop[_NON_NEGATIVE[5]]
    emptyattr: Prop[_NON_NEGATIVE[1]]


class TypeAttrOfOp(Op, name="test.type_attr_of"):
    """One type."""

    type_: Prop[Annotated[Type, exactly(I64, "type attribute of 64-bit signless integer")]]
    assembly_format = "$type attr-dict"
