"""What functions and modules are compiled for, as attributes of the LLVM dialect."""

from typing import Any, ClassVar

from mlirlite.dialects.llvm._struct import StructAttr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import StringAttr


class TargetFeaturesAttr(Attribute, name="llvm.target_features"):
    """`#llvm.target_features<["+avx512f", "-sse4a"]>`."""

    features: tuple[str, ...]

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<["+x", …]>`."""
        p.expect("<")
        features = p.comma_list(p.string, "[", "]")
        p.expect(">")
        return cls(tuple(features))

    def print(self, p: Any) -> None:
        """Print the list."""
        p.text("<[")
        for i, feature in enumerate(self.features):
            p.text(", " if i else "")
            p.string(feature)
        p.text("]>")


class TargetAttr(StructAttr, name="llvm.target"):
    """`#llvm.target<triple = "x86_64-unknown-linux", chip = "skylake">`: what a module is compiled
    for."""

    triple: Attribute
    chip: Attribute
    features: Attribute | None = None
    kinds: ClassVar[dict[str, Any]] = {"triple": StringAttr, "chip": StringAttr}
    nested: ClassVar[dict[str, type[Attribute]]] = {"features": TargetFeaturesAttr}

    def alias(self) -> str:
        return ""
