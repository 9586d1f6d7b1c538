"""What attributes are made of; functions of it at any depth."""

from mlirlite.dialects.llvm.layout import allocation_size
from mlirlite.dialects.llvm.types import PTR, LLVMArrayType, LLVMStructType, has_size, is_compatible
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr
from mlirlite.ir.parts import bottom_up, parts
from mlirlite.ir.types import I8, I32, INDEX, TupleType

N = 10_000


def test_parts() -> None:
    one, two = IntegerAttr(1, I32), StringAttr("s")
    assert parts(ArrayAttr((one, two))) == [two, one]
    assert one in parts(DictionaryAttr((("a", one), ("b", two))))
    assert parts(one) == [I32]


def test_deep_types() -> None:
    calls: list[Type] = []

    @bottom_up
    def depth(type: Type) -> int:
        calls.append(type)
        return 1 + max(map(depth, parts(type)), default=0)  # type: ignore[arg-type]

    type: Type = I32
    for _ in range(N):
        type = TupleType((type, type))
    assert depth(type) == N + 1
    assert len(calls) == N + 1


def test_what_fails_inside_is_left_to_the_function() -> None:
    @bottom_up
    def width(type: Type) -> int:
        if type is INDEX:
            raise ValueError("index has no width")
        return width(type.types[0]) if isinstance(type, TupleType) else 1

    type: Type = I32
    for _ in range(N):
        type = TupleType((type, INDEX))
    assert width(type) == 1


def test_types_of_llvm() -> None:
    deep: Type = I8
    for _ in range(N):
        deep = LLVMStructType((LLVMArrayType(1, deep), PTR))
    assert is_compatible(deep)
    assert has_size(deep)
    assert allocation_size(deep) == 8 * N + 8
