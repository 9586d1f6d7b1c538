"""Limits of what is compiled, all in one table: a model beyond one is an error that names it, or is
left to the run time. `MLIRLITE_LIMITS=inlined-ops=2000000,graph-depth=900` sets others."""

from __future__ import annotations

from dataclasses import dataclass

from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.env import declare

SETTING = declare("MLIRLITE_LIMITS", "other limits for models, as inlined-ops=2000000")


@dataclass(frozen=True, slots=True)
class Limit:
    """The most of something: what of, and what to do beyond."""

    name: str
    most: int
    what: str
    advice: str

    def get(self) -> int:
        """The number that holds now."""
        return _settings().get(self.name, self.most)

    def error(self, found: object) -> str:
        """What is said of a model that has more."""
        return (
            f"{found} {self.what}, the limit is {self.get()}: {self.advice}, or set "
            f"{SETTING.name}={self.name}=…"
        )


LIMITS: dict[str, Limit] = {}


def _limit(name: str, most: int, what: str, advice: str) -> Limit:
    limit = LIMITS[name] = Limit(name, most, what, advice)
    return limit


RANK = _limit("rank", 64, "dimensions of a tensor", "numpy has no arrays of more")
TYPE_DEPTH = _limit("type-depth", 32, "types in one another", "take sequences apart")
GRAPH_DEPTH = _limit("graph-depth", 500, "graphs in one another", "put less into branches")
CALL_DEPTH = _limit("call-depth", 1000, "functions that wait for one another", "inline some")
INLINED_OPS = _limit(
    "inlined-ops", 500_000, "nodes when its functions are inlined", "let functions call less"
)
CONSTANT_BYTES = _limit(
    "constant-bytes",
    1 << 32,
    "bytes read and made by the evaluation of constants",
    "what is left is computed when the model runs",
)
CONSTANT_SECONDS = _limit(
    "constant-seconds",
    30,
    "seconds for the evaluation of constants",
    "what is left is computed when the model runs",
)
CONSTANT_STEPS = _limit(
    "constant-steps",
    1 << 32,
    "multiplications in constants that are computed by compiled code",
    "what is left is computed when the model runs",
)


def _settings() -> dict[str, int]:
    """What the environment says. DiagnosticError for a name or number that is none."""
    found = {}
    for part in filter(None, SETTING.get().split(",")):
        name, _, number = part.partition("=")
        if name not in LIMITS:
            raise DiagnosticError(
                f"{SETTING.name}: unknown limit '{name}'{did_you_mean(name, LIMITS)}"
            )
        if not number.isdigit() or len(number) > 18:
            raise DiagnosticError(f"{SETTING.name}: expected a number for {name}, found '{number}'")
        found[name] = int(number)
    return found
