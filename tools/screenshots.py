"""Takes the documentation's screenshots, of the pass explorer and a profile, in headless Chromium.

python tools/screenshots.py model.onnx docs/images
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_PASSES = [
    "--shape-inference",
    "--canonicalize",
    "--convert-onnx-to-krnl",
    "--cse",
    "--convert-krnl-to-affine",
    "--lower-affine",
    "--canonicalize",
    "--convert-scf-to-cf",
]
_PICK = """
const rows = [...document.querySelectorAll('#right .row')];
rows.find(r => r.innerText.includes('krnl.load')).querySelector('.v').click();
"""


def main() -> int:
    """Write explorer.png, explorer-dark.png, profile.png; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, prog="screenshots.py")
    parser.add_argument("model", type=Path, help="an ONNX model")
    parser.add_argument("folder", type=Path, help="where to write the pictures")
    arguments = parser.parse_args()
    if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
        sys.stderr.write("needs chromium and chromedriver (Debian: chromium chromium-driver)\n")
        return 1
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        source, explorer, profile = (
            folder / name
            for name in (f"{arguments.model.stem}.mlir", "report.html", "profile.html")
        )
        model = str(arguments.model.resolve())
        program(folder, "translate", "--import-onnx", model, "-o", source.name)
        program(folder, "opt", source.name, f"--html={explorer}", *_PASSES, "-o", os.devnull)
        program(folder, "run", model, "--random-inputs", f"--html={profile}")
        browser = chromium()
        try:
            load(browser, explorer)
            browser.execute_script("show(3); scrollTo(70); paint('light')")
            time.sleep(0.5)
            browser.execute_script(_PICK)
            picture(browser, arguments.folder / "explorer.png")
            browser.execute_script("paint('dark')")
            picture(browser, arguments.folder / "explorer-dark.png")
            load(browser, profile)
            picture(browser, arguments.folder / "profile.png")
            where = "[...document.querySelectorAll('h2')].find(h => h.innerText.includes('Memory'))"
            browser.execute_script(f"{where}.scrollIntoView()")
            picture(browser, arguments.folder / "profile-memory.png")
        finally:
            browser.quit()
    return 0


def program(folder: Path, name: str, *words: str) -> None:
    """Run a program of this checkout in a folder, so that the pages show bare file names."""
    command = [sys.executable, "-m", "mlirlite", name, *words]
    subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)


def chromium() -> Any:
    """A browser window of 1440 by 900 pixels."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{word}")
    options.add_argument("--window-size=1440,1040")
    service = webdriver.ChromeService(str(shutil.which("chromedriver")))
    return webdriver.Chrome(options=options, service=service)


def load(browser: Any, page: Path) -> None:
    """Open a page and wait until it says that it is ready."""
    browser.get(page.as_uri())
    while not browser.execute_script("return document.documentElement.dataset.ready"):
        time.sleep(0.1)
    print(f"{page.name}: {page.stat().st_size / 1e6:.1f} MB, ready after ", end="")
    print(browser.execute_script("return document.documentElement.dataset.ready"), "ms")


def picture(browser: Any, path: Path) -> None:
    """A screenshot of the page, once it no longer changes."""
    time.sleep(1.0)
    browser.save_screenshot(str(path))
    print(path)


if __name__ == "__main__":
    sys.exit(main())
