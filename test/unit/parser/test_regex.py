"""Possessive groups, also on versions of Python with a bug in them."""

import itertools
import re
from pathlib import Path

import pytest

import mlirlite
from mlirlite.support import regex

_BODIES = ["ab?", "a|ab", "ab*", "a(?:b|c)", "(?:a|ab)c?", "a(?:bc)*", "ab++", "a(?:,b)?"]
_AFTER = ["", "c", "b", "ab", "$"]
_TEXTS = ["".join(t) for n in range(6) for t in itertools.product("abc,", repeat=n)]


@pytest.mark.parametrize("possessive", [False, regex._POSSESSIVE])
@pytest.mark.parametrize(("function", "sign"), [(regex.many, "*"), (regex.maybe, "?")])
def test_not_tried_another_way(monkeypatch, possessive, function, sign):
    monkeypatch.setattr(regex, "_POSSESSIVE", possessive)
    for body, after in itertools.product(_BODIES, _AFTER):
        ours = re.compile(function(body) + after)
        other = re.compile(rf"(?=((?:{body}){sign}))\1{after}")
        for text in _TEXTS:
            a, b = ours.match(text), other.match(text)
            assert (a and a.end()) == (b and b.end()), (ours.pattern, text)


def test_no_other_possessive_groups():
    """Python before 3.11.5 misreads them."""
    root = Path(mlirlite.__file__).parent
    lines = [
        f"{path.relative_to(root)}:{number}"
        for path in root.rglob("*.py")
        if path.name != "regex.py"
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(r"\)(?:[*?+]|\{[0-9,]+\})\+", line) and "C++)+" not in line
    ]
    assert lines == []
