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
    """Inputs and expected outputs, as arrays and lists of arrays; empty for those kept in files."""


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
                    sets = [(list(i), list(o)) for i, o in case.data_sets or ()]
                    yield SuiteCase(case.name, case.model, sets)
                    continue
                file = Path(case.model_dir or "") / "model.onnx"
                if file.exists():
                    yield SuiteCase(case.name, onnx.load(file), [])
