"""Models of transformers, timm and torchvision, with random weights, beside eager.

    python bench/torch_models.py --out models.jsonl [--mode static,dynamic,train] [name …]
    python bench/torch_models.py --out models.jsonl --table [--write]

A line of the output per model and mode: the largest difference from eager, how many graphs dynamo
made, where it broke them, which ops were left to torch, and seconds. `dynamic` runs one graph with
two batches, `train` ten steps of SGD. What the file has is not run again; `--table` adds it up."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import warnings
from typing import Any

import torch

TEXT = [
    "bert",
    "roberta",
    "distilbert",
    "albert",
    "electra",
    "gpt2",
    "opt",
    "gpt_neo",
    "gpt_neox",
    "llama",
    "mistral",
    "qwen2",
    "qwen3",
    "phi",
    "gemma",
    "gemma2",
    "bloom",
    "falcon",
    "mpt",
    "codegen",
    "gptj",
    "xlm-roberta",
    "camembert",
    "mobilebert",
    "squeezebert",
    "deberta",
    "deberta-v2",
    "mpnet",
    "nystromformer",
    "convbert",
    "ernie",
    "roformer",
    "fnet",
    "stablelm",
    "starcoder2",
    "olmo",
    "cohere",
    "persimmon",
    "rembert",
    "megatron-bert",
    "ibert",
    "data2vec-text",
    "biogpt",
    "xglm",
    "openai-gpt",
    "ctrl",
    "mamba",
]
SEQUENCES = ["t5", "bart", "mbart", "pegasus", "marian", "blenderbot"]
IMAGES = [
    "vit",
    "deit",
    "beit",
    "swin",
    "convnext",
    "resnet",
    "mobilenet_v2",
    "regnet",
    "segformer",
    "poolformer",
]
TIMM = [
    "resnet18",
    "resnet26",
    "efficientnet_b0",
    "mobilenetv3_small_100",
    "densenet121",
    "vgg11",
    "regnetx_002",
    "convnext_atto",
    "vit_tiny_patch16_224",
    "deit_tiny_patch16_224",
    "mixer_s32_224",
    "ghostnet_050",
    "lcnet_050",
    "mnasnet_small",
    "tinynet_e",
    "hardcorenas_a",
    "res2net50_14w_8s",
    "seresnet18",
    "repvgg_a0",
    "xcit_nano_12_p16_224",
    "poolformer_s12",
    "edgenext_xx_small",
]

VISION = ["shufflenet_v2_x0_5", "squeezenet1_1", "googlenet", "swin_t", "alexnet"]
TRAINED = [
    "distilbert",
    "gpt2",
    "llama",
    "t5",
    "vit",
    "resnet",
    "squeezenet1_1",
    "alexnet",
]
MODES = ("static", "dynamic", "train")
LIBRARIES = {
    "transformers: text": TEXT,
    "transformers: sequences to sequences": SEQUENCES,
    "transformers: images": IMAGES,
    "timm": TIMM,
    "torchvision": VISION,
}

SMALL = {
    "vocab_size": 99, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
    "intermediate_size": 37, "max_position_embeddings": 64, "d_model": 32, "n_layers": 2,
    "n_heads": 4, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64, "dim": 32,
    "hidden_dim": 64, "embedding_size": 32, "ffn_dim": 64, "word_embed_proj_dim": 32,
    "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4,
    "decoder_attention_heads": 4, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64, "num_layers": 2,
    "num_heads": 4, "d_ff": 64, "d_kv": 8, "num_key_value_heads": 2, "head_dim": 8,
    "image_size": 32, "patch_size": 8, "rotary_dim": 4, "embed_dim": 32, "depths": [1, 1],
    "hidden_sizes": [16, 32], "max_seq_len": 64, "n_ctx": 64, "dff": 64, "attention_heads": 4,
    "ffn_hidden_size": 64, "state_size": 8, "expand": 2, "block_sizes": [1, 1], "d_inner": 64,
    "d_head": 8, "pad_token_id": 0, "window_size": 2, "attention_types": [[["global", "local"], 1]],
}  # fmt: skip


def of_transformers(kind: str) -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    """A small model, and inputs."""
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.for_model(kind)
    for key, value in SMALL.items():
        if getattr(config, key, None) is None or (key == "attention_types" and kind != "gpt_neo"):
            continue
        if isinstance(getattr(config, key), (list, tuple)) and not isinstance(value, list):
            continue
        if kind == "poolformer" and key in ("depths", "hidden_sizes"):
            continue  # more lists of its configuration have four stages
        try:
            setattr(config, key, value)
        except Exception:
            continue
    if kind == "falcon":
        config.new_decoder_architecture = False
    if kind == "squeezebert":
        config.intermediate_size = 64  # its groups divide it
    if kind == "swin":
        config.num_heads = [2, 4]  # they divide the channels
    config.use_cache = False
    model = AutoModel.from_config(config)
    batch = 2
    if kind in IMAGES:
        size = getattr(config, "image_size", 32)
        size = size if isinstance(size, int) else 32
        return model, {"pixel_values": torch.randn(batch, 3, max(size, 32), max(size, 32))}
    words = torch.randint(2, 90, (batch, 12))
    given = {"input_ids": words, "attention_mask": torch.ones_like(words)}
    if kind in SEQUENCES:
        given["decoder_input_ids"] = words[:, :8].contiguous()
    if kind in ("mamba", "fnet"):
        del given["attention_mask"]
    return model, given


def without_operators() -> None:
    """torchvision's wheel may be for another build of torch, whose operators this one cannot load.
    Models need none of them, but the import wants their names."""
    library = torch.library.Library("torchvision", "FRAGMENT")
    boxes = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
    for name in ("nms", "qnms"):
        if not hasattr(torch.ops.torchvision, name):
            library.define(name + boxes)
    _LIBRARIES.append(library)  # its names live as long as it


_LIBRARIES: list[torch.library.Library] = []


def of_torchvision(name: str) -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    """A model of torchvision, and an image."""
    import torchvision

    given = {"num_classes": 10} | ({"init_weights": True} if "inception" in name else {})
    model = torchvision.models.get_model(name, weights=None, **given)
    size = 224 if name.startswith(("vit", "swin")) else 299 if "inception" in name else 64
    return model, {"x": torch.randn(2, 3, size, size)}


def of_timm(name: str) -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    """A model of timm, and an image."""
    import timm

    model = timm.create_model(name, num_classes=10)
    size = 224 if "224" in name else 64
    return model, {"x": torch.randn(2, 3, size, size)}


def _leaves(found: Any) -> list[torch.Tensor]:
    flat = torch.utils._pytree.tree_leaves(dict(found) if hasattr(found, "keys") else found)
    return [t for t in flat if isinstance(t, torch.Tensor)]


def measure(name: str, mode: str) -> dict[str, Any]:
    """What a model does in a mode."""
    from mlirlite.torch import compiling  # late: torch_speed.py times its import
    from mlirlite.torch.random import is_drawn

    start, refused = time.time(), {}
    torch._dynamo.reset()
    torch.manual_seed(0)
    kept = compiling._report
    compiling._report = lambda found, options: refused.update(
        {str(n.target): why[:80] for n, why in found.items() if not is_drawn(n.target)}
    )
    row: dict[str, Any] = {"name": name, "mode": mode}
    without_operators()
    try:
        makers = {**dict.fromkeys(TIMM, of_timm), **dict.fromkeys(VISION, of_torchvision)}
        model, given = makers.get(name, of_transformers)(name)
        torch._dynamo.utils.counters.clear()
        if mode == "train":
            row |= _trained(model, given)
        else:
            row |= _inferred(settled(model, given), given, mode == "dynamic")
        counters = torch._dynamo.utils.counters
        row["breaks"] = sum(counters["graph_break"].values())
        row["graphs"] = counters["stats"]["unique_graphs"]
    except Exception as e:
        row["failed"] = f"{type(e).__name__}: {e}"[:400]
    finally:
        compiling._report = kept
    return row | {"fallbacks": refused, "seconds": round(time.time() - start, 1)}


def settled(model: torch.nn.Module, given: dict[str, Any]) -> torch.nn.Module:
    """The model for inference, with the statistics of 16 random images where it normalizes batches:
    those of a new model let the signal of a deep one vanish."""
    norms = [m for m in model.modules() if isinstance(m, torch.nn.modules.batchnorm._BatchNorm)]
    if norms:
        for norm in norms:
            norm.momentum = None  # the average over all inputs so far
        images = {k: torch.randn(16, *v.shape[1:]) for k, v in given.items()}
        with torch.no_grad():
            model.train()(**images)
    return model.eval()


def _inferred(model: Any, given: dict[str, Any], dynamic: bool) -> dict[str, Any]:
    from mlirlite.torch import backend  # late: torch_speed.py times its import

    compiled = torch.compile(model, backend=backend.mlirlite, dynamic=dynamic)
    sizes = [given]
    if dynamic:
        sizes.append({k: torch.cat([v, v[:1]]) for k, v in given.items()})
    worst, scale = 0.0, 0.0
    with torch.no_grad():
        for feeds in sizes:
            pairs = zip(_leaves(compiled(**feeds)), _leaves(model(**feeds)), strict=True)
            for a, b in pairs:
                if b.numel():
                    worst = max(worst, float((a.float() - b.float()).abs().nan_to_num().max()))
                    scale = max(scale, float(b.float().abs().nan_to_num().max()))
    return {"difference": worst, "largest": scale}


def _trained(model: Any, given: dict[str, Any]) -> dict[str, Any]:
    import copy

    from mlirlite.torch import backend  # late: torch_speed.py times its import

    losses = []
    for compile in (False, True):
        torch.manual_seed(1)
        own = copy.deepcopy(model).train()
        call = torch.compile(own, backend=backend.mlirlite) if compile else own
        optimizer = torch.optim.SGD(own.parameters(), lr=0.01)
        steps = []
        for _ in range(10):
            optimizer.zero_grad()
            loss = sum(t.float().pow(2).mean() for t in _leaves(call(**given)))
            loss.backward()
            optimizer.step()
            steps.append(float(loss))
        losses.append(steps)
    worst = max(abs(a - b) / max(abs(a), 1e-6) for a, b in zip(*losses, strict=True))
    return {"losses": losses[1], "difference": worst}


def table(rows: list[dict[str, Any]]) -> str:
    """How many models of a library were right in a mode, and what was left to torch."""
    lines = [
        "| models | mode | run | right to 1e-4 | relative difference | one graph, no break "
        "| breaks | nothing left to torch |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for library, names in LIBRARIES.items():
        for mode in MODES:
            found = [r for r in rows if r["mode"] == mode and r["name"] in names]
            if not found:
                continue
            done = [r for r in found if "failed" not in r]
            apart = [r["difference"] / (r.get("largest") or 1.0) for r in done]
            whole = sum(r["graphs"] == 1 and not r["breaks"] for r in done)
            breaks = sum(r["breaks"] for r in done)
            compiled = sum(not r["fallbacks"] for r in done)
            lines.append(
                f"| {library} | {mode} | {len(found)} | {sum(d <= 1e-4 for d in apart)} "
                f"| {max(apart, default=0.0):.1e} | {whole} "
                f"| {breaks} | {compiled} |"
            )
    return "\n".join(lines)


def exceptions(rows: list[dict[str, Any]]) -> str:
    """What failed, broke a graph or was left to torch, an item a line."""
    lines = []
    for r in rows:
        said = [f"failed: {r['failed'][:120]}"] if "failed" in r else []
        said += [f"{r['breaks']} breaks"] if r.get("breaks") else []
        said += [f"left to torch: {', '.join(r['fallbacks'])}"] if r["fallbacks"] else []
        if said:
            lines.append(f"- {r['name']}, {r['mode']}: {'; '.join(said)}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--out", default="torch_models.jsonl")
    parser.add_argument("--mode", default="static", help="one or several of static, dynamic, train")
    parser.add_argument("--table", action="store_true", help="add up what the file has")
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    rows = []
    if os.path.exists(options.out):
        with open(options.out) as file:
            rows = [json.loads(line) for line in file]
    if options.table:
        text = f"{table(rows)}\n\n{exceptions(rows)}"
        print(text)
        if options.write:
            from results import write_table

            write_table("torch models", "## PyTorch", text)
        return
    known = {(r["name"], r["mode"]) for r in rows}
    every = [name for names in LIBRARIES.values() for name in names]
    with open(options.out, "a") as file:
        for mode in options.mode.split(","):
            for name in options.names or (TRAINED if mode == "train" else every):
                if (name, mode) in known:
                    continue
                row = measure(name, mode)
                print(json.dumps(row), file=file, flush=True)
                print(json.dumps(row), flush=True)


if __name__ == "__main__":
    sys.exit(main())
