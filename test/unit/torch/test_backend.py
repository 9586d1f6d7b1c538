"""torch.compile through the backend, beside eager: what is compiled, what is left to torch, and
that values, types and strides are eager's."""

import warnings

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra torch)")

from mlirlite.support.diagnostics import DiagnosticError  # noqa: E402
from mlirlite.torch import backend, compiling  # noqa: E402
from mlirlite.torch.types import Unsupported  # noqa: E402

F = torch.nn.functional


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    torch.manual_seed(0)
    compiling._told.clear()
    yield
    torch._dynamo.reset()


def compiled(function, **options):
    return torch.compile(
        function, backend=backend.mlirlite, options={"threads": 1, "strict": True} | options
    )


def check(function, *args, tolerance=1e-5, **options):
    """The results are eager's, in values, types and strides."""
    copies = [a.clone() if isinstance(a, torch.Tensor) else a for a in args]
    found, expected = compiled(function, **options)(*args), function(*copies)
    flat = torch.utils._pytree.tree_leaves
    for a, b in zip(flat(found), flat(expected), strict=True):
        torch.testing.assert_close(a, b, rtol=tolerance, atol=tolerance, check_stride=True)
    for a, b in zip(args, copies, strict=True):
        if isinstance(a, torch.Tensor):
            torch.testing.assert_close(a, b)  # what it does to its arguments


def test_it_is_found_by_its_name():
    assert "mlirlite" in torch._dynamo.list_backends(exclude_tags=())


@pytest.mark.bulk
def test_the_minifier_finds_it(tmp_path):
    """The program that torch writes of a graph that fails runs with this backend."""
    import subprocess
    import sys

    settings = {"repro_after": "dynamo", "debug_dir_root": str(tmp_path)}
    # torch's own `patch`: pytest 9.2's monkeypatch deletes a setting at its end, and all later
    # compilations would fail.
    with (
        torch._dynamo.config.patch(settings),
        pytest.raises(Exception, match="linalg_eig"),
    ):
        torch.compile(
            lambda x: torch.linalg.eigvals(x.sin()).abs(),
            backend="mlirlite",
            options={"strict": True},
        )(torch.randn(3, 3))
    [program] = tmp_path.rglob("minifier_launcher.py")
    assert "backend='mlirlite'" in program.read_text()
    made = subprocess.run(
        [sys.executable, str(program), "run"], cwd=tmp_path, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    assert "'aten.linalg_eig.default' is computed by torch" in made.stderr


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 8, 3, padding=1)
        self.norm = torch.nn.BatchNorm2d(8)
        self.last = torch.nn.Linear(8, 5)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm(self.conv(x))), 2)
        return self.last(x.mean((2, 3)))


def test_inference():
    with torch.no_grad():
        check(Net().eval(), torch.randn(2, 3, 8, 8))


@pytest.mark.bulk
def test_training_changes_parameters_and_buffers_as_eager_does():
    results = []
    for way in (lambda f: f, compiled):
        torch.manual_seed(0)
        net = Net().train()
        step, optimizer = way(net), torch.optim.SGD(net.parameters(), 0.1)
        for _ in range(3):
            optimizer.zero_grad()
            step(torch.randn(4, 3, 8, 8)).square().sum().backward()
            optimizer.step()
        results.append(net.state_dict())
    for name, value in results[0].items():
        torch.testing.assert_close(results[1][name], value, rtol=1e-3, atol=1e-3, msg=name)


@pytest.mark.bulk
def test_one_graph_serves_all_sizes():
    def function(x, w):
        y = torch.cat([x @ w, x.new_ones(x.shape[0], 1)], 1)
        return y.view(-1, y.shape[1] * 2).softmax(1), x.shape[0] * 2, y.t()

    run = torch.compile(function, backend=backend.mlirlite, dynamic=True, options={"strict": True})
    counters = torch._dynamo.utils.counters
    counters.clear()
    w = torch.randn(8, 3)
    for n in (4, 6, 10):
        x = torch.randn(n, 8)
        for a, b in zip(run(x, w), function(x, w), strict=True):
            torch.testing.assert_close(a, b)
    assert counters["stats"]["unique_graphs"] == 1


def test_in_place_ops_views_and_scalars():
    def function(x, n):
        x.mul_(n)
        row = x[1]
        row.add_(1)
        return row, x.t(), x.to(torch.int32) // 3, (x > 0).any(), x.sum() + n.to(torch.float64)

    check(function, torch.randn(3, 4), torch.tensor(2))


@pytest.mark.bulk
def test_means_of_windows_of_any_images():
    means = torch.nn.AdaptiveAvgPool2d((3, 2))
    how = {"strict": True, "threads": 1}
    run = torch.compile(means, backend=backend.mlirlite, dynamic=True, options=how)
    for height, width in ((7, 6), (3, 9), (2, 5)):
        x = torch.randn(2, 3, height, width)
        slopes = []
        for call in (run, means):
            own = x.clone().requires_grad_()
            found = call(own)
            (found * torch.arange(2.0)).sum().backward()
            slopes += [found.detach(), own.grad]
        torch.testing.assert_close(slopes[0], slopes[2])
        torch.testing.assert_close(slopes[1], slopes[3])


def test_a_tensor_that_the_function_makes_of_numbers():
    check(lambda a: a + torch.tensor([0, 2, 3, 4]), torch.ones(2, 4))


def test_strides_are_those_of_torch():
    def function(x):
        return F.relu(x), x.permute(0, 2, 3, 1).contiguous(), x + 1

    check(function, torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last))


def test_inputs_that_lie_otherwise_in_memory_than_when_they_were_traced():
    trace = torch.fx.experimental.proxy_tensor.make_fx
    graph = trace(lambda x: [x * 2], tracing_mode="fake")(torch.ones(3, 4))
    call = compiling.compile_graph(graph, compiling.Options(threads=1))
    for x in (
        torch.randn(3, 4),
        torch.randn(4, 3).t(),
        torch.randn(6, 8)[::2, ::2],
        torch.randn(3, 1).expand(3, 4),
        torch._neg_view(torch.randn(3, 4)),
    ):
        torch.testing.assert_close(call([x])[0], x * 2)


def test_weights_are_not_copied(monkeypatch):
    seen = []
    kept = compiling.CompiledGraph.__call__
    monkeypatch.setattr(
        compiling.CompiledGraph,
        "__call__",
        lambda self, args: seen.extend(a.data_ptr() for a in args) or kept(self, args),
    )
    linear = torch.nn.Linear(64, 64)
    with torch.no_grad():
        run = compiled(linear)
        run(torch.randn(2, 64))
        linear.weight.data.zero_()  # a change that has no trace is seen, too
        found = run(torch.randn(2, 64))
    assert linear.weight.data_ptr() in seen
    torch.testing.assert_close(found, linear.bias.expand(2, 64))


def test_autocast():
    def function(x, w):
        with torch.autocast("cpu", torch.bfloat16):
            return F.linear(x, w).float().exp()

    check(function, torch.randn(3, 8), torch.randn(4, 8), tolerance=2e-2)


def test_random_numbers_are_those_of_torchs_generator():
    """In eager's order, also where branches do not depend on each other."""

    def function(x, y):
        left = F.dropout(F.dropout(x, 0.5).sin() * 2, 0.1)
        return left, F.dropout(y, 0.3) + 1, F.dropout(left, 0.2, training=False)

    x, y = torch.ones(100), torch.ones(7, 5)
    run = compiled(function)
    for seed in (1, 2):
        torch.manual_seed(seed)
        found = run(x, y)
        torch.manual_seed(seed)
        for a, b in zip(found, function(x, y), strict=True):
            torch.testing.assert_close(a, b)
    assert not torch.equal(run(x, y)[0], found[0])


def filled(name, *given):
    """A function that fills a tensor in place by a method."""
    return lambda x: getattr(x * 2, name)(*given).sin() + x


ROWS = torch.rand(6, 7)
IMAGES = torch.rand(2, 3, 4, 5).contiguous(memory_format=torch.channels_last)
DRAWS = {
    "rand": (lambda x: torch.rand(3, x.shape[0]) + x.sum(), ROWS),
    "randint": (lambda x: torch.randint(0, 9, (3, 4)) + x.sum(), ROWS),
    "randperm": (lambda x: x[torch.randperm(x.shape[0])], ROWS),
    "randn_like, columns": (lambda x: torch.randn_like(x.t() * 2) + x.t(), ROWS),
    "randint_like": (lambda x: torch.randint_like(x, 2, 7) + x, ROWS),
    "rand_like, channels last": (lambda x: torch.rand_like(x * 2) + x, IMAGES),
    "dropout, channels last": (lambda x: F.dropout(x * 2, 0.4) + x, IMAGES),
    "dropout of attention": (
        lambda x: F.scaled_dot_product_attention(x, x, x, dropout_p=0.3),
        torch.rand(2, 3, 4, 5),
    ),
    "bernoulli": (lambda x: torch.bernoulli(x.sin()) + x, ROWS),
    "multinomial": (lambda x: torch.multinomial(x.exp(), 3), ROWS),
    "normal": (lambda x: torch.normal(x.sin(), x.exp()) * 2, ROWS),
    "poisson": (lambda x: torch.poisson(x * 9) + x, ROWS),
    "rrelu": (lambda x: F.rrelu(x - 0.5, training=True) * 2, ROWS),
    "uniform_": (filled("uniform_", 2.0, 3.0), ROWS),
    "normal_": (filled("normal_"), IMAGES),
    "exponential_": (filled("exponential_"), ROWS),
    "geometric_": (filled("geometric_", 0.3), ROWS),
    "random_": (filled("random_", 5), ROWS),
    "bernoulli_": (filled("bernoulli_", 0.2), ROWS),
    "several, between what is computed": (
        lambda x: (
            torch.bernoulli(x.sin()), torch.rand(3) + x[0, 0], torch.multinomial(x.cos() + 1, 3),
            torch.rand_like(x.exp()), F.dropout(x.exp()), torch.normal(x, x) + torch.poisson(x),
        ),
        ROWS,
    ),
}  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("name", DRAWS)
def test_all_random_ops_draw_what_eager_draws(name, dynamic):
    function, x = DRAWS[name]
    how = {"strict": True, "threads": 1}
    run = torch.compile(function, backend=backend.mlirlite, dynamic=dynamic, options=how)
    flat, states = torch.utils._pytree.tree_leaves, []
    for seed in (1, 2):
        results = []
        for call in (run, function):
            torch.manual_seed(seed)
            results.append(flat(call(x)))
            states.append(torch.get_rng_state())
        for a, b in zip(*results, strict=True):
            torch.testing.assert_close(a, b, check_stride=True)
        assert torch.equal(*states[-2:])


def test_parts_run_in_the_order_of_what_they_need():
    """What torch computes in between runs once at each level, however many branches need it."""
    from mlirlite.torch import parts

    def function(x, y):
        left = torch.linalg.eigvals(x.sin()).abs() + 1
        right = torch.linalg.eigvals(y.cos()).abs() * 2
        return left, right, torch.linalg.eigvals(torch.outer(left, right)).abs()

    seen, split = [], parts.split
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patch.setattr(compiling, "split", lambda *a: seen.extend(split(*a)) or seen)
        x, y = torch.randn(3, 3), torch.randn(3, 3)
        found = compiled(function, strict=False)(x, y)
    for a, b in zip(found, function(x, y), strict=True):
        torch.testing.assert_close(a.sort().values, b.sort().values, rtol=1e-4, atol=1e-4)
    assert [p.compiled for p in seen] == [True, False, True, False, True]


def test_one_dimension_is_known_where_others_are_not():
    def function(x):
        a, b, c = x.unbind(1)
        return a * b + c, x.var(1), F.softmax(x, 1)

    run = torch.compile(function, backend=backend.mlirlite, options={"strict": True})
    for rows in (2, 5):
        x = torch.randn(rows, 3, 4)
        torch._dynamo.mark_dynamic(x, 0)
        for found, wanted in zip(run(x), function(x), strict=True):
            torch.testing.assert_close(found, wanted)


def test_numbers_that_follow_from_sizes():
    def function(x):
        return x * x.shape[0] ** 0.5 + x.shape[1] / 3 + int(x.shape[0] * 1.5)

    for rows in (3, 5):
        x = torch.randn(rows, 4)
        run = torch.compile(
            function, backend=backend.mlirlite, dynamic=True, options={"strict": True}
        )
        torch.testing.assert_close(run(x), function(x))


def test_an_op_without_a_rule_stays_a_call_of_torch_with_one_warning():
    def function(x):
        return torch.linalg.eigvals(x * 2).abs() + torch.linalg.eigvals(x + 1).abs()

    x = torch.randn(3, 3)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = compiled(function, strict=False)(x)
    torch.testing.assert_close(found, function(x))
    assert [w for w in said if "linalg_eig" in str(w.message)][1:] == []
    assert any("test_backend.py" in str(w.message) for w in said)


def test_strict_names_op_and_line():
    with pytest.raises(Exception, match=r"test_backend\.py:\d+.*linalg_eig.* is not compiled"):
        compiled(lambda x: torch.linalg.eigvals(x)[0])(torch.randn(3, 3))


def test_an_unknown_option_is_an_error():
    with pytest.raises(DiagnosticError, match=r"unknown option 'thread'.*'threads'"):
        compiling.Options.of({"thread": 2})


@pytest.mark.parametrize(
    "options",
    [
        *({"threads": n} for n in (0, -3, 1.5, "2")),
        *({name: "yes"} for name in ("strict", "frozen")),
        *({name: 3} for name in ("schedule", "machine", "strict", "frozen")),
        [1],
    ],
)
def test_a_value_that_cannot_be_one_is_an_error(options):
    with pytest.raises(DiagnosticError, match=r"^error: torch.compile: option.* must be .*, found"):
        compiling.Options.of(options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"machine": "zz"}, "unknown machine 'zz'"),
        ({"schedule": "/nowhere/a"}, "cannot open schedule file '/nowhere/a'"),
    ],
)
def test_a_machine_or_file_that_is_not_there_is_an_error(options, message):
    with pytest.raises(DiagnosticError, match=message):
        compiling.Options.of(options)


def test_a_failing_rule_is_no_failing_program(monkeypatch):
    def fails(b, x):
        raise Unsupported("a reason")

    monkeypatch.setitem(compiling.rule_for.__globals__["TABLE"], "sin", fails)
    x = torch.randn(3)
    with pytest.warns(UserWarning, match="a reason"):
        found = compiled(lambda x: x.sin() + 1, strict=False)(x)
    torch.testing.assert_close(found, x.sin() + 1)


def test_frozen_weights_are_those_of_the_call():
    from mlirlite.torch.call import Frozen

    models = [torch.nn.Linear(4, 3).eval() for _ in range(2)]
    how = {"frozen": True, "strict": True}
    fast = [torch.compile(m, backend=backend.mlirlite, options=how) for m in models]
    x = torch.randn(2, 4)
    with torch.no_grad():
        for _ in range(Frozen._MOST):
            for own, model in zip(fast, models, strict=True):  # one graph serves both
                torch.testing.assert_close(own(x), model(x))
                model.weight.mul_(2)
    torch.testing.assert_close(fast[0](x), models[0](x))  # with gradients, weights are inputs


@pytest.mark.parametrize("kept", [False, True])
def test_frozen_weights_are_constants(kept, monkeypatch):
    """Also where dynamo leaves weights in the graph, as it does for Inductor's freezing."""
    from torch._inductor import config

    seen, made = [], compiling.compile_graph
    monkeypatch.setattr(
        compiling,
        "compile_graph",
        lambda graph, options, weights=None: seen.append(weights) or made(graph, options, weights),
    )
    net, x = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.ReLU()).eval(), torch.randn(2, 4)
    with torch.no_grad(), config.patch(freezing=kept):
        torch.testing.assert_close(compiled(net, frozen=True)(x), net(x))
    [weights] = seen
    assert {w.data_ptr() for w in weights.values()} == {p.data_ptr() for p in net.parameters()}
