"""Structured attributes of the gpu dialect: compiled objects and their kernels, and how loops map
to a grid."""

import itertools
from typing import Any

from mlirlite.dialects.gpu.enums import Processor
from mlirlite.dialects.gpu.targets import TargetAttr
from mlirlite.dialects.scf.forall import DeviceMask
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, IntegerAttr

_FORMATS = ("offload", "assembly", "bin", "fatbin")


def is_target(attribute: Attribute) -> bool:
    """Whether an attribute says what to compile for (upstream: TargetAttrInterface)."""
    return isinstance(attribute, TargetAttr)


class MappingMaskAttr(DeviceMask, Attribute, name="gpu.mask"):
    """`#gpu.mask<9>`: which of the processors run, as bits."""

    mask: int

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<bits>`."""
        p.expect("<")
        mask = p.integer()
        p.expect(">")
        return cls(mask)

    def print(self, p: Any) -> None:
        """Print the bits."""
        p.text(f"<{self.mask}>")


class LoopDimMappingAttr(Attribute, name="gpu.loop_dim_map"):
    """`#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>`."""

    processor: Processor
    map: AffineMap
    bound: AffineMap

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<processor = …, map = …, bound = …>`."""
        values: dict[str, Any] = {}

        def one() -> None:
            where = p.here()
            key = p.keyword()
            if key not in cls.parameters or key in values:
                raise p.error(f"duplicate or unknown struct parameter name: {key}", where)
            p.expect("=")
            if key == "processor":
                where = p.here()
                word = p.keyword()
                if word not in Processor.__members__:
                    listed = ", ".join(Processor.__members__)
                    raise p.error("expected ::mlir::gpu::Processor to be one of: " + listed, where)
                values[key] = Processor[word]
            else:
                values[key] = p.affine_map()

        p.comma_list(one, "<", ">")
        missing = [n for n in cls.parameters if n not in values]
        if missing:
            raise p.error(f"struct is missing required parameter: {missing[0]}")
        return cls(**values)

    def print(self, p: Any) -> None:
        """Print all three."""
        p.text(f"<processor = {self.processor.name}, map = {self.map}, bound = {self.bound}>")


class KernelMetadataAttr(Attribute, name="gpu.kernel_metadata"):
    """`#gpu.kernel_metadata<"name", (i32) -> (), metadata = {…}>`: what is known of a kernel."""

    symbol: str
    function_type: Type
    arg_attrs: ArrayAttr | None = None
    metadata: DictionaryAttr | None = None

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<"name", type, arg_attrs = […], metadata = {…}>`."""
        p.expect("<")
        where = p.here()
        symbol = p.string()
        if not symbol:
            raise p.error("the kernel name can't be empty", where)
        p.expect(",")
        function_type = p.type()
        values: dict[str, Any] = {}
        while p.accept(","):
            where = p.here()
            key = p.keyword()
            if key not in ("arg_attrs", "metadata") or key in values:
                raise p.error(f"duplicate or unknown struct parameter name: {key}", where)
            p.expect("=")
            values[key] = p.attribute()
        p.expect(">")
        found = values.get("arg_attrs")
        if found is not None and not all(isinstance(a, DictionaryAttr) for a in found):
            raise p.error("all attributes in the array must be a dictionary attribute", where)
        return cls(symbol, function_type, **values)

    def print(self, p: Any) -> None:
        """Print the present parts."""
        p.text("<")
        p.string(self.symbol)
        p.text(", ")
        p.type(self.function_type)
        for key in ("arg_attrs", "metadata"):
            value = getattr(self, key)
            if value is not None:
                p.text(f", {key} = ")
                p.attribute(value)
        p.text(">")


class KernelTableAttr(Attribute, name="gpu.kernel_table"):
    """`#gpu.kernel_table<[#gpu.kernel_metadata<…>]>`: kernels by name."""

    kernels: tuple[KernelMetadataAttr, ...] = ()

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<[kernels]>`; the list may be missing."""
        p.expect("<")
        where = p.here()
        found = p.comma_list(p.attribute, "[", "]") if p.peek("[") else []
        found.sort(key=lambda k: k.symbol)
        p.expect(">")
        if any(a.symbol == b.symbol for a, b in itertools.pairwise(found)):
            raise p.error("expected all kernels to be uniquely named", where)
        return cls(tuple(found))

    def print(self, p: Any) -> None:
        """Print the kernels."""
        p.text("<")
        for i, kernel in enumerate(self.kernels):
            p.text(", " if i else "[")
            p.attribute(kernel)
        p.text("]>" if self.kernels else ">")


class ObjectAttr(Attribute, name="gpu.object"):
    """`#gpu.object<target, "bytes">`: compiled code; `format` is one of offload, assembly, bin and
    fatbin."""

    target: Attribute
    format: str
    object: str
    properties: DictionaryAttr | None = None
    kernels: KernelTableAttr | None = None

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<target, properties = {…}, kernels = …, format = "bytes">`."""
        p.expect("<")
        where = p.here()
        target = p.attribute()
        if not is_target(target):
            raise p.error(
                "the target attribute must implement or promise the `gpu::TargetAttrInterface`",
                where,
            )
        p.expect(",")
        values: dict[str, Any] = {}
        for key in ("properties", "kernels"):
            if p.optional_keyword(key):
                p.expect("=")
                values[key] = (
                    p.body(KernelTableAttr) if key == "kernels" and p.peek("<") else p.attribute()
                )
                p.expect(",")
        format = "fatbin"
        if not p.peek('"'):
            where = p.here()
            format = p.keyword()
            if format not in _FORMATS:
                raise p.error("expected keyword for GPU object format", where)
            p.expect("=")
        object = p.string()
        p.expect(">")
        return cls(target, format, object, **values)

    def print(self, p: Any) -> None:
        """Print the parameters that differ from the default."""
        p.text("<")
        p.attribute(self.target)
        p.text(", ")
        if self.properties is not None:
            p.text("properties = ")
            p.attribute(self.properties)
            p.text(", ")
        if self.kernels is not None:
            p.text("kernels = ")
            self.kernels.print(p)
            p.text(", ")
        if self.format != "fatbin":
            p.text(f"{self.format} = ")
        p.string(self.object)
        p.text(">")


class SelectObjectAttr(Attribute, name="gpu.select_object"):
    """`#gpu.select_object<1>`: which object of a binary is embedded; without a number or target
    the first."""

    target: Attribute | None = None

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<target>`, which may be missing."""
        if not p.accept("<"):
            return cls()
        where = p.here()
        target = p.attribute()
        p.expect(">")
        if isinstance(target, IntegerAttr):
            if target.value < 0:
                raise p.error("the object index must be positive", where)
        elif not is_target(target):
            raise p.error("the target attribute must be a GPU Target attribute", where)
        return cls(target)

    def print(self, p: Any) -> None:
        """Print what is selected."""
        if self.target is not None:
            p.text("<")
            p.attribute(self.target)
            p.text(">")


DEFAULT_HANDLER = SelectObjectAttr()
