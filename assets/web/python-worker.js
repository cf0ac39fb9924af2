// Python with the whole app, in a worker of the published site. The folder python/ beside this file is made by `zhicai publish`:
// parts.json names the packs, a pack is a JSON list of [file, place, length], its length in four bytes before it, and the files.
const ROOT = "/zhicai";  // where the program lies in Python's file system

/** @param {Partial<FromWorker>} message */
const say = (message) => postMessage(message);
/** @param {string} file */
const here = (file) => new URL(file, self.location.href).href;

// What is fetched, counted as it comes: the page shows how far it is.
let wanted = 1, come = 0;
/** @param {string} file */
async function fetched(file) {
  const answer = await fetch(here(file));
  if (!answer.ok || !answer.body) throw new Error(`${file}: ${answer.status}`);
  const pieces = [];
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    come += value.length;
    say({ stage: "fetch", done: Math.min(come / wanted, 1) });
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** @param {PyodideFiles} files @param {Uint8Array} pack */
function unpack(files, pack) {
  const size = new DataView(pack.buffer).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + size)));
  const folders = new Set();
  for (const [name, place, length] of list) {
    const folder = `${ROOT}/${name.slice(0, Math.max(name.lastIndexOf("/"), 0))}`;
    if (!folders.has(folder)) files.mkdirTree(folder);
    folders.add(folder);
    files.writeFile(`${ROOT}/${name}`, pack.subarray(4 + size + place, 4 + size + place + length), { canOwn: true });
  }
}

/** @type {any} */
const window_ = {};  // what Flet's Python end is given: it puts `send` and `start_connection` there
/** @type {(address: string) => void} */
let connected = () => {};
/** @type {Promise<string>} */
const connection = new Promise((resolve) => { connected = resolve; });
/** @type {(text: string) => void} */
let heard = () => {};  // Python, of what the page says of what it was asked for: see device.js
/** @param {MessageEvent<any>} event a ToWorker, or bytes for Flet */
self.onmessage = ({ data }) => {
  if (data.connect) connected(data.connect);
  else if (data.newer) newer.tell();
  else if (data.device) heard(JSON.stringify(data.device));
  else window_.send(data);
};

// A newer version of the site, told once, whoever comes first: it or who wants to hear of it.
const newer = {
  waits: false,
  /** @type {(() => void) | null} */
  heard: null,
  tell() {
    this.waits = true;
    this.heard?.();
  },
};

// What is drawn goes to the page, but not while something that was saved may not be where it will be looked for.
const held = { on: false, drawn: /** @type {Uint8Array[]} */ ([]) };
/** @param {Uint8Array} bytes */
const draw = (bytes) => postMessage(bytes, [/** @type {ArrayBuffer} */ (bytes.buffer)]);

// A hall this site came from: only there the browser lets it ask, and only there it is sent.
/** @type {GivenToPython["hall"]} */
async function hall(asked, body) {
  /** @type {AskedOfHall} */
  const { method, path, headers, seconds } = JSON.parse(asked);
  const address = new URL(path, self.location.origin);
  if (address.origin !== self.location.origin) throw new Error("another origin");
  const answer = await fetch(address, {
    method, headers, body: /** @type {BodyInit | null} */ (body), cache: "no-store", credentials: "omit", redirect: "error",
    signal: AbortSignal.timeout(seconds * 1000),
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return [answer.status, JSON.stringify(Object.fromEntries(answer.headers)), bytes];
}

async function start() {
  const parts = await (await fetch(here("python/parts.json"))).json();
  wanted = parts.bytes;
  const packs = parts.first.map((/** @type {string} */ name) => fetched(`python/${name}`));
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const python = await loadPyodide({ indexURL: here("pyodide/"), env: { HOME: "/home/pyodide", ZHICAI_DATA: "/home/pyodide/data" } });
  say({ stage: "python" });
  for (const pack of packs) unpack(python.FS, await pack);
  python.registerJsModule("flet_js", window_);
  /** @type {GivenToPython} */
  const given = {
    ask: (text) => say({ device: JSON.parse(text) }),
    listen: (listener) => { heard = listener; },
    fetchPart: async (name) => {
      unpack(python.FS, await fetched(`python/${parts.later[name]}`));
      for (const [file, from] of Object.entries(parts.shared?.[name] ?? {})) {  // in a package, what the page has too lies there once
        const folder = `${ROOT}/${file.slice(0, file.lastIndexOf("/"))}`;
        python.FS.mkdirTree(folder);
        python.FS.writeFile(`${ROOT}/${file}`, await fetched(from), { canOwn: true });
      }
    },
    hearOfNewer: (heard) => { newer.heard = heard; if (newer.waits) newer.tell(); },
    pen: (writes) => say({ pen: writes }),
    takeNewer: () => say({ take: true }),
    hall,
    hold: (on) => { held.on = on; if (!on) held.drawn.splice(0).forEach(draw); },
  };
  python.registerJsModule("zhicai_site", given);
  say({ stage: "open" });
  await python.runPythonAsync(`import sys; sys.path.insert(0, "${ROOT}"); from app.frame.in_browser import start; start()`);
  say({ stage: "page" });
  window_.documentUrl = await connection;
  await window_.start_connection((/** @type {{ toJs(): Uint8Array }} */ message) => {
    const bytes = message.toJs();
    if (held.on) held.drawn.push(bytes);
    else draw(bytes);
  });
  say({ ready: true });
}

start().catch((error) => say({ failed: String(error.stack || error) }));
