"""pytest plugin: each lit test file is one test, run by mlirlite.testing.lit.

Import `pytest_collect_file` in a conftest.py, or give `-p mlirlite.testing.pytest_plugin`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mlirlite.testing.lit import Code, run_test
from mlirlite.testing.lit_tests import is_test


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> LitFile | None:
    """Collect a lit test; other files are left to other plugins."""
    if is_test(file_path):
        file: LitFile = LitFile.from_parent(parent, path=file_path)
        return file
    return None


class LitFailure(Exception):
    """Carries the report of a failed test; its traceback would not help."""


class LitFile(pytest.File):
    """A test file; its `RUN:` lines are one item, because later ones may need earlier ones."""

    def collect(self) -> Iterator[LitItem]:
        yield LitItem.from_parent(self, name="lit")


class LitItem(pytest.Item):
    """The `RUN:` lines of one file."""

    def runtest(self) -> None:
        result = run_test(self.path)
        if result.code is Code.UNSUPPORTED:
            pytest.skip(result.output)
        if result.code is Code.XFAIL:
            pytest.xfail(result.output)
        if not result.ok:
            raise LitFailure(result.output)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, LitFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.nodeid
