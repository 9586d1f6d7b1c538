"""The syntax of variables, loads and stores."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.spirv.cases import attribute_class, read_case, words_of
from mlirlite.dialects.spirv.types import PointerType
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.types import I32, I64
from mlirlite.ods.hooks import behavior

_ALIGNED = 2
"""The flag `Aligned` of a memory access."""


def _read_access(p: Any, state: Any, of: str = "") -> None:
    """`["Aligned", 4]`, or nothing. `of` begins the names of the properties."""
    if not p.accept("["):
        return
    access: Any = read_case(p, "MemoryAccess")
    state.properties[f"{of}memory_access"] = access
    if int(access.value) & _ALIGNED:
        p.expect(",")
        state.properties[f"{of}alignment"] = IntegerAttr(p.integer(), I32)
    p.expect("]")


def _print_access(op: Any, p: Any, of: str = "") -> tuple[str, ...]:  # its class is made of data
    names = f"{of}memory_access", f"{of}alignment"
    access, alignment = (op.properties.get(name) for name in names)
    if access is None:
        return ()
    p.text(f' ["{words_of(access)}"')
    aligned = int(access.value) & _ALIGNED and alignment is not None
    if aligned:
        p.text(f", {alignment.value}")
    p.text("]")
    return names if aligned else names[:1]


def _storage(p: Any) -> str:
    return words_of(read_case(p, "StorageClass"))


@behavior("spirv.Load")
class LoadSyntax:
    """`%0 = spirv.Load "Function" %p ["Aligned", 4] : f32`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        storage = _storage(p)
        pointer = p.operand()
        _read_access(p, state)
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.operands.append(p.resolve(pointer, PointerType(type, storage)))
        state.result_types.append(type)

    def print(self: Any, p: Any) -> None:
        p.text(f' "{self.ptr.type.storage_class}" ')
        p.value(self.ptr)
        elided = _print_access(self, p)
        p.attr_dict(self, elided)
        p.text(" : ")
        p.type(self.results[0].type)


@behavior("spirv.Store")
class StoreSyntax:
    """`spirv.Store "Function" %p, %v ["Volatile"] : f32`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        storage = _storage(p)
        where = p.here()
        if not p.peek("%"):
            raise p.error("expected operand", where)
        operands = p.operand_list()
        if len(operands) != 2:
            raise p.error("expected 2 operands", where)
        pointer, value = operands
        _read_access(p, state)
        p.expect(":")
        type = p.type()
        state.operands.append(p.resolve(pointer, PointerType(type, storage)))
        state.operands.append(p.resolve(value, type))

    def print(self: Any, p: Any) -> None:
        p.text(f' "{self.ptr.type.storage_class}" ')
        p.values(self.operands)
        elided = _print_access(self, p)
        p.text(" : ")
        p.type(self.operands[1].type)
        p.attr_dict(self, elided)


@behavior("spirv.CopyMemory")
class CopyMemorySyntax:
    """`spirv.CopyMemory "Function" %a, "Function" %b ["Volatile"], ["Aligned", 4] : f32`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        pointers = []
        for i in range(2):
            if i:
                p.expect(",")
            pointers.append((_storage(p), p.operand()))
        _read_access(p, state)
        if p.accept(","):
            _read_access(p, state, "source_")
        p.expect(":")
        type = p.type()
        p.op_attr_dict(state)
        for storage, pointer in pointers:
            state.operands.append(p.resolve(pointer, PointerType(type, storage)))

    def print(self: Any, p: Any) -> None:
        for i, pointer in enumerate(self.operands):
            p.text(f'{"," if i else ""}  "{pointer.type.storage_class}" ')
            p.value(pointer)
        elided = _print_access(self, p)
        p.text(", ")  # upstream prints it, and more blanks, even if nothing follows
        elided += _print_access(self, p, "source_")
        p.attr_dict(self, elided)
        p.text(" : ")
        p.type(self.operands[0].type.pointee_type)


def _read_decorations(p: Any, state: Any) -> None:
    """`bind(0, 1)`, `built_in("GlobalInvocationId")`, and a dictionary."""
    found: dict[str, Any] = {}
    if p.optional_keyword("bind"):
        p.expect("(")
        found["descriptor_set"] = IntegerAttr(p.integer(), I32)
        p.expect(",")
        found["binding"] = IntegerAttr(p.integer(), I32)
        p.expect(")")
    elif p.optional_keyword("built_in"):
        p.expect("(")
        found["built_in"] = StringAttr(p.string())
        p.expect(")")
    for name, value in found.items():
        known = name in p.op_class.definition.properties
        (state.properties if known else state.attributes)[name] = value
    p.op_attr_dict(state)


def _print_decorations(op: Any, p: Any, elided: tuple[str, ...]) -> None:  # of data
    entries = {**op.properties, **op.attributes}
    group, binding = entries.get("descriptor_set"), entries.get("binding")
    if group is not None and binding is not None:
        elided += ("descriptor_set", "binding")
        p.text(f" bind({group.value}, {binding.value})")
    built_in = entries.get("built_in")
    if built_in is not None:
        elided += ("built_in",)
        p.text(f' built_in("{built_in.value}")')
    p.attr_dict(op, elided)


def _pointer(p: Any) -> Any:
    p.expect(":")
    where = p.here()
    type: Type = p.type()
    if not isinstance(type, PointerType):
        raise p.error("expected spirv.ptr type", where)
    return type


@behavior("spirv.Variable")
class VariableSyntax:
    """`%0 = spirv.Variable init(%x) : !spirv.ptr<f32, Function>`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        initial = None
        if p.optional_keyword("init"):
            p.expect("(")
            initial = p.operand()
            p.expect(")")
        _read_decorations(p, state)
        type = _pointer(p)
        state.result_types.append(type)
        if initial is not None:
            state.operands.append(p.resolve(initial, type.pointee_type))
        cls = attribute_class("StorageClass")
        state.properties["storage_class"] = cls(cls.cases(cls.keywords[type.storage_class]))

    def print(self: Any, p: Any) -> None:
        if self.operands:
            p.text(" init(")
            p.value(self.operands[0])
            p.text(")")
        _print_decorations(self, p, ("storage_class",))
        p.text(" : ")
        p.type(self.results[0].type)


@behavior("spirv.GlobalVariable")
class GlobalVariableSyntax:
    """`spirv.GlobalVariable @x initializer(@y) bind(0, 1) : !spirv.ptr<f32, Uniform>`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        if p.optional_keyword("initializer"):
            p.expect("(")
            state.properties["initializer"] = p.attribute()
            p.expect(")")
        _read_decorations(p, state)
        state.properties["type"] = _pointer(p)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.symbol_name(self.sym_name)
        if self.initializer is not None:
            p.text(" initializer(")
            p.attribute(self.initializer)
            p.text(")")
        _print_decorations(self, p, ("storage_class", "sym_name", "initializer", "type"))
        p.text(" : ")
        p.type(self.properties["type"])


@behavior("spirv.SpecConstant")
class SpecConstantSyntax:
    """`spirv.SpecConstant @x spec_id(5) = 1 : i32`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        if p.optional_keyword("spec_id"):
            p.expect("(")
            state.attributes["spec_id"] = IntegerAttr(p.integer(), I64)
            p.expect(")")
        p.expect("=")
        state.properties["default_value"] = p.attribute()

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.symbol_name(self.sym_name)
        number = self.attributes.get("spec_id")
        if number is not None:
            p.text(f" spec_id({number.value})")
        p.text(" = ")
        p.attribute(self.properties["default_value"])
