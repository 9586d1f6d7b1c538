"""LLVM's data layout strings, `e-p:64:64-i64:64`: their checks, with LLVM's messages."""

import re
from collections.abc import Callable

_MANGLING = frozenset("elomwxa")
_POINTER = "p[<n>]:<size>:<abi>[:<pref>[:<idx>]]"
_SPACE_NAME = re.compile(r"(?<=[0-9])\([^()]+\)$")
_NON_INTEGRAL = "ni:<address space>[:<address space>]..."


def check_data_layout(text: str) -> None:
    """ValueError for a string that LLVM does not read."""
    for specification in text.split("-") if text else ():
        if not specification:
            raise ValueError("empty specification is not allowed")
        if specification.startswith("ni"):
            _non_integral(specification[2:])
            continue
        check = _CHECKS.get(specification[0])
        if check is None:
            raise ValueError(f"unknown specifier '{specification[0]}'")
        check(specification[0], specification[1:])


def _malformed(form: str) -> ValueError:
    return ValueError(f'malformed specification, must be of the form "{form}"')


def _integer(text: str, what: str, bits: int, kind: str) -> int:
    if not text:
        raise ValueError(f"{what} component cannot be empty")
    if not (text.isascii() and text.isdigit()) or int(text) >= 1 << bits:
        raise ValueError(f"{what} must be a {kind}{bits}-bit integer")
    return int(text)


def _size(text: str, what: str = "size") -> int:
    found = _integer(text, what, 24, "non-zero ")
    if not found:
        raise ValueError(f"{what} must be a non-zero 24-bit integer")
    return found


def _address_space(text: str) -> int:
    return _integer(text, "address space", 24, "")


def _alignment(text: str, name: str, zero: bool = False) -> int:
    found = _integer(text, f"{name} alignment", 16, "")
    if not found and not zero:
        raise ValueError(f"{name} alignment must be non-zero")
    if found % 8 or (found & (found - 1)):
        raise ValueError(f"{name} alignment must be a power of two times the byte width")
    return found or 8


def _alignments(parts: list[str], zero: bool = False) -> int:
    """The ABI's alignment and the preferred one, if there is one; the first."""
    abi = _alignment(parts[0], "ABI", zero)
    if len(parts) > 1 and _alignment(parts[1], "preferred") < abi:
        raise ValueError("preferred alignment cannot be less than the ABI alignment")
    return abi


def _primitive(letter: str, rest: str) -> None:
    parts = rest.split(":")
    if len(parts) not in (2, 3):
        raise _malformed(f"{letter}<size>:<abi>[:<pref>]")
    size = _size(parts[0])
    if letter == "i" and size == 8 and _alignment(parts[1], "ABI") != 8:
        raise ValueError("i8 must be 8-bit aligned")
    _alignments(parts[1:])


def _aggregate(letter: str, rest: str) -> None:
    parts = rest.split(":")
    if len(parts) not in (2, 3):
        raise _malformed("a:<abi>[:<pref>]")
    if parts[0].strip("0"):
        raise ValueError("size must be zero")
    _alignments(parts[1:], zero=True)


def _pointer(letter: str, rest: str) -> None:
    parts = rest.split(":")
    if not 3 <= len(parts) <= 5:
        raise _malformed(_POINTER)
    space = _SPACE_NAME.sub("", parts[0].lstrip("eu"))
    flagged = parts[0][:1] in ("e", "u")
    number = _address_space(space) if space else 0
    if flagged and not number:
        raise ValueError("address space 0 cannot be unstable or have external state")
    size = _size(parts[1], "pointer size")
    _alignments(parts[2:4])
    if len(parts) == 5 and _size(parts[4], "index size") > size:
        raise ValueError("index size cannot be larger than the pointer size")


def _non_integral(rest: str) -> None:
    if not rest.startswith(":"):
        raise _malformed(_NON_INTEGRAL)
    for part in rest[1:].split(":"):
        if _address_space(part) == 0:
            raise ValueError("address space 0 cannot be non-integral")


def _endianness(letter: str, rest: str) -> None:
    if rest:
        raise ValueError("malformed specification, must be just 'e' or 'E'")


def _native_integers(letter: str, rest: str) -> None:
    for part in rest.split(":"):
        _size(part)


def _stack(letter: str, rest: str) -> None:
    if not rest:
        raise _malformed("S<size>")
    _alignment(rest, "stack natural")


def _function_pointers(letter: str, rest: str) -> None:
    if not rest:
        raise _malformed("F<type><abi>")
    if rest[0] not in "in":
        raise ValueError(f"unknown function pointer alignment type '{rest[0]}'")
    _alignment(rest[1:], "ABI")


def _space(letter: str, rest: str) -> None:
    if not rest:
        raise _malformed(f"{letter}<address space>")
    _address_space(rest)


def _mangling(letter: str, rest: str) -> None:
    if len(rest) < 2 or rest[0] != ":":
        raise _malformed("m:<mangling>")
    if rest[1:] not in _MANGLING:
        raise ValueError("unknown mangling mode")


def _ignored(letter: str, rest: str) -> None:
    """`s`, which LLVM reads and ignores."""


_CHECKS: dict[str, Callable[[str, str], None]] = {
    **dict.fromkeys("ifv", _primitive),
    "a": _aggregate,
    "p": _pointer,
    **dict.fromkeys("eE", _endianness),
    "n": _native_integers,
    "S": _stack,
    "F": _function_pointers,
    **dict.fromkeys("PAG", _space),
    "m": _mangling,
    "s": _ignored,
}
