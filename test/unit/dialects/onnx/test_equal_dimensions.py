"""What shape inference claims of unknown sizes: a dimension that is said to be one of an input's
has its size in ONNX's suite, and a size that is known is the one in the suite."""

from collections.abc import Iterator

import numpy as np
import pytest

from mlirlite.dialects.onnx.constants import Dim, dims_of
from mlirlite.ir.context import Context
from mlirlite.ir.values import BlockArgument
from mlirlite.passes.manager import run_pipeline
from mlirlite.target.onnx import import_model
from mlirlite.testing.onnx_suite import distinct_cases, without_sizes

PARTS = 16


def claims(module) -> Iterator[tuple[int, int, int, tuple[int, int] | None]]:
    """(result, dimension, size, (input, its dimension) that it is said to equal)."""
    function = next(op for op in module.walk() if op.name == "func.func")
    for number, value in enumerate(function.body.blocks[0].last.operands):
        for index, size in enumerate(dims_of(value) or ()):
            key = size.key if isinstance(size, Dim) else None
            if key is None:
                yield number, index, size, None
            elif isinstance(key[0], BlockArgument) and key[0].owner.parent_op is function:
                yield number, index, size, (key[0].index, key[1])


@pytest.mark.sampled(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_dimensions_are_what_the_suite_has(part):
    wrong, checked = [], 0
    for case in distinct_cases()[part::PARTS]:
        context = Context()
        module = import_model(without_sizes(case.model), context)
        run_pipeline(module, "shape-inference,canonicalize,shape-inference", context)
        for inputs, outputs in case.data_sets:
            for number, index, size, source in claims(module):
                found = outputs[number]
                if not isinstance(found, np.ndarray):
                    continue
                wanted = size if source is None else inputs[source[0]].shape[source[1]]
                checked += 1
                if found.shape[index] != wanted:
                    wrong.append((case.name, number, index, source, found.shape, wanted))
    assert checked > 50
    assert wrong == []
