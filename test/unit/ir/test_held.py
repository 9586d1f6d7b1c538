"""What holds the structure of the IR cannot be assigned: its methods keep use lists and links."""

import pytest

from mlirlite.dialects import cf, func
from mlirlite.dsl import Op, Result
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32
from mlirlite.parser import parse_module

HOLDERS = (Operation, Block, Region)
OPEN = {"properties", "attributes", "location", "name"}
"""Parts that may be assigned: nothing else in the IR depends on them."""


def _public(cls: type) -> set[str]:
    """The names of the public data attributes of a class, by slots and properties."""
    names = {n for base in cls.__mro__ for n in getattr(base, "__slots__", ())}
    names |= {n for base in cls.__mro__ for n, v in vars(base).items() if isinstance(v, property)}
    return {n for n in names if not n.startswith("_")} - OPEN


def _objects() -> dict[type, object]:
    module = parse_module("func.func @f(%a: i32) {\n  cf.br ^bb1\n^bb1:\n  return\n}")
    function = next(iter(module.regions[0].block))
    assert isinstance(function, func.FuncOp)
    branch = function.regions[0].entry.last
    assert isinstance(branch, cf.BranchOp)
    return {Operation: branch, Block: function.regions[0].entry, Region: function.regions[0]}


@pytest.mark.parametrize("cls", HOLDERS)
def test_assignment_of_structure_is_refused(cls: type) -> None:
    owner = _objects()[cls]
    assert {"parent"} < _public(cls)
    for name in _public(cls):
        before = getattr(type(owner), name)
        assert isinstance(before, property), f"{cls.__name__}.{name} can be assigned"
        with pytest.raises(AttributeError, match=rf"'?{name}'? of"):
            setattr(owner, name, ())


def test_error_says_what_to_do_instead() -> None:
    with pytest.raises(AttributeError) as caught:
        _objects()[Operation].operands = ()  # type: ignore[attr-defined]
    expected = "'operands' of BranchOp is read-only: use set_operand or set_operands"
    assert str(caught.value) == expected


def test_op_class_keeps_the_parts_of_operations() -> None:
    with pytest.raises(TypeError, match="'_operands' is a part of Operation; use another name"):

        class MyOp(Op, name="test.parts"):
            out: Result[Type]

            def _operands(self) -> None: ...


def test_set_operands_keeps_use_lists() -> None:
    first, second = Block([I32, I32]).args
    op = Operation.create([first], [I32])
    op.set_operands([second, second])
    assert first.users == []
    assert second.num_uses == 2
