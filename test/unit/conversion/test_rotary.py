"""RotaryEmbedding as a whole, in all its forms, against onnx.reference."""

import numpy as np
import pytest
from onnx import helper
from onnx.reference import ReferenceEvaluator

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.covering(2)
BATCH, HEADS, LENGTH, WIDTH = 2, 3, 5, 10


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("type", [np.float32, np.float16])
@pytest.mark.parametrize("turned", [WIDTH, 6])
@pytest.mark.parametrize("places", [False, True])
@pytest.mark.parametrize("rank", [3, 4])
@pytest.mark.parametrize("neighbors", [0, 1])
def test_every_form(neighbors, rank, places, turned, type, dynamic):
    rng = np.random.default_rng(0)
    shape = (BATCH, HEADS, LENGTH, WIDTH) if rank == 4 else (BATCH, LENGTH, HEADS * WIDTH)
    tables = (7, turned // 2) if places else (BATCH, LENGTH, turned // 2)
    feeds = {"x": shape, "c": tables, "s": tables}
    feeds = {n: rng.standard_normal(sizes).astype(type) for n, sizes in feeds.items()}
    if places:
        feeds["p"] = rng.integers(0, 7, (BATCH, LENGTH))
    attributes = {"interleaved": neighbors}
    attributes |= {"num_heads": HEADS} if rank == 3 else {}
    attributes |= {"rotary_embedding_dim": turned} if turned != WIDTH else {}
    node = helper.make_node("RotaryEmbedding", list(feeds), ["y"], **attributes)
    kinds = {n: helper.np_dtype_to_tensor_dtype(a.dtype) for n, a in feeds.items()}
    sizes = {n: [None] * a.ndim if dynamic else a.shape for n, a in feeds.items()}
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info(n, kinds[n], sizes[n]) for n in feeds],
        [helper.make_tensor_value_info("y", kinds["x"], None)],
    )
    imports = [helper.make_opsetid("", 23)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=10)
    found = InferenceSession(model.SerializeToString()).run(["y"], feeds)[0]
    wide = {n: a.astype(np.float32) if n != "p" else a for n, a in feeds.items()}
    wanted = ReferenceEvaluator(model).run(None, wide)[0]
    bound = 1e-6 if type is np.float32 else 4e-3
    np.testing.assert_allclose(found.astype(np.float32), wanted, rtol=bound, atol=bound)
