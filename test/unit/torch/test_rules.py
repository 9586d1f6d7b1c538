"""Rules of single ops, with arguments in which they could differ from torch's: NaN, zeros of both
signs, negative divisors, types, dimensions of size 0."""

import math

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra torch)")

from mlirlite.support.diagnostics import DiagnosticError  # noqa: E402
from mlirlite.torch import arguments, compiling  # noqa: E402
from mlirlite.torch.table import TABLE  # noqa: E402

F = torch.nn.functional
EDGES = torch.tensor([0.0, -0.0, 1.5, -1.5, math.inf, -math.inf, math.nan, 1e-9, 3.0, -7.0])
PAIRS = EDGES[:, None].expand(10, 10).contiguous(), EDGES[None].expand(10, 10).contiguous()
NUMBERS = torch.tensor([-7, -3, -1, 1, 2, 5])
IMAGE = torch.randn(2, 4, 7, 6, generator=torch.Generator().manual_seed(0))


def run(function, *args):
    """The results, without dynamo; an error if an op is left to torch."""
    from torch._functorch.aot_autograd import aot_function

    def compiler(graph, inputs):
        with compiling.unset_fake_temporarily():
            return compiling.compile_graph(graph, compiling.Options(threads=1, strict=True))

    return aot_function(function, fw_compiler=compiler, decompositions=compiling.decompositions())(
        *args
    )


def check(function, *args, signs=True):
    """The results are torch's; with `signs`, those of zeros, too."""
    flat = torch.utils._pytree.tree_leaves
    for a, b in zip(flat(run(function, *args)), flat(function(*args)), strict=True):
        torch.testing.assert_close(a, b, equal_nan=True, rtol=1e-5, atol=1e-6)
        if signs and b.dtype.is_floating_point:
            same = torch.signbit(a) == torch.signbit(b)
            assert same[~b.isnan()].all(), "signs of zeros"


def test_quotients_of_edge_values():
    modes = (None, "trunc", "floor")
    check(lambda x, y: [torch.div(x, y, rounding_mode=m) for m in modes], *PAIRS)
    check(lambda x, y: [x % y, torch.fmod(x, y)], *PAIRS)
    pairs = NUMBERS[:, None], NUMBERS[None]
    check(lambda x, y: [x // y, x % y, torch.fmod(x, y), x / y], *pairs)


def test_comparisons_and_extremes_of_edge_values():
    check(lambda x, y: [x < y, x <= y, x > y, x >= y, x == y, x != y], *PAIRS)
    check(lambda x, y: torch.copysign(x, y), *PAIRS)
    check(lambda x, y: [torch.maximum(x, y), torch.fmin(x, y)], *PAIRS, signs=False)
    check(lambda x: [x.amax(), x.min(0), x.argmax(), x.isnan(), x.isinf(), x.signbit()], EDGES)
    check(lambda x: [x.clamp(-1, 2), x.clamp(min=0.5), x.trunc(), x.round()], EDGES)


def test_functions_of_edge_values():
    check(lambda x: [x.log1p(), x.expm1(), x.exp2(), x.abs(), F.elu(x)], EDGES)
    check(lambda x, y: [torch.atan2(x, y), torch.hypot(x, y)], *PAIRS)


def test_types_are_promoted_as_torch_does():
    whole, half = torch.arange(-3, 4), torch.arange(7) / 2
    check(lambda i, x: [i + 1.5, i + x, i.sin(), i * True, i < x, (i > 0) + (x > 1)], whole, half)
    check(lambda i: [i.sum(), i.to(torch.float64).mean(), i.bool().sum(), i.prod()], whole)


def test_arrays_without_elements():
    check(lambda x: [x + 1, x.sum(0), x.t(), torch.cat([x, x])], torch.zeros(0, 3))


def test_images():
    w = torch.randn(6, 2, 3, 3, generator=torch.Generator().manual_seed(1))
    check(lambda x, w: F.conv2d(x, w, stride=2, padding=1, groups=2), IMAGE, w)
    check(lambda x: F.max_pool2d(x, 3, 2, 1, return_indices=True), IMAGE)
    check(lambda x: F.avg_pool2d(x, 3, 2, 1, count_include_pad=False), IMAGE)
    check(lambda x: F.adaptive_avg_pool2d(x, (3, 4)), IMAGE)
    check(lambda x: [F.pad(x, (1, -2, 2, 0)), F.pad(x, (1, 2, 0, 1), "reflect")], IMAGE)
    check(lambda x: F.group_norm(x, 2), IMAGE)


def test_lookups():
    x, i = torch.arange(24.0).reshape(2, 3, 4), torch.tensor([2, 0, -1])
    check(lambda x, i: [x[:, i], x[:, i, i], x[0, :, i], x[..., i]], x, i)
    check(lambda x, i: x.index_put((i * 0, i), torch.ones(4), accumulate=True), x, i)
    check(lambda x: [x.diagonal(0, 1, 2), x.unfold(2, 2, 1), x.roll(1, 2), x.flip(0, 2)], x)
    check(lambda x: [x.sort(descending=True), x.topk(2), x.cumsum(1), x.tril()], x)


def test_each_rule_is_of_an_op():
    for name in TABLE:
        packet, _, overload = name.partition(".")
        spaces = (torch.ops.aten, torch.ops.prims)
        found = [s for s in spaces if hasattr(s, packet)]
        assert found, name
        if overload:
            assert any(overload in getattr(s, packet).overloads() for s in found), name


def test_orders_of_memory():
    x = torch.randn(2, 3, 4, 5)
    assert arguments.order_of(x) is None
    assert arguments.order_of(x.to(memory_format=torch.channels_last)) == (0, 2, 3, 1)
    assert arguments.order_of(x[:, :, ::2]) is None
    assert arguments.is_spread(x[:, :, ::2])
    assert not arguments.is_spread(x.permute(3, 0, 1, 2))


TABLE_OF_4 = torch.arange(12.0).reshape(4, 3)


@pytest.mark.parametrize(
    ("function", "first", "right", "wrong"),
    [
        *(
            (f, NUMBERS, NUMBERS, torch.tensor([1, 2, 0, 4, 5, 6]))
            for f in (torch.floor_divide, torch.remainder, torch.fmod)
        ),
        *(
            (f, TABLE_OF_4, torch.tensor([0, 3]), torch.tensor([0, at]))
            for at in (-1, 4)
            for f in (
                lambda x, i: F.embedding(i, x),
                lambda x, i: torch.index_select(x, 0, i),
                lambda x, i: torch.gather(x, 0, i.reshape(2, 1)),
                lambda x, i: x.scatter(0, i.reshape(2, 1), 1.0),
            )
        ),
    ],
)
def test_what_torch_refuses_is_an_error(function, first, right, wrong):
    check(function, first, right)
    with pytest.raises((IndexError, RuntimeError)):
        function(first, wrong)
    with pytest.raises(DiagnosticError, match=r"divisor must not be 0|index element out of"):
        run(function, first, wrong)
