// A page of a published site whose browser cannot keep it yet: the site's own keeping.js runs here on a clock that is moved by
// hand. node page_keeping.mjs <keeping.js>, with the steps as JSON on the standard input; prints one line of JSON: at which second
// the page tried to keep the site, and what it said of it. A step lets time pass, says what comes of a try, or is something that
// the page hears.
import { readFileSync } from "node:fs";
import vm from "node:vm";

/** @typedef {"refused" | "redundant" | "redundant later" | "waits" | "active"} Becomes what comes of a try from now on */
/** @typedef {{ seconds?: number, becomes?: Becomes, hears?: string, told?: object, asks?: object }} Step */
/** @typedef {(event: object) => void} Listener */

let now = 0;  // s
let becomes = /** @type {Becomes} */ ("refused");
/** @type {{ at: number, act: () => void, id: number }[]} */
let timers = [];
let given = 0;
/** @type {number[]} */
const tried = [];
/** @type {{ at: number, share: number, ready: boolean, failed: string, install: string }[]} */
const said = [];

/** Something that is listened to. */
class Heard {
  /** @type {Map<string, Listener[]>} */
  #listeners = new Map();

  /** @param {string} kind @param {Listener} listener */
  addEventListener(kind, listener) { this.#listeners.set(kind, [...this.#listeners.get(kind) ?? [], listener]); }

  /** @param {string} kind @param {object} event */
  tell(kind, event) { for (const listener of this.#listeners.get(kind) ?? []) listener(event); }
}

const page = new Heard(), container = new Heard();

async function register() {
  tried.push(now);
  if (becomes === "refused") throw new TypeError("Failed to fetch");
  const worker = Object.assign(new Heard(), { state: "installing", postMessage: () => {} });
  const kept = Object.assign(new Heard(), { active: becomes === "active" ? worker : null, waiting: null, installing: worker });
  if (becomes.startsWith("redundant")) {
    const ends = () => {
      worker.state = "redundant";
      worker.tell("statechange", {});
    };
    if (becomes === "redundant") ends();
    else setTimeout(ends, 0);  // once the page listens
  }
  return kept;
}

const serviceWorker = Object.assign(container, {
  register, getRegistration: async () => undefined, startMessages: () => {}, controller: /** @type {object | null} */ ({}),
});

vm.runInNewContext(readFileSync(process.argv[2], "utf-8"), {
  inAndroid: false,
  addEventListener: page.addEventListener.bind(page),
  document: new Heard(),
  navigator: { serviceWorker, userAgent: "", vendor: "", maxTouchPoints: 0 },
  matchMedia: () => ({ matches: false }),
  performance: { getEntriesByType: () => [] },
  console: { warn: () => {} },
  python: {
    /** @param {{ device: { keeping: typeof said[0] } }} message */
    postMessage: (message) => { said.push({ ...message.device.keeping, at: now }); },
  },
  /** @param {() => void} act @param {number} pause */
  setTimeout: (act, pause) => {
    timers.push({ at: now + pause / 1000, act, id: ++given });
    return given;
  },
  /** @param {number} id */
  clearTimeout: (id) => { timers = timers.filter((timer) => timer.id !== id); },
});

const settled = async () => {
  for (let turns = 0; turns < 3; turns++) await new Promise((done) => { setTimeout(done, 0); });
};

/** @param {number} seconds */
async function pass(seconds) {
  const until = now + seconds;
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
    if (!next) break;
    timers = timers.filter((timer) => timer !== next);
    now = next.at;
    next.act();
    await settled();
  }
  now = until;
}

for (const step of /** @type {Step[]} */ (JSON.parse(readFileSync(0, "utf-8")))) {
  becomes = step.becomes ?? becomes;
  if (step.hears) page.tell(step.hears, {});
  if (step.told) container.tell("message", { data: { keeping: step.told } });
  if (step.asks) page.tell("python", { detail: { device: step.asks } });
  await settled();
  if (step.seconds) await pass(step.seconds);
}
console.log(JSON.stringify({ tried, said }));
