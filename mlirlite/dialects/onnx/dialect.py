"""OnnxDialect: makes the op classes from the schemas, each at its first use."""

from __future__ import annotations

from mlirlite.dialects.onnx.additional import ConstantOp
from mlirlite.dialects.onnx.additional_schemas import additional_schemas
from mlirlite.dialects.onnx.node import DIM_PARAMS
from mlirlite.dialects.onnx.op import OnnxOp, op_class
from mlirlite.dialects.onnx.schemas import (
    Schema,
    canonical,
    domains,
    from_mlir_name,
    lookup,
    mlir_name,
    names,
    versions,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.support.late import import_module
from mlirlite.support.once import once

FAMILIES = (
    "math",
    "reduction",
    "nn",
    "tensor",
    "rnn",
    "control_flow",
    "sequence",
    "quantization",
    "ml",
    "object_detection",
)
"""Files and folders of behaviors; the same words name the lowerings'."""


class OnnxDialect(Dialect):
    """The hand-written ops of additional.py, and all versions of all operators of the schemas."""

    dimension_names = DIM_PARAMS
    registered_in_bytecode = False  # onnx-mlir declares some operators otherwise

    @once
    def behaviors(self) -> dict[str, type[OnnxOp]]:
        """Operator -> its behavior class, for what the schema lacks; imports the families'
        files."""
        found: dict[str, type[OnnxOp]] = {}
        for family in FAMILIES:
            module = import_module(f"{__package__}.{family}")
            for cls in vars(module).values():
                if isinstance(cls, type) and issubclass(cls, OnnxOp):
                    found.update(dict.fromkeys(cls.ops, cls))
        return found

    def op_class(self, name: str) -> type[Op] | None:
        classes = self.classes()
        found: type[Op] | None = classes.get(name)
        if found is None:
            schema = additional_schemas().get(name) or from_mlir_name(name)
            if schema is not None:
                # Of threads that make a class at the same time, all get the first one.
                found = classes.setdefault(name, self._make(schema, name))
        return found

    def _make(self, schema: Schema, name: str) -> type[OnnxOp]:
        behavior = self.behaviors.get(name.partition(".")[2])
        return op_class(schema, behavior or self.behaviors.get(schema.name, OnnxOp), name)

    def family(self, name: str) -> str:
        """The family of an op, by full name; empty for one without a behavior."""
        cls = self.op_class(name)
        module = cls.__module__ if cls is not None else ""
        family = module.removeprefix(f"{__package__}.").partition(".")[0]
        return family if family in FAMILIES else ""

    def op_names(self) -> list[str]:
        found = set(super().op_names()) | set(additional_schemas())
        for domain in domains():
            for name in names(domain):
                for version in versions(name, domain):
                    schema = lookup(name, version, domain)
                    if schema is not None and canonical(schema) is schema:
                        found.add(mlir_name(schema))
        return sorted(found)

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        if not isinstance(value, ElementsAttr) or value.type is not type:
            return None
        made: ConstantOp = ConstantOp(value=value, output=type, loc=location)
        return made


DIALECT = OnnxDialect("onnx", __package__)
