"""Changed text. With tokens deleted, swapped, doubled or replaced it is mostly wrong, and the
parser must report that without crashing. With other types it is often right, and passes meet types
that their authors did not think of."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

_token = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|[%^#!@][\w$.-]+|[A-Za-z_][\w$.]*|\d+(?:\.\d*)?|->|\s+|.',
    re.ASCII,
).findall
_EXTRA = ("(", ")", "{", "}", "<", ">", "[", "]", ",", ":", "=", "->", '"', "%", "^bb1", "@f", "-1")
_SPLIT = re.compile(r"^// -----.*$", re.M)
_COMMENT = re.compile(r"^\s*//.*\n?", re.M)
_MOST_EDITS = 3


def chunks_of(folder: Path, longest: int = 1500) -> list[str]:
    """The chunks of the `.mlir` files below a folder, without comment lines, in a fixed order;
    those longer than `longest` characters are left out."""
    found: dict[str, None] = {}
    for path in sorted(folder.rglob("*.mlir")):
        for chunk in _SPLIT.split(path.read_text(encoding="utf-8")):
            text = _COMMENT.sub("", chunk).strip()
            if text and len(text) <= longest:
                found[text + "\n"] = None
    return list(found)


def mutate(text: str, rng: random.Random) -> str:
    """The text with one to three tokens deleted, swapped, doubled, or replaced by punctuation."""
    tokens = _token(text)
    for _ in range(rng.randint(1, _MOST_EDITS)):
        words = [i for i, token in enumerate(tokens) if not token.isspace()]
        if len(words) < 2:
            break
        at, other = rng.sample(words, 2)
        kind = rng.randrange(5)
        if kind == 0:
            tokens[at] = ""
        elif kind == 1:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 2:
            tokens[at] += tokens[at]
        elif kind == 3:
            tokens[at] = rng.choice(_EXTRA)
        else:
            tokens[at] += " " + tokens[other]
    return "".join(tokens)


_NUMBER = re.compile(r"(?<![\w.#!%@^$-])(?:i\d+|f16|f32|f64|bf16|index)(?![\w.\"])")
_NUMBER_AFTER_SIZE = re.compile(r"(?<=[\dx?*]x)(?:i\d+|f16|f32|f64|bf16|index)(?=[>,])")
_SIZES = re.compile(r"(?<=<)(?:(?:\d+|\?)x)+(?=[a-z])")
_NUMBERS = (
    "i0", "i1", "i4", "i7", "i8", "i16", "i32", "i64", "i128", "si8", "ui8", "ui32", "index",
    "f16", "bf16", "f32", "f64", "f80", "f128", "tf32", "f8E5M2", "f8E4M3FN", "f4E2M1FN",
    "complex<f32>", "none", "vector<4xf32>", "memref<2xf32>", "tensor<?xi32>",
)  # fmt: skip


def retype(text: str, rng: random.Random) -> str:
    """The text with one to three types or shapes replaced: a type everywhere or in one place."""
    for _ in range(rng.randint(1, _MOST_EDITS)):
        pattern, new = rng.choice(
            (
                (_NUMBER, rng.choice(_NUMBERS)),
                (_NUMBER_AFTER_SIZE, rng.choice(_NUMBERS)),
                (_SIZES, rng.choice(("", "?x", "*x", "0x", "1x", "2x3x", "?x?x", "4x?x"))),
            )
        )
        places = [m.span() for m in pattern.finditer(text)]
        if not places:
            continue
        chosen = rng.choice(places)
        old = text[slice(*chosen)]
        if rng.randrange(3):
            places = [p for p in places if text[slice(*p)] == old]
        else:
            places = [chosen]
        for start, end in reversed(places):
            text = text[:start] + new + text[end:]
    return text


def mutations(
    chunks: Sequence[str], count: int, seed: int = 0, change: Callable[..., str] = mutate
) -> Iterator[tuple[int, str]]:
    """`count` numbered damaged texts, each made from its own seed."""
    for number in range(count):
        rng = random.Random(f"{seed}:{number}")
        yield number, change(rng.choice(chunks), rng)


def damaged_bytes(data: bytes, rng: random.Random) -> bytes:
    """The bytes with one to three of them changed, deleted, doubled or replaced by a large number,
    or cut off at the end."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, _MOST_EDITS)):
        if len(changed) < 8:
            break
        at = rng.randrange(4, len(changed))
        kind = rng.randrange(7)
        if kind == 0:
            changed[at] = rng.randrange(256)
        elif kind == 1:
            changed[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            del changed[at : at + rng.randint(1, 8)]
        elif kind == 3:
            changed[at:at] = changed[at : at + rng.randint(1, 16)]
        elif kind == 4:
            changed[at : at + 1] = b"\0" + rng.randbytes(8)
        elif kind == 5:
            other = rng.randrange(4, len(changed))
            changed[at], changed[other] = changed[other], changed[at]
        else:
            del changed[at:]
    return bytes(changed)
