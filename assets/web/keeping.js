// Keeps the app in this browser, and says when a newer version has been kept beside it (a published site only).
(() => {
  if (!("serviceWorker" in navigator)) return;
  const RECENTLY = 60 * 60 * 1000;  // ms between two looks for a new version

  // The way to draw that Flutter has chosen: the other ways' files need not be kept.
  const drawn = () => {
    const seen = performance.getEntriesByType("resource").map((entry) => entry.name);
    if (seen.some((name) => name.includes("/canvaskit/skwasm"))) return "skwasm";
    return seen.some((name) => name.includes("/canvaskit/chromium/")) ? "chromium" : "canvaskit";
  };

  const begin = async () => {
    const before = (await navigator.serviceWorker.getRegistration())?.active?.scriptURL;
    const kept = await navigator.serviceWorker.register(before || `sw.js?draws=${drawn()}`, { updateViaCache: "none" });
    navigator.serviceWorker.controller?.postMessage("forget");
    const look = (worker) => {
      const tell = () => {
        if (worker.state === "installed" && navigator.serviceWorker.controller) dispatchEvent(new Event("newer-version"));
      };
      worker.addEventListener("statechange", tell);
      tell();
    };
    for (const worker of [kept.installing, kept.waiting]) if (worker) look(worker);
    kept.addEventListener("updatefound", () => look(kept.installing));
    let asked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || Date.now() - asked < RECENTLY) return;
      asked = Date.now();
      kept.update().catch(() => {});  // no network: later
    });
    globalThis.takeNewVersion = () => {
      if (!kept.waiting) return;
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      kept.waiting.postMessage("take");
    };
  };
  // After the first screen, which has the network and the processor to itself until then.
  addEventListener("first-screen", () => begin().catch((error) => console.warn("not kept in this browser:", error)), { once: true });
})();
