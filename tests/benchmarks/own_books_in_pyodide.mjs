// Brings books in the Pyodide that flet-web brings along, under Node.js, as own_books_in_pyodide.py asks for it:
// node own_books_in_pyodide.mjs PYODIDE PROGRAM COMPILED BYTECODE TEXTS prints one line of JSON: of each text, seconds of each step.
import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";

const [, , pyodide, program, compiled, bytecode, texts] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
for (const [name, folder] of [["/program", program], ["/source", compiled], ["/bytecode", bytecode], ["/texts", texts]]) {
  python.FS.mkdirTree(name);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(folder) }, name);
}
python.globals.set("cpu", () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6);
console.log(python.runPython(`
import json, os, shutil, sys, time
sys.dont_write_bytecode, sys.pycache_prefix = False, "/bytecode"  # a site carries bytecode: what an earlier run wrote
sys.path.insert(0, "/program")
shutil.copytree("/source", "/compiled")  # a site has them in memory too
os.environ["ZHICAI_CACHE"] = "/compiled"
from pathlib import Path
from rules_data import handbook
from rules_data.brought.making import About, digest, make
from rules_data.brought.together import together
from search.beside import joined
from search.engine import open_engine
law = handbook.load(next(Path("/compiled").glob("handbook-*")))
engine = open_engine(next(Path("/compiled").glob("search-*")))
engine.search("藏牌")

def took(step):
    wall, began = time.perf_counter(), cpu()
    made = step()
    return made, {"cpu": round(cpu() - began, 2), "wall": round(time.perf_counter() - wall, 2)}

found = {}
for file in sorted(Path("/texts").iterdir()):
    data, times = file.read_bytes(), {}
    if file.suffix == ".docx":
        from rules_data.brought.word_file import text_of
        text, times["unpacked"] = took(lambda: text_of(data))
    else:
        text = data.decode()
    about = About(game="guandan", base="guandan-2017")
    one, times["read"] = took(
        lambda: make(text, digest(data), file.name, about, at="", by="", simplified=law.script.simplified)
    )
    def searched():
        whole = together(law, [one.book], {one.book.id: one.base})
        return joined(engine, whole, [one.book]).search("另行规定")
    result, times["searchable"] = took(searched)
    assert any(hit.book == one.book.id for hit in result.hits), file.name
    times["provisions"] = sum(1 for _ in one.book.walk())
    found[file.name] = times
json.dumps(found, ensure_ascii=False)
`));
