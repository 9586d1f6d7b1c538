"""An ONNX model -> a module: `func.func @main_graph` of onnx ops, as onnx-mlir imports."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.builtin import ModuleOp
from mlirlite.dialects.func import FuncOp
from mlirlite.dialects.onnx import schemas
from mlirlite.dialects.onnx.node import DIM_PARAMS
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    ArrayAttr,
    DictionaryAttr,
    StringAttr,
    SymbolRefAttr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import Context
from mlirlite.ir.crash import crash_at
from mlirlite.ir.from_python import to_attribute
from mlirlite.ir.insertion import detached
from mlirlite.ir.types import FunctionType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.chosen import DataFolder
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity, warn
from mlirlite.support.steps import run_steps
from mlirlite.target.onnx.devices import import_configurations
from mlirlite.target.onnx.functions import EXPANDED
from mlirlite.target.onnx.graph import GraphImporter
from mlirlite.target.onnx.load import load_model
from mlirlite.target.onnx.protobuf import MalformedProtobuf, Message
from mlirlite.target.onnx.scope import Body, Scope, opsets_of, without_initializers
from mlirlite.target.onnx.tensors import TensorReader
from mlirlite.target.onnx.types import dim_params

ENTRY = "main_graph"


def import_model(
    model: Any,
    context: Context | None = None,
    *,
    directory: str | None = None,
    expand: Collection[str] = EXPANDED,
    given: Collection[str] = (),
    notice: Callable[[Diagnostic], None] | None = None,
) -> ModuleOp:
    """The module of a model: a path, the bytes of one, or an `onnx.ModelProto`.

    Files are mapped: weights are resources over the file's bytes. `directory` is where external
    data lies, by default beside the model. Operators in `expand` become those that ONNX defines
    them by; functions of the model are always inlined. Initializers in `given` that are also inputs
    stay inputs: the caller replaces these defaults. `notice` is called with remarks on what was
    left out. DiagnosticError, naming node and model, when the model is not valid. Declared shapes
    of values inside are compared with those that follow from its inputs; `notice` is called with a
    warning for each wrong one, by default a Python warning.
    """
    if context is not None:
        context.dialect("onnx")
    proto, name, beside = load_model(model)
    folder = DataFolder(directory) if directory else beside
    try:
        importer = GraphImporter(proto, name, TensorReader(folder), expand, given)
        if notice is not None and proto.has("training_info"):
            message = "the model's training information is left out"
            notice(Diagnostic(Severity.REMARK, message, importer.file))
        with detached():
            return _module(proto, importer, notice or warn)
    except MalformedProtobuf as e:
        raise DiagnosticError(f"'{name}' is not an ONNX model, or is damaged: {e}") from None
    except DiagnosticError:
        raise
    except Exception as e:
        raise crash_at("import", name, None, e) from e


def _module(
    model: Message, importer: GraphImporter, notice: Callable[[Diagnostic], None]
) -> ModuleOp:
    """The module with the main graph and its entry point."""
    opsets = opsets_of(model.opset_import) or {"": 1}
    for domain, version in opsets.items():
        newest = schemas.latest_opset(domain)
        if newest is not None and version > newest:
            raise importer.fail(
                f"the model needs opset {version} of {domain or 'ai.onnx'}, but the newest known "
                f"one is {newest}"
            )
    graph, file = model.graph, importer.file
    block = Block()
    outputs = run_steps(importer.graph(graph, Scope(block), Body(opsets)))
    block.append(onnx.ReturnOp(outputs, loc=file))
    inputs = without_initializers(graph, importer.given)
    function = FuncOp(
        ENTRY,
        FunctionType(tuple(a.type for a in block.args), tuple(v.type for v in outputs)),
        arg_attrs=ArrayAttr(tuple(map(value_attributes, inputs))),
        res_attrs=ArrayAttr(tuple(map(_result_attributes, graph.output, outputs))),
        body=Region([block]),
        loc=importer.location(graph.name),
    )
    importer.claims.settle(function, notice)
    module = ModuleOp.empty()
    module.location = file
    module.attributes["onnx.model"] = _metadata(model, opsets)
    module.attributes.update(import_configurations(model))
    module.body.append(function)
    module.body.append(onnx.EntryPointOp(func=SymbolRefAttr(ENTRY), loc=file))
    return module


def _result_attributes(info: Message, value: Value) -> DictionaryAttr:
    """As `value_attributes`, without names of dimensions beyond the value's rank."""
    type = value.type
    tensor = info.type.tensor_type
    if isinstance(type, RankedTensorType) and len(tensor.shape.dim) != type.rank:
        only_name: DictionaryAttr = DictionaryAttr((("onnx.name", StringAttr(info.name)),))
        return only_name
    return value_attributes(info)


def value_attributes(info: Message) -> DictionaryAttr:
    """The attributes of the entry point's argument or result for a value of the graph."""
    entries: dict[str, Attribute] = {"onnx.name": StringAttr(info.name)}
    params = dim_params(info.type)
    if params:
        entries[DIM_PARAMS] = StringAttr(params)
    result: DictionaryAttr = DictionaryAttr(tuple(entries.items()))
    return result


def _metadata(model: Message, opsets: dict[str, int]) -> Attribute:
    entries: dict[str, Any] = {
        "ir_version": model.ir_version,
        "opset_import": {domain or "ai.onnx": version for domain, version in opsets.items()},
        "graph": model.graph.name,
        "domain": model.domain,
        "producer_name": model.producer_name,
        "producer_version": model.producer_version,
        "model_version": model.model_version,
        "doc_string": model.doc_string,
        "metadata_props": {p.key: p.value for p in model.metadata_props},
    }
    return to_attribute({k: v for k, v in entries.items() if v})
