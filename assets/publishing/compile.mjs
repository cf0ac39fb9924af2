// Compiles Python sources with the Python of the site itself, where a Node.js is at hand:
// node compile.mjs FOLDER_OF_PYODIDE WORK_FOLDER, which holds bytecode.py, sources zipped and what to do with each (jobs.json).
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [, , pyodide, work] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
python.FS.mkdirTree("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: work }, "/work");
python.runPython(`
import json, sys
from pathlib import Path
sys.path.insert(0, "/work")
from bytecode import compile_archive
for source, target, documented in json.loads(Path("/work/jobs.json").read_text()):
    compile_archive(Path("/work", source), Path("/work", target), tuple(documented))
`);
