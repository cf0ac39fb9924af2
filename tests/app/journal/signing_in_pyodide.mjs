// Signs and verifies in the Pyodide that flet-web brings along, as the worker of a published site does:
// node signing_in_pyodide.mjs PYODIDE PROGRAM, with the vectors as JSON on the standard input; prints one line of JSON, times in ms.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";

const [, , pyodide, program] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
python.FS.mkdirTree("/program");
python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(program) }, "/program");
python.globals.set("given", readFileSync(0, "utf-8"));
console.log(python.runPython(`
import json, sys, time
sys.dont_write_bytecode = True
sys.path.insert(0, "/program")
from app.journal import ed25519
vectors = [tuple(map(bytes.fromhex, each)) for each in json.loads(given)]

def took(work):
    began = time.perf_counter()
    found = work()
    return (time.perf_counter() - began) * 1e3, found

secret, public, message, signature = vectors[1]
first, made = took(lambda: ed25519.public_key(secret))
signs = sorted(took(lambda: ed25519.sign(secret, public, message))[0] for _ in range(15))
verifies = sorted(took(lambda: ed25519.verify(public, message, signature))[0] for _ in range(15))
json.dumps({
    "right": [
        ed25519.public_key(s) == p and ed25519.sign(s, p, m) == mark and ed25519.verify(p, m, mark)
        and not ed25519.verify(p, m + b"x", mark) for s, p, m, mark in vectors
    ],
    "first": first, "sign": signs[7], "verify": verifies[7],
})
`));
