"""The page of a profile: operators by time, their share of the peak, one call over time, and the
memory plan, as charts of plotly in one self-contained file."""

from __future__ import annotations

import html
import os
from typing import Any

from mlirlite.driver.html.page import asset
from mlirlite.support.diagnostics import DiagnosticError

_BARS = 40
_COLORS = ["#4e79a7", "#f28e2b", "#59a14f", "#b07aa1", "#e15759", "#76b7b2", "#edc948"]
_COLORS += ["#ff9da7", "#9c755f", "#8c8f94"]
_LEAST_MS = 0.002
"""Operators below this time are fused into others: their own time is that of reading the clock."""


def check_plotly() -> None:
    """DiagnosticError when the charts cannot be drawn; asked before the model is compiled."""
    try:
        import plotly  # noqa: F401
    except ImportError:
        raise DiagnosticError(
            "option '--html' needs plotly: pip install 'mlirlite[plot]'"
        ) from None


def profile_page(profile: Any, plans: dict[str, Any], title: str) -> str:
    """The page of a `Profile` that has run, and the buffers of `memory_plans`."""
    from plotly.offline import get_plotlyjs

    from mlirlite.runtime.peak import peak_gflops
    from mlirlite.runtime.profile import comparable_rate

    rows, peak = profile.rows(), peak_gflops(profile.threads)
    total = sum(r.ms for r in rows)
    work = sum(r.flops for r in rows)
    sums: dict[str, float] = {}
    for r in rows:
        sums[r.op] = sums.get(r.op, 0.0) + r.ms
    kinds = sorted(sums, key=lambda k: -sums[k])
    colors = {k: _COLORS[min(n, len(_COLORS) - 1)] for n, k in enumerate(kinds)}
    charts = [
        ("Time of each operator", _bars(rows, peak, total, colors)),
        ("One call", _call(profile, rows, colors)),
        (
            "Rate beside the machine's peak (Winograd computes less than is counted)",
            _roof(rows, peak, colors),
        ),
    ]
    arena = 0
    for name, buffers in plans.items():
        arena = max(arena, max(b.offset + b.bytes for b in buffers))
        charts.append((f"Memory plan of @{name}", _memory(buffers)))
    facts = {
        "time of all operators": f"{total:.3f} ms",
        "operators": f"{len(rows)}",
        "rate": f"{work / total / 1e6 if total else 0:.1f} GFLOP/s",
        "share of the peak": f"{100 * comparable_rate(rows) / peak:.1f} %",
        "measured peak": f"{peak:.0f} GFLOP/s",
        "threads": f"{profile.threads}",
        "arena": f"{arena / 1e6:.2f} MB",
    }
    shown = "".join(f"<div><b>{v}</b><span>{k}</span></div>" for k, v in facts.items())
    parts = [
        f'<section><h2>{html.escape(head)}</h2><div class="chart">{_div(figure)}</div></section>'
        for head, figure in charts
    ]
    return (
        asset("profile.html")
        .replace("TITLE", html.escape(os.path.basename(title)))
        .replace("<!--FACTS-->", shown)
        .replace("<!--CHARTS-->", "\n".join(parts))
        .replace("<!--TABLE-->", _table(rows, peak, total))
        .replace("/*PLOTLY*/", get_plotlyjs())
    )


def _div(figure: Any) -> str:
    figure.update_layout(
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": "system-ui, 'DejaVu Sans', sans-serif", "size": 12, "color": "#7a8594"},
        margin={"l": 10, "r": 20, "t": 10, "b": 40},
        modebar={"bgcolor": "rgba(0,0,0,0)", "color": "#96a0ad"},
        hoverlabel={"align": "left"},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
    )
    line = "rgba(128,140,155,.25)"
    figure.update_xaxes(gridcolor=line, zerolinecolor=line, automargin=True)
    figure.update_yaxes(gridcolor=line, zerolinecolor=line, automargin=True)
    text: str = figure.to_html(
        full_html=False, include_plotlyjs=False, config={"displaylogo": False, "responsive": True}
    )
    return text


def _label(row: Any) -> str:
    name = f"{row.op.removeprefix('onnx.')}  {row.node}"
    return name if len(name) <= 48 else name[:20] + "…" + name[-27:]


def _bars(rows: list[Any], peak: float, total: float, colors: dict[str, str]) -> Any:
    import plotly.graph_objects as go

    shown = [r for r in rows if r.ms > _LEAST_MS][:_BARS]
    figure = go.Figure()
    for kind in dict.fromkeys(r.op for r in shown):
        mine = [(n, r) for n, r in enumerate(shown) if r.op == kind]
        figure.add_bar(
            name=kind.removeprefix("onnx."),
            orientation="h",
            width=0.75,
            y=[n for n, _ in mine],
            x=[r.ms for _, r in mine],
            marker_color=colors[kind],
            text=[f"{100 * r.ms / total:.1f} %" for _, r in mine],
            textposition="outside",
            cliponaxis=False,
            customdata=[[r.node, r.gflops, r.share(peak), r.gigabytes] for _, r in mine],
            hovertemplate="%{customdata[0]}<br>%{x:.4f} ms<br>%{customdata[1]:.1f} GFLOP/s, "
            "%{customdata[2]} % of the peak<br>%{customdata[3]:.1f} GB/s<extra></extra>",
        )
    figure.update_layout(height=110 + 20 * len(shown), barmode="overlay")
    figure.update_yaxes(
        tickvals=list(range(len(shown))),
        ticktext=[html.escape(_label(r)) for r in shown],
        autorange="reversed",
        showgrid=False,
        zeroline=False,
        tickfont={"size": 11},
    )
    more = f", the {len(shown)} slowest of {len(rows)}" if len(rows) > len(shown) else ""
    figure.update_xaxes(title=f"ms{more}")
    return figure


def _call(profile: Any, rows: list[Any], colors: dict[str, str]) -> Any:
    """The last call: a bar for each operator from its begin to its end."""
    import plotly.graph_objects as go

    from mlirlite.codegen.instrument_onnx import BEFORE

    kind = {r.node: r.op for r in rows}
    spans: list[tuple[str, float, float, int]] = []
    open_: list[tuple[str, int]] = []
    call = profile.calls[-1] if profile.calls else []
    start = call[0][0] if call else 0
    for at, tag, node in call:
        if tag == BEFORE:
            open_.append((node, at))
        elif open_:
            name, began = open_.pop()
            spans.append((name, (began - start) / 1e6, (at - began) / 1e6, len(open_)))
    figure = go.Figure()
    for op in dict.fromkeys(kind.get(s[0], "") for s in spans):
        mine = [s for s in spans if kind.get(s[0], "") == op]
        figure.add_bar(
            name=op.removeprefix("onnx."),
            orientation="h",
            y=[-s[3] for s in mine],
            base=[s[1] for s in mine],
            x=[s[2] for s in mine],
            width=0.8,
            marker={"color": colors.get(op, "#8c8f94"), "line": {"width": 0}},
            customdata=[[s[0]] for s in mine],
            hovertemplate="%{customdata[0]}<br>from %{base:.3f} ms, %{x:.4f} ms<extra></extra>",
        )
    depth = max([s[3] for s in spans], default=0)
    figure.update_layout(height=190 + 36 * depth, barmode="overlay")
    figure.update_yaxes(visible=False)
    figure.update_xaxes(title="ms since the begin of the call")
    return figure


def _roof(rows: list[Any], peak: float, colors: dict[str, str]) -> Any:
    """The operations per byte of an operator against its rate; the size of a point is its time."""
    import plotly.graph_objects as go

    known = [r for r in rows if r.flops and r.bytes and r.ms > _LEAST_MS]
    most = max([r.ms for r in known], default=1.0)
    figure = go.Figure()
    for kind in dict.fromkeys(r.op for r in known):
        mine = [r for r in known if r.op == kind]
        figure.add_scatter(
            name=kind.removeprefix("onnx."),
            mode="markers",
            x=[r.flops / r.bytes for r in mine],
            y=[r.gflops for r in mine],
            marker={
                "size": [7 + 30 * (r.ms / most) ** 0.5 for r in mine],
                "color": colors[kind],
                "opacity": 0.7,
            },
            customdata=[[r.node, r.ms, r.share(peak)] for r in mine],
            hovertemplate="%{customdata[0]}<br>%{y:.1f} GFLOP/s, %{customdata[2]} % of the "
            "peak<br>%{x:.2f} flop for a byte<br>%{customdata[1]:.4f} ms<extra></extra>",
        )
    ends = [r.flops / r.bytes for r in known] or [1.0]
    figure.add_scatter(
        name=f"peak, {peak:.0f} GFLOP/s",
        mode="lines",
        x=[min(ends), max(ends)],
        y=[peak, peak],
        line={"dash": "dash", "color": "#e15759"},
        hoverinfo="skip",
    )
    figure.update_layout(height=420)
    figure.update_xaxes(type="log", title="floating point operations for each byte")
    figure.update_yaxes(type="log", title="GFLOP/s")
    return figure


def _memory(buffers: list[Any]) -> Any:
    """Buffers as boxes, time to the right and addresses up; a line shows the live bytes."""
    import plotly.graph_objects as go

    figure = go.Figure()
    figure.add_bar(
        name="buffers",
        x=[b.end - b.begin for b in buffers],
        base=[b.begin for b in buffers],
        y=[(b.offset + b.bytes / 2) / 1e6 for b in buffers],
        width=[b.bytes / 1e6 for b in buffers],
        orientation="h",
        marker={
            "color": [_COLORS[n % 9] for n in range(len(buffers))],
            "opacity": 0.75,
            "line": {"width": 1, "color": "rgba(255,255,255,.5)"},
        },
        customdata=[
            [html.escape(b.type), b.bytes / 1e6, b.offset / 1e6, b.begin, b.end] for b in buffers
        ],
        hovertemplate="%{customdata[0]}<br>%{customdata[1]:.3f} MB at %{customdata[2]:.3f} MB"
        "<br>op %{customdata[3]} to %{customdata[4]}<extra></extra>",
    )
    times = sorted({t for b in buffers for t in (b.begin, b.end)})
    alive = [sum(b.bytes for b in buffers if b.begin <= t < b.end) / 1e6 for t in times]
    figure.add_scatter(
        name="alive",
        x=times,
        y=alive,
        line={"shape": "hv", "color": "#e15759", "width": 2},
        hovertemplate="op %{x}: %{y:.3f} MB alive<extra></extra>",
    )
    figure.update_layout(height=420, barmode="overlay")
    figure.update_xaxes(title="ops of the function, in their order")
    figure.update_yaxes(title="MB")
    return figure


def _table(rows: list[Any], peak: float, total: float) -> str:
    lines = []
    for r in rows:
        lines.append(
            f"<tr><td>{html.escape(r.op.removeprefix('onnx.'))}</td><td>{html.escape(r.node)}</td>"
            f"<td>{r.ms:.4f}</td><td>{100 * r.ms / total if total else 0:.1f}</td>"
            f"<td>{r.gflops:.1f}</td><td>{r.share(peak)}</td><td>{r.gigabytes:.1f}</td>"
            f"<td>{html.escape(r.schedule)}</td></tr>"
        )
    return "\n".join(lines)
