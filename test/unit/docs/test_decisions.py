"""docs/decisions: one number each without gaps, the sections of the template, files that exist."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "docs" / "decisions"
NOTES = sorted(FOLDER.glob("0*.md"))
TEMPLATE, *DECISIONS = NOTES
SECTIONS = re.compile(r"^## (.+)$", re.M)
FILE = re.compile(r"`([\w/.-]+\.(?:py|ll|lark|md))`")
# Names that stand for any file.
NO_FILES = {"analyses/name.py"}


def test_numbers_have_no_gaps():
    assert [int(note.name[:3]) for note in NOTES] == list(range(len(NOTES)))


@pytest.mark.parametrize("note", DECISIONS, ids=lambda note: note.stem)
def test_a_note_has_the_form_of_the_template(note: Path):
    text = note.read_text(encoding="utf-8")
    assert text.startswith(f"# {note.name[:3]}: ")
    assert re.search(
        r"^Status: (accepted|superseded by \d{3}).* · Date: \d{4}-\d\d-\d\d", text, re.M
    )
    sections = SECTIONS.findall(text)
    wanted = SECTIONS.findall(TEMPLATE.read_text(encoding="utf-8"))
    assert [s for s in sections if s in wanted] == wanted


def test_notes_name_files_that_exist():
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    files = "\n" + listed.stdout
    wrong = [
        f"{note.name}: {name}"
        for note in DECISIONS
        for name in FILE.findall(note.read_text(encoding="utf-8"))
        if name not in NO_FILES and f"/{name}\n" not in files and f"\n{name}\n" not in files
    ]
    assert wrong == []
