"""Set-up of all tests: lit files are collected, hypothesis does not look at the clock."""

import gc
import os
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from mlirlite.runtime.host import host_machine
from mlirlite.testing.covering import covering
from mlirlite.testing.features import find_mlir_opt
from mlirlite.testing.pytest_plugin import pytest_collect_file  # noqa: F401

settings.register_profile("mlirlite", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("mlirlite")
if "PYTEST_XDIST_WORKER" in os.environ:  # all processors have work
    os.environ.setdefault("MLIRLITE_COMPILE_PROCESSES", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest test/unit/testing --mutations=20000` is the full run on damaged text."""
    parser.addoption(
        "--all", action="store_true", help="bulk tests, too, which are left out unless named"
    )
    parser.addoption(
        "--whole-grids", action="store_true", help="all cases of tests whose cases are covering"
    )
    parser.addoption(
        "--mutations", type=int, default=600, help="how many damaged texts to read (default: 600)"
    )
    parser.addoption(
        "--damaged-models", type=int, default=100, help="how many to run (default: 100)"
    )
    parser.addoption(
        "--violations", type=int, default=1, help="broken inputs a test and mode (default: 1)"
    )
    parser.addoption(
        "--random-models", type=int, default=8, help="random models of each mode (default: 8)"
    )
    parser.addoption(
        "--equations", type=int, default=6, help="how many numbers for each type of a rule"
    )
    parser.addoption(
        "--all-edges", action="store_true", help="edge values in rows of more sizes and types"
    )
    parser.addoption(
        "--all-models", action="store_true", help="compile every real model, not one as a sample"
    )
    parser.addoption(
        "--endurance", action="store_true", help="threads, kills and growth: the long forms (1 h)"
    )


def pytest_collection_finish() -> None:
    """Thousands of tests and modules stay until the end: the garbage collector leaves them out."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave bulk tests out without `--all`, but for those whose file or test is named. Of a test
    that is `sampled(n)`, one case in n stays. Nothing runs twice for one machine. Cases of a test
    that is `covering(n)` contain each combination of n values of its parameters once."""
    leave_out(config, items, same_machine_again(items))
    if not config.getoption("--whole-grids"):
        leave_out(config, items, not_needed_to_cover(items))
    seen: Counter[tuple[Path, str]] = Counter()
    for item in items:
        if mark := item.get_closest_marker("sampled"):
            test = (item.path, item.nodeid.partition("[")[0])
            if seen[test] % mark.args[0]:
                item.add_marker(pytest.mark.bulk)
            seen[test] += 1
    if config.getoption("--all"):
        return
    named = {Path(word.partition("::")[0]).resolve() for word in config.args}
    bulk = {i for i in items if i.get_closest_marker("bulk") and i.path not in named}
    leave_out(config, items, bulk)


def leave_out(config: pytest.Config, items: list[pytest.Item], some: set[pytest.Item]) -> None:
    """Deselect some of the items."""
    if some:
        config.hook.pytest_deselected(items=[item for item in items if item in some])
        items[:] = [item for item in items if item not in some]


def not_needed_to_cover(items: list[pytest.Item]) -> set[pytest.Item]:
    """Cases of tests that are `covering(n)` beyond the sample."""
    grids: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("covering"):
            grids.setdefault((item.path, item.nodeid.partition("[")[0]), []).append(item)
    rest: set[pytest.Item] = set()
    for cases in grids.values():
        mark = cases[0].get_closest_marker("covering")
        taken = covering([sides_of(case) for case in cases], mark.args[0])
        rest.update(set(cases) - {cases[i] for i in taken})
    return rest


def sides_of(item: pytest.Item) -> dict[str, str]:
    """The values of each `parametrize` of a test, whose names go together, and of each fixture."""
    values = dict(item.callspec.params) if hasattr(item, "callspec") else {}
    found = {}
    for mark in item.iter_markers("parametrize"):
        names = mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0]
        found[str(names)] = repr([values.pop(name.strip()) for name in names])
    return found | {name: repr(value) for name, value in values.items()}


def same_machine_again(items: list[pytest.Item]) -> set[pytest.Item]:
    """Cases for haswell of tests that run for this machine, too, if that has the same schedules."""
    found: dict[tuple[Path, str], dict[object, list[pytest.Item]]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            machine = item.callspec.params.get("machine", "")
            if machine in (None, "haswell"):
                cases = found.setdefault((item.path, item.originalname), {})
                cases.setdefault(machine, []).append(item)
    both = [cases for cases in found.values() if len(cases) == 2]
    if not both or host_machine() != "haswell":
        return set()
    return {item for cases in both for item in cases["haswell"]}


@pytest.fixture(autouse=True)
def numbers_of_a_test(request: pytest.FixtureRequest) -> None:
    """A module's RNG starts anew in every test, from its name: what ran before does not count."""
    if hasattr(request.module, "RNG"):
        request.module.RNG = np.random.default_rng(zlib.crc32(request.node.name.encode()))


@pytest.fixture(scope="session")
def mlir_opt() -> str:
    """Path of upstream's mlir-opt; a test that uses it is skipped without."""
    path = find_mlir_opt()
    if path is None:
        pytest.skip("mlir-opt 22 is not installed (Debian: mlir-22-tools)")
    return path
