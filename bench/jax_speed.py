"""Programs of JAX, compiled here and by XLA for the CPU: latency, and time to the first result.

    python bench/jax_speed.py [--threads 1] [--only WORD,…] [--rounds 20] [--write]

Both run in one process that has as many cores as threads, in turns, on the same arrays of JAX. A
latency is the least wall time of a call until its results are there; `first` is the time from the
first call to its results, with nothing in the cache. The last column is the largest difference of
the results, relative to the largest magnitude of each. Needs jax."""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

Program = tuple[Callable[..., Any], Sequence[Any]]
WIDTH, HEADS, WORDS, LAYERS = 256, 4, 128, 2


def dense(key: Any, *shape: int) -> Any:
    """Random weights."""
    import jax

    return jax.random.normal(key, shape, "float32") / math.sqrt(shape[-2] if len(shape) > 1 else 1)


def trained(loss: Callable[..., Any], rate: float = 0.01) -> Callable[..., Any]:
    """A step of gradient descent: the loss and the new parameters."""
    import jax

    def step(parameters: Any, *data: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(parameters, *data)
        return value, jax.tree.map(lambda w, g: w - rate * g, parameters, gradients)

    return step


def mlp_training(keys: Any) -> Program:
    """A step of 784-512-512-10 at 128 rows."""
    import jax
    import jax.numpy as jnp

    sizes = [784, 512, 512, 10]
    weights = [dense(next(keys), a, b) for a, b in pairwise(sizes)]

    def loss(weights: Any, x: Any, labels: Any) -> Any:
        for w in weights[:-1]:
            x = jax.nn.relu(x @ w)
        chosen = jnp.take_along_axis(jax.nn.log_softmax(x @ weights[-1]), labels[:, None], 1)
        return -jnp.mean(chosen)

    return trained(loss), (weights, dense(next(keys), 128, 784), jnp.arange(128) % 10)


def conv(x: Any, w: Any, stride: int = 1) -> Any:
    """A convolution of NHWC by HWIO."""
    import jax

    return jax.lax.conv_general_dilated(
        x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def kernel(keys: Any, size: int, n: int, m: int) -> Any:
    """Weights of a convolution."""
    return dense(next(keys), size, size, n, m) / size


def cnn_training(keys: Any) -> Program:
    """A step of three convolutions and a classifier, 32 images of 32x32x3."""
    import jax
    import jax.numpy as jnp

    weights = {
        "convs": [kernel(keys, 3, n, m) for n, m in ((3, 32), (32, 64), (64, 128))],
        "last": dense(next(keys), 128, 10),
    }

    def loss(weights: Any, x: Any, labels: Any) -> Any:
        for w in weights["convs"]:
            x = jax.nn.relu(conv(x, w, 2))
        scores = jax.nn.log_softmax(jnp.mean(x, (1, 2)) @ weights["last"])
        return -jnp.mean(jnp.take_along_axis(scores, labels[:, None], 1))

    return trained(loss), (weights, dense(next(keys), 32, 32, 32, 3), jnp.arange(32) % 10)


def attention_of(q: Any, k: Any, v: Any) -> Any:
    """Causal attention of (heads, words, width)."""
    import jax
    import jax.numpy as jnp

    scores = jnp.einsum("hqd,hkd->hqk", q, k) / math.sqrt(q.shape[-1])
    visible = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(jnp.where(visible, scores, -1e9)), v)


def transformer_weights(keys: Any) -> list[dict[str, Any]]:
    """Layers of an attention and an MLP each."""
    shapes = {
        "qkv": (WIDTH, 3 * WIDTH),
        "out": (WIDTH, WIDTH),
        "up": (WIDTH, 4 * WIDTH),
        "down": (4 * WIDTH, WIDTH),
    }
    return [{n: dense(next(keys), *s) for n, s in shapes.items()} for _ in range(LAYERS)]


def transformed(layers: Any, x: Any) -> Any:
    """Layers with normalization before each part."""
    import jax
    import jax.numpy as jnp

    def normalized(x: Any) -> Any:
        centered = x - jnp.mean(x, -1, keepdims=True)
        return centered * jax.lax.rsqrt(jnp.mean(jnp.square(centered), -1, keepdims=True) + 1e-5)

    for w in layers:
        parts = (normalized(x) @ w["qkv"]).reshape(-1, 3, HEADS, WIDTH // HEADS)
        mixed = attention_of(*jnp.transpose(parts, (1, 2, 0, 3)))
        x = x + jnp.transpose(mixed, (1, 0, 2)).reshape(-1, WIDTH) @ w["out"]
        x = x + jax.nn.gelu(normalized(x) @ w["up"]) @ w["down"]
    return x


def transformer(keys: Any) -> Program:
    """Two layers of width 256, 128 words."""
    return transformed, (transformer_weights(keys), dense(next(keys), WORDS, WIDTH))


def transformer_training(keys: Any) -> Program:
    """A step of the same, toward a given result."""
    import jax.numpy as jnp

    def loss(layers: Any, x: Any, wanted: Any) -> Any:
        return jnp.mean(jnp.square(transformed(layers, x) - wanted))

    x = dense(next(keys), WORDS, WIDTH)
    return trained(loss), (transformer_weights(keys), x, dense(next(keys), WORDS, WIDTH))


def attention(keys: Any) -> Program:
    """8 heads of 64, 512 words."""
    return attention_of, [dense(next(keys), 8, 512, 64) for _ in range(3)]


def scan_rnn(keys: Any) -> Program:
    """256 steps of a tanh cell of width 128, 16 rows."""
    import jax
    import jax.numpy as jnp

    def run(w: Any, u: Any, xs: Any) -> Any:
        def step(h: Any, x: Any) -> Any:
            h = jnp.tanh(h @ w + x @ u)
            return h, h

        return jax.lax.scan(step, jnp.zeros((16, 128)), xs)

    return run, (
        dense(next(keys), 128, 128),
        dense(next(keys), 64, 128),
        dense(next(keys), 256, 16, 64),
    )


def resnet50(keys: Any) -> Program:
    """An image of 224x224, weights as arguments, without normalization of batches."""
    import jax
    import jax.numpy as jnp

    blocks, n = [], 64
    for stage, (count, m) in enumerate(((3, 64), (4, 128), (6, 256), (3, 512))):
        for i in range(count):
            stride = 2 if stage and not i else 1
            w = [kernel(keys, 1, n, m), kernel(keys, 3, m, m), kernel(keys, 1, m, 4 * m)]
            blocks.append((stride, [*w, kernel(keys, 1, n, 4 * m)] if not i else w))
            n = 4 * m
    strides = [s for s, _ in blocks]

    def run(first: Any, blocks: Any, last: Any, x: Any) -> Any:
        x = jax.nn.relu(conv(x, first, 2))
        x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        for stride, (a, b, c, *shortcut) in zip(strides, blocks, strict=True):
            y = jax.nn.relu(conv(jax.nn.relu(conv(x, a)), b, stride))
            y = conv(y, c)
            x = jax.nn.relu(y + (conv(x, shortcut[0], stride) if shortcut else x))
        return jnp.mean(x, (1, 2)) @ last

    image = dense(next(keys), 1, 224, 224, 3)
    return run, (kernel(keys, 7, 3, 64), [w for _, w in blocks], dense(next(keys), n, 1000), image)


def black_scholes(keys: Any) -> Program:
    """1,000,000 options."""
    import jax
    import jax.numpy as jnp

    def run(price: Any, strike: Any, years: Any) -> Any:
        rate, volatility = 0.02, 0.3
        spread = volatility * jnp.sqrt(years)
        d = (jnp.log(price / strike) + (rate + volatility**2 / 2) * years) / spread
        call = jax.scipy.stats.norm.cdf
        discounted = strike * jnp.exp(-rate * years)
        return price * call(d) - discounted * call(d - spread)

    sizes = ((10, 50), (10, 50), (0.1, 2))
    uniform = jax.random.uniform
    return run, [uniform(next(keys), (1_000_000,), "float32", a, b) for a, b in sizes]


def n_body(keys: Any) -> Program:
    """10 steps of 512 bodies."""
    import jax
    import jax.numpy as jnp

    def run(places: Any, speeds: Any) -> Any:
        def step(_: Any, state: Any) -> Any:
            x, v = state
            apart = x[None] - x[:, None]
            weight = (jnp.sum(jnp.square(apart), -1) + 1e-2) ** -1.5
            v = v + 1e-3 * jnp.sum(apart * weight[..., None], 1)
            return x + 1e-3 * v, v

        return jax.lax.fori_loop(0, 10, step, (places, speeds))

    return run, (dense(next(keys), 512, 3), dense(next(keys), 512, 3))


def mandelbrot(keys: Any) -> Program:
    """512x512 points, at most 100 iterations, until all have escaped."""
    import jax
    import jax.numpy as jnp

    def run(re: Any, im: Any) -> Any:
        def more(state: Any) -> Any:
            i, x, y, _ = state
            return (i < 100) & jnp.any(x * x + y * y < 4)

        def step(state: Any) -> Any:
            i, x, y, count = state
            inside = x * x + y * y < 4
            new = x * x - y * y + re, 2 * x * y + im
            x, y = (jnp.where(inside, n, o) for n, o in zip(new, (x, y), strict=True))
            return i + 1, x, y, count + inside

        zero = jnp.zeros_like(re)
        return jax.lax.while_loop(more, step, (0, zero, zero, zero.astype("int32")))[3]

    return run, jnp.meshgrid(jnp.linspace(-2, 0.6, 512), jnp.linspace(-1.3, 1.3, 512))


def sorting(keys: Any) -> Program:
    """64 rows of 4,096: sorted, the order, the largest 32."""
    import jax
    import jax.numpy as jnp

    def run(x: Any) -> Any:
        return jnp.sort(x), jnp.argsort(x), jax.lax.top_k(x, 32)

    return run, [dense(next(keys), 64, 4096)]


PROGRAMS: dict[str, Callable[[Any], Program]] = {
    "mlp training": mlp_training,
    "cnn training": cnn_training,
    "transformer": transformer,
    "transformer training": transformer_training,
    "attention": attention,
    "scan rnn": scan_rnn,
    "resnet50": resnet50,
    "black-scholes": black_scholes,
    "n-body": n_body,
    "mandelbrot": mandelbrot,
    "sort, top-k": sorting,
}


def difference(found: Any, wanted: Any) -> float:
    """The largest difference, relative to the largest magnitude of each array."""
    import jax
    import numpy as np

    worst = 0.0
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(wanted), strict=True):
        x, y = np.asarray(a, "f8"), np.asarray(b, "f8")
        worst = max(worst, float(np.max(np.abs(x - y)) / max(np.max(np.abs(y)), 1e-30)))
    return worst


def measure(name: str, threads: int, rounds: int) -> list[float]:
    """First results in seconds, latencies in milliseconds, ours before XLA's; the difference."""
    import jax

    import mlirlite.jax

    seeds = iter(jax.random.split(jax.random.key(0), 200))
    function, args = PROGRAMS[name](seeds)
    args = jax.block_until_ready(jax.tree.map(jax.numpy.asarray, tuple(args)))
    calls = mlirlite.jax.jit(function, threads=threads), jax.jit(function)
    first, results = [], []
    for call in calls:
        start = time.perf_counter()
        results.append(jax.block_until_ready(call(*args)))
        first.append(time.perf_counter() - start)
    least = [math.inf, math.inf]
    for _ in range(rounds):
        for i, call in enumerate(calls):
            start = time.perf_counter()
            jax.block_until_ready(call(*args))
            least[i] = min(least[i], time.perf_counter() - start)
    return [*first, *(1e3 * t for t in least), difference(*results)]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", default="", help="words of names, comma separated")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    a = parser.parse_args()
    os.environ["MLIRLITE_CACHE"] = "off"
    if hasattr(os, "sched_setaffinity"):  # before jax counts them
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: a.threads])
    lines = [
        "| program | ours, ms | XLA, ms | ratio | first, ours, s | first, XLA, s | difference |",
        "|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    ratios = []
    for name in PROGRAMS:
        if not any(word in name for word in a.only.split(",")):
            continue
        first, xla_first, ours, xla, apart = measure(name, a.threads, a.rounds)
        ratios.append(ours / xla)
        lines.append(
            f"| {name} | {ours:.3g} | {xla:.3g} | {ratios[-1]:.2f} | {first:.2f} | "
            f"{xla_first:.2f} | {apart:.0e} |"
        )
        print(lines[-1], flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    lines.append(f"| geometric mean | | | {mean:.2f} | | | |")
    print(lines[-1])
    if a.write:
        import jaxlib
        import nine_models
        from results import write_table

        text = f"{nine_models.machine()}, jaxlib {jaxlib.__version__}. {a.threads} thread(s).\n\n"
        write_table(f"jax speed {a.threads}", "## JAX: speed", text + "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
