"""Portable artifacts of StableHLO: written for each version, and read by every program."""

from random import Random

import pytest

import mlirlite
from mlirlite.bytecode import bytecode_header, read_bytecode
from mlirlite.dialects import stablehlo, vhlo
from mlirlite.dialects.vhlo.bytecode import ENCODING
from mlirlite.dialects.vhlo.types import FROM_VHLO, NUMBERS, TO_VHLO
from mlirlite.dialects.vhlo.versions import CURRENT, bytecode_version, is_part_of
from mlirlite.driver import run, translate
from mlirlite.ir.context import Context
from mlirlite.ir.crash import CrashError
from mlirlite.ir.locations import LateLocation, Location
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.passes.manager import PassManager
from mlirlite.runtime.artifacts import UPGRADE, write_artifact
from mlirlite.support.diagnostics import DiagnosticError, error

PROGRAM = """
func.func @main(%a: tensor<4x3xf32>, %b: tensor<3xi1>) -> tensor<4xf32> {
  %0 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %1 = stablehlo.and %0, %b : tensor<3xi1>
  %2 = stablehlo.convert %1 : (tensor<3xi1>) -> tensor<3xf32>
  %3 = stablehlo.dot_general %a, %2, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4xf32>
  %4 = stablehlo.tanh %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
"""  # noqa: E501
VERSIONS = ["0.9.0", "0.10.0", "0.12.0", "0.14.0", "0.15.0", "1.0.0", "1.6.0", "1.10.0", "1.20.0"]


@pytest.mark.parametrize("version", VERSIONS)
def test_an_artifact_of_each_version_is_read(version: str) -> None:
    module = mlirlite.parse(PROGRAM)
    text = str(module)
    data = write_artifact(module, version)
    header = bytecode_header(data)
    assert header.producer == f"StableHLO_v{version}"
    numbers = tuple(map(int, version.split(".")))
    assert header.version == bytecode_version(numbers)
    again = read_bytecode(data, Context())
    PassManager(UPGRADE, Context()).run(again)
    assert str(again) == text


def test_what_a_version_cannot_say_is_an_error() -> None:
    module = mlirlite.parse(
        "func.func @f(%a: tensor<4xi2>) -> tensor<4xi2> { return %a : tensor<4xi2> }"
    )
    with pytest.raises(DiagnosticError, match=r"failed to convert VHLO to v1\.1\.0"):
        write_artifact(module, "1.1.0")


def test_every_program_takes_an_artifact(tmp_path, capsysbinary) -> None:
    source, artifact = tmp_path / "f.mlir", tmp_path / "f.mlirbc"
    source.write_text(PROGRAM)
    assert translate.main(["--serialize", "--target=1.16.0", str(source), f"-o={artifact}"]) == 0
    assert translate.main(["--deserialize", str(artifact)]) == 0
    assert b"stablehlo.dot_general" in capsysbinary.readouterr().out
    assert run.main([str(artifact), "--random-inputs"]) == 0


def test_all_types_have_a_code_and_a_counterpart() -> None:
    class Emitter:
        version = 6

        def __getattr__(self, name):
            return lambda *_: None

    for name, stored in NUMBERS.items():
        made = vhlo.DIALECT.type_class(f"vhlo.{name}")()
        assert TO_VHLO.convert(stored) is made
        assert FROM_VHLO.convert(made) is stored
        assert ENCODING.write_type(made, Emitter())


def test_every_op_of_stablehlo_is_part_of_the_newest_version() -> None:
    known = {n.removeprefix("vhlo.") for n in vhlo.DIALECT.op_names()}
    newest = {n.rpartition("_v")[0] for n in known if is_part_of(n, CURRENT)}
    assert {n.removeprefix("stablehlo.") for n in stablehlo.DIALECT.op_names()} <= newest
    assert newest - {"func", "call"} <= {n[10:] for n in stablehlo.DIALECT.op_names()}


def test_damaged_artifacts_end_in_an_error() -> None:
    whole = write_artifact(mlirlite.parse(PROGRAM), "1.20.0")
    random = Random(3)
    said: list[DiagnosticError] = []
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(random.choice((1, 2, 4))):
            data[random.randrange(4, len(data))] = random.randrange(256)
        try:
            module = read_bytecode(bytes(data), Context())
            verify_or_raise(module)
            PassManager(UPGRADE, Context()).run(module)
        except DiagnosticError as e:
            said.append(e)
    assert all(map(str, said))
    assert not [e for e in said if isinstance(e, CrashError)]


def test_an_error_at_a_damaged_location_has_no_place() -> None:
    class Damaged:
        def location(self, number: int) -> Location:
            raise DiagnosticError(f"location {number} is damaged")

    assert str(error("wrong", LateLocation(Damaged(), 3))) == "error: wrong"
