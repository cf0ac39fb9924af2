// Compiles Python sources with the Python of the site itself, where a Node.js is at hand:
// node compile.mjs FOLDER_OF_PYODIDE WORK_FOLDER MODULE: the module (bytecode, dataclass_methods) lies in the folder with what it needs.
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [, , pyodide, work, module] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ args: ["-X", "no_debug_ranges"] });  // which columns of a line failed: a fifth of all
python.FS.mkdirTree("/job");
python.FS.mount(python.FS.filesystems.NODEFS, { root: work }, "/job");
python.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/job")
import ${module}
${module}.main(Path("/job"))
`);
