"""Memory of large results: reused, freed when unused, and thread-safe."""

import ctypes
import gc
import resource
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto, helper

import mlirlite
from mlirlite.runtime.large_blocks import (
    LEAST,
    LEAST_KEPT,
    MOST_KEPT,
    give_back,
    large_blocks,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the C library's own elsewhere")

ROWS = LEAST // 4 // 1024


def session():
    """Twice and three times a matrix of any number of rows of 1024."""
    names = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 1024])
    results = [helper.make_tensor_value_info(n, TensorProto.FLOAT, ["n", 1024]) for n in "yz"]
    nodes = [helper.make_node("Add", ["x", "x"], ["y"]), helper.make_node("Add", ["x", "y"], ["z"])]
    graph = helper.make_graph(nodes, "g", [names], results)
    imports = [helper.make_opsetid("", 20)]
    return mlirlite.InferenceSession(helper.make_model(graph, opset_imports=imports, ir_version=10))


def address(array):
    return array.ctypes.data


def resident():
    """Bytes of memory that this process has."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def call(model, rows=ROWS, value=1.0):
    return model.run(None, {"x": np.full((rows, 1024), value, np.float32)})


def test_a_freed_block_is_used_again():
    model = session()
    places = {address(a) for a in call(model)}
    assert len(places) == 2
    assert {address(a) for a in call(model)} == places


def test_blocks_of_the_c_library_are_kept():
    """By their sizes; with more than the limit, or when a session ends, they go back."""
    blocks = large_blocks()
    take = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(blocks.symbols["malloc"])
    give_back()
    first, second = take(LEAST_KEPT), take(3 * LEAST_KEPT)
    blocks.free(first)
    blocks.free(second)
    assert take(3 * LEAST_KEPT) == second
    assert take(LEAST_KEPT) == first
    many = [take(LEAST // 2) for _ in range(4 * MOST_KEPT // LEAST)]
    for place in (*many, first, second):
        blocks.free(place)
    give_back()


def test_a_block_in_use_stays_as_it_is():
    model = session()
    first = call(model, value=1.0)
    second = call(model, value=5.0)
    assert len({address(a) for a in (*first, *second)}) == 4
    assert (first[0] == 2).all()
    assert (first[1] == 3).all()
    assert (second[0] == 10).all()
    assert (second[1] == 15).all()


@pytest.mark.bulk
def test_blocks_that_do_not_fit_go_back():
    model = session()
    call(model, rows=16 * ROWS)
    before = resident()
    call(model)
    assert before - resident() > 20 * LEAST


@pytest.mark.bulk
def test_a_session_leaves_nothing_behind():
    model = session()
    call(model, rows=16 * ROWS)
    before = resident()
    del model
    assert before - resident() > 20 * LEAST


def test_an_array_outlives_its_session():
    model = session()
    kept = call(model)[1]
    del model
    gc.collect()
    assert (kept == 3).all()


@pytest.mark.bulk
def test_more_blocks_than_are_kept():
    model = session()
    found = [call(model, value=float(n))[0] for n in range(70)]
    assert [a[0, 0] for a in found] == [2.0 * n for n in range(70)]
    del found
    give_back()
    assert (call(model)[1] == 3).all()


def test_threads_get_blocks_of_their_own():
    model = session()
    wrong = []

    def many(value):
        for _ in range(20):
            y, z = call(model, value=value)
            if not ((y == 2 * value).all() and (z == 3 * value).all()):
                wrong.append(value)

    threads = [threading.Thread(target=many, args=(float(n),)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_small_blocks_are_the_librarys():
    blocks = large_blocks()
    assert blocks is not None
    assert (call(session(), rows=1)[1] == 3).all()
