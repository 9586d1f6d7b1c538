"""Functions of JAX beside XLA: values, gradients, batches and scans, over types and shapes.

    python bench/jax_functions.py [--seed 0] [--only WORD] [--each 1] [--forms value,grad,vmap,scan]

Each function gets arguments of a random shape and type. A result is right if shapes and types are
XLA's, and numbers are within a tolerance of its type. Exit code 1 if one is wrong. Needs jax."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import linalg as sl, signal, special

import mlirlite.jax
from mlirlite.support.diagnostics import DiagnosticError

L, F = jnp.linalg, jnp.fft
Function = Callable[..., Any]


def adjoint(x: Any) -> Any:
    """The conjugate, transposed."""
    return jnp.conj(jnp.swapaxes(x, -1, -2))


def positive(x: Any) -> Any:
    """A positive definite matrix."""
    return x @ adjoint(x) + jnp.eye(x.shape[-1], dtype=x.dtype)


def eigen(x: Any) -> Any:
    """Eigenvalues, and what does not depend on the signs of vectors."""
    w, v = L.eigh(x + adjoint(x))
    return w, (v * w[..., None, :]) @ adjoint(v)


def singular(x: Any) -> Any:
    """Singular values, and what does not depend on the signs of vectors."""
    u, s, v = L.svd(x, full_matrices=False)
    return s, (u * s[..., None, :]) @ v


def names(module: Any, words: str) -> dict[str, Function]:
    """Functions of a module."""
    return {word: getattr(module, word) for word in words.split()}


KINDS: dict[str, tuple[str, dict[str, Function]]] = {
    # kind: types (f floats, c complex, i integers, b booleans), functions
    "one": (
        "fc",
        names(
            jnp,
            "sin cos tan tanh sinh cosh exp expm1 log1p sqrt square reciprocal arctan arcsinh "
            "abs negative sign real imag conj isnan isfinite isinf angle",
        ),
    ),
    "one float": (
        "f",
        {
            **names(jnp, "floor ceil round trunc cbrt exp2 signbit nan_to_num fabs deg2rad"),
            **names(special, "erf erfc gammaln digamma i0e i1e expit log_ndtr ndtr entr"),
            **names(jax.nn, "relu gelu silu softplus elu selu softmax log_softmax hard_tanh mish"),
            "erfinv": lambda x: special.erfinv(jnp.tanh(x)),
            "logsumexp": special.logsumexp,
            "arcs": lambda x: (jnp.arcsin(jnp.tanh(x)), jnp.arctanh(jnp.sin(x) / 2)),
            "frexp": jnp.frexp,
            "spacing": jnp.spacing,
        },
    ),
    "one integer": (
        "i",
        {
            **names(jnp, "abs negative bitwise_not sign square"),
            **names(lax, "population_count clz"),
            "shifts": lambda x: (x << 2, x >> 1, x ^ 5, x & 3, x | 8),
            "power": lambda x: x**3,
        },
    ),
    "two": (
        "fc",
        {
            **names(jnp, "add subtract multiply divide equal not_equal"),
            "power": lambda x, y: jnp.abs(x) ** jnp.real(y),
            "where": lambda x, y: jnp.where(jnp.real(x) > 0, x, y),
            "stack": lambda x, y: jnp.stack([x, y]),
            "concatenate": lambda x, y: jnp.concatenate([x, y], axis=-1),
            "tensordot": lambda x, y: jnp.tensordot(x, y, axes=x.ndim),
            "outer": jnp.outer,
            "inner": jnp.inner,
        },
    ),
    "two numbers": (
        "fi",
        {
            **names(jnp, "maximum minimum remainder floor_divide less greater_equal mod fmod"),
            "clip": lambda x, y: jnp.clip(x, jnp.minimum(y, 0), jnp.maximum(y, 1)),
            "divmod": jnp.divmod,
        },
    ),
    "two floats": (
        "f",
        {
            **names(jnp, "arctan2 hypot logaddexp nextafter copysign heaviside"),
            "xlogy": lambda x, y: special.xlogy(x, jnp.abs(y) + 0.1),
            "gammainc": lambda x, y: special.gammainc(jnp.abs(x) + 0.5, jnp.abs(y)),
            "zeta": lambda x, y: special.zeta(jnp.abs(x) + 1.5, jnp.abs(y) + 0.5),
        },
    ),
    "reduction": (
        "fci",
        {
            **names(jnp, "sum mean prod cumsum cumprod any all count_nonzero"),
            "sum axis": lambda x: x.sum(axis=0, keepdims=True),
            "cumsum axis": lambda x: jnp.cumsum(x, axis=0),
        },
    ),
    "order": (
        "fi",
        {
            **names(jnp, "max min argmax argmin sort argsort median ptp var std cumsum"),
            "descending": lambda x: jnp.sort(x, descending=True),
            "top": lambda x: lax.top_k(x, min(2, x.shape[-1])),
            "cummax": lambda x: lax.cummax(x, axis=0),
            "lexsort": lambda x: jnp.lexsort((x.ravel() > 0, x.ravel())),
            "searchsorted": lambda x: jnp.searchsorted(jnp.sort(x.ravel()), x.ravel()[:2]),
            "unique": lambda x: jnp.unique(x, size=x.size, return_counts=True),
            "quantile": lambda x: jnp.quantile(x * 1.0, 0.3),
        },
    ),
    "places": (
        "fcib",
        {
            "transpose": lambda x: x.T,
            "reverse": lambda x: x[::-1],
            "roll": lambda x: jnp.roll(x, 1, axis=0),
            "pad": lambda x: jnp.pad(x, 1),
            "tile": lambda x: jnp.tile(x, 2),
            "repeat": lambda x: jnp.repeat(x, 2, axis=0),
            "take": lambda x: x[jnp.array([0, -1, 0])],
            "set": lambda x: x.at[0].set(x[-1]),
            "flip": jnp.flip,
            "ravel": jnp.ravel,
            "triangle": lambda x: jnp.tril(jnp.atleast_2d(x)),
            "dynamic": lambda x: lax.dynamic_slice_in_dim(x, jnp.int32(x.shape[0] - 1), 1),
            "update": lambda x: lax.dynamic_update_slice_in_dim(x, x[:1], jnp.int32(9), 0),
            "along": lambda x: jnp.take_along_axis(x, jnp.zeros_like(x, int), axis=0),
            "diagonal": lambda x: jnp.diag(x.ravel()),
            "select": lambda x: jnp.select([x == x[0], x != x[0]], [x, x[::-1]]),
        },
    ),
    "sums": (
        "fi",
        {
            "add at": lambda x: x.at[jnp.array([0, 0, 9])].add(2),
            "multiply at": lambda x: x.at[0].multiply(3),
            "max at": lambda x: x.at[jnp.array([0, -1])].max(1),
            "segments": lambda x: jax.ops.segment_sum(x, jnp.arange(x.shape[0]) // 2, 2),
            "histogram": lambda x: jnp.histogram(x * 1.0, bins=4, range=(-2.0, 2.0))[0],
            "bincount": lambda x: jnp.bincount(jnp.abs(x.ravel().astype(int)) % 5, length=5),
            "convolve": lambda x: jnp.convolve(x.ravel(), x.ravel()[:3]),
            "diff": lambda x: jnp.diff(x.ravel()),
            "associative": lambda x: lax.associative_scan(jnp.add, x),
        },
    ),
    "matrix": (
        "fc",
        {
            **names(L, "qr inv det slogdet pinv"),
            "cholesky": lambda x: L.cholesky(positive(x)),
            "eigh": eigen,
            "svd": singular,
            "solve": lambda x: L.solve(positive(x), x),
            "triangular": lambda x: sl.solve_triangular(positive(x), x, lower=True),
            "lstsq": lambda x: L.lstsq(x, x[:, :1])[0],
            "expm": lambda x: sl.expm(x / 4),
            "lu": sl.lu,
            "power": lambda x: L.matrix_power(x, 3),
            "trace": jnp.trace,
            "matmul": lambda x: x @ adjoint(x),
            "einsum": lambda x: jnp.einsum("ij,kj->ik", x, x),
            "kron": lambda x: jnp.kron(x, x),
            "norm": lambda x: (L.norm(x), L.norm(x, 1), L.norm(x, 2)),
        },
    ),
    "waves": (
        "fc",
        {
            **names(F, "fft ifft fft2 fftshift"),
            "rfft": lambda x: F.rfft(jnp.real(x)),
            "irfft": F.irfft,
            "convolution": lambda x: signal.fftconvolve(jnp.real(x), jnp.real(x)),
            "spectrum": lambda x: jnp.abs(F.fftn(x)) ** 2,
        },
    ),
    "control": (
        "f",
        {
            "scan": lambda x: lax.scan(lambda c, r: (c + r, c * r), x[0], x),
            "cond": lambda x: lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x),
            "switch": lambda x: lax.switch(1, [jnp.sin, jnp.cos, jnp.tanh], x),
            "fori": lambda x: lax.fori_loop(0, 3, lambda i, y: y.at[i % 2].add(1.0), x),
            "while": lambda x: lax.while_loop(lambda y: y.sum() < 9, lambda y: y + 1, x),
            "map": lambda x: lax.map(lambda r: r * r.sum(), x),
            "checkpoint": lambda x: jax.checkpoint(jnp.tanh)(x) * 2,
        },
    ),
    "network": (
        "f",
        {
            "attention": lambda x: jax.nn.softmax(x @ x.T / 2) @ x,
            "layer norm": lambda x: (
                (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + 1)
            ),
            "one hot": lambda x: jax.nn.one_hot(jnp.argmax(x, axis=-1), x.shape[-1]),
            "max pool": lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (1, 1), "SAME"),
            "mean pool": lambda x: lax.reduce_window(x, 0.0, lax.add, (2, 2), (2, 2), "SAME"),
            "convolution": lambda x: lax.conv(x[None, None], x[None, None, :2, :2], (1, 1), "SAME"),
            "transposed": lambda x: lax.conv_transpose(
                x[None, :, :, None], x[:2, :2, None, None], (2, 2), "SAME"
            ),
            "loss": lambda x: -(jax.nn.log_softmax(x) * jax.nn.softmax(x)).sum(),
        },
    ),
    "random": (
        "f",
        {
            "normal": lambda x: jax.random.normal(jax.random.key(1), x.shape, x.dtype) + x,
            "uniform": lambda x: jax.random.uniform(jax.random.key(2), x.shape, x.dtype) * x,
            "permutation": lambda x: jax.random.permutation(jax.random.key(3), x),
            "gamma": lambda x: jax.random.gamma(jax.random.key(4), jnp.abs(x) + 0.5),
            "categorical": lambda x: jax.random.categorical(jax.random.key(5), x),
            "bernoulli": lambda x: jax.random.bernoulli(jax.random.key(6), jax.nn.sigmoid(x)),
            "choice": lambda x: jax.random.choice(jax.random.key(7), x, (2,)),
            "rbg": lambda x: jax.random.uniform(jax.random.key(8, impl="rbg"), x.shape) + x,
        },
    ),
}
TYPES = {
    "f": ("f4", "f4", "f4", "f2", "bfloat16"),
    "c": ("c8",),
    "i": ("i4", "i4", "u4", "i2", "u1", "i1"),
    "b": ("?",),
}
SQUARE = ("matrix",)
SINGLE = ("matrix", "waves", "random")
"""Kinds that have no half precision."""
TOLERANCES = {"f4": 2e-4, "f2": 2e-2, "bfloat16": 1e-1, "c8": 2e-4}
NO_GRADIENT = ("nextafter", "frexp", "spacing", "unique", "histogram", "signbit", "sign", "while")


def draw(random: np.random.Generator, kind: str, shape: tuple[int, ...], dtype: str) -> Any:
    """An array of random numbers."""
    numbers = random.normal(size=shape)
    if dtype == "c8":
        numbers = numbers + 1j * random.normal(size=shape)
    elif dtype[0] in "iu":
        numbers = random.integers(0 if dtype[0] == "u" else -9, 9, shape)
    elif dtype == "?":
        numbers = numbers > 0
    return jnp.asarray(numbers, jnp.bfloat16 if dtype == "bfloat16" else dtype)


def size_of(tree: Any) -> Any:
    """A number that depends on all floats of a tree."""
    leaves = [jnp.abs(v).astype("f4") for v in jax.tree.leaves(tree) if v.dtype.kind in "fcV"]
    return sum((jnp.sum(v * 0.3) for v in leaves), jnp.float32(0))


def form_of(function: Function, form: str, args: list[Any]) -> tuple[Function, list[Any]]:
    """The function as its gradient, of a batch, or in a scan."""
    if form == "grad":
        return jax.grad(lambda *a: size_of(function(*a)), argnums=tuple(range(len(args)))), args
    batch = [jnp.stack([a, a[::-1]]) for a in args]
    if form == "vmap":
        return jax.vmap(function), batch
    if form == "scan":
        return (lambda *a: lax.scan(lambda c, r: (c + 1, function(*r)), 0, a)), batch
    return function, args


def difference(found: Any, expected: Any, dtype: str) -> str:
    """What is wrong with a result; "" if nothing is."""
    if jax.tree.structure(found) != jax.tree.structure(expected):
        return "another tree"
    for a, e in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        if (a.shape, a.dtype) != (e.shape, e.dtype):
            return f"{a.dtype}{a.shape}, not {e.dtype}{e.shape}"
        wide: Any = np.complex128 if e.dtype.kind == "c" else np.float64
        x, y = np.asarray(a).astype(wide), np.asarray(e).astype(wide)
        limit = TOLERANCES.get(dtype, 2e-4) if e.dtype.kind in "fcV" else 0
        scale = np.max(np.abs(y), where=np.isfinite(y), initial=0.0)
        with np.errstate(all="ignore"):
            fits = (x == y) | ((x != x) & (y != y)) | (np.abs(x - y) <= limit * (1 + scale))
        if not fits.all():
            return f"{x[~fits][0]}, not {y[~fits][0]}"
    return ""


def outcome(function: Function, args: list[Any], dtype: str) -> tuple[str, str]:
    """Whether compiled code gives XLA's results; and why not."""
    try:
        expected = jax.jit(function)(*args)
    except Exception:  # a form that JAX itself refuses
        return "skipped", ""
    try:
        found = mlirlite.jax.jit(function)(*args)
    except DiagnosticError as e:
        return "refused", str(e.diagnostics[0].message)
    except Exception as e:
        return "fails", f"{type(e).__name__}: {e}"
    wrong = difference(found, expected, dtype)
    return ("wrong", wrong) if wrong else ("right", "")


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="functions whose name has this word")
    parser.add_argument("--each", type=int, default=1, help="every n-th program")
    parser.add_argument("--forms", default="value,grad,vmap,scan")
    options = parser.parse_args()
    counts: dict[str, Counter[str]] = {}
    number, start = 0, time.time()
    for kind, (types, functions) in KINDS.items():
        for name, function in functions.items():
            for form in options.forms.split(","):
                number += 1
                random = np.random.default_rng([options.seed, number])
                letters = TYPES[types[int(random.integers(len(types)))]]
                dtype = letters[int(random.integers(len(letters)))]
                if kind in SINGLE and dtype in ("f2", "bfloat16"):
                    dtype = "f4"
                n, m = (int(v) for v in random.integers(2, 6, 2))
                shape = (n, n) if kind in SQUARE else (n, m)
                label = f"{kind}/{name} {form} {dtype}{shape}"
                gradient = form != "grad" or (dtype[0] in "fbc" and name not in NO_GRADIENT)
                if options.only not in label or number % options.each or not gradient:
                    continue
                args = [draw(random, kind, shape, dtype) for _ in range(1 + kind.startswith("two"))]
                result, why = outcome(*form_of(function, form, args), dtype)
                counts.setdefault(form, Counter())[result] += 1
                if result not in ("right", "skipped"):
                    print(f"{label}: {result}: {why}", flush=True)
    for form, found in counts.items():
        total = sum(v for k, v in found.items() if k != "skipped")
        rest = {k: v for k, v in found.items() if k not in ("right", "skipped")}
        print(f"{form}: {found['right']} of {total} right {rest or ''}")
    print(f"{time.time() - start:.0f} s")
    return int(any(found["wrong"] or found["fails"] for found in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
