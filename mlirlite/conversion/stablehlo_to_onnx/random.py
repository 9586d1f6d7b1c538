"""Random bits of an algorithm with a state: Threefry-2x32 and Philox-4x32."""

from __future__ import annotations

from math import prod

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Refused, Tensor, rule
from mlirlite.conversion.stablehlo_to_onnx.moving import shape_of
from mlirlite.ir.types import IntegerType, Signedness, element_type_of
from mlirlite.ods.hooks import DataOp

U32 = IntegerType(32, Signedness.UNSIGNED)
U64 = IntegerType(64, Signedness.UNSIGNED)
_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))


@rule("rng_bit_generator")
def rng_bit_generator(b: Builder, op: DataOp, state: Tensor) -> list[Tensor]:
    """The state afterwards, and bits."""
    shape, element = shape_of(op, 1), element_type_of(op.results[1].type)
    if not isinstance(element, IntegerType):
        raise Refused(f"random bits as {element}")
    width, count = element.width, prod(shape)
    words = _words(state)
    key = [_low(words[0]), _high(words[0])]
    if op.properties["rng_algorithm"].value.name == "THREE_FRY":
        used, bits = _threefry_bits(b, key, words[1], count, width)
    else:
        # Without a second word the key is the upper half of the counter, as XLA has it.
        counter = words[1:] if len(words) > 2 else [words[1], words[0]]
        used, bits = _philox_bits(b, key, counter, count, width)
    after = [words[0], words[1] + used, *words[2:]]
    bits = bits.slice(0, 0, count)
    bits = bits.to(IntegerType(width, Signedness.UNSIGNED))
    if not element.is_unsigned:
        bits = bits("BitCast", to=element)
    return [_state(b, after, state), bits.reshape(shape)]


def _words(state: Tensor) -> list[Tensor]:
    """The state as words of 64 bits."""
    flat = state.reshape([prod(state.shape)])
    size = flat.shape[0]
    if state.width == 64:
        return [flat.slice(0, i, i + 1).to(U64) for i in range(size)]
    parts = [flat.slice(0, i, i + 1).to(U64) for i in range(size)]
    return [parts[i] + _left(parts[i + 1], 32) for i in range(0, size, 2)]


def _state(b: Builder, words: list[Tensor], like: Tensor) -> Tensor:
    if like.width != 64:
        words = [part.to(U64) for w in words for part in (_low(w), _high(w))]
    return b.concat(words, 0).to(like.element).reshape(like.shape)


def _left(x: Tensor, by: int) -> Tensor:
    return x("BitShift", x.like(by), direction="LEFT")


def _right(x: Tensor, by: int) -> Tensor:
    return x("BitShift", x.like(by), direction="RIGHT")


def _low(x: Tensor) -> Tensor:
    return x("BitwiseAnd", x.like(0xFFFFFFFF)).to(U32)


def _high(x: Tensor) -> Tensor:
    return _right(x, 32).to(U32)


def _xor(x: Tensor, *others: Tensor) -> Tensor:
    for other in others:
        x = x("BitwiseXor", other)
    return x


def threefry(keys: list[Tensor], x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """20 rounds on pairs of 32 bits."""
    schedule = [*keys, _xor(keys[0], keys[1], keys[0].like(0x1BD11BDA))]
    x, y = x + schedule[0], y + schedule[1]
    for i in range(5):
        for by in _ROTATIONS[i % 2]:
            x = x + y
            y = _xor(_left(y, by)("BitwiseOr", _right(y, 32 - by)), x)
        x = x + schedule[(i + 1) % 3]
        y = y + schedule[(i + 2) % 3] + (i + 1)
    return x, y


def _threefry_bits(
    b: Builder, keys: list[Tensor], start: Tensor, count: int, width: int
) -> tuple[int, Tensor]:
    pairs = count if width == 64 else -(-count // 2)
    counter = start + b.counts(pairs).to(U64)
    x, y = threefry(keys, _low(counter), _high(counter))
    if width == 64:
        return pairs, x.to(U64) + _left(y.to(U64), 32)
    rows = [x.reshape([pairs, 1]), y.reshape([pairs, 1])]
    return pairs, b.concat(rows, 1).reshape([2 * pairs])


def philox(counter: list[Tensor], keys: list[Tensor]) -> list[Tensor]:
    """10 rounds on four words of 32 bits."""
    for _ in range(10):
        first = counter[0].to(U64) * 0xD2511F53
        second = counter[2].to(U64) * 0xCD9E8D57
        counter = [
            _xor(_high(second), counter[1], keys[0]),
            _low(second),
            _xor(_high(first), counter[3], keys[1]),
            _low(first),
        ]
        keys = [keys[0] + 0x9E3779B9, keys[1] + 0xBB67AE85]
    return counter


def _philox_bits(
    b: Builder, keys: list[Tensor], words: list[Tensor], count: int, width: int
) -> tuple[int, Tensor]:
    each = 2 if width == 64 else 4
    blocks = -(-count // each)
    counter = words[0] + b.counts(blocks).to(U64)
    carry = (counter < words[0]).to(U64)
    upper = carry + words[1]
    found = philox([_low(counter), _high(counter), _low(upper), _high(upper)], keys)
    if width == 64:
        pairs = ((found[0], found[1]), (found[2], found[3]))
        found = [x.to(U64) + _left(y.to(U64), 32) for x, y in pairs]
    made = b.concat([f.reshape([blocks, 1]) for f in found], 1)
    return blocks, made.reshape([blocks * each])
