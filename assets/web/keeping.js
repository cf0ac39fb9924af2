// Keeps the app in this browser, says how far that is, and when a newer version has been kept beside it (a published site only).
(() => {
  const RECENTLY = 60 * 60 * 1000;  // ms between two looks for a new version
  const PAUSES = [5, 20, 60, 300];  // seconds before what failed is tried again

  // What the app says of it: app/window/published.py.
  const state = { share: 0, ready: false, failed: "", install: "" };
  let begun = false;
  const say = (more) => {
    Object.assign(state, more);
    if (begun) python.postMessage({ device: { keeping: state } });
  };

  // How this browser puts a site on the home screen.

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
  const fail = (why) => {
    if (state.ready) return;
    trying = false;
    say({ failed: state.failed || why });
    timer = setTimeout(again, PAUSES[Math.min(tries++, PAUSES.length - 1)] * 1000);
  };
  addEventListener("online", again);

  const keep = async () => {
    trying = true;
    say({ failed: "" });
    try {
      const before = (await navigator.serviceWorker.getRegistration())?.active?.scriptURL;
      const kept = await navigator.serviceWorker.register(before || `sw.js?draws=${drawn()}`, { updateViaCache: "none" });
      const worker = kept.waiting ?? kept.installing;
      follow(kept);
      if (kept.active) return kept.active.postMessage("whole");
      worker.addEventListener("statechange", () => {
        if (worker.state === "activated") worker.postMessage("whole");
        if (worker.state === "redundant") fail("network");
      });
    } catch (error) {
      console.warn("not kept in this browser:", error);
      fail("network");
    }
  };

  const hear = ({ data }) => {
    const said = data?.keeping;
    if (!said || state.ready) return;
    say(said);
    if (said.ready) clearTimeout(timer), trying = false;
    else if (said.failed && navigator.serviceWorker.controller) fail(said.failed);
  };

  // A newer version.

  let followed = null, asked = Date.now();
  const follow = (kept) => {
    if (followed === kept) return;
    followed = kept;
    kept.active?.postMessage("forget");
    const look = (worker) => {
      const tell = () => {
        if (worker.state === "installed" && navigator.serviceWorker.controller) dispatchEvent(new Event("newer-version"));
      };
      worker.addEventListener("statechange", tell);
      tell();
    };
    for (const worker of [kept.installing, kept.waiting]) if (worker) look(worker);
    kept.addEventListener("updatefound", () => look(kept.installing));
    globalThis.takeNewVersion = () => {
      if (!kept.waiting) return;
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      kept.waiting.postMessage("take");
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
