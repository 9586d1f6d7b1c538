"""Running pipelines: anchors, verification, crashes, statistics, analyses, instrumentation."""

import re
import sys
from functools import partial

import pytest

from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import Context
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, RegionField
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import IsolatedFromAbove, NoTerminator, SingleBlock
from mlirlite.ir.types import I32
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.passes import manager
from mlirlite.passes.compiler_pass import compiler_pass
from mlirlite.passes.instrumentation import Instrumentation
from mlirlite.support.diagnostics import DiagnosticError, error

CONTAINER = {"traits": (IsolatedFromAbove, NoTerminator, SingleBlock())}


class ModuleOp(Op, name="run.module", **CONTAINER):
    body: RegionField


class FunctionOp(Op, name="run.func", **CONTAINER):
    label: OptProp[str]
    body: RegionField


class LooseOp(Op, name="run.loose", traits=(NoTerminator, SingleBlock())):
    body: RegionField


def region(*ops: Operation) -> Region:
    block = Block()
    for op in ops:
        block.append(op)
    return Region([block])


def module(*ops: Operation) -> Operation:
    return ModuleOp(body=region(*ops))


def function(label: str, *ops: Operation) -> Operation:
    return FunctionOp(label=label, body=region(*ops))


seen: list[str] = []


def note(name, op):
    label = op.properties.get("label")
    seen.append(f"{name} {label.value if label else op.name}")


@compiler_pass("note-any")
def note_any(op, state, *, tag: str = "any"):
    note(tag, op)
    state.count("visits")


@compiler_pass("note-func", anchor="run.func")
def note_func(op, state):
    note("func", op)


@compiler_pass("break-ir")
def break_ir(op, state):
    op.properties["label"] = IntegerAttr(1, I32)


@compiler_pass("crash")
def crash(op, state):
    raise IndexError("list index out of range")


@compiler_pass("refuse")
def refuse(op, state):
    state.emit(error("first this"))
    raise DiagnosticError(op.error("cannot do this"))


def count_ops(op):
    seen.append("counted")
    return sum(1 for _ in op.walk())


@compiler_pass("analyze")
def analyze(op, state, *, keep: bool = False, all: bool = False):
    known = state.cached_analysis(count_ops, op)
    assert state.analysis(count_ops, op) == known or known is None
    if all:
        state.preserve_all()
    if keep:
        state.preserve(count_ops)


@pytest.fixture(autouse=True)
def nothing_seen():
    seen.clear()


def known() -> Context:
    """A context that has this file for a plugin."""
    context = Context()
    context.plugin_modules.append(sys.modules[__name__])
    return context


PassManager = partial(manager.PassManager, context=known())
run_pipeline = partial(manager.run_pipeline, context=known())


def test_nested_pipelines_go_function_by_function():
    root = module(function("f"), function("g"))
    run_pipeline(root, "run.module(note-any,run.func(note-any{tag=a},note-any{tag=b}))")
    assert seen == ["any run.module", "a f", "b f", "a g", "b g"]


def test_a_pass_for_functions_finds_them():
    root = module(function("f", function("inner")), module(function("g")), function("h"))
    run_pipeline(root, "run.module(note-func)")
    assert seen == ["func f", "func g", "func h"]


def test_any_runs_on_every_isolated_op():
    root = module(function("f"), module(), LooseOp(region()))
    run_pipeline(root, "run.module(any(note-any))")
    assert seen == ["any f", "any run.module"]


def test_wrong_anchor():
    with pytest.raises(DiagnosticError, match=r"can't run 'run.func' pass manager on 'run.module'"):
        run_pipeline(module(), "run.func(note-any)")


def test_ops_that_passes_cannot_run_on():
    with pytest.raises(DiagnosticError, match=r"not marked as 'IsolatedFromAbove'"):
        run_pipeline(module(LooseOp(region())), "run.module(run.loose(note-any))")
    root = UnregisteredOp.named("x.y", regions=[Region([Block()])])
    with pytest.raises(DiagnosticError, match=r"on an unregistered operation"):
        run_pipeline(root, "x.y(note-any)")


def test_invalid_ir_names_the_pass():
    root = module(function("f"))
    with pytest.raises(DiagnosticError) as e:
        run_pipeline(root, "run.module(run.func(break-ir))")
    assert "attribute 'label' failed to satisfy constraint" in str(e.value)
    assert "the IR is invalid after pass 'break-ir'" in str(e.value)
    run_pipeline(root, "run.module(run.func(break-ir))", verify_each=False)


def test_a_crash_names_pass_and_op():
    with pytest.raises(DiagnosticError) as e:
        run_pipeline(module(), "run.module(crash)")
    message = e.value.diagnostics[0].message
    assert message == "pass 'crash' crashed on 'run.module': IndexError: list index out of range"
    assert [n.message for n in e.value.diagnostics[0].notes] == ["raised here"]
    assert 'raise IndexError("list index out of range")' in str(e.value)


def test_errors_of_passes_are_kept():
    said = []
    with pytest.raises(DiagnosticError, match=r"'run.module' op cannot do this"):
        run_pipeline(module(), "run.module(refuse)", emit=said.append)
    assert [d.message for d in said] == ["first this"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("run.module(note-anny)", "did you mean 'note-any'?"),
        ("run.module(run.func(note-any{tg=1}))", "no such option 'tg'; did you mean 'tag'?"),
        ("run.module(run.func(note-any{tg=1}))", "PassPipeline Parser:1:21: error"),
    ],
)
def test_mistakes_are_found_before_anything_runs(text, message):
    with pytest.raises(DiagnosticError) as e:
        PassManager(text)
    assert message in str(e.value)
    assert seen == []


def test_statistics():
    manager = PassManager("run.module(note-any,run.func(note-any))")
    manager.run(module(function("f"), function("g")))
    assert manager.statistics == [("note-any", {"visits": 1}), ("note-any", {"visits": 2})]


def test_analyses_are_kept_when_preserved():
    run_pipeline(module(), "run.module(analyze,analyze)")
    assert seen.count("counted") == 2
    seen.clear()
    run_pipeline(module(), "run.module(analyze{keep},analyze)")
    assert seen.count("counted") == 1


def test_instrumentation_nests():
    class Watch(Instrumentation):
        def before_pipeline(self, pipeline, op):
            seen.append(f"({op.name}")

        def after_pipeline(self, pipeline, op):
            seen.append(f"{op.name})")

        def before_pass(self, run, op):
            seen.append(f"<{run}")

        def after_pass(self, run, op):
            seen.append(f"{run.flag}>")

        def after_failure(self, run, op):
            seen.append(f"{run.flag}!")

    with pytest.raises(DiagnosticError):
        run_pipeline(
            module(function("f")),
            "run.module(run.func(note-func),crash)",
            instrumentations=[Watch()],
        )
    assert seen == [
        "(run.module",
        "(run.func",
        "<note-func",
        "func f",
        "note-func>",
        "run.func)",
        "<crash",
        "crash!",
    ]


def test_string_property():
    assert function("f").properties["label"] is StringAttr("f")


@compiler_pass("dynamic")
def dynamic(op, state, *, on: str = "inside", pipeline: str = "run.func(note-any)"):
    inner = next(iter(op.regions[0].entry))
    state.run(pipeline, {"inside": inner, "outside": module(), "self": op}[on])


def test_dynamic_pipelines():
    seen.clear()
    watched = []

    class Watch(Instrumentation):
        def after_pass(self, run, op):
            watched.append(run.flag)

    manager = PassManager("run.module(dynamic)", instrumentations=[Watch()])
    manager.run(module(function("f"), function("g")))
    assert seen == ["any f"]
    assert watched == ["note-any", "dynamic"]
    assert ("note-any", {"visits": 1}) in manager.statistics


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("on=outside", "isn't nested under the current operation the pass is processing"),
        ("on=self", "can't run 'run.func' pass manager on 'run.module' op"),
        ("pipeline=run.func(note-anny)", "did you mean 'note-any'?"),
        ("pipeline=run.func(crash)", "pass 'crash' crashed on 'run.func'"),
    ],
)
def test_wrong_dynamic_pipelines(options, message):
    with pytest.raises(DiagnosticError, match=re.escape(message)):
        run_pipeline(module(function("f")), f"run.module(dynamic{{{options}}})")


def test_analyses_are_watched_and_can_all_be_kept():
    names = []

    class Watch(Instrumentation):
        def before_analysis(self, name, op):
            names.append(name)

    run_pipeline(module(), "run.module(analyze{all},analyze)", instrumentations=[Watch()])
    assert names == ["count_ops"]
