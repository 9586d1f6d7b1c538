"""The syntax of descriptors and of lists of offsets, which upstream writes in C++."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DenseArrayAttr, DictionaryAttr, i64_array
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC
from mlirlite.ods.hooks import behavior, directive


def _shaped(p: Any, *, dynamic: bool) -> tuple[tuple[int, ...], Any]:
    return tuple(p.dimension_list(allow_dynamic=dynamic)), p.type()


def _print_shaped(p: Any, type: Any) -> None:
    sizes = "".join("?x" if d == DYNAMIC else f"{d}x" for d in type.shape)
    p.text(f"<{sizes}")
    p.type(type.elementType)


@behavior("!xegpu.tensor_desc")
class TensorDescSyntax:
    """`!xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<…>, #xegpu.layout<…>>`."""

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        shape, element = _shaped(p, dynamic=True)
        found: dict[str, Attribute | None] = {"encoding": None, "layout": None}
        while p.accept(","):
            where = p.here()
            attribute = p.attribute()
            if attribute.name not in _PLACES:
                raise p.error("expected a layout or the description of a descriptor", where)
            found[_PLACES[attribute.name]] = attribute
        p.expect(">")
        encoding = found["encoding"]
        if encoding is not None and _is_default(encoding):
            encoding = None
        return cls(shape, element, encoding, found["layout"])

    def print(self: Any, p: Any) -> None:
        _print_shaped(p, self)
        if self.encoding is not None and not _is_default(self.encoding):
            p.text(", ")
            p.attribute(self.encoding)
        if self.layout is not None:
            p.text(", ")
            p.attribute(self.layout)
        p.text(">")


_PLACES = {
    "xegpu.layout": "layout",
    "xegpu.block_tdesc_attr": "encoding",
    "xegpu.scatter_tdesc_attr": "encoding",
}


def _is_default(encoding: Any) -> bool:
    """Whether a block's description says what holds without it."""
    if encoding.name != "xegpu.block_tdesc_attr":
        return False
    space, length, check = (
        getattr(part, "value", part)
        for part in (encoding.memory_space, encoding.array_length, encoding.boundary_check)
    )
    return int(space or 0) == 0 and length in (None, 1) and check in (None, True, 1)


@behavior("!xegpu.mem_desc")
class MemDescSyntax:
    """`!xegpu.mem_desc<16x64xf16, #xegpu.mem_layout<…>>`."""

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        shape, element = _shaped(p, dynamic=False)
        layout = p.attribute() if p.accept(",") else None
        p.expect(">")
        return cls(shape, element, layout)

    def print(self: Any, p: Any) -> None:
        _print_shaped(p, self)
        if self.mem_layout is not None:
            p.text(", ")
            p.attribute(self.mem_layout)
        p.text(">")


@behavior("#xegpu.mem_layout")
class MemLayoutSyntax:
    """`#xegpu.mem_layout<stride = [1, 32], block = [16, 16]>`."""

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        found: dict[str, Attribute] = {}

        def one() -> None:
            where = p.here()
            name = p.optional_keyword()
            if name is None:
                raise p.error("expected valid attribute name", where)
            if name in found:
                raise p.error(f"duplicate key '{name} in mem layout attribute", where)
            p.expect("=")
            found[name] = p.attribute()

        p.expect("<")
        p.comma_list(one)
        p.expect(">")
        return cls(DictionaryAttr(tuple(sorted(found.items()))))

    def print(self: Any, p: Any) -> None:
        p.text("<")
        for i, (name, value) in enumerate(self.attrs.to_dict().items()):
            p.text(f", {name} = " if i else f"{name} = ")
            p.attribute(value)
        p.text(">")


@directive("OptionalDynamicIndexList", "xegpu")
class OptionalDynamicIndexList:
    """`[%i, 4]`, or nothing: values, and an array in which their positions are marked."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        operands: list[Any] = []
        sizes: list[int] = []

        def one() -> None:
            operand = p.optional_operand()
            if operand is not None:
                operands.append(operand)
            sizes.append(DYNAMIC if operand is not None else p.integer())

        if not p.peek("["):
            return operands, None
        p.comma_list(one, "[", "]")
        return operands, i64_array(sizes)

    @staticmethod
    def print(p: Any, op: Operation, values: Any, sizes: DenseArrayAttr | None) -> None:
        if sizes is None or not len(sizes):
            return
        left = iter(values)
        p.text("[")
        for i, size in enumerate(sizes.value):
            p.text(", " if i else "")
            if size == DYNAMIC:
                p.value(next(left))
            else:
                p.text(str(size))
        p.text("]")
