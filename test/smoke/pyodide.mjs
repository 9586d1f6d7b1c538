// pytest under the Python of Pyodide: node pyodide.mjs PYODIDE PACKAGES ARGUMENTS...
// PYODIDE is the npm package's folder, PACKAGES has what the tests import; the folder that this is
// run in is the root of the tests.
import { pathToFileURL } from "node:url";

const [, , pyodide, packages, ...words] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" } });
for (const [inside, root] of Object.entries({ "/root": process.cwd(), "/packages": packages })) {
  python.FS.mkdirTree(inside);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, inside);
}
python.globals.set("words", python.toPy(words));
try {
  process.exitCode = python.runPython(`
import os, sys
sys.path[:0] = ["/root", "/packages"]
os.chdir("/root")
import pytest
print(sys.version)
int(pytest.main(list(words)))
`);
} catch (error) {
  console.log(String(error.message).slice(-4000)); // not the program around it, which Node.js shows
  process.exitCode = 1;
}
