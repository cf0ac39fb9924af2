// The whole app kept in this browser (a published site only): it opens without a network, whatever address of it is opened.
// `zhicai publish` writes the version and the files with their SHA-256 into this script; other content makes another script,
// which is how a browser finds out that there is a new version. A version is kept whole, each file as it was published, or
// not at all: until then the one before goes on. It is taken when nobody is at work with the one before.
const VERSION = "";
/** @type {Record<string, [string, number]>} */
const FILES = {};
/** @type {Record<string, string[]>} */
const DRAWING = {};  // of the ways to draw, the files that only one of them needs

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const NAME = "zhicai-";
const CACHE = NAME + VERSION;
const DRAWN_BY = new URL(location.href).searchParams.get("draws");  // the way this browser draws, as the page has seen
const home = new URL("./", location.href);
const wanted = Object.keys(FILES).filter((file) => {
  const only = Object.keys(DRAWING).filter((way) => DRAWING[way].includes(file));
  return !only.length || only.includes(DRAWN_BY ?? "");
});
const bytes = wanted.reduce((sum, file) => sum + FILES[file][1], 0);
/** @param {string} file */
const addressOf = (file) => file === "index.html" ? home.href : new URL(file, home).href;  // hosts send the one to the other

// What is remembered of the version that came last: that it is coming, and which files of it were not those published. They are
// not fetched again before all of them have changed on the host, or some time has gone by.
const NOTES = "zhicai.notes";
const NOTE = new URL("note-of-sw", home).href;
const AGAIN = 10 * 60 * 1000, LONGEST = 24 * 60 * 60 * 1000;  // ms: after the first time, four times as long after each, and at most

/** @typedef {(string | number)[]} Marks */
/** @typedef {{ version?: string, broken?: Record<string, Marks>, tries?: number, until?: number }} Note */

/** @returns {Promise<Note>} */
async function noted() {
  const note = await (await (await caches.open(NOTES)).match(NOTE))?.json().catch(() => null);
  return note ?? {};
}
/** @param {Note} what */
const note = async (what) => (await caches.open(NOTES)).put(NOTE, new Response(JSON.stringify({ version: VERSION, ...what })));

// What a host says of a file, by which it can be told whether it is another one now.
/** @param {Response} answer @returns {Marks} */
const marks = (answer) => [answer.status, ...["etag", "last-modified", "content-length"].map((name) => answer.headers.get(name) ?? "")];
/** @param {Marks} seen */
const told = (seen) => seen.slice(1).some(Boolean) || Number(seen[0]) >= 400;

/** @param {Note} note */
async function mended({ broken = {}, until = 0 }) {
  const now = Date.now();
  if (now >= until || until > now + LONGEST) return true;  // the clock was ahead
  for (const [file, seen] of Object.entries(broken)) {
    const answer = await fetch(addressOf(file), { method: "HEAD", cache: "no-store", credentials: "same-origin" });
    const seenNow = marks(answer);
    if (!told(seenNow) || String(seenNow) === String(seen)) return false;
  }
  return true;
}

class Broken extends Error {
  file = "";
  /** @type {Marks} */
  seen = [];
}

/** @param {ArrayBuffer} given */
const hex = (given) => Array.from(new Uint8Array(given), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} file @param {ArrayBuffer} content */
async function isPublished(file, content) {
  return hex(await crypto.subtle.digest("SHA-256", content)) === FILES[file][0];
}

// How far it is, for the page to say; not of a version that comes beside the one it has.
const come = { whole: 0, parts: new Map(), said: 0, beside: false };
/** @param {Partial<Readiness>} more */
async function tell(more = {}) {
  if (come.beside) return;
  const done = come.whole + [...come.parts.values()].reduce((sum, part) => sum + part, 0);
  come.said = Date.now();
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of windows) page.postMessage({ keeping: { share: Math.min(done / bytes, 1), ...more } });
}

/** @param {string} file @param {Response} answer */
async function content(file, answer) {
  const pieces = [];
  let length = 0;
  for (const reader = /** @type {ReadableStream<BlobPart & Uint8Array>} */ (answer.body).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    come.parts.set(file, Math.min(length += value.length, FILES[file][1]));
    if (Date.now() - come.said > 200) tell();
  }
  return new Blob(pieces).arrayBuffer();
}

/** @param {Cache} cache @param {string} file @param {Note} before */
async function keep(cache, file, before) {
  const address = addressOf(file);
  const there = async () => {
    come.parts.delete(file);
    come.whole += FILES[file][1];
    await tell();
  };
  if (await cache.match(address)) return there();  // from an attempt that was broken off
  for (const name of await caches.keys()) {
    const earlier = name.startsWith(NAME) && await (await caches.open(name)).match(address, { ignoreVary: true });
    if (!earlier || !(await isPublished(file, await earlier.clone().arrayBuffer()))) continue;
    await cache.put(address, earlier);
    return there();
  }
  // What the page has just fetched need not come twice; a newer version is asked for; what came broken is fetched anew.
  const mode = before.broken?.[file] ? "reload" : worker.registration.active ? "no-cache" : "default";
  const answer = await fetch(address, { cache: mode, credentials: "same-origin" });
  const overloaded = answer.status >= 500 || answer.status === 429;
  if (!overloaded && answer.ok && await isPublished(file, await content(file, answer.clone()))) {
    await cache.put(address, answer);
    return there();
  }
  const what = `${file} is not the one of version ${VERSION}`;
  if (overloaded) throw new Error(what);
  throw Object.assign(new Broken(what), { file, seen: marks(answer) });
}

async function fill() {
  const last = await noted(), before = last.version === VERSION ? last : /** @type {Note} */ ({});
  Object.assign(come, { whole: 0, parts: new Map() });
  if (before.broken && !(await mended(before))) throw new Broken(`still broken: ${Object.keys(before.broken)}`);
  if (!before.version) await note({});
  const cache = await caches.open(CACHE);
  const waiting = [...wanted];
  /** @type {unknown} */
  let fault = null;
  /** @type {Record<string, Marks>} */
  const broken = {};
  const next = async () => {
    while (waiting.length && (!fault || fault instanceof Broken)) {
      const file = /** @type {string} */ (waiting.shift());
      await keep(cache, file, before).catch((one) => {
        come.parts.delete(file);  // what came of it is not kept
        fault = one;
        if (one instanceof Broken) broken[one.file] = one.seen;
      });
    }
  };
  await Promise.allSettled([next(), next(), next(), next()]);  // what is on its way is kept for the next time
  if (Object.keys(broken).length) {
    const tries = (before.tries ?? 0) + 1;
    await note({ broken, tries, until: Date.now() + Math.min(AGAIN * 4 ** (tries - 1), LONGEST) });
  }
  if (fault) throw fault;
  if (!(await caches.has(CACHE))) throw new Error(`version ${VERSION} was forgotten while it came`);
  if (before.broken) await note({});
}

async function install() {
  come.beside = Boolean(worker.registration.active);
  try {
    await fill();
  } catch (fault) {
    await failed(fault);
    throw fault;
  }
}

/** @param {any} fault */
async function failed(fault) {
  console.warn(`${fault}`);
  const why = fault instanceof Broken ? "broken" : fault.name === "QuotaExceededError" ? "room" : "network";
  await tell({ failed: why });
}

// Whether all of this version is here: a browser may have lost some of it. What is missing is fetched.
async function whole() {
  come.beside = false;
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map((request) => request.url));
  const missing = wanted.filter((file) => !there.has(addressOf(file)));
  try {
    if (missing.length) await fill();
    await tell({ share: 1, ready: true });
  } catch (fault) {
    await failed(fault);
  }
}

// Older versions go when no window is open that may still ask for something of them; a newer one that comes or waits stays, and
// what has come of one that was broken off.
async function forget() {
  if ((await worker.clients.matchAll({ type: "window", includeUncontrolled: true })).length > 1) return;
  const { registration } = worker;
  const coming = NAME + (await noted()).version;
  for (const name of await caches.keys()) {
    if (registration.installing || registration.waiting) return;
    if (name.startsWith(NAME) && name !== CACHE && name !== coming) await caches.delete(name);
  }
}

/** @param {FetchEvent} event @returns {Promise<Response>} */
async function answer(event) {
  const request = event.request;
  const file = decodeURI(new URL(request.url).pathname.slice(home.pathname.length));
  if (request.mode === "navigate" && !(file in FILES)) {
    const { waiting } = worker.registration;
    if (waiting && (await worker.clients.matchAll({ type: "window" })).length < 2) {  // the page that is loaded again counts
      waiting.postMessage("take");  // this is a start: it begins with the new version
      return new Response("", { headers: { Refresh: "0", "Content-Type": "text/html" } });
    }
  }
  const address = request.mode === "navigate" && !(file in FILES) ? home.href : request.url;
  const cache = await caches.open(CACHE);
  const options = { ignoreSearch: true, ignoreVary: true };
  return (await cache.match(address, options)) || (await caches.match(address, options)) || fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event) => {
  const data = /** @type {ToServiceWorker} */ (event.data);
  if (data === "take") worker.skipWaiting();
  if (data === "forget") event.waitUntil(forget());
  if (data === "whole") event.waitUntil(whole());
});
const HALL = /^(hall|t|board|results|health|metrics)(\/|$)/;  // a hall's own addresses, where a hall serves this site
worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(home.href) && !HALL.test(url.slice(home.href.length))) event.respondWith(answer(event));
});
