// The page's end of the Python that runs in this browser (a published site only). The worker starts beside Flutter,
// and what it says before Flutter listens is kept. Flutter calls jsConnect, jsSend and jsDisconnect.
// The tab that writes goes on writing when it is loaded again, though others wait their turn: it says so with a lock until its
// Python has come as far. See app/browser/storage.py.
const writer = (() => {
  const KEY = "zhicai.pen";
  let had = false;
  /** @type {() => void} */
  let come = () => {};
  try { had = sessionStorage.getItem(KEY) !== null; } catch { /* nothing is kept here */ }
  const back = /** @type {Promise<void>} */ (new Promise((resolve) => { come = resolve; }));
  if (had) navigator.locks?.request("zhicai-back", () => back);
  return {
    had,
    come,
    /** @param {boolean} writes */
    note(writes) {
      try {
        if (writes) sessionStorage.setItem(KEY, "");
        else sessionStorage.removeItem(KEY);
      } catch { /* nor this */ }
      come();
    },
  };
})();

/* exported python */
const python = (() => {
  /** @type {((bytes: Uint8Array) => void) | null} */
  let deliver = null;
  /** @type {Uint8Array[]} */
  const early = [];
  // An association's Android app has a name of its own: app/publishing/android/content.py writes it into the page.
  const edition = document.querySelector('meta[name="zhicai-edition"]')?.getAttribute("content");
  const program = edition ? `python-worker.js?${new URLSearchParams({ edition })}` : "python-worker.js";
  const worker = first.then(() => new Worker(program, { type: "module", name: writer.had ? "pen" : "" }));
  /** @param {Partial<ToWorker> | Uint8Array} message @param {Transferable[]} given */
  const tell = async (message, given = []) => (await worker).postMessage(message, given);
  const started = worker.then((python) => /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
    /** @param {MessageEvent<Uint8Array | Partial<FromWorker>>} event */
    const hear = ({ data }) => {
      if (data instanceof Uint8Array) {
        if (deliver) deliver(data);
        else early.push(data);
      } else if (data.ready) {
        resolve();
      } else if (data.pen !== undefined) {
        writer.note(data.pen);
      } else if (data.take) {
        globalThis.takeNewVersion?.();
      } else if (data.failed) {
        reject(new Error(data.failed));
      } else {
        dispatchEvent(new CustomEvent("python", { detail: data }));  // how far it is
      }
    };
    python.addEventListener("message", hear);
    python.addEventListener("error", (event) => reject(new Error(event.message || "python-worker.js")));
  })));
  started.catch((error) => {
    console.error(error);
    writer.come();
    dispatchEvent(new CustomEvent("python", { detail: { broken: String(error) } }));
  });

  addEventListener("newer-version", () => tell({ newer: true }));

  // A page that a browser puts by, to show it again at a step back, would keep the files from the page that comes after it.
  /** @type {Worker | null} */
  let running = null;
  worker.then((python) => { running = python; });
  addEventListener("pagehide", ({ persisted }) => { if (persisted) running?.terminate(); });
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });

  globalThis.jsConnect = async (_, args, listener) => {
    deliver = listener;
    early.splice(0).forEach(listener);
    tell({ connect: document.baseURI.replace(/\/$/, "") });
    await started;
  };
  globalThis.jsSend = (_, message) => tell(message, [message.buffer]);
  globalThis.jsDisconnect = async () => (await worker).terminate();
  return { postMessage: tell };
})();
