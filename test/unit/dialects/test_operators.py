"""Operators on values: which op each of them is, by the type."""

import operator
import re

import pytest

from mlirlite.dialects import arith, builtin, func, index
from mlirlite.interp import Machine
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder, build
from mlirlite.ir.from_python import to_type
from mlirlite.ir.operators import operators

ALL = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "ult", "ule", "ugt", "uge")


def named(dialect, names):
    return [name if name == "-" else f"{dialect}.{name}" for name in names.split()]


INTEGERS = named("arith", "addi subi muli - floordivsi andi ori xori shli shrsi")
FLOATS = named("arith", "addf subf mulf divf - - - - - -")
NAMES = {
    "i32": INTEGERS,
    "vector<4xindex>": INTEGERS,
    "index": named("index", "add sub mul - floordivs and or xor shl shrs"),
    "f32": FLOATS,
    "tensor<?xbf16>": FLOATS,
    "complex<f32>": named("complex", "add sub mul div - - - - - -"),
    "si32": ["-"] * 10,
    "memref<2xf32>": ["-"] * 10,
}


@pytest.mark.parametrize("type", NAMES)
def test_each_operator_of_each_type(type):
    x, y = Block([to_type(type)] * 2).args
    for (symbol, function), name in zip(ALL.items(), NAMES[type], strict=True):
        if name == "-":
            with pytest.raises(TypeError, match=re.escape(f"have no operator {symbol}")):
                function(x, y)
            continue
        result = function(x, y)
        assert result.owner.name == name
        assert (result.owner.operands, result.type) == ((x, y), x.type)


def test_comparisons_are_methods_and_equality_is_identity():
    for type, count in {"i8": 10, "index": 10, "f32": 6, "complex<f64>": 2, "none": 0}.items():
        x, y = Block([to_type(type)] * 2).args
        made = []
        for name in COMPARISONS:
            if len(made) < count:
                made.append(getattr(x, name)(y).owner)
            else:
                with pytest.raises(TypeError, match="have no operator"):
                    getattr(x, name)(y)
        assert all(str(op.result.type) == "i1" for op in made)
        assert x != y
        assert x == x
        with pytest.raises(TypeError, match="'<' not supported"):
            x < y  # noqa: B015


def test_numbers_are_constants_of_the_same_type_on_both_sides():
    block = Block([to_type("vector<2xf32>"), to_type("index"), to_type("i1")])
    v, i, b = block.args
    with Builder.at_end(block):
        assert (2 * v).owner.operands[1] is v
        assert str((i - 1).owner.operands[1].owner.value) == "1 : index"
        assert str((~b).owner.operands[1].owner.value) == "true"
        assert (-i).owner.name == "index.sub"
        with pytest.raises(TypeError, match="no attribute of type i1 stands"):
            b & 0.5
        with pytest.raises(TypeError, match="unsupported operand"):
            v + "x"
    with pytest.raises(TypeError, match="different types: index and i1"):
        i + b


def test_ops_with_one_result_are_calculated_with():
    x = arith.ConstantOp(1.5)
    assert (x + x).owner.operands == (x.result, x.result)
    with pytest.raises(ValueError, match="has 0 results"):
        func.ReturnOp() + x


@pytest.mark.parametrize(
    ("type", "a", "b", "compute"),
    [
        ("i32", -7, 2, lambda a, b: (a // b) * 10 + (a - b) + (a >> 1) + (~a & -b)),
        ("index", -7, 2, lambda a, b: (a // b) * 10 + (a - b) + (a >> 1) + (~a ^ -b)),
        ("f64", -7.0, 2.0, lambda a, b: a / b * 10 + (2 - a) * -b),
    ],
)
def test_they_do_what_python_does(type, a, b, compute):
    module = builtin.ModuleOp()
    with build(module):
        func.FuncOp.of(compute, type, type, name="f")
    module.verify()
    assert Machine(module).call("f", [a, b]) == [compute(a, b)]


def test_a_type_of_a_plugin_has_operators_of_its_own():
    class AngleType(Type, name="angle.angle"):
        """An angle."""

    @operators(AngleType)
    def build_angle(name, lhs, rhs):
        return index.AddOp.create((lhs, rhs), (lhs.type,)) if name == "add" else None

    x = Block([AngleType()]).args[0]
    assert (x + x).type is x.type
    with pytest.raises(TypeError, match=r"values of type !angle.angle have no operator -"):
        operator.neg(x)
