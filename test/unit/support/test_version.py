"""Versions are real: code, package and changelog agree, without git."""

import datetime
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import mlirlite
from mlirlite.support.version import VERSION

ROOT = Path(__file__).resolve().parents[3]


def released():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = re.findall(r"^## \[(.+?)\](?: - (.+))?$", text, re.M)
    assert heads[0] == ("Unreleased", "")
    return [(tuple(map(int, name.split("."))), date) for name, date in heads[1:]]


def test_the_changelog_has_releases_the_newest_first():
    versions = [version for version, _ in released()]
    dates = [datetime.date.fromisoformat(date) for _, date in released()]
    assert versions == sorted(set(versions), reverse=True)
    assert dates == sorted(dates, reverse=True)
    assert all(len(version) == 3 for version in versions)


def test_the_version_is_the_newest_release_or_comes_after_it():
    number, dot, rest = VERSION.partition(".dev")
    current, newest = tuple(map(int, number.split("."))), released()[0][0]
    assert (current > newest and rest == "0") if dot else current == newest


def test_programs_and_packages_have_it_without_git(tmp_path):
    (tmp_path / "mlirlite").symlink_to(ROOT / "mlirlite")
    done = subprocess.run(
        [sys.executable, "-m", "mlirlite", "--version"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith(f"mlirlite {VERSION}\n")
    assert mlirlite.__version__ == VERSION
    how = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["version"]
    assert re.search(how["pattern"], (ROOT / how["path"]).read_text())["version"] == VERSION
