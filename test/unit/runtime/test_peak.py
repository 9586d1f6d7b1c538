"""The loop that measures the peak: enough multiply-adds at once, and all in registers."""

import re

import pytest

from mlirlite.runtime.peak import _UNKNOWN, PeakLoop, peak_loops
from mlirlite.support.machine import MACHINES
from mlirlite.target.llvmir.jit import Engine
from mlirlite.target.llvmir.machine import Target, optimized

pytestmark = pytest.mark.processor

FUSED = re.compile(r"\bvfn?m(?:add|sub)\w*ps\s+%[yz]mm\d+, %[yz]mm\d+, %[yz]mm\d+|\bfmla\s")
MEMORY = re.compile(r"\(%r|\[(?:sp|x)")


def loop_of(assembly):
    """The lines of the loop: from the label that the last backward jump names, to the jump."""
    lines = assembly.splitlines()
    labels = {line.split(":")[0]: i for i, line in enumerate(lines) if re.match(r"\.L\w+:", line)}
    for i, line in reversed([*enumerate(lines)]):
        jump = re.search(r"^\s+(?:j\w+|b\.\w+|cbn?z|tbn?z)\s.*?(\.L\w+)$", line)
        if jump and labels.get(jump[1], i) < i:
            return lines[labels[jump[1]] : i + 1]
    raise AssertionError(assembly)


@pytest.mark.parametrize("machine", MACHINES.values(), ids=str)
def test_multiply_adds_wait_for_nothing(machine):
    loop = PeakLoop(machine)
    assert loop.chains >= machine.latency * machine.multiply_adds
    assert loop.flops == 2 * loop.chains * machine.vector_bytes // 4
    arm = machine.name.startswith(("cortex", "neoverse"))
    triple = "aarch64-unknown-linux-gnu" if arm else "x86_64-unknown-linux-gnu"
    target = Target(triple, machine.name, "" if arm else "-prefer-256-bit")
    body = loop_of(optimized(loop.text(), target=target).assembly())
    counted = sum(1 for line in body if FUSED.search(line))
    assert counted >= loop.chains
    assert counted % loop.chains == 0
    assert not [line for line in body if MEMORY.search(line)]
    assert len(body) <= counted + 4  # the label, the count, the jump


@pytest.mark.parametrize("loop", [*map(PeakLoop, _UNKNOWN), *peak_loops()], ids=str)
def test_it_runs_on_this_processor(loop):
    assert Engine(loop.text()).address("peak")
    loop.compiled()(3)
