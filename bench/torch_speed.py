"""Latency of models of transformers under torch: eager, Inductor (needs a C++ compiler) and ours.

    python bench/torch_speed.py [--threads 1] [--batch 1] [--frozen] [--out torch.jsonl] [model …]

Each model has random weights and its published architecture, with fewer layers where `LAYERS` says
so. Calls alternate between the three; a figure is the least time of a call, by the processor's
clock for one thread and by the wall clock otherwise. `first` is the time to the first result of a
compiled model, without a cache. `--frozen`: weights are constants, for Inductor too."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import warnings
from typing import Any

import torch
import torch._inductor.config

MODELS = {
    "bert": {"num_hidden_layers": 4},
    "distilbert": {"n_layers": 3},
    "gpt2": {"n_layer": 4},
    "vit": {"num_hidden_layers": 4},
    "resnet": {"depths": [2, 2, 2, 2], "hidden_sizes": [64, 128, 256, 512], "layer_type": "basic"},
    "mobilenet_v2": {},
}
"""What is changed in a model's default configuration."""


def model_of(kind: str, batch: int) -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    """A model with random weights, and its inputs."""
    import torch_models

    torch_models.without_operators()
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.for_model(kind, **MODELS.get(kind, {}))
    config.use_cache = False
    model = AutoModel.from_config(config).eval()
    if hasattr(config, "num_channels"):
        size = getattr(config, "image_size", 224)
        return model, {"pixel_values": torch.randn(batch, 3, size, size)}
    words = torch.randint(2, 1000, (batch, 128))
    return model, {"input_ids": words, "attention_mask": torch.ones_like(words)}


def measure(kind: str, batch: int, threads: int, rounds: int, frozen: bool) -> dict[str, Any]:
    """The times of a model in milliseconds, and to the first result in seconds."""
    from mlirlite.torch.backend import mlirlite

    torch.manual_seed(0)
    torch.set_num_threads(threads)
    torch._inductor.config.freezing = frozen
    clock = time.process_time if threads == 1 else time.perf_counter
    model, given = model_of(kind, batch)
    ways = {
        "eager": model,
        "ours": torch.compile(
            model, backend=mlirlite, options={"threads": threads, "frozen": frozen}
        ),
        "inductor": torch.compile(model, backend="inductor"),
    }
    row: dict[str, Any] = {"model": kind, "batch": batch, "threads": threads, "frozen": frozen}
    results = {}
    with torch.no_grad():
        for name, call in ways.items():
            if name != "eager":
                torch._dynamo.reset()
            start, wall = clock(), time.perf_counter()
            results[name] = call(**given)[0]
            row[f"first {name}"] = round(clock() - start, 1)
            row[f"first {name}, wall"] = round(time.perf_counter() - wall, 1)
        least = dict.fromkeys(ways, float("inf"))
        for _ in range(rounds):
            for name, call in ways.items():
                start = clock()
                call(**given)
                least[name] = min(least[name], clock() - start)
    row |= {name: round(1000 * t, 2) for name, t in least.items()}
    row["ratio"] = round(least["ours"] / min(least["eager"], least["inductor"]), 2)
    row["difference"] = float((results["ours"] - results["eager"]).abs().max())
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("models", nargs="*", default=[])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--frozen", action="store_true")
    parser.add_argument("--out")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = tempfile.mkdtemp()
    for kind in options.models or MODELS:
        row = measure(kind, options.batch, options.threads, options.rounds, options.frozen)
        print(json.dumps(row), flush=True)
        if options.out:
            with open(options.out, "a") as file:
                print(json.dumps(row), file=file)


if __name__ == "__main__":
    sys.exit(main())
