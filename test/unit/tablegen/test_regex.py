"""!match and !instances search for POSIX's extended regular expressions, in time that no pattern
makes long. `re` is asked for what it reads in the same way; llvm-tblgen gave the other results."""

import itertools
import re
import time

import pytest

from mlirlite.tablegen.regex import Pattern
from mlirlite.tablegen.values import Fault

PIECES = ["a", "b", ".", "[ab]", "[^a]", "(ab)", "(a|bc)", "()"]
REPEATS = ["", "*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}"]
TEXTS = ["", "a", "b", "ab", "ba", "aab", "abab", "bcbc", "c\nc", "abcabc", "aaaa"]


def test_as_re_where_both_read_the_same() -> None:
    for left, repeat, right in itertools.product(PIECES, REPEATS, PIECES):
        for text in (f"^{left}{repeat}{right}$", f"({left}{right}){repeat}b", f"{left}|{right}c"):
            wanted = re.compile(text.replace("$", r"\Z"), re.DOTALL)
            found = Pattern(text)
            for subject in TEXTS:
                assert found.search(subject) == bool(wanted.search(subject)), (text, subject)


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("^[]a]$", ["]", "a"], ["b"]),
        ("^[^]a]$", ["b"], ["]", "a"]),
        ("^[a-]$", ["a", "-"], ["b"]),
        ("^[[:alpha:]_][[:alnum:]_]*$", ["_a1"], ["1a", "a-"]),
        ("\\d", ["d"], ["1"]),  # no class as in Perl
        ("^[\\d]$", ["\\", "d"], ["1"]),
        ("a{", ["a{"], ["a"]),
        ("a{,2}", ["a{,2}"], ["aa"]),
        ("^..$", ["é", "ab"], ["a"]),  # bytes
        ("a$|b", ["a", "ba", "bc"], ["ac"]),
        ("(^a|b)c", ["ac", "xbc"], ["xac"]),
    ],
)
def test_as_llvm_tblgen(pattern: str, yes: list[str], no: list[str]) -> None:
    found = Pattern(pattern)
    assert [t for t in (*yes, *no) if found.search(t)] == yes


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        *((p, "nothing to repeat") for p in ("*a", "a**", "a+?", "^*", "a{2}{2}", "{1}", "+")),
        *((p, "empty choice") for p in ("", "a||b", "(a|)b", "|a", "a|", "(|a)")),
        ("(", "'(' without ')'"),
        ("a)", "')' without '('"),
        ("[", "ends too early"),
        ("[a", "ends too early"),
        ("\\", "ends too early"),
        ("[z-a]", "z-a is empty"),
        ("[[:foo:]]", "no class of characters 'foo'"),
        ("[[.a.]]", "collating element"),
        ("(a)\\1", "back-reference"),
        ("a{256}", "repeats from 0 to 255"),
        ("a{3,2}", "repeats from 0 to 255"),
        ("a{1", "a repeat as {1,2}"),
        ("((((a{200}){200}){200}){200})", "too large"),
    ],
)
def test_wrong_patterns_are_errors(pattern: str, words: str) -> None:
    with pytest.raises(Fault, match=re.escape(words)):
        Pattern(pattern)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a*)*b", "(a|a)*b", "(a|aa)+$", "a{0,99}a{99}b"])
def test_no_pattern_takes_long(pattern: str) -> None:
    start = time.process_time()
    assert not Pattern(pattern).search("a" * 3000 + "c")
    assert time.process_time() - start < 2


def test_what_takes_too_long_and_what_is_deep() -> None:
    with pytest.raises(Fault, match="takes too long"):
        Pattern("(a{0,99}){0,99}b").search("a" * 10_000)
    assert Pattern("(" * 5000 + "a" + ")" * 5000).search("xa")
