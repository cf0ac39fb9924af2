// The page's end of the Android app, loaded only there: what its WebView lacks is done by the shell round it (assets/android), which
// is asked through one port. Python in its worker knows of it no more than app/window/published.py says.
(() => {
  const VERSION = 1;  // of the messages
  const PIECE = 192 * 1024;  // bytes of a file at once
  const LARGEST = 64 * 1024 * 1024;  // of a file that is opened
  const SAID_FOR = 4000;  // ms
  const SCALES = { least: 0.85, most: 2 };  // of letters, with the reader's own choice in the app
  /** @type {Record<string, string>} */
  const KINDS = {
    pdf: "application/pdf", csv: "text/csv", txt: "text/plain", json: "application/json", jsonl: "application/jsonl",
    xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", zip: "application/zip", xml: "application/xml",
    html: "text/html", png: "image/png",
  };
  /** @param {string} words */
  const say = (words) => globalThis.written?.(words) ?? words;

  // The port: given once, by the shell (which is no window) to this very origin. What is asked before waits for it.

  /** @type {MessagePort | null} */
  let port = null;
  let last = 0;
  /** @type {string[]} */
  const early = [];
  /** @type {Map<number, (answer: any) => void>} */
  const answers = new Map();
  class Refused extends Error {}

  /** @param {object} message */
  const send = (message) => {
    const text = JSON.stringify(message);
    if (port) port.postMessage(text);
    else early.push(text);
  };
  /** @type {Android["ask"]} */
  const ask = (what, how) => new Promise((resolve, reject) => {
    const id = ++last;
    answers.set(id, (answer) => answer.no ? reject(new Refused(answer.no)) : resolve(answer));
    send({ id, do: what, ...how });
  });
  /** @param {MessageEvent<string>} event */
  const hear = ({ data }) => {
    const said = JSON.parse(data);
    if (said.id === undefined) return hears[/** @type {keyof SaidByAndroid} */ (said.do)]?.(said);
    answers.get(said.id)?.(said);
    answers.delete(said.id);
  };
  /** @param {MessageEvent} event */
  const take = ({ data, ports, source, origin }) => {
    const ours = (source === null || source === window) && ["", location.origin].includes(origin);
    if (!ours || data !== "zhicai" || ports.length !== 1) return;
    removeEventListener("message", take);
    port = ports[0];
    port.onmessage = hear;
    for (const text of early.splice(0)) port.postMessage(text);
  };
  addEventListener("message", take);

  const there = /** @type {Promise<void>} */ (new Promise((resolve) => {
    addEventListener("first-screen", () => { performance.mark("whole"); resolve(); }, { once: true });
  }));

  // What is said and asked by the page itself, over the app.

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {object} more
   * @param {Node[]} inside
   */
  const make = (tag, more, ...inside) => {
    const made = Object.assign(document.createElement(tag), more);
    made.append(...inside);
    return made;
  };
  /** @type {Android["tell"]} */
  const tell = (words) => {
    document.querySelector(".phone-said")?.remove();
    const said = make("div", { className: "phone-said", role: "status", textContent: say(words) });
    document.body.append(said);
    setTimeout(() => said.remove(), SAID_FOR);
  };
  const WHY = {
    denied: "没有得到系统的允许", room: "手机的空间不够，没有存下", missing: "这台手机上没有做这件事的应用",
    odd: "没有做成，请再试一次", unknown: "这一版应用还不会做这件事",
  };
  /** @param {unknown} fault */
  const excuse = (fault) => {
    const code = fault instanceof Refused ? fault.message : "odd";
    if (code !== "cancelled") tell(WHY[/** @type {keyof typeof WHY} */ (code)] ?? WHY.odd);
  };

  let closeSheet = () => {};
  /** @type {Android["choose"]} */
  const choose = (title, ways) => new Promise((resolve) => {
    closeSheet();
    /** @param {string} way */
    const end = (way) => {
      removeEventListener("keydown", escape, true);
      closeSheet = () => {};
      over.remove();
      resolve(way);
    };
    /** @param {KeyboardEvent} event */
    const escape = (event) => { if (event.key === "Escape") { event.stopPropagation(); end(""); } };
    closeSheet = () => end("");
    const buttons = [...ways, ["", "取消"]].map(([way, words]) =>
      make("button", { type: "button", textContent: say(words), onclick: () => end(way) }));
    const sheet = make("div", { role: "dialog", ariaModal: "true", ariaLabel: say(title) },
      make("p", { textContent: say(title) }), ...buttons);
    const over = make("div", { className: "phone-sheet" }, sheet);
    over.onclick = ({ target }) => { if (target === over) end(""); };
    addEventListener("keydown", escape, true);
    document.body.append(over);
    buttons[0].focus();
  });

  // Files out of the app.

  /** @param {Blob} piece @returns {Promise<string>} */
  const base64 = (piece) => new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => { const text = String(reader.result); resolve(text.slice(text.indexOf(",") + 1)); };
    reader.onerror = () => reject(reader.error ?? new Error("FileReader"));
    reader.readAsDataURL(piece);
  });
  /** @param {Blob} file */
  const digest = async (file) => {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  /** @param {string} name */
  const kindOf = (name) => KINDS[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
  /** @type {Promise<unknown>} */
  let given = Promise.resolve();  // one after the other
  /** @type {Android["give"]} */
  const give = (content, name, why) => {
    const giving = given.then(async () => {
      const { file } = await ask("begin", { name, type: kindOf(name), size: content.size, for: why });
      for (let n = 0; n * PIECE < content.size; n++) {
        await ask("piece", { file, n, data: await base64(content.slice(n * PIECE, (n + 1) * PIECE)) });
      }
      await ask("finish", { file, sha256: await digest(content) });
    });
    given = giving.catch(() => {});
    return giving;
  };

  // A link that saves a file (Flet's way) leads to what can be done with it. Python is told whether it was given to anybody.
  /** @param {Blob} file @param {string} name */
  const deliver = async (file, name) => {
    /** @type {[Purpose, string][]} */
    const ways = [["save", "存到手机"], ["share", "发给别人"]];
    if (kindOf(name) === KINDS.pdf) ways.push(["print", "打印"]);
    const why = /** @type {Purpose | ""} */ (await choose(name, ways));
    let done = false;
    try {
      if (why) await give(file, name, why);
      done = why !== "";
    } catch (fault) {
      excuse(fault);
    }
    if (done && why === "save") tell("已存到手机");
    python.postMessage({ device: { given: done } });
  };
  /** @type {Map<string, Blob>} */
  const blobs = new Map();
  const name = URL.createObjectURL.bind(URL), forget = URL.revokeObjectURL.bind(URL);
  URL.createObjectURL = (what) => {
    const address = name(what);
    if (what instanceof Blob) blobs.set(address, what);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    blobs.delete(address);
    forget(address);
  };
  /** @param {HTMLAnchorElement} link */
  const saves = (link) => {
    const file = blobs.get(link.href);
    if (!link.hasAttribute("download") || (!file && !link.href.startsWith("data:"))) return false;
    const called = link.download || "执裁";
    if (file) deliver(file, called);
    else fetch(link.href).then((answer) => answer.blob()).then((content) => deliver(content, called));
    return true;
  };
  const click = HTMLElement.prototype.click;
  HTMLElement.prototype.click = function () {
    if (!(this instanceof HTMLAnchorElement && saves(this))) click.call(this);
  };
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link && saves(link)) event.preventDefault();
  }, true);

  // What a browser would do itself.

  /** @param {object} what @param {string} property @param {unknown} value */
  const lay = (what, property, value) => Object.defineProperty(what, property, { value, configurable: true, writable: true });
  lay(navigator, "canShare", (/** @type {ShareData} */ { files } = {}) => Boolean(files?.length));
  lay(navigator, "share", async (/** @type {ShareData} */ { files = [] }) => {
    if (!files.length) throw new TypeError("only files are shared");
    for (const file of files) {
      try {
        await give(file, file.name, "share");
      } catch (fault) {
        if (fault instanceof Refused && fault.message === "cancelled") throw new DOMException("cancelled", "AbortError");
        excuse(fault);
        throw new DOMException("not shared", "NotAllowedError");
      }
    }
  });
  if (navigator.clipboard) lay(navigator.clipboard, "writeText", async (/** @type {string} */ text) => { await ask("copy", { text }); });

  // Where one is.

  /** @param {string} path */
  const understood = (path) => {
    try { return new URL(path, location.origin); } catch { return null; }
  };
  /** Whoever can make a link wrote it: it is an address of the app, or nothing. @param {string} address */
  const go = async (address) => {
    if (/^(?:https?|file|data|javascript|content|intent):/i.test(address)) return;
    const to = understood(address.replace(/^[a-z][a-z0-9.+-]*:\/*/i, "/"));  // each edition has a scheme of its own
    if (to?.origin !== location.origin) return;
    for (const word of ["go", "step", "token"]) to.searchParams.delete(word);
    await there;
    if (to.pathname === location.pathname && to.search === location.search) return;
    history.pushState(history.state, "", to.pathname + to.search);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  };
  const back = () => {
    const over = document.querySelector("body > [role=dialog], .phone-sheet"), opening = document.getElementById("opening");
    if (over) dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    else if (opening?.dataset.open !== undefined) opening.querySelector("header button")?.dispatchEvent(new MouseEvent("click"));
    else if (!opening && history.state?.before?.length) history.back();
    else return false;
    return true;
  };

  // Files into the app: what was opened with it is taken in as a referee takes it in who taps 并入, after a question.

  /** @param {OpenedFile} opened */
  const content = async ({ file, size }) => {
    if (size > LARGEST) throw new Refused("odd");
    const pieces = [];
    for (let n = 0; ; n++) {
      const { data, last } = await ask("read", { file, n });
      pieces.push(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
      if (last) return new Blob(pieces);
    }
  };
  /** @param {OpenedFile} opened */
  const open = async (opened) => {
    await there;
    try {
      if (await choose(`打开“${opened.name}”？`, [["take", "并入执裁"]])) {
        python.postMessage({ device: { opened: { name: opened.name, content: await base64(await content(opened)) } } });
      }
    } catch (fault) {
      excuse(fault);
    }
    ask("close", { file: opened.file }).catch(() => {});
  };

  // How things look: dark, the size of letters, and what of the screen is under a notch or a bar.

  /** @type {boolean | null} */
  let dark = null;
  const shade = window.matchMedia.bind(window);
  /** @type {Set<Shade>} */
  const shades = new Set();
  class Shade extends EventTarget {
    /** @param {string} media */
    constructor(media) {
      super();
      this.media = media;
      /** @type {((event: Event) => void) | null} */
      this.onchange = null;
      shades.add(this);
    }
    get matches() { return (dark ?? shade("(prefers-color-scheme: dark)").matches) === /dark/.test(this.media); }
    /** @param {EventListener} heard */
    addListener(heard) { this.addEventListener("change", heard); }
    /** @param {EventListener} heard */
    removeListener(heard) { this.removeEventListener("change", heard); }
    changed() {
      const event = Object.assign(new Event("change"), { matches: this.matches, media: this.media });
      this.onchange?.(event);
      this.dispatchEvent(event);
    }
  }
  window.matchMedia = (query) => /^\(prefers-color-scheme: ?(dark|light)\)$/.test(query)
    ? /** @type {MediaQueryList} */ (/** @type {unknown} */ (new Shade(query))) : shade(query);
  shade("(prefers-color-scheme: dark)").addEventListener("change", () => shades.forEach((each) => each.changed()));

  const own = () => {
    try { return JSON.parse(JSON.parse(localStorage.getItem("flutter.zhicai.settings") ?? "null")) ?? {}; } catch { return {}; }
  };
  let insets = [0, 0, 0, 0];
  const page = window.visualViewport;
  for (const [side, at] of /** @type {[string, number][]} */ ([["width", 0], ["height", 1]])) {
    const whole = page && Object.getOwnPropertyDescriptor(Object.getPrototypeOf(page), side)?.get;
    if (whole) Object.defineProperty(page, side, { get: () => whole.call(page) - insets[at] - insets[at + 2], configurable: true });
  }
  /** @param {Look} look */
  const show = (look) => {
    const root = document.documentElement, { mode, text_scale = 1 } = own();
    if (dark !== look.dark) {
      dark = look.dark;
      if (!["light", "dark"].includes(mode)) root.dataset.mode = dark ? "dark" : "light";
      shades.forEach((each) => each.changed());
    }
    const scale = Math.max(Math.min(look.scale, SCALES.most / text_scale), SCALES.least);
    root.style.fontSize = "";
    const grown = parseFloat(getComputedStyle(root).fontSize) / 16;  // by the WebView; Flutter looks there for it
    if (Math.abs(grown - scale) > 0.01) root.style.fontSize = `${16 * scale / grown}px`;
    if (String(insets) === String(look.insets)) return;
    insets = look.insets;
    root.dataset.insets = "";
    for (const [at, side] of ["left", "top", "right", "bottom"].entries()) root.style.setProperty(`--inset-${side}`, `${insets[at]}px`);
    page?.dispatchEvent(new Event("resize"));
    dispatchEvent(new Event("resize"));
  };

  // The bars of the system take the ground of the app, which may not be as the system is.
  /** @type {boolean | null} */
  let ground = null;
  /** @type {Android["shade"]} */
  const shadeOf = (isDark) => {
    document.documentElement.dataset.mode = isDark ? "dark" : "light";
    if (ground !== isDark) ask("look", { dark: (ground = isDark) }).catch(() => {});
  };

  /** @type {{ [Name in keyof SaidByAndroid]: (said: SaidByAndroid[Name]) => unknown }} */
  const hears = {
    back: () => send({ do: "backed", handled: back() }),
    link: ({ address }) => go(address),
    opened: async ({ files }) => { for (const file of files) await open(file); },
    look: show,
    pause: () => {},  // what was saved is on the disk already: there is nothing to do
    resume: () => {},
  };
  // What was moved here from another phone goes on with a key of its own: Python makes one where there is none. Of the phone before
  // come this folder's files and nothing else (extraction.xml), so a key that is here although the page was never here is another's.
  const KEY = "journal.key", KEPT = "zhicai.phone";
  const keyBefore = (async () => {  // looked for before Python begins, which makes one
    try {
      const file = await (await navigator.storage.getDirectory()).getFileHandle(KEY);
      return (await file.getFile()).size > 0;
    } catch {
      return false;
    }
  })();
  /** @param {string} device */
  const keyOfItsOwn = async (device) => {
    const before = localStorage.getItem(KEPT);
    if (before === device) return;
    const another = await keyBefore;
    if (another) {
      await there;
      await jsDisconnect(null);
      const folder = await navigator.storage.getDirectory();
      for (let left = 50; left; left--) {
        try {
          await folder.removeEntry(KEY);
          break;
        } catch (fault) {
          if (fault instanceof DOMException && fault.name === "NotFoundError") break;
          await new Promise((resolve) => setTimeout(resolve, 100));  // the worker's files are let go of a moment later
        }
      }
    }
    localStorage.setItem(KEPT, device);
    if (another) location.reload();
  };
  const about = ask("hello", { version: VERSION });
  about.then((told) => {
    show(told);
    if (told.link) go(told.link);
    return keyOfItsOwn(told.device);
  });
  globalThis.android = { about, ask, give, choose, tell, shade: shadeOf };
})();
