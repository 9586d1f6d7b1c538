"""Latency of models under torch: eager, Inductor (needs a C++ compiler) and ours.

    python bench/torch_speed.py --out speed.jsonl [--threads 1,2] [--batch 1,8] [model …]
    python bench/torch_speed.py --out speed.jsonl --parts latency --again --caches DIR …
    python bench/torch_speed.py --out speed.jsonl --table [--write]

Models have random weights and their published widths, with fewer layers where `TEXT` says so. Both
compilers run with weights as they are and frozen (constants of inference). Calls alternate; a
figure is the least time of a call, by the processor's clock for one thread and by the wall clock
otherwise. The first result is cold (empty caches) and warm (the caches that the first time has
filled), each in a process of its own, in seconds of processor time with those of the compilers that
it starts. The process has the model and has loaded torch and dynamo, but neither compiler.

What the file has is not run again, unless `--again` asks for it; `--parts` says which of cold, warm
and latency are run. `--caches` keeps the compilers' caches between runs, so that latency alone
needs no new compilation. `--table` adds it up."""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from typing import Any

os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"  # so that its processor time can be had

import torch
import torch._dynamo

Key = tuple[str, int, int]
"""Model, batch, threads."""
PARTS = ("cold", "warm", "latency")
LEAST_ROUNDS, MOST_SECONDS = 8, 30

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


def caches(folder: str, key: Key, way: str) -> str:
    """The folder of the caches of one way to run one row; the compilers find it in the
    environment."""
    path = os.path.join(folder, "-".join(map(str, (*key, way))).replace(" ", "-"))
    os.environ |= {
        "TORCHINDUCTOR_CACHE_DIR": os.path.join(path, "inductor"),
        "MLIRLITE_CACHE_DIR": os.path.join(path, "mlirlite"),
    }
    return path


def in_child(job: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What a job returns in a process of its own, which starts as a copy of this one."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        status = 1
        try:
            with os.fdopen(write, "w") as file:
                json.dump(job(), file)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(write)
    with os.fdopen(read) as file:
        text = file.read()
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError(f"a child process ended with status {status}")
    found: dict[str, Any] = json.loads(text)
    return found


def first_result(model: Any, given: dict[str, Any], way: str, threads: int) -> dict[str, Any]:
    """Seconds of a first call: of the processor, and of the wall clock."""
    torch.set_num_threads(threads)
    with torch.no_grad():
        start, wall = processor_time(), time.perf_counter()
        compiled(model, way, threads)(**given)
        wall = time.perf_counter() - wall
        return {"": round(processor_time() - start, 2), ", wall": round(wall, 2)}


def latency(
    model: Any, given: dict[str, Any], key: Key, options: argparse.Namespace
) -> dict[str, Any]:
    """Milliseconds of a call in each way, and how far results are from eager's."""
    threads = key[2]
    torch.set_num_threads(threads)
    clock = time.process_time if threads == 1 else time.perf_counter
    row: dict[str, Any] = {}
    calls: dict[str, Any] = {EAGER: model}
    with torch.no_grad():
        expected = first(model(**given))
        for way in options.ways:
            caches(options.caches, key, way)
            calls[way] = compiled(model, way, threads)
            found = first(calls[way](**given))
            row[f"{way}, apart"] = float((found - expected).abs().max() / expected.abs().max())
        least = dict.fromkeys(calls, math.inf)
        begin = time.perf_counter()
        for done in range(options.rounds):
            for way, call in calls.items():
                start = clock()
                call(**given)
                least[way] = min(least[way], clock() - start)
            if done >= LEAST_ROUNDS and time.perf_counter() - begin > MOST_SECONDS:
                break
    return row | {way: round(1000 * t, 2) for way, t in least.items()}


def first(found: Any) -> torch.Tensor:
    """The first tensor that a model returns."""
    return found if isinstance(found, torch.Tensor) else found[0]


def measure(
    model: Any, given: dict[str, Any], key: Key, row: dict[str, Any], options: argparse.Namespace
) -> None:
    """Add to a row the parts that it lacks, or all parts that are asked for again."""
    for state in ("cold", "warm"):
        for way in options.ways:
            if state not in options.parts or (f"{way}, {state}" in row and not options.again):
                continue
            path = caches(options.caches, key, way)
            if state == "cold":
                shutil.rmtree(path, ignore_errors=True)
            took = in_child(lambda w=way: first_result(model, given, w, key[2]))
            row |= {f"{way}, {state}{clock}": t for clock, t in took.items()}
    if "latency" in options.parts and (EAGER not in row or options.again):
        row |= in_child(lambda: latency(model, given, key, options))


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
    whole = [EAGER, *WAYS, *(f"{way}, {state}" for way in WAYS for state in PARTS[:2])]
    rows = [r for r in rows if all(key in r for key in whole)]
    for row in sorted(rows, key=lambda r: (r["threads"], r["batch"])):
        every.append(ratios(row))
        plain, frozen, cold, warm = (f"{n:.2f}" for n in every[-1])
        times = [f"{row[w]:.3g}" for w in (EAGER, INDUCTOR, WAYS[2], OURS, WAYS[3])]
        first = [row[f"{w}, {s}"] for s in ("cold", "warm") for w in (INDUCTOR, OURS)]
        cells = [row["model"], row["batch"], row["threads"], *times, plain, frozen]
        cells += [*first[:2], cold, *first[2:], warm]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    means = [math.exp(sum(map(math.log, r)) / len(r)) for r in zip(*every, strict=True)]
    a, b, c, d = (f"{m:.2f}" for m in means)
    lines.append(f"| geometric mean | | | | | | | | {a} | {b} | | | {c} | | | {d} |")
    most = [f"{max(r):.2f}" for r in zip(*every, strict=True)]
    lines.append("| most | | | | | | | | {} | {} | | | {} | | | {} |".format(*most))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("models", nargs="*", default=[])
    parser.add_argument("--threads", default="1")
    parser.add_argument("--batch", default="1")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--out", default="torch_speed.jsonl")
    parser.add_argument("--parts", type=lambda s: s.split(","), default=PARTS)
    parser.add_argument("--ways", type=lambda s: s.split(","), default=WAYS, help="all but eager")
    parser.add_argument("--again", action="store_true", help="run what the file has")
    parser.add_argument("--caches", help="a folder for the compilers' caches, to keep")
    parser.add_argument("--table", action="store_true", help="add up what the file has")
    parser.add_argument("--note", default="", help="what RESULTS.md says besides of the run")
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    rows: dict[Key, dict[str, Any]] = {}
    if os.path.exists(options.out):
        with open(options.out) as file:
            found = [json.loads(line) for line in file]
        rows = {(r["model"], r["batch"], r["threads"]): r for r in found}
    if options.table:
        text = table(list(rows.values()))
        print(text)
        if options.write:
            import nine_models
            from results import write_table

            about = f"{nine_models.machine()}, torch {torch.__version__}"
            text = f"{about}{options.note and f'; {options.note}'}.\n\n{text}"
            write_table("torch speed", "## PyTorch", text)
        return
    options.caches = options.caches or tempfile.mkdtemp()
    torch.set_num_threads(1)  # a process with threads cannot be copied
    for batch in map(int, options.batch.split(",")):
        for name in options.models or [*TEXT, *VISION, *TIMM]:
            torch.manual_seed(0)
            model, given = model_of(name, batch)
            for threads in map(int, options.threads.split(",")):
                key = name, batch, threads
                row = rows.setdefault(key, {"model": name, "batch": batch, "threads": threads})
                try:
                    measure(model, given, key, row, options)
                finally:
                    write_rows(options.out, rows)
                print(json.dumps(row), flush=True)


def write_rows(path: str, rows: dict[Key, dict[str, Any]]) -> None:
    """Write the file anew."""
    with open(path + ".new", "w") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows.values())
    os.replace(path + ".new", path)


if __name__ == "__main__":
    sys.exit(main())
