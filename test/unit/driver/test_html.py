"""The pass explorer: what is recorded, and what a browser shows of it."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import shutil

import pytest

from mlirlite.driver import opt
from mlirlite.driver.html.alignment import Line, aligned

INPUT = """\
func.func @main(%n: index, %m: memref<?xf32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %lower = arith.constant 0 : index
  %step = arith.constant 1 : index
  %x = arith.addi %c0, %c7 : i32
  scf.for %i = %lower to %n step %step {
    %v = memref.load %m[%i] : memref<?xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %m[%i] : memref<?xf32>
  }
  return %x : i32
}
"""


def report(tmp_path, text, *flags, code=0):
    """The page that --html writes."""
    source, page = tmp_path / "in.mlir", tmp_path / "report.html"
    source.write_text(text)
    err = io.StringIO()
    found = opt.main([str(source), "--html", str(page), *flags], stdout=io.StringIO(), stderr=err)
    assert found == code, err.getvalue()
    return page


def data(page):
    packed = re.search(r'octet-stream">([^<]*)<', page.read_text())[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def texts(table):
    """The text after each stage, replayed from the differences as the page does it."""
    found, old, names = [], [], {}
    for stage in table["stages"]:
        if not stage["flag"]:
            old, names = [], {}
        script, lines, at, i = stage["script"], [], 0, 0
        while i < len(script):
            kind, count = script[i : i + 2]
            i += 2
            for _ in range(count):
                if kind == 3:
                    at += 1
                    continue
                if kind == 0:
                    lines.append(old[at])
                else:
                    lines.append(script[i])
                    i += 1
                at += kind != 4
        names |= dict(zip(stage["names"][::2], stage["names"][1::2], strict=True))
        shown = []
        for shape, _, *values in (table["lines"][n] for n in lines):
            text = table["shapes"][shape]
            for value in values:
                mark = re.search("[\x01\x03]", text)
                name = names[value] if mark[0] == "\x01" else names[value].split("#")[0]
                text = text.replace(mark[0], name, 1)
            shown.append(text)
        found.append("\n".join(shown) + "\n")
        old = lines
    return found


def test_differences_replay_to_the_texts_after_each_pass(tmp_path):
    passes = ["canonicalize", "cse", "convert-scf-to-cf", "convert-arith-to-llvm"]
    table = data(report(tmp_path, INPUT, *(f"--{p}" for p in passes)))
    assert [s["flag"] for s in table["stages"]] == ["", *passes]
    for number, text in enumerate(texts(table)):
        out = io.StringIO()
        flags = [f"--{p}" for p in passes[:number]]
        opt.main([str(tmp_path / "in.mlir"), *flags], stdout=out)
        assert text == out.getvalue().rstrip("\n") + "\n"


def test_equal_lines_are_not_stored_again_when_values_are_renumbered(tmp_path):
    body = "".join(f"  %{n} = arith.addi %a, %b : i32\n" for n in range(300))
    users = "".join(f'  "test.use"(%{n}) : (i32) -> ()\n' for n in range(300))
    dead = "  %dead = arith.constant 1 : i32\n"
    text = f"func.func @f(%a: i32, %b: i32) {{\n{dead}{body}{users}  return\n}}\n"
    table = data(report(tmp_path, text, "--canonicalize", "--allow-unregistered-dialect"))
    kinds = table["stages"][1]["script"]
    assert 3 in kinds[::2]  # the dead constant
    assert len(kinds) == 6


def test_origin_names_the_pass_the_pattern_and_the_line(tmp_path):
    table = data(report(tmp_path, INPUT, "--canonicalize", "--convert-scf-to-cf"))
    names, ops = table["names"], table["ops"]
    made = next(n for n, op in enumerate(ops["name"]) if names[op] == "cf.cond_br")
    stage, pattern, root = ops["origin"][made]
    assert table["stages"][stage]["flag"] == "convert-scf-to-cf"
    assert pattern == -1  # this pass has no patterns: the place of the loop says it
    assert names[ops["name"][root]] == "scf.for"
    assert table["places"][ops["place"][root]].endswith("in.mlir:7:3")
    assert table["sources"][ops["source"][root]].startswith("scf.for %i = %lower")
    fates = {
        names[ops["name"][op]]: (stage, names[pattern]) for op, stage, pattern, *_ in ops["fate"]
    }
    assert fates["arith.addi"] == (1, "fold of arith.addi")


def test_a_failing_pass_is_the_last_stage(tmp_path):
    plugin = tmp_path / "failing.py"
    plugin.write_text(
        "from mlirlite.passes.compiler_pass import compiler_pass\n"
        "from mlirlite.support.diagnostics import DiagnosticError\n\n\n"
        "@compiler_pass('give-up')\n"
        "def give_up(op, state):\n"
        '    "Fails."\n'
        "    raise DiagnosticError('no')\n"
    )
    page = report(tmp_path, INPUT, f"--load-plugin={plugin}", "--cse", "--give-up", code=1)
    assert [s["failed"] for s in data(page)["stages"]] == [False, False, True]


def test_split_files_begin_anew(tmp_path):
    text = f"{INPUT}// -----\n{INPUT}"
    table = data(report(tmp_path, text, "--split-input-file", "--cse"))
    assert [s["flag"] for s in table["stages"]] == ["", "cse", "", "cse"]
    assert len(set(texts(table))) == 1 or texts(table)[0] == texts(table)[2]


@pytest.mark.bulk
def test_passes_over_five_thousand_ops_stay_small(tmp_path):
    body = "".join(
        f"  %a{n} = arith.addi %x, %c{n % 7} : i32\n  %b{n} = arith.muli %a{n}, %x : i32\n"
        for n in range(2500)
    )
    constants = "".join(f"  %c{n} = arith.constant {n} : i32\n" for n in range(7))
    uses = '  "test.use"(%a7, %b2400) : (i32, i32) -> ()\n'
    text = f"func.func @f(%x: i32) {{\n{constants}{body}{uses}  return\n}}\n"
    flags = ["--location-snapshot", "--topological-sort"] * 5 + ["--cse", "--canonicalize"]
    page = report(tmp_path, text, "--allow-unregistered-dialect", *flags)
    assert len(data(page)["stages"]) == 13
    assert page.stat().st_size < 2_000_000


def test_rows_of_aligned_texts():
    def line(number, shape, *key):
        return Line(number, shape, key)

    old = [line(0, 0, 1), line(1, 1, 2), line(2, 2, 3), line(3, 3, 1, 1)]
    new = [line(0, 0, 1), line(2, 2, 3), line(4, 1, 9), line(3, 3, 1, 1)]
    assert aligned(old, new) == [(0, 0), (1, -1), (2, 1), (-1, 2), (3, 3)]
    assert aligned([], new) == [(-1, 0), (-1, 1), (-1, 2), (-1, 3)]


# in a browser


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium, driven by selenium."""
    webdriver = pytest.importorskip("selenium.webdriver")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("needs chromium and chromedriver (Debian: chromium, chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{word}")
    options.add_argument("--window-size=1400,900")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield found
    found.quit()


def open_page(browser, page):
    from selenium.webdriver.support.ui import WebDriverWait

    browser.get(page.as_uri())
    WebDriverWait(browser, 30).until(
        lambda b: b.execute_script("return document.documentElement.dataset.ready")
    )
    return browser.execute_script


def test_the_page_shows_a_pass_and_why_a_value_exists(browser, tmp_path):
    page = report(tmp_path, INPUT, "--canonicalize", "--convert-scf-to-cf", "--cse")
    run = open_page(browser, page)
    assert run("return document.querySelectorAll('.pass').length") == 4
    assert "after canonicalize" in run("return document.querySelector('#righthead').innerText")
    # the folded addition stands on the left only, in red
    removed = "return [...document.querySelectorAll('#left .k3')].map(r => r.innerText).join()"
    assert "arith.addi" in run(removed)
    assert "arith.addi" not in run("return document.querySelector('#right').innerText")
    run("document.querySelector('.pass[data-stage=\"2\"]').click()")
    click = "[...document.querySelectorAll('#right .v')].find(v => v.closest('.row').innerText"
    run(f"{click}.includes('arith.cmpi slt')).click()")
    said = run("return document.querySelector('#inspector').innerText")
    assert "defined by" in said
    assert "used by 1" in said
    assert "pass 2 convert-scf-to-cf" in said
    assert "scf.for" in said
    assert "in.mlir:7:3" in said
    assert not browser.get_log("browser")


def test_search_folding_changes_and_theme(browser, tmp_path):
    quiet = "".join(f"func.func private @declared{n}(i32)\n" for n in range(20))
    page = report(tmp_path, INPUT + quiet, "--canonicalize", "--cse")
    run = open_page(browser, page)
    run("search('mulf')")
    assert run("return document.querySelector('#found').innerText") == "1/1"
    rows = run("return document.querySelectorAll('#right .row').length")
    run("document.querySelectorAll('#right .fold')[2].click()")  # the loop
    assert "3 lines" in run("return document.querySelector('#right .gap').innerText")
    assert run("return document.querySelectorAll('#right .row').length") < rows
    run("document.querySelector('#changes').click()")
    gaps = "return [...document.querySelectorAll('#right .gap')].map(r => r.innerText).join()"
    assert "unchanged" in run(gaps)
    before = run("return getComputedStyle(document.body).backgroundColor")
    run("document.querySelector('#theme').click()")
    assert run("return getComputedStyle(document.body).backgroundColor") != before


@pytest.mark.bulk
def test_large_constants_are_folded_until_asked_for(browser, tmp_path):
    numbers = ", ".join(str(n) for n in range(300))
    text = (
        "func.func @f() -> tensor<300xi32> {\n"
        f"  %c = arith.constant dense<[{numbers}]> : tensor<300xi32>\n"
        "  return %c : tensor<300xi32>\n}\n"
    )
    page = report(tmp_path, text, "--cse", "--mlir-print-elementsattrs-with-hex-if-larger=-1")
    run = open_page(browser, page)
    assert "characters" in run("return document.querySelector('.big').innerText")
    run("document.querySelector('.big').click()")
    assert run("return document.querySelector('.big')") is None
