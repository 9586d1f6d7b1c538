"""Graphs whose code is kept: what is equal has the same content, and all that code depends on is
part of it."""

from functools import partial

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra torch)")

from mlirlite.runtime import cache  # noqa: E402
from mlirlite.torch import backend, compiling  # noqa: E402
from mlirlite.torch.content import content_of  # noqa: E402

aten = torch.ops.aten


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def traced(function, *args):
    trace = torch.fx.experimental.proxy_tensor.make_fx
    return trace(function, tracing_mode="fake", _allow_non_fake_inputs=True)(*args)


def added(x):
    return aten.add.Tensor(x, 1)


def test_equal_graphs_have_one_content_and_others_have_another():
    """Each differs from the first in one thing: ops, overloads, arguments and their types, element
    types, sizes, strides, results, the order of operands, constants."""
    x, weight = torch.ones(2, 3), torch.arange(6.0).reshape(2, 3)
    other = weight.clone()
    other[1, 2] = -0.0
    graphs = [
        traced(added, x),
        traced(lambda x: aten.sub.Tensor(x, 1), x),
        traced(lambda x: aten.add.Scalar(x, 1), x),
        traced(lambda x: aten.add.Tensor(x, 1.0), x),
        traced(lambda x: aten.add.Tensor(x, True), x),
        traced(lambda x: aten.add.Tensor(x, 1, alpha=2), x),
        traced(added, x.double()),
        traced(added, torch.ones(3, 2)),
        traced(added, torch.ones(3, 2).t()),
        traced(lambda x: [added(x), x], x),
        traced(lambda x, y: aten.sub.Tensor(x, y), x, x.clone()),
        traced(lambda x, y: aten.sub.Tensor(y, x), x, x.clone()),
        *(traced(partial(aten.add.Tensor, w), x) for w in (weight, other)),
    ]
    contents = [content_of(g, {}) for g in graphs]
    constant = [content_of(graphs[10], {i: w}) for i in (0, 1) for w in (weight, other)]
    assert None not in contents
    assert len({*contents, *constant}) == len(contents) + len(constant)
    assert content_of(traced(added, torch.zeros(2, 3)), {}) == contents[0]
    assert content_of(graphs[10], {1: weight.t().contiguous().t()}) == constant[2]


def test_graphs_of_sizes_that_the_run_tells_have_none():
    """The import may ask about a size, and the graph then is for this answer only."""
    seen = []

    def look(graph, inputs):
        seen.append(content_of(graph, {}))
        return graph.forward

    torch.compile(lambda x: x + 1, backend=look, dynamic=True)(torch.ones(5, 3))
    assert seen == [None]


def test_the_code_of_a_graph_is_kept(tmp_path, monkeypatch):
    """With what is returned besides tensors, in any order of memory; a graph in parts, too."""
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("MLIRLITE_CACHE", "on")
    imports, made = [], compiling.import_graph
    monkeypatch.setattr(compiling, "import_graph", lambda *a: imports.append(1) or made(*a))
    net = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU()).eval()

    def function(x):
        y = net(x)
        return y, x, y.shape[2], None, y.permute(1, 2, 3, 0)

    x = torch.randn(2, 3, 8, 8).to(memory_format=torch.channels_last)
    runs = []
    for options in ({}, {}, {"frozen": True}, {"frozen": True}, {"threads": 2}):
        torch._dynamo.reset()
        call = torch.compile(function, backend=backend.mlirlite, options={"threads": 1} | options)
        with torch.no_grad():
            found, expected = call(x), function(x)
        for a, b in zip(found, expected, strict=True):
            if isinstance(b, torch.Tensor):
                torch.testing.assert_close(a, b, rtol=1e-5, atol=1e-5, check_stride=True)
            else:
                assert a == b
        runs.append(len(imports))
    assert runs == [1, 1, 2, 2, 3]
    assert len(list((tmp_path / cache.MODELS).iterdir())) == 3
