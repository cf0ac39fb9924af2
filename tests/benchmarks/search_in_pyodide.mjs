// Runs the search in the Pyodide that flet-web brings along, under Node.js, as search_index.py asks for it:
// node search_in_pyodide.mjs PYODIDE PROGRAM COMPILED BYTECODE QUERIES prints one line of JSON, times in ms.
import { pathToFileURL } from "node:url";
import { join, resolve, dirname } from "node:path";

const [, , pyodide, program, compiled, bytecode, queries] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
for (const [name, folder] of [["/program", program], ["/source", compiled], ["/bytecode", bytecode], ["/asked", dirname(queries)]]) {
  python.FS.mkdirTree(name);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(folder) }, name);
}
console.log(python.runPython(`
import json, os, shutil, sys, time
sys.dont_write_bytecode, sys.pycache_prefix = False, "/bytecode"  # a site carries bytecode: what an earlier run wrote
sys.path.insert(0, "/program")
shutil.copytree("/source", "/compiled")  # a site has them in memory too
os.environ["ZHICAI_CACHE"] = "/compiled"
with open("/asked/queries.json", encoding="utf-8") as file:
    queries = json.load(file)
from pathlib import Path
start = time.perf_counter()
from search.engine import open_engine
imported = time.perf_counter()
engine = open_engine(next(Path("/compiled").glob("search-*")))
opened = time.perf_counter()
engine.search("藏牌")
first = time.perf_counter()
taken = []
for _ in range(4):
    took = []
    for query, game in queries:
        began = time.perf_counter()
        engine.search(query, game=game, limit=10)
        took.append((time.perf_counter() - began) * 1e3)
    taken.append(took)
warm = sorted(one for took in taken[1:] for one in took)
each = sorted(taken[0])
best = sorted(map(min, zip(*taken)))
json.dumps({
    "python": sys.version.split()[0], "import": (imported - start) * 1e3, "open": (opened - imported) * 1e3,
    "first": (first - opened) * 1e3,
    "each query once p50": each[len(each) // 2], "each query once p99": each[int(len(each) * 0.99)],
    "warm p50": warm[len(warm) // 2], "warm p99": warm[int(len(warm) * 0.99)],
    "best of 4 p50": best[len(best) // 2], "best of 4 p99": best[int(len(best) * 0.99)],
})
`));
