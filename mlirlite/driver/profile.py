"""`mlirlite-run --profile`: operators by time as a table, a trace for Chrome's viewer, a chart."""

from __future__ import annotations

from typing import Any

from mlirlite.driver.shared.model import CodeArguments
from mlirlite.driver.shared.options import UsageError, flag, option
from mlirlite.driver.shared.program import OK, Streams, output_file

_BARS = 40


class ProfileArguments(CodeArguments):
    """What a command line says about a profile."""

    profile: bool = flag("time each operator and print time, GFLOP/s and share of the peak")
    profile_trace: str | None = option("write the calls for Chrome's trace viewer", "file.json")
    html: str | None = option(
        "write a page of charts: time, share of the peak, memory", "file.html"
    )
    profile_chart: str | None = option(
        "write a bar chart of the slowest operators", "file.svg", hidden=True
    )

    @property
    def wants_table(self) -> bool:
        """Whether a table is to be printed."""
        return bool(self.profile or self.profile_trace or self.profile_chart)

    @property
    def wants_profile(self) -> bool:
        """Whether one of the options is there."""
        return self.wants_table or bool(self.html)


def print_profile(profile: Any, model: Any, arguments: ProfileArguments, streams: Streams) -> int:
    """Print and write what the options ask for, from a profile of a model that has run."""
    if arguments.wants_table:
        streams.stdout.write(profile.table())
    if arguments.html is not None:
        from mlirlite.driver.html.profile_page import profile_page
        from mlirlite.runtime.reports import memory_plans

        plans = memory_plans(model, threads=profile.threads, schedules=arguments.load_schedule)
        page = profile_page(profile, plans, arguments.model)
        with output_file(arguments.html, streams) as file:
            file.write(page)
    if arguments.profile_trace is not None:
        with output_file(arguments.profile_trace, streams) as file:
            file.write(profile.chrome_trace())
    if arguments.profile_chart is not None:
        draw(profile, arguments.profile_chart, streams)
    return OK


def draw(profile: Any, path: str, streams: Streams) -> None:
    """A bar for each operator, the slowest on top, in an SVG file."""
    try:
        import matplotlib
    except ImportError:
        raise UsageError(
            "option '--profile-chart' needs matplotlib: pip install 'mlirlite[plot]'"
        ) from None
    from matplotlib.figure import Figure

    rows = profile.rows()[:_BARS]
    labels = [f"{r.op.removeprefix('onnx.')} {r.node}" for r in rows]
    figure = Figure(figsize=(9, 1 + 0.24 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    bars = axes.barh(range(len(rows)), [r.ms for r in rows], color="#4878a8")
    notes = [f"{r.gflops:.0f} GFLOP/s" if r.gflops >= 1 else "" for r in rows]
    axes.bar_label(bars, notes, padding=3, fontsize=7)
    axes.set_yticks(range(len(rows)), labels, fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel(f"ms, best of {len(profile.calls)} calls")
    axes.margins(x=0.12)
    with (
        matplotlib.rc_context({"svg.hashsalt": "mlirlite", "svg.fonttype": "none"}),
        output_file(path, streams) as file,
    ):
        figure.savefig(file, format="svg", metadata={"Date": None})
