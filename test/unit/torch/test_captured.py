"""Graphs that are not traced again: whatever differs from what was kept gives other results, or is
traced; what a call has to do besides running code is never left out."""

import contextlib
import copy

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra torch)")

from mlirlite.torch import backend, captured, compiling  # noqa: E402

F = torch.nn.functional


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("MLIRLITE_CACHE", "on")
    torch.manual_seed(0)
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


@pytest.fixture
def traces(monkeypatch):
    """The contents of captured graphs (None if there is none), and how many were traced."""
    seen, made, content, through = [], [], captured._content, compiling.traced

    def text(graph, inputs):
        seen.append(None)
        seen[-1] = content(graph, inputs)
        return seen[-1]

    monkeypatch.setattr(captured, "_content", text)
    monkeypatch.setattr(compiling, "traced", lambda *a: made.append(1) or through(*a))
    return seen, made


def compiled(function):
    """As in a new process, but for what is kept."""
    torch._dynamo.reset()
    return torch.compile(function, backend=backend.mlirlite, options={"threads": 1})


def told(found):
    """What a caller sees of results."""
    leaves = torch.utils._pytree.tree_leaves(found)
    return [
        (t.dtype, t.shape, t.stride(), t.requires_grad, t.is_inference())
        if isinstance(t, torch.Tensor)
        else t
        for t in leaves
    ]


def scaled(x, w):
    return (x @ w).relu() + 1.5


def constant(value, kind=torch.float32):
    return lambda x, w: x * torch.full((3,), value, dtype=kind) + w[0]


def made_of_default(x, w):
    return x.to(torch.int64) / 2 + torch.ones(3)


X, W = torch.randn(4, 3), torch.randn(3, 3)
PLAIN = {
    "first": (scaled, (X, W)),
    "sizes": (scaled, (torch.randn(5, 3), W)),
    "rank": (scaled, (torch.randn(2, 4, 3), W)),
    "strides": (scaled, (X, W.t())),
    "expanded": (scaled, (torch.randn(1, 3).expand(4, 3), W)),
    "overlapping": (scaled, (torch.randn(6).as_strided((4, 3), (1, 1)), W)),
    "element type": (scaled, (X.double(), W.double())),
    "half": (scaled, (X.bfloat16(), W.bfloat16())),
    "operator": (lambda x, w: (x @ w).relu() - 1.5, (X, W)),
    "constant": (lambda x, w: (x @ w).relu() + 2.5, (X, W)),
    "type of a constant": (lambda x, w: (x @ w).relu() + 1, (X, W)),
    "order": (lambda x, w: 1.5 + (x @ w).relu(), (X, W)),
    "method": (lambda x, w: (x @ w).sigmoid() + 1.5, (X, W)),
    "function": (lambda x, w: F.gelu(x @ w) + 1.5, (X, W)),
    "keyword": (lambda x, w: F.gelu(x @ w, approximate="tanh") + 1.5, (X, W)),
    "results": (lambda x, w: ((x @ w).relu() + 1.5, x * 2, 7), (X, W)),
    "full": (constant(2.0), (X, W)),
    "another": (constant(3.0), (X, W)),
    "of another type": (constant(2.0, torch.float64), (X, W)),
    "the default's": (made_of_default, (X, W)),
    "in place": (lambda x, w: (x @ w).relu_().add_(1.5), (X, W)),
    "without gradient inside": (lambda x, w: torch.no_grad()(scaled)(x, w) * 2, (X, W)),
    "a list": (lambda x, w: torch.cat([x, w]).sum(0, keepdim=True), (X, W)),
    "channels last": (
        lambda x, w: F.max_pool2d(x * w[0, 0], 2),
        (torch.randn(2, 3, 4, 4).to(memory_format=torch.channels_last), W),
    ),
}


def contents(runs):
    """The contents of the graphs of functions, each called in a state; nothing is compiled."""
    seen = []

    def look(graph, inputs):
        seen.append(captured._content(graph, inputs))
        return graph.forward

    for function, args, state in runs:
        torch._dynamo.reset()
        with state():
            torch.compile(function, backend=look)(*args)
    return seen


def test_each_graph_has_a_content_of_its_own():
    """Each differs from the others in one thing."""
    runs = [(*each, torch.no_grad) for each in PLAIN.values()]
    found = contents(runs)
    assert len(set(found)) == len(runs)
    assert contents(runs) == found


def test_each_state_of_torch_has_a_content_of_its_own():
    """But for inference mode, which dynamo leaves while it compiles."""
    for w in (W, W.clone().requires_grad_()):
        found = contents([(made_of_default, (X, w), state) for state in STATES.values()])
        assert len(set(found)) == len(STATES)


def test_what_is_known_is_not_traced(traces):
    """It gives the results of eager in all that a caller sees."""
    names = "results", "channels last", "strides", "half", "without gradient inside"
    with torch.no_grad():
        for _ in range(2):
            for name in names:
                function, args = PLAIN[name]
                found, expected = compiled(function)(*args), function(*args)
                torch.testing.assert_close(found, expected, msg=lambda m, n=name: f"{n}: {m}")
                assert told(found) == told(expected), name
    assert len(traces[1]) == len(names)


def test_other_values_of_the_same_sizes():
    """Weights, buffers and inputs are read when they are used."""
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4)).eval()
    for _ in range(3):
        with torch.no_grad():
            net[0].weight.normal_()
            net[1].running_mean.normal_()
            x = torch.randn(5, 3)
            torch.testing.assert_close(compiled(net)(x), net(x))


@contextlib.contextmanager
def default(kind):
    before = torch.get_default_dtype()
    torch.set_default_dtype(kind)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


STATES = {
    "none": contextlib.nullcontext,
    "no_grad": torch.no_grad,
    "autocast": lambda: torch.autocast("cpu", torch.bfloat16),
    "autocast to half": lambda: torch.autocast("cpu", torch.float16),
    "default": lambda: default(torch.float64),
    "mkldnn": lambda: torch.backends.mkldnn.flags(enabled=False),
    "attention": lambda: torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH),
}


def test_gradients_are_never_lost(traces):
    """The same function with and without them, in any order."""
    w = W.clone().requires_grad_()
    for state in (torch.no_grad, contextlib.nullcontext, torch.inference_mode) * 2:
        with state():
            found, expected = compiled(scaled)(X, w), scaled(X, w)
        torch.testing.assert_close(found, expected)
        assert told(found) == told(expected)
    assert len(traces[1]) == 3  # the one that learns each time


def test_autocast_is_part_of_what_is_kept():
    for kind in (None, torch.bfloat16, None, torch.bfloat16):
        with torch.no_grad(), torch.autocast("cpu", kind, enabled=kind is not None):
            found, expected = compiled(scaled)(X, W), scaled(X, W)
        torch.testing.assert_close(found, expected, rtol=2e-2, atol=2e-2)
        assert told(found) == told(expected)


class Counting(torch.nn.Module):
    """A buffer that a call changes."""

    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(3))

    def forward(self, x):
        self.count.add_(1)
        return x + self.count


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 5


REPAIRED = {
    "an input that changes": lambda x: x.mul_(2).sum(),
    "a view of one": lambda x: x[1:].zero_().sum(),
    "a view of an input": lambda x: (x.t(), x * 2),
    "random numbers": lambda x: (torch.rand(4, 3) < 2) * x,
    "an input": lambda x: (x, x + 1),
    "the shape of an input": lambda x: (x.unsqueeze_(0), x * 2)[1],
}
BY_DYNAMO = "an input", "the shape of an input"
"""What dynamo does itself, outside of its graphs."""


@pytest.mark.parametrize("name", REPAIRED)
def test_what_a_call_does_besides_is_done(name, traces):
    """Inputs change, and results are views of inputs, as in eager; such graphs are traced."""
    function = REPAIRED[name]
    for count in (1, 2):
        ours, eager = X.clone(), X.clone()
        with torch.no_grad():
            call = compiled(function)
            found, expected = call(ours), function(eager)
        torch.testing.assert_close(found, expected)
        torch.testing.assert_close(ours, eager)
        assert told((found, ours)) == told((expected, eager))
        shared = [
            [t.untyped_storage().data_ptr() == x.untyped_storage().data_ptr() for t in leaves]
            for x, leaves in ((ours, torch.utils._pytree.tree_leaves(found)),
                              (eager, torch.utils._pytree.tree_leaves(expected)))
        ]  # fmt: skip
        assert shared[0] == shared[1]
        assert len(traces[1]) == (1 if name in BY_DYNAMO else count)


def test_modes_of_modules():
    """Training changes statistics of batches, drops out, and learns."""
    layers = torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4), torch.nn.Dropout(0.5)
    ours = torch.nn.Sequential(*layers)
    eager = copy.deepcopy(ours)
    for _ in range(2):
        for training in (False, True):
            for grad in (False, True):
                found = []
                for net in (compiled(ours.train(training)), eager.train(training)):
                    torch.manual_seed(1)
                    with torch.set_grad_enabled(grad):
                        found.append(net(X))
                    if grad:
                        found[-1].sum().backward()
                torch.testing.assert_close(*found, rtol=1e-5, atol=1e-5)
                assert told(found[:1]) == told(found[1:])
                for a, b in zip(
                    ours.state_dict().values(), eager.state_dict().values(), strict=True
                ):
                    torch.testing.assert_close(a, b, rtol=1e-5, atol=1e-5)
    for a, b in zip(ours.parameters(), eager.parameters(), strict=True):
        torch.testing.assert_close(a.grad, b.grad, rtol=1e-4, atol=1e-5)


def test_buffers_that_change():
    ours, eager = Counting(), Counting()
    for _ in range(3):
        with torch.no_grad():
            torch.testing.assert_close(compiled(ours)(X), eager(X))
            torch.testing.assert_close(ours.count, eager.count)


def test_functions_of_others_are_not_known_by_name(traces):
    """Two functions of the same name may differ."""
    from torch._dynamo import allow_in_graph

    for factor in (2, 3):

        def own(x, factor=factor):
            return x * factor

        own.__module__, own.__name__ = "torch.nn.functional", "relu"
        allow_in_graph(own)
        with torch.no_grad():
            torch.testing.assert_close(compiled(lambda x: own(x) + 1)(X), X * factor + 1)
    assert traces[0] == [None, None]


def test_a_gradient_of_ones_own():
    for grad in (False, True, False, True):
        x = X.clone().requires_grad_()
        with torch.set_grad_enabled(grad):
            found = compiled(lambda x: Doubled.apply(x) + 1)(x)
        torch.testing.assert_close(found, X * 2 + 1)
        assert found.requires_grad == grad
        if grad:
            found.sum().backward()
            torch.testing.assert_close(x.grad, torch.full_like(x, 5))


def test_an_operator_that_is_made_anew(traces):
    """Nothing is kept where somebody has changed what torch's operators mean."""
    with torch.library._scoped_library("aten", "IMPL") as library:
        library.impl("relu6", lambda x: x * 3, "CompositeImplicitAutograd")
        with torch.no_grad():
            compiled(scaled)(X, W)
    assert traces[0] == [None]


def test_sizes_that_the_run_tells_are_traced(traces):
    torch._dynamo.reset()
    call = torch.compile(scaled, backend=backend.mlirlite, dynamic=True)
    with torch.no_grad():
        for rows in (4, 6):
            x = torch.randn(rows, 3)
            torch.testing.assert_close(call(x, W), scaled(x, W))
    assert traces[0] == [None]
