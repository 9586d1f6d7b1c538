"""Symbolic shapes of jax.export: one exported program, run at several sizes."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="jax is not installed (extra jax)")

from jax import export, numpy as jnp  # noqa: E402

import mlirlite  # noqa: E402
import mlirlite.jax  # noqa: E402


def several(x, y):
    rows = x.shape[0]
    z = jnp.tanh(x @ y) + jnp.arange(rows, dtype=x.dtype)[:, None]
    padded = jnp.pad(x, ((1, rows), (0, 0)))
    return z.reshape(-1), jnp.mean(z, axis=0), jnp.concatenate([x, x], 0)[1:], padded


@pytest.fixture(scope="module")
def exported():
    (rows,) = export.symbolic_shape("rows", constraints=["rows <= 8"])
    shapes = jax.ShapeDtypeStruct((rows, 3), "float32"), jax.ShapeDtypeStruct((3, 2), "float32")
    return export.export(jax.jit(several))(*shapes)


@pytest.mark.parametrize("rows", [1, 4, 7])
def test_an_exported_program_runs_at_each_size(exported, rows):
    random = np.random.default_rng(rows)
    x, y = (random.standard_normal(s).astype("f4") for s in ((rows, 3), (3, 2)))
    found = mlirlite.jax.jit(exported.call)(x, y)
    for mine, expected in zip(found, jax.jit(several)(x, y), strict=True):
        np.testing.assert_allclose(mine, expected, atol=1e-6)


def test_what_a_program_asks_of_its_sizes_is_checked(exported):
    with pytest.raises(Exception, match="rows"):
        mlirlite.jax.jit(exported.call)(np.zeros((9, 3), "f4"), np.zeros((3, 2), "f4"))


def test_what_jax_serializes_is_read(exported):
    module = mlirlite.read_bytecode(exported.mlir_module_serialized)
    assert any(op.name.startswith("vhlo.") for op in module.walk())


def test_what_jax_serializes_for_one_shape_is_compiled(tmp_path):
    x = np.linspace(-1, 1, 12, dtype="f4").reshape(4, 3)
    program = export.export(jax.jit(lambda x: jnp.tanh(x) @ x.T))(x)
    path = tmp_path / "f.mlirbc"
    path.write_bytes(program.mlir_module_serialized)
    session = mlirlite.InferenceSession(str(path))
    [found] = session.run(None, {session.get_inputs()[0].name: x})
    np.testing.assert_allclose(found, np.tanh(x) @ x.T, atol=1e-6)
