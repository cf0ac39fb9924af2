// The shell of the Android app, stood for in a page of the bench: takes from Chromium what a WebView has not, gives the page a port as
// the shell does, answers what is asked there as the contract says, and notes it. phone_app.py lays its settings before it.
(() => {
  const { origin, about, saves } = globalThis.theSettings;
  if (window !== top || location.origin !== origin) return;

  for (const each of ["speechSynthesis", "SpeechSynthesisUtterance"]) Reflect.deleteProperty(globalThis, each);
  for (const each of ["share", "canShare", "wakeLock", "vibrate"]) Reflect.deleteProperty(Navigator.prototype, each);
  const click = HTMLElement.prototype.click, named = URL.createObjectURL.bind(URL);
  const copied = Clipboard.prototype.writeText.bind(navigator.clipboard);
  window.open = () => null;
  addEventListener("click", (event) => {  // the last to hear of it: a link that saves saves nothing here
    const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
    if (link && !link.matches(".bench")) event.preventDefault();
  });

  /** @type {{ calls: any[], files: any[], opened: Uint8Array[], refuse: Record<string, string>, faults: string[], backed: any[] }} */
  const shell = { calls: [], files: [], opened: [], refuse: {}, faults: [], backed: [] };
  let hushed = () => {}, busy = false, last = new Uint8Array();
  const soon = () => new Promise((resolve) => setTimeout(resolve, 3));
  /** @param {string} text */
  const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  /** @param {Uint8Array} content */
  const digest = async (content) => {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(content)));
    return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  /** @param {any} file */
  const put = (file) => {  // where the tests wait for a download
    const link = Object.assign(document.createElement("a"), { download: file.name, className: "bench" });
    link.href = named(new Blob(file.pieces));
    click.call(link);
  };
  /** @type {Record<string, (said: any) => any>} */
  const does = {
    hello: () => about,
    voices: () => ({ hans: true, hant: false }),
    begin: ({ name, type, size, for: why }) => ({ file: shell.files.push({ name, type, size, for: why, pieces: [], state: "begun" }) }),
    piece: async ({ file, n, data }) => {
      const whole = shell.files[file - 1];
      if (busy) shell.faults.push("a piece came before the one before it was acknowledged");
      if (data.length > 262144) shell.faults.push("a piece is too large");
      if (n > whole.pieces.length) return { no: "odd" };
      if (n === whole.pieces.length) whole.pieces.push(bytes(data));
      busy = true;
      await soon();
      busy = false;
      return { n };
    },
    finish: async ({ file, sha256 }) => {
      const whole = shell.files[file - 1], content = new Uint8Array(await new Blob(whole.pieces).arrayBuffer());
      if (content.length !== whole.size || await digest(content) !== sha256) return { no: "odd" };
      whole.state = "done";
      last = content;
      if (saves && whole.for === "save") put(whole);
      return {};
    },
    open: () => {  // what was given out last is chosen
      const file = shell.opened.push(last);
      return { files: [{ file, name: `${file}.bin`, size: last.length, type: "" }] };
    },
    read: ({ file, n }) => {
      const content = shell.opened[file - 1], SIZE = 1000;  // of a piece: small, so that there are some
      const piece = content.subarray(n * SIZE, (n + 1) * SIZE);
      return { n, data: btoa(String.fromCharCode(...piece)), last: (n + 1) * SIZE >= content.length };
    },
    close: () => ({}),
    say: () => new Promise((resolve) => { hushed = () => resolve({}); setTimeout(hushed, 5000); }),
    hush: () => { hushed(); return {}; },
    ring: () => ({}),
    awake: () => ({}),
    copy: async ({ text }) => { await copied(text); return {}; },
    look: () => ({}),
    leave: () => ({}),
  };

  const channel = new MessageChannel();
  channel.port1.onmessage = async ({ data }) => {
    const { id, ...said } = JSON.parse(data);
    if (said.do === "backed") return shell.backed.push(said.handled);
    shell.calls.push(said.data ? { ...said, data: "" } : said);
    const refused = does[said.do] ? shell.refuse[said.do] : "unknown";
    const answer = refused ? { no: refused } : await does[said.do](said);
    channel.port1.postMessage(JSON.stringify({ id, ...(answer.no ? {} : { ok: true }), ...answer }));
  };
  Object.assign(globalThis, {
    theShell: shell,
    /** @param {object} what */
    tellPage: (what) => channel.port1.postMessage(JSON.stringify(what)),
    /** @param {string} text */
    openFile: (text) => shell.opened.push(bytes(text)),
  });
  addEventListener("load", () => setTimeout(() => window.postMessage("zhicai", origin, [channel.port2])));
  if (saves) {  // somebody who always saves
    new MutationObserver(() => {
      const first = document.querySelector(".phone-sheet button");
      if (first?.textContent?.match(/^存到手[机機]$/)) click.call(first);
    }).observe(document, { childList: true, subtree: true });
  }
})();
