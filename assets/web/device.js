// What only a page can do for the Python in its worker: ask the browser to keep what is stored. See app/browser/device.py.
(() => {
  const say = (what) => python.postMessage({ device: what });
  addEventListener("python", async ({ detail: { device } }) => {
    if (device?.persist) say({ persist: await navigator.storage?.persist?.().catch(() => false) ?? false });
  });
})();
