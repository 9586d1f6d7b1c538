"""The metadata of an ONNX model: its producer, name, version and custom entries."""

from __future__ import annotations

from typing import Any

import onnx


def read_metadata(path: str) -> dict[str, Any]:
    """The metadata by onnxruntime's names; weights in other files are not read."""
    model = onnx.load(path, load_external_data=False)
    return {
        "producer_name": model.producer_name,
        "graph_name": model.graph.name,
        "domain": model.domain,
        "description": model.doc_string,
        "graph_description": model.graph.doc_string,
        "version": model.model_version,
        "custom_metadata_map": {p.key: p.value for p in model.metadata_props},
    }
