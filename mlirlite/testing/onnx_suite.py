"""ONNX's own conformance suite, as models with their data: `for case in suite_cases(): …`."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import onnx

KINDS = ("node", "simple", "pytorch-converted", "pytorch-operator")


class SuiteCase(NamedTuple):
    """One test of the suite."""

    name: str
    model: onnx.ModelProto
    data_sets: list[tuple[list[Any], list[Any]]]
    """Inputs and expected outputs, as arrays, lists of arrays, or None for an empty optional."""


@cache
def suite_cases() -> tuple[SuiteCase, ...]:
    """All tests whose model is not downloaded, about 2,000; made by the onnx package in a few
    seconds."""
    return tuple(_cases())


def _cases() -> Iterator[SuiteCase]:
    import onnx
    from onnx.backend.test import loader

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kind in KINDS:
            for case in loader.load_model_tests(kind=kind):
                if case.model is not None:
                    sets = [([*map(_value, i)], [*map(_value, o)]) for i, o in case.data_sets or ()]
                    yield SuiteCase(case.name, case.model, sets)
                    continue
                folder = Path(case.model_dir or "")
                if (folder / "model.onnx").exists():
                    model = onnx.load(folder / "model.onnx")
                    yield SuiteCase(case.name, model, list(_stored_sets(folder, model)))


def _stored_sets(folder: Path, model: Any) -> Iterator[tuple[list[Any], list[Any]]]:
    """The data sets beside a model."""
    for data in sorted(folder.glob("test_data_set_*")):
        sides: list[list[Any]] = []
        for side, infos in (("input", model.graph.input), ("output", model.graph.output)):
            files = sorted(data.glob(f"{side}_*.pb"), key=lambda f: int(f.stem.split("_")[1]))
            sides.append([_read(f, infos[i].type) for i, f in enumerate(files)])
        yield sides[0], sides[1]


def _read(file: Path, type: Any) -> Any:
    import onnx

    kinds = {"sequence_type": onnx.SequenceProto, "optional_type": onnx.OptionalProto}
    stored = kinds.get(type.WhichOneof("value"), onnx.TensorProto)()
    stored.ParseFromString(file.read_bytes())
    return _value(stored)


def _value(stored: Any) -> Any:
    import onnx
    from onnx import numpy_helper

    match stored:
        case onnx.TensorProto():
            return numpy_helper.to_array(stored)
        case onnx.SequenceProto():
            return numpy_helper.to_list(stored)
        case onnx.OptionalProto():
            return numpy_helper.to_optional(stored)
    return stored
