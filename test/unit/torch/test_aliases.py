"""Results that share memory: which do, their strides, and what a write into one changes are as in
eager."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra torch)")

from mlirlite.torch import backend  # noqa: E402

VIEWS = {
    "as_strided": lambda y: y.as_strided((2, 2), (1, 2), 1),
    "chain": lambda y: y.transpose(0, 1)[1:].unsqueeze(0).squeeze(0),
    "chunk": lambda y: y.chunk(2, 1),
    "contiguous": lambda y: y.contiguous(),
    "copy": lambda y: y.transpose(0, 1).reshape(-1),
    "detach": lambda y: y.detach(),
    "diagonal": lambda y: y.diagonal(0, 1, 2),
    "expand": lambda y: y.unsqueeze(0).expand(2, *y.shape),
    "expand_then_view": lambda y: y.unsqueeze(0).expand(2, *y.shape).flatten(2),
    "flatten": lambda y: y.flatten(),
    "hsplit": lambda y: y.hsplit(3),
    "integers": lambda y: y.view(torch.int32),
    "narrow": lambda y: y.narrow(1, 0, 2),
    "parts": lambda y: torch.view_as_complex(y).imag,
    "permute": lambda y: y.permute(2, 0, 1),
    "real": lambda y: torch.view_as_complex(y).real,
    "reshape": lambda y: y.reshape(y.shape[0], -1),
    "same": lambda y: y,
    "select": lambda y: y[0],
    "slice": lambda y: y[:, 1:],
    "split": lambda y: y.split([1, 2], 1),
    "squeeze": lambda y: y[:1].squeeze(0),
    "transpose": lambda y: y.transpose(0, 1),
    "unbind": lambda y: y.unbind(1),
    "unfold": lambda y: y.unfold(1, 2, 1),
    "unsqueeze": lambda y: y.unsqueeze(1),
    "view": lambda y: y.view(-1),
}
MODES = {
    "inference": torch.inference_mode,
    "no_grad": torch.no_grad,
    "grad": torch.enable_grad,
}


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def compiled(function, **options):
    chosen = {"threads": 1, "strict": True}
    return torch.compile(function, backend=backend.mlirlite, options=chosen, **options)


def shared(tensors):
    """Which tensors are in the same memory."""
    places = [t.untyped_storage().data_ptr() for t in tensors]
    return [places.index(p) for p in places]


def check(function, call, *args):
    """Results of a call and their memory are eager's, before and after a write into each."""
    pairs = []
    for each in (call, function):
        own = [a.detach().clone().requires_grad_(a.requires_grad) for a in args]
        pairs.append([*torch.utils._pytree.tree_leaves(each(*own)), *own])
    found, expected = pairs
    assert shared(found) == shared(expected)
    for a, b in zip(found, expected, strict=True):
        torch.testing.assert_close(a, b, rtol=1e-5, atol=1e-5, check_stride=True)
        assert a.requires_grad == b.requires_grad
    found, expected = ([t.detach() for t in side] for side in pairs)
    for value, written in enumerate(zip(found, expected, strict=True)):
        if 0 in written[0].stride():
            continue  # torch writes into none that repeats elements
        for tensor in written:
            tensor.copy_(torch.full((), value + 7).to(tensor.dtype))
        for a, b in zip(found, expected, strict=True):
            torch.testing.assert_close(a, b, rtol=1e-5, atol=1e-5)


@pytest.mark.sampled(9)
@pytest.mark.parametrize(
    ("mode", "dynamic"),
    [("inference", False), ("no_grad", True), ("grad", False), ("grad", True)],
)
@pytest.mark.parametrize("view", VIEWS)
def test_views_share_memory_as_in_eager(view, mode, dynamic):
    """Views of what the graph computes, and of inputs."""
    viewed = VIEWS[view]

    def function(x, w):
        y, other = x * 2, w.abs()
        return y, viewed(y), viewed(w), (viewed(other), viewed(other)), (y + 1).sum()

    call = compiled(function, dynamic=dynamic)
    with MODES[mode]():
        for batch in (4, 5) if dynamic else (4,):
            x = torch.randn(batch, 3, 2, requires_grad=mode == "grad")
            check(function, call, x, torch.randn(batch, 3, 2))


def of_layouts(x):
    y = x * 2
    return y, y[:, 1:], y.permute(0, 2, 3, 1), y.mean(1), x[:, :, 0]


def of_complex(x):
    y = torch.complex(x, x + 1)
    return y, y.conj(), y.real, y.imag, torch.view_as_real(y), y.mT


def of_several(x):
    values, places = x.topk(1)
    return values, values[1:], places, places.flatten(), values.mT @ values


def of_sizes(x):
    y = x.exp()
    half = x.shape[0] // 2
    return y[:half], y[half:], y.reshape(x.shape[0] * x.shape[1], -1), y.sum().expand(x.shape[0])


def of_what_changes(x):
    y = x[1]
    x.add_(1)
    z = x * 2
    z[0].mul_(3)
    return y, x.mT, z, z[0], y.unsqueeze(0).expand(3, *y.shape)


def of_nothing_else_that_returns(x):
    return (x + 1)[:, 1:], (x + 2).mT[:, 1:], (x + 3).unsqueeze(0).expand(2, *x.shape)


def of_inputs_alone(x):
    return x.mT, x.detach()


FUNCTIONS = (
    of_layouts, of_complex, of_several, of_sizes, of_what_changes, of_nothing_else_that_returns,
    of_inputs_alone,
)  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("function", "dynamic"),
    [(f, d) for f in FUNCTIONS for d in (False, True) if not (d and f is of_complex)],
)  # complex results in another order of dimensions are torch's where the run tells sizes
def test_results_of_one_graph(function, dynamic):
    call = compiled(function, dynamic=dynamic)
    with torch.no_grad():
        for batch in (4, 6) if dynamic else (4,):
            x = torch.randn(batch, 3, 5, 2)
            check(function, call, x.to(memory_format=torch.channels_last))
            check(function, call, x)


def test_gradients_of_results_that_share_memory():
    def function(x, w):
        y = (x @ w).relu()
        return y, y.mT, y[0].exp(), *y.split(1, 1), y.unsqueeze(0).expand(2, -1, -1)

    call, grads = compiled(function), []
    given = torch.randn(4, 3), torch.randn(3, 2)
    for each in (call, function):
        own = [g.clone().requires_grad_() for g in given]
        found = each(*own)
        sum((t * t).sum() for t in found).backward()
        grads.append([t.grad for t in own])
    torch.testing.assert_close(*grads, rtol=1e-5, atol=1e-5)


def test_inputs_that_the_backward_pass_needs_are_not_copied():
    kept = []

    def keep(tensor):
        kept.append(tensor.data_ptr())
        return tensor

    x, w = torch.randn(4, 3, requires_grad=True), torch.randn(3, 2, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(keep, lambda t: t):
        compiled(lambda x, w: (x @ w).exp())(x, w)
    assert {x.data_ptr(), w.data_ptr()} <= set(kept)


def test_frozen_weights_stay_constants():
    module = torch.nn.Linear(3, 4).eval()

    def function(x):
        y = module(x)
        return y, y.mT

    chosen = {"threads": 1, "strict": True, "frozen": True}
    call = torch.compile(function, backend=backend.mlirlite, options=chosen)
    with torch.no_grad():
        check(function, call, torch.randn(2, 3))
        module.weight.data = torch.randn(4, 3)  # other weights, with code of their own
        check(function, call, torch.randn(2, 3))
