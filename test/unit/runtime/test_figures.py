"""Figures of a machine: each one has a say in some operator's code, and whatever they are, results
are the same."""

from dataclasses import fields, replace

import numpy as np
import pytest
from onnx import helper, numpy_helper

from mlirlite.dialects.onnx.schedules.schedule import SCHEDULE, as_attribute, problem, schedule_of
from mlirlite.ir.context import Context
from mlirlite.runtime.compiler import load_module, run_stages
from mlirlite.runtime.figures import figures_of, has_figures
from mlirlite.runtime.host import host_machine
from mlirlite.runtime.kernel import Kernel
from mlirlite.runtime.schedules import scheduling_stages
from mlirlite.support.machine import machine
from mlirlite.support.tuning import CHOICES, Tuning

RNG = np.random.default_rng(0)


def array(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


# Operator, shapes of its inputs, constants after these, attributes, and figures of its code.
CASES = {
    "rows": ("Softmax", [(300, 100)], [], {}, "rows_together function_registers prefetch_elements"),
    "long rows": ("LogSoftmax", [(9, 200000)], [], {}, "nontemporal_l2s nontemporal_bytes"),
    "columns": ("Softmax", [(2000, 700)], [], {"axis": 0}, "stripe_columns stripe_rows"),
    "norm": ("LayerNormalization", [(7, 333)], [array(333), array(333)], {}, "chains"),
    "sum": ("ReduceSum", [(20, 50, 70)], [np.array([1])], {}, "chains"),
    "best": ("TopK", [(3, 3000)], [np.array([20])], {}, "list_vectors"),
    "turned": ("Transpose", [(500, 900)], [], {"perm": [1, 0]}, "adjacent_lines prefetch_steps"),
    "joined": ("Concat", [(64, 700), (64, 33)], [], {"axis": 1}, "many_rows chains"),
    "part": ("Slice", [(600, 1000)], [*map(np.array, ([1], [590], [0]))], {}, "prefetch_bytes"),
    "map": ("Exp", [(300, 4000)], [], {}, "prefetch_block prefetch_elements chains"),
    "pool": ("MaxPool", [(1, 3, 40, 40)], [], {"kernel_shape": [3, 3]}, "chains"),
    "pool of blocks": ("MaxPool", [(1, 64, 20, 20)], [], {"kernel_shape": [3, 3]}, "chains"),
    "packed": ("MatMul", [(100, 300)], [array(300, 90)], {}, "prefetch_tiles"),
    "groups": ("MatMul", [(64, 12000)], [array(12000, 20)], {}, "group_tiles"),
    "row": ("MatMul", [(1, 300), (300, 3000)], [], {}, "streams stripe_vectors"),
    "copied": (
        *("MatMul", [(80, 900), (900, 2100)], [], {}),
        "copied_panels copied_tiles depth_steps prefetch_steps",
    ),
    "repeated": (
        *("Resize", [(1, 3, 40, 40)], [np.zeros(0, np.float32), np.float32([1, 1, 6, 6])]),
        {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"},
        "shuffled_repeats",
    ),
    "cubic": (
        *("Resize", [(1, 3, 9, 9, 9)], [np.zeros(0, np.float32), np.float32([1, 1, 2, 2.5, 2.5])]),
        {"mode": "cubic"},
        "summed_rows",
    ),
}
ROUNDED = ("MatMul", [(2, 512)], [array(512, 9000)], {}, "prefetch_panel_bytes")
"""With weights as f16."""


def lowered(case, target, threads=1):
    """The operator of a case with its schedule as entries, and the stages that compile it."""
    kind, shapes, constants, attributes, _ = case
    names = [f"x{i}" for i in range(len(shapes))]
    weights = [numpy_helper.from_array(c, f"c{i}") for i, c in enumerate(constants)]
    results = ["y", "z"] if kind == "TopK" else ["y"]
    node = helper.make_node(kind, [*names, *(w.name for w in weights)], results, **attributes)
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info(n, 1, s) for n, s in zip(names, shapes, strict=True)],
        [helper.make_tensor_value_info(n, t, None) for n, t in zip(results, (1, 7), strict=False)],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    context = Context()
    module, _ = load_module(model, context)
    before, after = scheduling_stages(target, threads)
    run_stages(module, context, before)
    [op] = [op for op in module.walk() if has_figures(op) and op.name.startswith(f"onnx.{kind}")]
    schedule = schedule_of(op)
    if case is ROUNDED:
        schedule = schedule.with_f16_weights(op)
    return op, {} if schedule is None else schedule.entries(), after


@pytest.mark.bulk
def test_each_figure_has_a_say():
    seen = set()
    for case in (*CASES.values(), ROUNDED):
        for target, threads in (("haswell", 1), ("cooperlake", 4)):
            op, schedule, stages = lowered(case, target, threads)
            seen.update(figures_of(op, schedule, stages[0], case[-1].split()))
    assert seen == CHOICES.keys()


@pytest.mark.sampled(10)
@pytest.mark.processor
@pytest.mark.skipif(not host_machine(), reason="no schedules are known for this processor")
@pytest.mark.parametrize("case", CASES)
def test_results_do_not_depend_on_figures(case):
    op, schedule, stages = lowered(CASES[case], host_machine())
    usual = Kernel(op, schedule, stages).run()
    for end in (min, max):
        figures = {name: end(choices) for name, choices in CHOICES.items()}
        for found, want in zip(Kernel(op, schedule | figures, stages).run(), usual, strict=True):
            np.testing.assert_allclose(found, want, rtol=1e-5, atol=1e-5 * np.abs(want).max())


def test_the_default_of_a_figure_is_one_of_its_choices_in_order():
    for figure in fields(Tuning):
        choices = figure.metadata["choices"]
        assert figure.default in choices
        assert sorted(choices) == list(choices)


def test_a_schedule_has_figures_that_a_machine_may_have():
    op, schedule, _ = lowered(CASES["packed"], "haswell")
    haswell = machine("haswell")
    assert problem(op, haswell, schedule | {"prefetch_tiles": 16}) == ""
    assert problem(op, haswell, schedule | {"prefetch_tiles": 3}) == (
        '"prefetch_tiles" is 3; expected 2, 4, 8 or 16'
    )
    op, _, _ = lowered(CASES["map"], "haswell")
    assert problem(op, haswell, {"chains": 8}) == ""
    assert problem(op, haswell, {"chains": "many"}) == '"chains" is "many"; expected 2, 4 or 8'


def test_what_is_no_choice_is_as_if_it_were_not_there():
    tuning = replace(Tuning(), chains=2)
    assert tuning | {"chains": 8, "rows": 7, "streams": -1} == replace(tuning, chains=8)
    op, _, _ = lowered(CASES["map"], "haswell")
    op.attributes[SCHEDULE] = as_attribute({"chains": 8})
    assert schedule_of(op) is None
