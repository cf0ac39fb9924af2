// The whole app kept in this browser (a published site only): it opens without a network, whatever address of it is opened.
// `zhicai publish` writes the version and the files with their SHA-256 into this script; other content makes another script,
// which is how a browser finds out that there is a new version. A version is kept whole, each file as it was published, or
// not at all: until then the one before goes on. It is taken when nobody is at work with the one before.
const VERSION = "";
const FILES = {};
const DRAWING = {};  // of the ways to draw, the files that only one of them needs

const NAME = "zhicai-";
const CACHE = NAME + VERSION;
const DRAWN_BY = new URL(location.href).searchParams.get("draws");  // the way this browser draws, as the page has seen
const home = new URL("./", location.href);
const wanted = Object.keys(FILES).filter((file) => {
  const only = Object.keys(DRAWING).filter((way) => DRAWING[way].includes(file));
  return !only.length || only.includes(DRAWN_BY);
});

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function isPublished(file, answer) {
  if (!answer || !answer.ok) return false;
  return hex(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer())) === FILES[file];
}

async function keep(cache, file) {
  const address = file === "index.html" ? home.href : new URL(file, home).href;  // hosts send the one to the other
  if (await cache.match(address)) return;  // from an attempt that was broken off
  const earlier = await caches.match(address, { ignoreVary: true });
  if (await isPublished(file, earlier)) return cache.put(address, earlier);
  for (const mode of ["default", "reload"]) {  // what the page has just fetched need not come twice
    const answer = await fetch(address, { cache: mode, credentials: "same-origin" });
    if (await isPublished(file, answer)) return cache.put(address, answer);
  }
  throw new Error(`${file} is not the one of version ${VERSION}`);
}

async function install() {
  const cache = await caches.open(CACHE);
  const waiting = [...wanted];
  const next = async () => {
    while (waiting.length) await keep(cache, waiting.shift());
  };
  await Promise.all([next(), next(), next(), next()]);
  if (!(await caches.has(CACHE))) throw new Error(`version ${VERSION} was forgotten while it came`);
}

// Older versions go when no window is open that may still ask for something of them; a newer one that comes or waits stays.
async function forget() {
  if ((await clients.matchAll({ type: "window", includeUncontrolled: true })).length > 1) return;
  for (const name of await caches.keys()) {
    if (self.registration.installing || self.registration.waiting) return;
    if (name.startsWith(NAME) && name !== CACHE) await caches.delete(name);
  }
}

async function answer(event) {
  const request = event.request;
  const file = decodeURI(new URL(request.url).pathname.slice(home.pathname.length));
  if (request.mode === "navigate" && !(file in FILES)) {
    const { waiting } = self.registration;
    if (waiting && (await clients.matchAll({ type: "window" })).length < 2) {  // the page that is loaded again counts
      waiting.postMessage("take");  // this is a start: it begins with the new version
      return new Response("", { headers: { Refresh: "0", "Content-Type": "text/html" } });
    }
  }
  const address = request.mode === "navigate" && !(file in FILES) ? home.href : request.url;
  const cache = await caches.open(CACHE);
  const options = { ignoreSearch: true, ignoreVary: true };
  return (await cache.match(address, options)) || (await caches.match(address, options)) || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  const { data } = event;
  if (data === "take") self.skipWaiting();
  if (data === "forget") event.waitUntil(forget());
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(home.href)) event.respondWith(answer(event));
});
