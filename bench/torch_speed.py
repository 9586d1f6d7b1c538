"""Latency of models under torch: eager, Inductor (needs a C++ compiler) and ours.

    python bench/torch_speed.py --out speed.jsonl [--threads 1,2] [--batch 1,8] [model …]
    python bench/torch_speed.py --out speed.jsonl --table [--write]

Models have random weights and their published widths, with fewer layers where `TEXT` says so. Both
compilers run with weights as they are and frozen (constants of inference). Calls alternate; a
figure is the least time of a call, by the processor's clock for one thread and by the wall clock
otherwise. The first result is cold (empty caches) and warm (again, with the caches that the first
time has filled), in seconds of processor time with those of the compilers that it starts. What the
file has is not run again; `--table` adds it up."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
import warnings
from typing import Any

CACHES = tempfile.mkdtemp()
os.environ |= {
    "TORCHINDUCTOR_CACHE_DIR": os.path.join(CACHES, "inductor"),
    "MLIRLITE_CACHE_DIR": os.path.join(CACHES, "mlirlite"),
    "TORCHINDUCTOR_COMPILE_THREADS": "1",  # so that its processor time can be had
}

import torch  # noqa: E402

TEXT: dict[str, dict[str, Any]] = {
    "bert": {"num_hidden_layers": 2},
    "gpt2": {"n_layer": 2},
    "vit": {"num_hidden_layers": 2},
    "qwen2": {
        "num_hidden_layers": 2,
        "hidden_size": 896,
        "intermediate_size": 4864,
        "num_attention_heads": 14,
        "num_key_value_heads": 2,
        "vocab_size": 2000,
    },
    "t5": {"num_layers": 2, "vocab_size": 2000},
}
"""Models of transformers, and what is changed in their default configurations."""
VISION = ["resnet18", "mobilenet_v2", "squeezenet1_1", "shufflenet_v2_x1_0"]
TIMM = ["convnext_atto", "mixer_s32_224", "efficientnet_b0"]
EAGER, INDUCTOR, OURS = "eager", "inductor", "ours"
WAYS = (INDUCTOR, OURS, f"{INDUCTOR} frozen", f"{OURS} frozen")


def model_of(name: str, batch: int) -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    """A model with random weights, and its inputs."""
    import torch_models

    torch_models.without_operators()
    image = {"x": torch.randn(batch, 3, 224, 224)}
    if name in VISION:
        import torchvision

        return torch_models.settled(torchvision.models.get_model(name, weights=None), image), image
    if name in TIMM:
        import timm

        return torch_models.settled(timm.create_model(name), image), image
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.for_model(name, **TEXT[name])
    config.use_cache = False
    model = AutoModel.from_config(config).eval()
    if name == "vit":
        return model, {"pixel_values": image["x"]}
    words = torch.randint(2, 1000, (batch, 128))
    given = {"input_ids": words, "attention_mask": torch.ones_like(words)}
    return model, given | ({"decoder_input_ids": words} if name == "t5" else {})


def compiled(model: torch.nn.Module, way: str, threads: int) -> Any:
    """The model compiled in one of `WAYS`; it is compiled at its first call."""
    frozen = way.endswith("frozen")
    torch._dynamo.reset()
    if way.startswith(INDUCTOR):
        return torch.compile(model, backend="inductor", options={"freezing": frozen})
    from mlirlite.torch.backend import mlirlite

    return torch.compile(model, backend=mlirlite, options={"threads": threads, "frozen": frozen})


def processor_time() -> float:
    """Seconds of this process and of those that it has waited for."""
    t = os.times()
    return t.user + t.system + t.children_user + t.children_system


def measure(name: str, batch: int, threads: int, rounds: int) -> dict[str, Any]:
    """Milliseconds of a call in each way, and seconds to the first result."""
    torch.manual_seed(0)
    torch.set_num_threads(threads)
    clock = time.process_time if threads == 1 else time.perf_counter
    model, given = model_of(name, batch)
    row: dict[str, Any] = {"model": name, "batch": batch, "threads": threads}
    calls: dict[str, Any] = {EAGER: model}
    with torch.no_grad():
        expected = model(**given)
        expected = expected if isinstance(expected, torch.Tensor) else expected[0]
        for way in WAYS:
            for state in ("cold", "warm"):
                calls[way] = compiled(model, way, threads)
                start, wall = processor_time(), time.perf_counter()
                found = calls[way](**given)
                row[f"{way}, {state}"] = round(processor_time() - start, 1)
                row[f"{way}, {state}, wall"] = round(time.perf_counter() - wall, 1)
            found = found if isinstance(found, torch.Tensor) else found[0]
            row[f"{way}, apart"] = float((found - expected).abs().max() / expected.abs().max())
        least = dict.fromkeys(calls, math.inf)
        for _ in range(rounds):
            for way, call in calls.items():
                start = clock()
                call(**given)
                least[way] = min(least[way], clock() - start)
    return row | {way: round(1000 * t, 2) for way, t in least.items()}


def ratios(row: dict[str, Any]) -> list[float]:
    """Our time beside the better peer's, with weights as they are and frozen; our first result
    beside Inductor's, cold and warm. A frozen model's peers are all others."""
    peer = min(row[EAGER], row[INDUCTOR])
    return [
        row[OURS] / peer,
        row[f"{OURS} frozen"] / min(peer, row[f"{INDUCTOR} frozen"]),
        *(row[f"{OURS}, {s}"] / max(row[f"{INDUCTOR}, {s}"], 0.1) for s in ("cold", "warm")),
    ]


def table(rows: list[dict[str, Any]]) -> str:
    """The rows, and geometric means of the ratios."""
    lines = [
        "| model | batch | threads | eager, ms | Inductor | frozen | ours | frozen | ratio | frozen"
        " | first, Inductor, cold, s | ours | ratio | warm, Inductor | ours | ratio |",
        "|---|" + "---|" * 15,
    ]
    every = []
    for row in sorted(rows, key=lambda r: (r["threads"], r["batch"])):
        every.append(ratios(row))
        whole, frozen, cold, warm = (f"{n:.2f}" for n in every[-1])
        times = [f"{row[w]:.3g}" for w in (EAGER, INDUCTOR, WAYS[2], OURS, WAYS[3])]
        first = [row[f"{w}, {s}"] for s in ("cold", "warm") for w in (INDUCTOR, OURS)]
        cells = [row["model"], row["batch"], row["threads"], *times, whole, frozen]
        cells += [*first[:2], cold, *first[2:], warm]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    means = [math.exp(sum(map(math.log, r)) / len(r)) for r in zip(*every, strict=True)]
    a, b, c, d = (f"{m:.2f}" for m in means)
    lines.append(f"| geometric mean | | | | | | | | {a} | {b} | | | {c} | | | {d} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("models", nargs="*", default=[])
    parser.add_argument("--threads", default="1")
    parser.add_argument("--batch", default="1")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--out", default="torch_speed.jsonl")
    parser.add_argument("--table", action="store_true", help="add up what the file has")
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    rows = []
    if os.path.exists(options.out):
        with open(options.out) as file:
            rows = [json.loads(line) for line in file]
    if options.table:
        print(table(rows))
        if options.write:
            import nine_models
            from results import write_table

            text = f"{nine_models.machine()}, torch {torch.__version__}.\n\n{table(rows)}"
            write_table("torch speed", "## PyTorch", text)
        return
    known = {(r["model"], r["batch"], r["threads"]) for r in rows}
    for threads in map(int, options.threads.split(",")):
        for batch in map(int, options.batch.split(",")):
            for name in options.models or [*TEXT, *VISION, *TIMM]:
                if (name, batch, threads) in known:
                    continue
                row = measure(name, batch, threads, options.rounds)
                print(json.dumps(row), flush=True)
                with open(options.out, "a") as file:
                    print(json.dumps(row), file=file)


if __name__ == "__main__":
    sys.exit(main())
