// Keeps the app in this browser, says how far that is, and when a newer version has been kept beside it (a published site only).
(() => {
  if (inAndroid) return;  // all of it lies in the package: there is nothing to keep, and nothing to say of it
  const RECENTLY = 60 * 60 * 1000;  // ms between two looks for a new version
  const PAUSES = [5, 20, 60, 300];  // seconds before what failed is tried again

  // What the app says of it: app/window/published.py.
  /** @type {Readiness} */
  const state = { share: 0, ready: false, failed: "", install: "" };
  let begun = false;
  /** @param {Partial<Readiness>} more */
  const say = (more) => {
    Object.assign(state, more);
    if (begun) python.postMessage({ device: { keeping: state } });
  };

  // How this browser puts a site on the home screen.

  /** @type {InstallOffer | null} */
  let offer = null;
  const standing = () => navigator.standalone || matchMedia("(display-mode: standalone)").matches;
  const apple = /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.vendor.startsWith("Apple") && navigator.maxTouchPoints > 1);
  const way = () => standing() ? "done" : offer ? "prompt" : apple ? "share" : "menu";
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    say({ install: way() });
  });
  addEventListener("appinstalled", () => say({ install: "done" }));
  addEventListener("python", ({ detail }) => {
    if (detail.device?.install && offer) {
      offer.prompt();
      offer = null;
    }
    if (detail.device?.keep) again();
  });

  // The way to draw that Flutter has chosen: the other ways' files need not be kept.
  const drawn = () => {
    const seen = performance.getEntriesByType("resource").map((entry) => entry.name);
    if (seen.some((name) => name.includes("/canvaskit/skwasm"))) return "skwasm";
    return seen.some((name) => name.includes("/canvaskit/chromium/")) ? "chromium" : "canvaskit";
  };

  // Keeping it for the first time: tried again when the network is back, and after a while, as long as the page is open.

  let tries = 0, timer = 0, trying = false;
  const again = () => {
    clearTimeout(timer);
    if (!state.ready && !trying) keep();
  };
  /** @param {Readiness["failed"]} why */
  const fail = (why) => {
    if (state.ready) return;
    trying = false;
    say({ failed: state.failed || why });
    timer = setTimeout(again, PAUSES[Math.min(tries++, PAUSES.length - 1)] * 1000);
  };
  addEventListener("online", again);

  /** @param {ServiceWorker} worker @param {ToServiceWorker} what */
  const tell = (worker, what) => worker.postMessage(what);

  const keep = async () => {
    trying = true;
    say({ failed: "" });
    try {
      const before = (await navigator.serviceWorker.getRegistration())?.active?.scriptURL;
      const kept = await navigator.serviceWorker.register(before || `sw.js?draws=${drawn()}`, { updateViaCache: "none" });
      follow(kept);
      if (kept.active) return tell(kept.active, "whole");
      const worker = /** @type {ServiceWorker} */ (kept.waiting ?? kept.installing);
      const changed = () => {
        if (worker.state === "activated") tell(worker, "whole");
        if (worker.state === "redundant") fail("network");
      };
      worker.addEventListener("statechange", changed);
      changed();  // it may have come to its end before anybody listened
    } catch (error) {
      console.warn("not kept in this browser:", error);
      fail("network");
    }
  };

  /** @param {MessageEvent<{ keeping?: Partial<Readiness> }>} event */
  const hear = ({ data }) => {
    const said = data?.keeping;
    if (!said || state.ready) return;
    say(said);
    if (said.ready) {
      clearTimeout(timer);
      trying = false;
    } else if (said.failed && navigator.serviceWorker.controller) fail(said.failed);
  };

  // A newer version.

  /** @type {ServiceWorkerRegistration | null} */
  let followed = null;
  let asked = Date.now();
  /** @param {ServiceWorkerRegistration} kept */
  const follow = (kept) => {
    if (followed === kept) return;
    followed = kept;
    if (kept.active) tell(kept.active, "forget");
    /** @param {ServiceWorker} worker */
    const look = (worker) => {
      const changed = () => {
        if (worker.state === "installed" && navigator.serviceWorker.controller) dispatchEvent(new Event("newer-version"));
      };
      worker.addEventListener("statechange", changed);
      changed();
    };
    for (const worker of [kept.installing, kept.waiting]) if (worker) look(worker);
    kept.addEventListener("updatefound", () => { if (kept.installing) look(kept.installing); });
    globalThis.takeNewVersion = () => {
      if (!kept.waiting) return;
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      tell(kept.waiting, "take");
    };
  };

  document.addEventListener("visibilitychange", () => {
    if (!followed || document.visibilityState !== "visible" || Date.now() - asked < RECENTLY) return;
    asked = Date.now();
    followed.update().catch(() => {});  // no network: later
  });

  // After the first screen, which has the network and the processor to itself until then.
  addEventListener("first-screen", () => {
    begun = true;
    if (!("serviceWorker" in navigator)) return say({ failed: "never", install: way() });
    navigator.serviceWorker.addEventListener("message", hear);
    navigator.serviceWorker.startMessages();
    say({ install: way() });
    keep();
  }, { once: true });
})();
