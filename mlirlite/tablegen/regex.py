"""POSIX's extended regular expressions, which !match and !instances search for, as llvm-tblgen
does: automata over bytes that follow all states at once, so that no pattern takes more than its
size times that of the text. Back-references are refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from mlirlite.tablegen.values import Fault

_MOST_STATES = 20_000
_MOST_REPEATS = 255
"""As in POSIX: RE_DUP_MAX."""
_MOST_STEPS = 5_000_000
"""Visits of states in a search: some seconds."""
_LAST = 0xFF
_CLASSES = {
    "alnum": "09AZaz",
    "alpha": "AZaz",
    "blank": "\t\t  ",
    "cntrl": "\0\x1f\x7f\x7f",
    "digit": "09",
    "graph": "!~",
    "lower": "az",
    "print": " ~",
    "punct": "!/:@[`{~",
    "space": "\t\r  ",
    "upper": "AZ",
    "xdigit": "09AFaf",
}
"""Each two characters are a range."""

_Ranges = tuple[tuple[int, int], ...]
_Part = tuple[int, int]
"""First and last state of a piece."""


@dataclass(slots=True)
class _State:
    """A state: the characters that lead to `next`; or without one, states that are entered, too,
    at a place where `at` holds ("^" or "$"; "": anywhere)."""

    characters: _Ranges = ()
    next: int = -1
    free: list[int] = field(default_factory=list)
    at: str = ""


class Pattern:
    """A regular expression. Fault, with its place, for one that is not."""

    def __init__(self, text: str) -> None:
        self._shown = text if len(text) <= 80 else f"{text[:79]}…"
        self._text = _bytes(text)
        self._at = 0
        self._states: list[_State] = []
        self._start, self._end = self._parsed()

    def search(self, text: str) -> bool:
        """Whether it matches somewhere in a text. Fault if that takes too long."""
        text = _bytes(text)
        states, steps = self._states, 0
        current: list[int] = []
        for place in range(len(text) + 1):
            seen: set[int] = set()
            todo, chosen = [*current, self._start], []
            while todo:
                number = todo.pop()
                if number in seen:
                    continue
                seen.add(number)
                state = states[number]
                if (state.at == "^" and place) or (state.at == "$" and place < len(text)):
                    continue
                todo += state.free
                if state.next >= 0:
                    chosen.append(state)
            if self._end in seen:
                return True
            if place == len(text):
                return False
            code = ord(text[place])
            current = [s.next for s in chosen if any(a <= code <= b for a, b in s.characters)]
            steps += len(seen)
            if steps > _MOST_STEPS:
                raise Fault(f"the regex '{self._shown}' takes too long to search for")
        return False

    # Reading. A group in a group does not recurse: patterns may nest to any depth.

    def _parsed(self) -> _Part:
        around: list[tuple[_Part | None, list[_Part]]] = []
        sequence: _Part | None = None
        choices: list[_Part] = []
        while self._at < len(self._text):
            c = self._take()
            if c == "(":
                around.append((sequence, choices))
                sequence, choices = None, []
                continue
            if c == "|":
                choices.append(self._choice(sequence))
                sequence = None
                continue
            if c == ")":
                if not around:
                    raise self._wrong("')' without '('")
                if sequence is None and not choices:  # (), the only empty choice
                    sequence = self._nothing()
                piece = self._joined([*choices, self._choice(sequence)])
                sequence, choices = around.pop()
            else:
                piece = self._one(c)
            if c not in "^$":
                piece = self._repeated(piece)
            sequence = piece if sequence is None else self._followed(sequence, piece)
        if around:
            raise self._wrong("'(' without ')'")
        return self._joined([*choices, self._choice(sequence)])

    def _choice(self, sequence: _Part | None) -> _Part:
        if sequence is None:
            raise self._wrong("an empty choice")
        return sequence

    def _one(self, c: str) -> _Part:
        """A character, a set, or an anchor."""
        if c in "*+?" or (c == "{" and self._peek().isdigit()):
            raise self._wrong(f"nothing to repeat before '{c}'")
        if c in "^$":
            return self._step(at=c)
        if c == ".":
            return self._step(((0, _LAST),))
        if c == "[":
            return self._step(self._set())
        if c == "\\":
            c = self._take()
            if c in "123456789":
                raise self._wrong("a back-reference, which is not supported")
        return self._step(((ord(c), ord(c)),))

    def _set(self) -> _Ranges:
        found: list[tuple[int, int]] = []
        inverted = self._peek() == "^"
        self._at += inverted
        first = True
        while first or self._peek() != "]":
            first = False
            if self._text.startswith("[:", self._at):
                end = self._text.find(":]", self._at)
                name = self._text[self._at + 2 : end]
                if end < 0 or name not in _CLASSES:
                    raise self._wrong(f"there is no class of characters '{name[:80]}'")
                self._at = end + 2
                pairs = _CLASSES[name]
                found += [(ord(a), ord(b)) for a, b in zip(pairs[::2], pairs[1::2], strict=True)]
                continue
            if self._text.startswith(("[.", "[="), self._at):
                raise self._wrong("a collating element, which is not supported")
            low = high = self._take()
            if self._peek() == "-" and self._text[self._at + 1 : self._at + 2] not in ("]", ""):
                self._at += 1
                high = self._take()
            if low > high:
                raise self._wrong(f"the range {low}-{high} is empty")
            found.append((ord(low), ord(high)))
        self._at += 1
        return _complement(found) if inverted else tuple(found)

    def _repeated(self, piece: _Part) -> _Part:
        """A piece with the repeat sign behind it; a second one has nothing to repeat."""
        c = self._peek()
        if not c or not (c in "*+?" or self._counted()):
            return piece
        self._at += 1
        least, most = {"*": (0, -1), "+": (1, -1), "?": (0, 1)}.get(c) or self._counts()
        if most == 0:
            return self._nothing()
        made = [piece]
        while len(made) < max(least, most, 1):
            made.append(self._copy(piece))
        whole = self._nothing()
        if most < 0:
            self._states[made[-1][1]].free.append(made[-1][0])
        ends = [whole[1]] if not least else []
        for n, part in enumerate(made, 1):
            whole = self._followed(whole, part)
            if n >= least:
                ends.append(part[1])
        last = self._new(_State())
        for end in ends:
            self._states[end].free.append(last)
        return whole[0], last

    def _counted(self) -> bool:
        return self._peek() == "{" and self._text[self._at + 1 : self._at + 2].isdigit()

    def _counts(self) -> tuple[int, int]:
        """The numbers in {m}, {m,} or {m,n}."""
        end = self._text.find("}", self._at)
        low, comma, high = self._text[self._at : max(end, self._at)].partition(",")
        numbers = [n for n in (low, high) if n]
        if end < 0 or not all(n.isascii() and n.isdigit() and len(n) < 4 for n in numbers):
            raise self._wrong("expected a repeat as {1,2}")
        least = int(low)
        most = int(high) if high else -1 if comma else least
        if max(least, most) > _MOST_REPEATS or -1 < most < least:
            raise self._wrong(f"expected repeats from 0 to {_MOST_REPEATS} in order")
        self._at = end + 1
        return least, most

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self) -> str:
        if self._at >= len(self._text):
            raise self._wrong("it ends too early")
        self._at += 1
        return self._text[self._at - 1]

    def _wrong(self, why: str) -> Fault:
        return Fault(f"invalid regex '{self._shown}': {why}, at character {self._at}")

    # States

    def _new(self, state: _State) -> int:
        if len(self._states) >= _MOST_STATES:
            raise Fault(f"the regex '{self._shown}' is too large")
        self._states.append(state)
        return len(self._states) - 1

    def _step(self, characters: _Ranges = (), at: str = "") -> _Part:
        last = self._new(_State())
        if at:
            return self._new(_State(free=[last], at=at)), last
        return self._new(_State(characters, last)), last

    def _nothing(self) -> _Part:
        state = self._new(_State())
        return state, state

    def _followed(self, first: _Part, second: _Part) -> _Part:
        self._states[first[1]].free.append(second[0])
        return first[0], second[1]

    def _joined(self, choices: list[_Part]) -> _Part:
        if len(choices) == 1:
            return choices[0]
        last = self._new(_State())
        for _, end in choices:
            self._states[end].free.append(last)
        return self._new(_State(free=[start for start, _ in choices])), last

    def _copy(self, piece: _Part) -> _Part:
        """The states of a piece once more."""
        places: dict[int, int] = {}
        todo = [piece[0]]
        while todo:
            number = todo.pop()
            if number not in places:
                state = self._states[number]
                places[number] = self._new(_State(state.characters, at=state.at))
                todo += state.free if state.next < 0 else [state.next, *state.free]
        for old, new in places.items():
            state, made = self._states[old], self._states[new]
            made.free = [places[n] for n in state.free]
            made.next = places.get(state.next, -1)
        return places[piece[0]], places[piece[1]]


def _complement(ranges: list[tuple[int, int]]) -> _Ranges:
    found, at = [], 0
    for low, high in sorted(ranges):
        if low > at:
            found.append((at, low - 1))
        at = max(at, high + 1)
    return (*found, (at, _LAST)) if at <= _LAST else tuple(found)


def _bytes(text: str) -> str:
    """The bytes of a text, a character each."""
    return text.encode("utf-8", "surrogateescape").decode("latin-1")


@cache
def pattern(text: str) -> Pattern:
    """The automaton of a regular expression, made once."""
    return Pattern(text)
