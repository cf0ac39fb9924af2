// A browser that opens a published site, as far as keeping it goes: the site's own service worker runs here on caches that are maps,
// beside a host that is a map too. node kept_site.mjs, with the steps as JSON on the standard input; prints one line of JSON, what
// came of each step. A step changes the host or the time, or is a start: the browser looks for a service worker, as it does then.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const HOME = "https://site.invalid/referee/";

/** @typedef {{ status?: number, body?: string, etag?: string, lost?: boolean, full?: boolean }} Held what a host has, or does, of a file */
/** @typedef {{ files?: Record<string, Held>, script?: string, hours?: number, forget?: string }} Step */

/** @type {Map<string, Map<string, Response>>} */
const kept = new Map();
/** @type {Map<string, Held>} */
const host = new Map();
/** @type {[string, string][]} */
let asked = [];
/** @type {object[]} */
let said = [];
let ahead = 0;  // ms that have gone by since the first step
let present = "";  // the script of the worker that is at work

class Clock extends Date {
  /** @override */
  static now() { return Date.now() + ahead; }
}

/** @param {string | { url: string }} request */
const addressOf = (request) => typeof request === "string" ? request : request.url;

/** @param {string} name */
function cacheOf(name) {
  const files = kept.get(name) ?? new Map();
  kept.set(name, files);
  return {
    /** @param {string | { url: string }} request */
    match: async (request) => files.get(addressOf(request).split("?")[0])?.clone(),
    /** @param {string} request @param {Response} answer */
    put: async (request, answer) => {
      const held = host.get(request.slice(HOME.length) || "index.html");
      if (held?.full) throw Object.assign(new Error("no room"), { name: "QuotaExceededError" });
      files.set(request, new Response(await answer.arrayBuffer()));
    },
    keys: async () => [...files.keys()].map((url) => ({ url })),
  };
}

const caches = {
  open: async (/** @type {string} */ name) => cacheOf(name),
  keys: async () => [...kept.keys()],
  has: async (/** @type {string} */ name) => kept.has(name),
  delete: async (/** @type {string} */ name) => kept.delete(name),
};

/** @param {string} address @param {{ method?: string }} options */
async function fetch(address, { method = "GET" } = {}) {
  const file = address.slice(HOME.length) || "index.html";
  asked.push([method, file]);
  const held = host.get(file);
  if (!held) return new Response("", { status: 404 });
  if (held.lost) throw new TypeError("Failed to fetch");
  /** @type {Record<string, string>} */
  const headers = held.etag ? { etag: held.etag } : {};
  return new Response(method === "HEAD" ? null : held.body ?? "", { status: held.status ?? 200, headers });
}

/** @param {string} script */
function worker(script) {
  /** @type {Record<string, (event: object) => void>} */
  const heard = {};
  const page = { postMessage: (/** @type {object} */ message) => { said.push(message); } };
  const own = {
    registration: { active: present ? {} : null, installing: null, waiting: null },
    clients: { matchAll: async () => [page], claim: async () => {} },
    addEventListener: (/** @type {string} */ kind, /** @type {(event: object) => void} */ listener) => { heard[kind] = listener; },
    skipWaiting: () => {},
  };
  const console = { warn: () => {} };
  vm.runInNewContext(script, {
    self: own, location: { href: `${HOME}sw.js?draws=skwasm` }, caches, fetch, console, crypto, Response, Date: Clock, Blob, URL,
    TextDecoder,
  });
  return async (/** @type {string} */ kind, /** @type {object} */ more = {}) => {
    /** @type {Promise<unknown>[]} */
    const waits = [];
    heard[kind]({ waitUntil: (/** @type {Promise<unknown>} */ work) => waits.push(work), ...more });
    return Promise.allSettled(waits).then((all) => all.every(({ status }) => status === "fulfilled"));
  };
}

// A start of the browser: a script other than the one at work is installed, and taken; the one at work looks whether all is there.
/** @param {string} script */
async function start(script) {
  asked = [];
  said = [];
  let became = "activated";
  if (script !== present) {
    const send = worker(script);
    if (await send("install")) present = script; else became = "redundant";
  }
  if (present) await worker(present)("message", { data: "whole" });
  return { became, asked, said };
}

const results = [];
for (const step of /** @type {Step[]} */ (JSON.parse(readFileSync(0, "utf-8")))) {
  for (const [file, held] of Object.entries(step.files ?? {})) host.set(file, held);
  for (const files of kept.values()) if (step.forget) files.delete(HOME + step.forget);
  ahead += (step.hours ?? 0) * 3_600_000;
  if (step.script !== undefined) results.push(await start(step.script));
}
console.log(JSON.stringify(results));
