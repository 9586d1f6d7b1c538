"""Programs of torch.export as modules, ONNX models and libraries."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra torch)")

import mlirlite  # noqa: E402
import mlirlite.torch  # noqa: E402
from mlirlite.driver.translate import main as translate  # noqa: E402
from mlirlite.support.diagnostics import DiagnosticError  # noqa: E402
from mlirlite.torch.programs import import_program  # noqa: E402


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 40), torch.nn.Linear(40, 4)

    def forward(self, x):
        return self.second(torch.relu(self.first(x))).softmax(-1)


@pytest.mark.parametrize(
    "kind", ["mlir", *(pytest.param(k, marks=pytest.mark.bulk) for k in ("onnx", "so"))]
)
def test_exported_models_take_any_batch(kind, tmp_path):
    net, path = Net().eval(), str(tmp_path / f"net.{kind}")
    batch = torch.export.Dim("batch")
    mlirlite.torch.export(net, (torch.randn(3, 8),), path, dynamic_shapes={"x": {0: batch}})
    session = mlirlite.load(path) if kind == "so" else mlirlite.InferenceSession(path)
    assert [i.name for i in session.get_inputs()] == ["x"]
    for n in (2, 5):
        x = torch.randn(n, 8)
        [found] = session.run(None, {"x": x.numpy()})
        np.testing.assert_allclose(found, net(x).detach().numpy(), rtol=1e-5, atol=1e-6)


def test_weights_of_a_module_are_torchs_memory():
    net = torch.nn.Linear(64, 64)
    module = import_program(torch.export.export(net, (torch.randn(1, 64),)))
    resources = [
        op.elements().resource.data
        for op in module.walk()
        if op.name == "onnx.Constant" and hasattr(op.elements(), "resource")
    ]
    assert [np.frombuffer(r, np.uint8).ctypes.data for r in resources] == [net.weight.data_ptr()]


def test_each_op_of_a_program_is_used():
    """Buffers that the model has and does not read, and results that it drops, are not in it."""

    class Normal(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.norm = torch.nn.BatchNorm1d(4)  # counts batches, for training
            self.register_buffer("spare", torch.ones(4))

        def forward(self, x, y):
            top, _ = x.max(0)
            torch.exp(x)
            return self.norm(x) + top

    given = (torch.randn(3, 4), torch.randn(2))
    module = import_program(torch.export.export(Normal().eval(), given))
    [function] = [op for op in module.walk() if op.name == "func.func"]
    assert len(function.regions[0].blocks[0].args) == 2  # inputs stay
    unread = [op.name for op in function.walk() if op.results and not op.has_uses]
    assert unread == []


def test_ops_have_the_users_lines(tmp_path, capsys):
    program = torch.export.export(Net().eval(), (torch.randn(3, 8),))
    path = str(tmp_path / "net.pt2")
    torch.export.save(program, path)
    assert translate(["--import-torch", path, "--mlir-print-debuginfo"]) == 0
    said = capsys.readouterr().out
    assert "onnx.Softmax" in said
    assert "test_programs.py" in said


def test_nodes_are_named_after_the_users_lines(tmp_path):
    path = tmp_path / "net.mlir"
    mlirlite.torch.export(Net().eval(), (torch.randn(3, 8),), str(path))
    said = path.read_text()
    for name in ("addmm", "relu", "addmm_1", "_softmax"):
        assert f'onnx_node_name = "{name} test_programs.py:' in said
        assert f'loc("{name}"(' in said


def test_checks_of_types_need_no_counterpart(tmp_path):
    class Cast(torch.nn.Module):
        def forward(self, x):
            return x.to(torch.float64).to(torch.float32) * 2

    program = torch.export.export(Cast(), (torch.randn(3),))
    assert "_assert_tensor_metadata" in str(program.graph)
    import_program(program)


def test_wrong_programs_are_errors(tmp_path, capsys):
    path = tmp_path / "no.pt2"
    path.write_text("no program")
    assert translate(["--import-torch", str(path)]) == 1
    assert "is not a program of torch.export" in capsys.readouterr().err
    with pytest.raises(DiagnosticError, match=r"expected a name that ends in \.so"):
        mlirlite.torch.export(Net(), (torch.randn(1, 8),), "net.bin")


def test_an_op_without_a_rule_is_an_error_at_its_line(tmp_path):
    class Values(torch.nn.Module):
        def forward(self, x):
            return torch.linalg.eigvals(x)

    with pytest.raises(DiagnosticError, match=r"test_programs\.py:\d+.*linalg_eig"):
        mlirlite.torch.export(Values(), (torch.randn(3, 3),), str(tmp_path / "m.mlir"))


def test_a_model_that_changes_its_buffers_is_an_error(tmp_path):
    net = torch.nn.BatchNorm1d(4).train()
    with pytest.raises(DiagnosticError, match=r"call model\.eval\(\)"):
        mlirlite.torch.export(net, (torch.randn(3, 4),), str(tmp_path / "m.mlir"))
