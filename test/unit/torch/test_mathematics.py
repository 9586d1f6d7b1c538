"""Rules of complex numbers, Fourier transforms, linear algebra and functions of mathematics."""

import math

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra torch)")

from mlirlite.support.diagnostics import DiagnosticError  # noqa: E402
from mlirlite.torch import compiling  # noqa: E402
from mlirlite.torch.ops.complexes import BY_PARTS  # noqa: E402
from mlirlite.torch.table import COMPLEX, TABLE  # noqa: E402

flat = torch.utils._pytree.tree_leaves
GENERATOR = torch.Generator().manual_seed(0)
Z = torch.randn(3, 4, dtype=torch.complex64, generator=GENERATOR)
SQUARE = torch.randn(2, 4, 4, generator=GENERATOR) + 3 * torch.eye(4)
POINTS = torch.tensor([0.05, 0.3, 0.9, 1.0, 1.9, 2.1, 4.5, 7.9, 8.1, 20.0, 60.0])


def run(function, *args):
    """The results, without dynamo; an error if an op is left to torch."""
    from torch._functorch.aot_autograd import aot_function

    def compiler(graph, inputs):
        with compiling.unset_fake_temporarily():
            return compiling.compile_graph(graph, compiling.Options(threads=1, strict=True))

    found = aot_function(
        function,
        fw_compiler=compiler,
        bw_compiler=compiler,
        decompositions=compiling.decompositions(),
    )
    return found(*args)


def check(function, *args, tolerance=1e-4):
    """The results are torch's."""
    for a, b in zip(flat(run(function, *args)), flat(function(*args)), strict=True):
        torch.testing.assert_close(a, b, equal_nan=True, rtol=tolerance, atol=tolerance)


def test_each_complex_rule_is_of_an_op():
    for name in (*COMPLEX, *BY_PARTS):
        assert any(hasattr(s, name) for s in (torch.ops.aten, torch.ops.prims)), name
    plain = {name.partition(".")[0] for name in TABLE}
    assert not set(BY_PARTS) - plain, "no rule of real numbers"


@pytest.mark.bulk
def test_complex_functions():
    names = ["exp", "log", "sqrt", "sin", "cos", "tanh", "acos", "asinh", "sgn", "reciprocal"]
    check(lambda z: [getattr(torch, name)(z) for name in names], Z)
    check(lambda z: [z.abs(), z.angle(), z.conj() * 2, z**2, z / (1 + 2j), z == z], Z)


def test_complex_tensors_in_any_order_of_memory():
    check(lambda z: [z @ z.mH, z.t(), z.sum(0), torch.cat([z, z]), z[:, 1:], z.real, z.imag], Z)
    check(lambda z: z * 2j, Z.mH)
    check(lambda x: torch.complex(x, x + 1) + 1, Z.real)


def test_fourier_transforms():
    def transforms(x):
        found = []
        for norm in ("backward", "ortho", "forward"):
            half = torch.fft.rfft2(x, norm=norm)
            found += [half, torch.fft.irfft2(half, x.shape, norm=norm), torch.fft.ifft(x)]
        return found

    check(transforms, torch.randn(3, 5, generator=GENERATOR))


@pytest.mark.bulk
def test_factors_of_matrices():
    check(lambda a: [torch.linalg.det(a), torch.linalg.slogdet(a), torch.linalg.inv(a)], SQUARE)
    check(lambda a: [torch.linalg.qr(a), torch.linalg.cholesky(a @ a.mT)], SQUARE)
    check(lambda a, x: torch.linalg.solve(a, x, left=False), SQUARE, SQUARE[:, :3])
    check(lambda a: [torch.linalg.svdvals(a), torch.linalg.pinv(a[:, :3])], SQUARE)
    check(lambda a: [torch.linalg.eigvalsh(a), torch.matrix_exp(a / 4)], SQUARE)


def test_a_matrix_without_an_inverse_is_an_error():
    with pytest.raises(DiagnosticError, match="last pivot"):
        run(torch.linalg.inv, torch.zeros(2, 2))
    with pytest.raises(DiagnosticError, match="last pivot"):
        run(torch.linalg.cholesky, -torch.eye(2))


@pytest.mark.bulk
def test_functions_of_mathematics():
    names = ["bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "i0e", "i1e", "erfcx", "ndtri"]
    names += ["modified_bessel_k0", "scaled_modified_bessel_k1", "gammaln", "digamma", "erfc"]

    def function(x):
        return [getattr(torch.special, name)(x) for name in names]

    # torch's own float32 differs near zeros of lgamma; its float64 is the measure.
    found = run(function, POINTS)
    for name, a, b in zip(names, found, function(POINTS.double()), strict=True):
        torch.testing.assert_close(a.double(), b, equal_nan=True, rtol=2e-6, atol=2e-6, msg=name)
    check(lambda x: [torch.polygamma(n, x) for n in range(3)], torch.tensor([0.5, 3.0, -7.3]))


def test_polynomials_of_orders_that_elements_have():
    x, n = torch.linspace(-1, 1, 9), torch.tensor([0, 1, 2, 3, 5, 8, -1, 7, 4])
    names = ["chebyshev_polynomial_t", "hermite_polynomial_he", "legendre_polynomial_p"]
    check(lambda x, n: [getattr(torch.special, name)(x, n) for name in names], x, n)


@pytest.mark.bulk
def test_running_extremes_and_medians():
    x = torch.tensor([[1.0, 3.0, 3.0, math.nan, 5.0], [2.0, -1.0, 4.0, 4.0, 0.0]])
    check(lambda x: [x.cummax(1), x.cummin(1), x.median(1), x.nanmedian(1), x.median()], x)
    check(lambda x: [x.logcumsumexp(1), x.mode(1), torch.cdist(x, x + 1)], x[1:].repeat(2, 1))


@pytest.mark.parametrize("function", [torch.linalg.solve, lambda a, x: torch.linalg.det(a) * x])
def test_gradients_use_the_factors_that_torch_makes(function):
    """Those of the matrix or of its transpose, as the trace expects: a torch that changes its mind
    fails here."""
    matrix = torch.randn(4, 4, generator=GENERATOR)
    for a in (matrix, matrix.mT.contiguous().mT):
        slopes = []
        for call in (function, lambda a, x: run(function, a, x)):
            given = [v.detach().requires_grad_() for v in (a, SQUARE[0].reshape(-1)[:4])]
            slopes.append(torch.autograd.grad(call(*given).square().sum(), given))
        for found, wanted in zip(*slopes, strict=True):
            torch.testing.assert_close(found, wanted, rtol=1e-3, atol=1e-3)


@pytest.mark.bulk
def test_gradients_of_pools_and_attention():
    def slopes(x):
        x = x.requires_grad_()
        f = torch.nn.functional
        found = [
            f.adaptive_avg_pool2d(x, (3, 2)),
            f.adaptive_max_pool2d(x, (3, 2)),
            f.avg_pool2d(x, 3, 2, 1, ceil_mode=True, count_include_pad=False),
            f.pad(x, (1, 2, 1, 0), "replicate"),
            f.scaled_dot_product_attention(x, x * 2, x, is_causal=True),
        ]
        return torch.cat([t.flatten() for t in found])

    x = torch.randn(1, 2, 7, 8, generator=GENERATOR)
    weights = torch.rand(slopes(x).shape, generator=GENERATOR)
    wanted = torch.autograd.grad(slopes(x), x, weights)[0]
    given = x.detach().requires_grad_()
    found = torch.autograd.grad(run(slopes, given), given, weights)[0]
    torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)


def test_relu_of_integers():
    check(torch.relu, torch.tensor([-2, 0, 3]))
