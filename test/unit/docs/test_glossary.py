"""docs/glossary.md: words that went do not come back, and spelling is American."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

# What is read, and what is not: data of others, a page that lists the words, and this file.
ENDINGS = (".py", ".md", ".mlir", ".js", ".json", ".ll", ".lark", ".toml", ".yml", ".txt")
SKIPPED = ("docs/glossary.md", "test/unit/docs/test_glossary.py")

# British -> American, as parts of words and names.
BRITISH = {
    "colour": "color",
    "behaviour": "behavior",
    "neighbour": "neighbor",
    "favour": "favor",
    "flavour": "flavor",
    "honour": "honor",
    "misspelt": "misspelled",
    "analysed": "analyzed",
    "analysing": "analyzing",
    "centred": "centered",
    "labelled": "labeled",
    "modelled": "modeled",
    "cancelled(?!error)": "canceled",
    "signalling": "signaling",
    "towards": "toward",
    "licence": "license",
    "defence": "defense",
    "catalogue": "catalog",
    "artefact": "artifact",
    "judgement": "judgment",
    "whilst": "while",
    "amongst": "among",
}
# Verbs in -ise: "optimised", "normalisation".
# What is before a group is searched first, which is fast.
VERBS = """canonical custom emphas final formal general initial legal linear local material maxim
    minim normal optim organ parallel quant random recogn sanit serial special stabil standard
    summar symbol synchron token util vector visual"""
BRITISH |= {f"{stem}is(?=e|ing|ation|able)": f"{stem}iz…" for stem in VERBS.split()}

# Home-made words -> the field's, as the glossary has them.
HOME_MADE = {
    "first cache": "L1 cache",
    "second cache": "L2 cache",
    "last cache": "L3 cache",
    "past the cache": "non-temporal",
    "asks ahead": "prefetches",
    "asked ahead": "prefetched",
    "asking ahead": "prefetching",
    "memory is out": "out of memory",
    "stated shape": "claim, declared shape",
    "sharp type": "precise type",
    "sharper type": "more precise type",
    "gone on with": "resumed",
    "looked at again": "revisited",
    "turned in registers": "transposed in registers",
    "import circle": "import cycle",
    "in a circle": "in a cycle",
    "held_against": "compare",
    "resting_collector": "paused_collector",
    "power_below_one": "exp_of_negative",
    "so many (?!of|are|that)": "this many, or the number's name",
    r"\bis no (?<!there is no )(?!longer|more|less|other|such|need|wider)": "is not a",
    r"\bare no (?<!there are no )(?!longer|more|less|other|such|wider)": "are not",
    "for what is (no|not a|neither)": "for anything but",
    r"\bturned matri": "transposed matrix",
}


def texts() -> list[Path]:
    """The files of the checkout that people write."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    names = [n for n in listed.stdout.split("\0") if n.endswith(ENDINGS) and n not in SKIPPED]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def found(words: dict[str, str], text: str) -> list[tuple[int, str]]:
    """Offsets of words that went, with what to write instead."""
    text = text.lower()
    return [
        (match.start(), instead)
        for word, instead in words.items()
        if word.partition("(")[0] in text
        for match in re.finditer(word, text)
    ]


@pytest.mark.parametrize("words", [BRITISH, HOME_MADE], ids=["British", "home-made"])
def test_words_that_went_do_not_come_back(words: dict[str, str]):
    wrong = []
    for path in texts():
        text = path.read_text(encoding="utf-8")
        for at, instead in found(words, text):
            line = text.count("\n", 0, at) + 1
            place = f"{path.relative_to(ROOT)}:{line}: {text[at : at + 24]!r}"
            wrong.append(f"{place}; write {instead}")
    assert wrong == []


@pytest.mark.parametrize("text", ["the Colours", "wants_colour", "def optimise(", "Quantised"])
def test_british_spellings_are_found(text: str):
    assert found(BRITISH, text)


@pytest.mark.parametrize("text", ["four", "analyses", "parallelism", "specialist", "modeled"])
def test_other_words_are_not(text: str):
    assert not found(BRITISH, text)
