"""mlirlite as an ONNX backend: `onnx.backend.base.Backend` over the compiled session.

import mlirlite.backend
outputs = mlirlite.backend.prepare(model).run([x])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import onnx
import onnx.backend.base
from onnx.backend.base import namedtupledict

from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError


class BackendRep(onnx.backend.base.BackendRep):
    """A compiled model."""

    def __init__(self, session: InferenceSession) -> None:
        self.session = session

    def run(self, inputs: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Outputs for inputs in the model's order (a single array, a sequence, or a dict by name),
        as a named tuple."""
        names = [i.name for i in self.session.get_inputs()]
        if isinstance(inputs, dict):
            feeds = inputs
        elif isinstance(inputs, (list, tuple)):
            if len(inputs) > len(names):
                raise DiagnosticError(
                    f"the model takes {len(names)} inputs, found {len(inputs)}: {', '.join(names)}"
                )
            feeds = dict(zip(names, inputs, strict=False))
        else:
            feeds = dict(zip(names[:1], [inputs], strict=False))
        outputs = self.session.run(None, feeds)
        names = [o.name for o in self.session.get_outputs()]
        named: tuple[Any, ...] = namedtupledict("Outputs", names)(*outputs)
        return named


class Backend(onnx.backend.base.Backend):
    """Compiles models for the processor of this machine."""

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> BackendRep:
        """Compile a model. DiagnosticError when it is invalid or has ops without a lowering."""
        if not cls.supports_device(device):
            raise ValueError(f"device '{device}' is not supported; expected 'CPU'")
        return BackendRep(InferenceSession(model, **kwargs))

    @classmethod
    def run_model(
        cls, model: onnx.ModelProto, inputs: Any, device: str = "CPU", **kwargs: Any
    ) -> tuple[Any, ...]:
        """Compile a model and run it once."""
        return cls.prepare(model, device, **kwargs).run(inputs)

    @classmethod
    def run_node(
        cls,
        node: onnx.NodeProto,
        inputs: Sequence[Any],
        device: str = "CPU",
        outputs_info: Sequence[tuple[Any, tuple[int, ...]]] | None = None,
        **kwargs: Any,
    ) -> tuple[Any, ...]:
        """Run one node; the types of its outputs must be given unless they can be inferred."""
        import numpy as np

        arrays = dict(zip([n for n in node.input if n], map(np.asarray, inputs), strict=False))
        graph_inputs = [
            onnx.helper.make_tensor_value_info(
                n, onnx.helper.np_dtype_to_tensor_dtype(a.dtype), a.shape
            )
            for n, a in arrays.items()
        ]
        known = iter(outputs_info or ())
        graph_outputs = []
        for name in node.output:
            info = next(known, None)
            graph_outputs.append(
                onnx.helper.make_tensor_value_info(
                    name, onnx.helper.np_dtype_to_tensor_dtype(np.dtype(info[0])), info[1]
                )
                if info is not None
                else onnx.helper.make_empty_tensor_value_info(name)
            )
        graph = onnx.helper.make_graph([node], "node", graph_inputs, graph_outputs)
        opset = kwargs.pop("opset_version", None)
        opsets = [onnx.helper.make_opsetid(node.domain, opset)] if opset else None
        model = onnx.helper.make_model(graph, **({"opset_imports": opsets} if opsets else {}))
        return cls.prepare(model, device, **kwargs).run(arrays)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """True for `CPU`."""
        return device.partition(":")[0] == "CPU"


is_compatible = Backend.is_compatible
prepare = Backend.prepare
run_model = Backend.run_model
run_node = Backend.run_node
supports_device = Backend.supports_device
