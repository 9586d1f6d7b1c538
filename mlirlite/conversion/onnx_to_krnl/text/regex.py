"""Regular expressions in RE2's syntax as automata over bytes of UTF-8, made when compiling: at run
time there is one look-up per byte.

Greediness makes no difference to a full match. Not supported, with an error: the flag m (many
lines), scripts in \\p{…}, and patterns whose automaton is too large or takes too long to make.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from mlirlite.conversion.onnx_to_krnl.text.character_sets import (
    CLASSES,
    LAST,
    POSIX,
    Ranges,
    category,
    complement,
    merged,
    utf8,
)
from mlirlite.support.steps import Steps, run_steps
from mlirlite.support.tuning import Fixed

MAX_STATES: Fixed[int] = 20_000
_MAX_WORK: Fixed[int] = 40_000_000
"""Steps of the automaton's construction at most: some seconds."""
_MAX_REPEAT: Fixed[int] = 1000
"""Of a piece, and of the pieces in it together, as in RE2."""
_ASSERTIONS = {
    "^": "start",
    "\\A": "start",
    "$": "end",
    "\\z": "end",
    "\\b": "boundary",
    "\\B": "within",
}
_ESCAPES: Fixed[dict[str, int]] = {"n": 10, "t": 9, "r": 13, "f": 12, "v": 11, "a": 7}


@dataclass(slots=True)
class _State:
    """A state of the nondeterministic automaton: steps over bytes, empty steps, and those that
    depend on the context."""

    bytes: list[tuple[int, int, int]] = field(default_factory=list)
    free: list[int] = field(default_factory=list)
    asserted: list[tuple[str, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Automaton:
    """`next[state * 256 + byte]`; it starts in state 1, and state 0 is never left. `accepts` has
    a 1 for each state in which a text may end."""

    next: tuple[int, ...]
    accepts: tuple[int, ...]


@cache
def automaton(pattern: str) -> Automaton:
    """The automaton of the texts that a pattern matches completely. ValueError for an invalid or
    unsupported pattern."""
    parser = _Parser(pattern)
    start, end = parser.parse()
    return _deterministic(parser.states, start, end)


class _Parser:
    """Recursive descent, by generators, since groups nest as deeply as the pattern says; each piece
    is a pair of states, its start and its end."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.states: list[_State] = []
        self.fold = self.dot_all = False
        self.repeats = 1
        """How often what is read now is repeated."""

    def parse(self) -> tuple[int, int]:
        found = run_steps(self._alternatives())
        if self.at < len(self.text):
            raise self._error("unexpected ')'")
        return found

    # Pieces

    def _state(self) -> int:
        if len(self.states) >= MAX_STATES:
            raise _too_large()
        self.states.append(_State())
        return len(self.states) - 1

    def _nothing(self) -> tuple[int, int]:
        state = self._state()
        return state, state

    def _join(self, first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
        self.states[first[1]].free.append(second[0])
        return first[0], second[1]

    def _either(self, pieces: Sequence[tuple[int, int]]) -> tuple[int, int]:
        start, end = self._state(), self._state()
        for piece in pieces:
            self.states[start].free.append(piece[0])
            self.states[piece[1]].free.append(end)
        return start, end

    def _set(self, ranges: Ranges) -> tuple[int, int]:
        start, end = self._state(), self._state()
        for low, high in merged(ranges):
            for parts in utf8(low, high):
                at = start
                for k, (first, last) in enumerate(parts):
                    to = end if k == len(parts) - 1 else self._state()
                    self.states[at].bytes.append((first, last, to))
                    at = to
        return start, end

    # Grammar

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _take(self, text: str) -> bool:
        if self.text.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def _error(self, what: str) -> ValueError:
        return ValueError(f"{what} at character {self.at} of the pattern '{self.text}'")

    def _alternatives(self) -> Steps[tuple[int, int]]:
        pieces = [(yield self._sequence())]
        while self._take("|"):
            pieces.append((yield self._sequence()))
        return pieces[0] if len(pieces) == 1 else self._either(pieces)

    def _sequence(self) -> Steps[tuple[int, int]]:
        found = self._nothing()
        while self._peek() not in ("", "|", ")"):
            found = self._join(found, (yield self._repeated()))
        return found

    def _assertion(self, kind: str) -> tuple[int, int]:
        """An empty step, which the characters before and after must allow."""
        piece = self._state(), self._state()
        self.states[piece[0]].asserted.append((kind, piece[1]))
        return piece

    def _repeated(self) -> Steps[tuple[int, int]]:
        begin, repeats = self.at, self.repeats
        fold, dot_all = self.fold, self.dot_all
        found: tuple[int, int] = yield self._atom()
        bounds = self._bounds()
        if bounds is None:
            return found
        self._take("?")  # non-greedy: the same texts
        end = self.at
        if self._bounds() is not None:
            raise self._error("a repetition of a repetition")
        low, high = bounds
        count = max(low, 1) if high is None else high
        self.repeats = repeats * max(count, 1)
        if self.repeats > _MAX_REPEAT:
            raise self._error("too many repetitions of repetitions")
        pieces = [found][:count]
        while len(pieces) < count + (high is None and low > 0):
            self.at, self.fold, self.dot_all = begin, fold, dot_all
            pieces.append((yield self._atom()))  # a copy with its own states
        self.at, self.repeats = end, repeats
        found = self._nothing()
        for i, piece in enumerate(pieces):
            if i < low:
                found = self._join(found, piece)
                continue
            if high is None:
                self.states[piece[1]].free.append(piece[0])
            found = self._join(found, self._either([piece, self._nothing()]))
        return found

    def _bounds(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(sign):
                return bounds
        if self._peek() != "{":
            return None
        close = self.text.find("}", self.at)
        low, comma, high = self.text[self.at + 1 : close].partition(",")
        if close < 0 or not _is_number(low) or (high and not _is_number(high)):
            return None  # as RE2: a brace that is not a repetition stands for itself
        self.at = close + 1
        least, most = int(low), int(high) if high else None if comma else int(low)
        if least > _MAX_REPEAT or (most is not None and not least <= most <= _MAX_REPEAT):
            raise self._error("a wrong number of repetitions")
        return least, most

    def _atom(self) -> Steps[tuple[int, int]]:
        if self._take("("):
            group: tuple[int, int] = yield self._group()
            return group
        if self._take("["):
            return self._set(self._bracket())
        if self._take("."):
            return self._set([(0, LAST)] if self.dot_all else [(0, 9), (11, LAST)])
        for name, kind in _ASSERTIONS.items():
            if self._take(name):
                return self._assertion(kind)
        if self._take("\\Q"):
            end = self.text.find("\\E", self.at)
            end = len(self.text) if end < 0 else end
            literal, self.at = self.text[self.at : end], min(end + 2, len(self.text))
            found = self._nothing()
            for c in literal:
                found = self._join(found, self._set(self._folded([(ord(c), ord(c))])))
            return found
        if self._take("\\"):
            return self._set(self._escape())
        c = self._peek()
        if c in ("*", "+", "?"):
            raise self._error(f"nothing to repeat by '{c}'")
        self.at += 1
        return self._set(self._folded([(ord(c), ord(c))]))

    def _group(self) -> Steps[tuple[int, int]]:
        fold, dot_all = self.fold, self.dot_all
        if self._take("?"):
            if self._take("P<") or self._take("<"):
                close = self.text.find(">", self.at)
                if close < 0 or not self.text[self.at : close].isidentifier():
                    raise self._error("expected a name of a group")
                self.at = close + 1
            elif self._flags():
                return self._nothing()
        found: tuple[int, int] = yield self._alternatives()
        if not self._take(")"):
            raise self._error("expected ')'")
        self.fold, self.dot_all = fold, dot_all
        return found

    def _flags(self) -> bool:
        """Read `i:` or `i)`; true for the latter, which holds to the end of the enclosing group."""
        on = True
        while True:
            if self._take("i"):
                self.fold = on
            elif self._take("s"):
                self.dot_all = on
            elif self._take("U"):
                pass
            elif self._take("-"):
                on = False
            elif self._take(":"):
                return False
            elif self._take(")"):
                return True
            else:
                raise self._error("expected flags out of 'isU'")

    def _folded(self, ranges: Ranges) -> Ranges:
        """Both cases of the characters, if case is ignored."""
        if not self.fold:
            return ranges
        found = list(ranges)
        for low, high in ranges:
            for code in range(low, min(high, 0x1FFFF) + 1):
                for other in (chr(code).upper(), chr(code).lower()):
                    if len(other) == 1:
                        found.append((ord(other), ord(other)))
        return found

    def _bracket(self) -> Ranges:
        negated = self._take("^")
        found: Ranges = []
        first = True
        while first or self._peek() != "]":
            first = False
            if not self._peek():
                raise self._error("expected ']'")
            if self._take("[:"):
                close = self.text.find(":]", self.at)
                name = self.text[self.at : close]
                inverse = name.startswith("^")
                known = POSIX.get(name.removeprefix("^"))
                if close < 0 or known is None:
                    raise self._error(f"unknown class '{name}'")
                self.at = close + 2
                found += complement(known) if inverse else known
                continue
            low = self._bracket_item()
            single = len(low) == 1 and low[0][0] == low[0][1]
            ahead = self.text[self.at : self.at + 2]
            if single and ahead.startswith("-") and ahead not in ("-]", "-"):
                self.at += 1
                high = self._bracket_item()
                if len(high) != 1 or high[0][0] != high[0][1] or high[0][0] < low[0][0]:
                    raise self._error("a wrong range")
                low = [(low[0][0], high[0][0])]
            found += low
        self.at += 1
        found = self._folded(found)
        return complement(found) if negated else found

    def _bracket_item(self) -> Ranges:
        if self._take("\\"):
            return self._escape()
        c = self._peek()
        self.at += 1
        return [(ord(c), ord(c))]

    def _escape(self) -> Ranges:
        c = self._peek()
        self.at += 1
        if c.lower() in CLASSES:
            found = CLASSES[c.lower()]
            return complement(found) if c.isupper() else found
        if c in ("p", "P"):
            found = category(self._category_name())
            return complement(found) if c == "P" else found
        if c in ("x", "0"):
            code = self._code(c)
        elif c in _ESCAPES:
            code = _ESCAPES[c]
        elif c and not c.isalnum():
            return self._folded([(ord(c), ord(c))])
        else:
            raise self._error(f"the escape '\\{c}' is not supported")
        return [(code, code)]

    def _category_name(self) -> str:
        if not self._take("{"):
            self.at += 1
            return self.text[self.at - 1 : self.at]
        close = self.text.find("}", self.at)
        if close < 0:
            raise self._error("expected '}'")
        name, self.at = self.text[self.at : close], close + 1
        return name

    def _code(self, kind: str) -> int:
        if kind == "x" and self._take("{"):
            close = self.text.find("}", self.at)
            if close < 0:
                raise self._error("expected '}'")
            digits, self.at = self.text[self.at : close], close + 1
        else:
            count = 2
            digits = self.text[self.at : self.at + count]
            self.at += len(digits)
        try:
            code = int(digits or "0", 16 if kind == "x" else 8)
        except ValueError:
            raise self._error(f"wrong digits '{digits}' of a character") from None
        if code > LAST:
            raise self._error(f"no character has the number {code:x}")
        return code


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _too_large() -> ValueError:
    return ValueError("the pattern's automaton has too many states")


# Sets of characters


_START, _WORD, _OTHER, _END = range(4)
"""What is before or after a position in the text."""
_WORD_BYTES = frozenset(b for low, high in CLASSES["w"] for b in range(low, high + 1))


def _holds(kind: str, before: int, behind: int) -> bool:
    if kind == "start":
        return before == _START
    if kind == "end":
        return behind == _END
    return ((before == _WORD) != (behind == _WORD)) == (kind == "boundary")


def _deterministic(states: Sequence[_State], start: int, end: int) -> Automaton:
    """Sets of states, each with the preceding context, become states."""

    def closed(members: frozenset[int], before: int, behind: int) -> set[int]:
        found = set(members)
        todo = list(members)
        while todo:
            state = states[todo.pop()]
            allowed = [to for kind, to in state.asserted if _holds(kind, before, behind)]
            for other in state.free + allowed:
                if other not in found:
                    found.add(other)
                    todo.append(other)
        return found

    nothing: tuple[frozenset[int], int] = frozenset(), _OTHER
    order = [nothing, (frozenset((start,)), _START)]
    numbers = {key: i for i, key in enumerate(order)}
    table: list[int] = [0] * 256
    asks = any(state.asserted for state in states)
    work = 0
    for members, before in itertools.islice(order, 1, None):  # it grows during the loop
        row = [0] * 256
        for behind in (_WORD, _OTHER):
            here = closed(members, before, behind)
            by_byte: list[list[int]] = [[] for _ in range(256)]
            for member in here:
                for low, high, to in states[member].bytes:
                    work += high - low + 1
                    for byte in range(low, high + 1):
                        by_byte[byte].append(to)
            work += len(here) + 256
            if work > _MAX_WORK:
                raise ValueError("the pattern's automaton takes too long to make")
            for byte in range(256):
                if not by_byte[byte] or (byte in _WORD_BYTES) != (behind == _WORD):
                    continue
                reached = frozenset(by_byte[byte])
                key = reached, behind if asks else _OTHER
                number = numbers.setdefault(key, len(order))
                if number == len(order):
                    order.append(key)
                row[byte] = number
        table += row
        if len(order) > MAX_STATES:
            raise _too_large()
    accepts = [int(end in closed(members, before, _END)) for members, before in order]
    return Automaton(tuple(table), tuple(accepts))
