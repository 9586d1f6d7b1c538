"""Types, some of them recursive, and an attribute that is a resource."""

from typing import TYPE_CHECKING, Any

from mlirlite.dialects.bufferization import BufferLikeType, TensorLikeType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.resources import Resource

if TYPE_CHECKING:
    from mlirlite.parser import SymbolCursor
    from mlirlite.printer.attributes import AttributePrinter


class TestMemRefType(BufferLikeType, name="test.test_memref"):
    """`!test.test_memref<[4], f32>`: a buffer that is not a memref."""

    shape: tuple[int, ...]
    element_type: Type

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "TestMemRefType":
        """Read `<[4], f32>`."""
        return cls(*read_shape(p))

    def print(self, p: "AttributePrinter") -> None:
        """Print `<[4], f32>`."""
        write_shape(self, p)


class TestTensorType(TensorLikeType, name="test.test_tensor"):
    """`!test.test_tensor<[4], f32>`: a tensor of this dialect."""

    shape: tuple[int, ...]
    element_type: Type

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "TestTensorType":
        """Read `<[4], f32>`."""
        return cls(*read_shape(p))

    def print(self, p: "AttributePrinter") -> None:
        """Print `<[4], f32>`."""
        write_shape(self, p)


def read_shape(p: "SymbolCursor") -> tuple[tuple[int, ...], Type]:
    """Read `<[4], f32>`."""
    p.expect("<")
    shape = p.comma_list(p.integer, "[")
    p.expect(",")
    element = p.type()
    p.expect(">")
    return tuple(shape), element


def write_shape(type: TestMemRefType | TestTensorType, p: "AttributePrinter") -> None:
    """Print `<[4], f32>`."""
    p.text(f"<[{', '.join(map(str, type.shape))}], ")
    p.type(type.element_type)
    p.text(">")


class TestType(Type, name="test.test_type"):
    """`!test.test_type`: nothing is in it."""


class RecursiveType(Type, name="test.test_rec", interned=False):
    """`!test.test_rec<name, body>`: identified by its name, which refers to it inside the body.
    Inside, types of the dialect are written without `!test.`."""

    mutable = True
    extra_slots = ("body",)
    type_name: str

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "RecursiveType":
        """Read `<name, body>`."""
        made, first = named_type(cls, p)
        if first:
            p.expect(",")
            with p.state.nesting.inside((cls.name, made.type_name), made):
                body = {"test_rec": cls, "test_type": TestType}.get(p.keyword())
                if body is None:
                    raise p.error("unknown type!")
                set_body(made, p.body(body))
        p.expect(">")
        return made

    def print(self, p: "AttributePrinter") -> None:
        """Print `<name, body>`."""
        p.text(f"<{self.type_name}")
        with p.body(self) as first:
            if first:
                p.text(f", {self.body.name.removeprefix('test.')}")
                if isinstance(self.body, RecursiveType):
                    self.body.print(p)
        p.text(">")

    def alias(self) -> str:
        """One of them has an alias."""
        return "testrec" if self.type_name == "type_to_alias" else ""


class RecursiveAliasType(Type, name="test.test_rec_alias", interned=False):
    """`!test.test_rec_alias<name, body>`: its name is its alias."""

    mutable = True
    extra_slots = ("body",)
    type_name: str

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "RecursiveAliasType":
        """Read `<name, body>`."""
        made, first = named_type(cls, p)
        if first:
            p.expect(",")
            with p.state.nesting.inside((cls.name, made.type_name), made):
                set_body(made, p.type())
        p.expect(">")
        return made

    def print(self, p: "AttributePrinter") -> None:
        """Print `<name, body>`."""
        p.text(f"<{self.type_name}")
        with p.body(self) as first:
            if first:
                p.text(", ")
                p.type(self.body)
        p.text(">")

    def alias(self) -> str:
        """Its name."""
        return self.type_name


def named_type(cls: type[Any], p: "SymbolCursor") -> tuple[Any, bool]:
    """Read `<name`: the type of this name, and whether its body follows."""
    p.expect("<")
    key = cls.name, p.keyword()
    made: Any = p.state.identified.get(key)
    if made is None:
        made = p.state.identified[key] = cls(key[1])
    return made, key not in p.state.nesting.enclosing


def set_body(made: Type, body: Type) -> None:
    """Give a recursive type its body."""
    object.__setattr__(made, "body", body)


class ElementsAttr(Attribute, name="test.e1di64_elements"):
    """`#test.e1di64_elements<key> : type`: numbers that are a resource of this dialect."""

    resource: Resource
    type: Type | None

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "ElementsAttr":
        """Read `<key>`; the type was read before."""
        p.expect("<")
        key = p.keyword_or_string()
        p.expect(">")
        return cls(p.state.resource("test", key), p.given_type)

    def print(self, p: "AttributePrinter") -> None:
        """Print `<key> : type`."""
        p.text(f"<{p.resources.use(self.resource)}>")
        if self.type is not None:
            p.text(" : ")
            p.type(self.type)
