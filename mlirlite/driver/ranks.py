"""mlirlite-run --shard: a model on the ranks that mpirun has started."""

from __future__ import annotations

from typing import Any

from mlirlite.driver.shared.model import CodeArguments, model_of
from mlirlite.driver.shared.options import UsageError, flag, option
from mlirlite.support.diagnostics import DiagnosticError


class RankArguments(CodeArguments):
    """What a command line says about ranks."""

    shard: str | None = option(
        "share the model out over the ranks of mpirun: tensor=4, data=2,tensor=2, pipeline=2",
        "axis=ranks,…",
    )
    network: str = option(
        "what exchanges between ranks cost, for --shard", "10GB/s,5us", default="", hidden=True
    )
    gather_weights: bool = flag(
        "for --shard: each rank keeps a part of the weights, gathered before they are used",
        hidden=True,
    )
    timeout: int = option(
        "seconds that a rank waits for the others", "s", default=60, least=1, hidden=True
    )


_CLASHES = ("ops_for_call", "library", "no_runtime_checks", "sanitize", "load_schedule")


def rank_session(arguments: Any) -> Any:
    """The session of this rank. DiagnosticError where mpi4py or an MPI is missing."""
    kind = type(arguments)
    for name in _CLASHES:
        if getattr(arguments, name) != getattr(kind, name).default:
            raise UsageError(f"option '--{name.replace('_', '-')}' does not go with --shard")
    try:
        from mlirlite.mpi.session import Session
    except ModuleNotFoundError as e:
        raise DiagnosticError(f"--shard needs {e.name}: pip install 'mlirlite[mpi]'") from e
    except (ImportError, RuntimeError) as e:  # there is mpi4py, but no library of an MPI
        raise DiagnosticError(f"--shard needs an MPI (Debian: openmpi-bin): {e}") from e
    return Session(
        model_of(arguments),
        shard=arguments.shard,
        network=arguments.network,
        threads=arguments.threads,
        timeout=arguments.timeout,
        gather_weights=arguments.gather_weights,
    )
