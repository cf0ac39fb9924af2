// What only a page can do for the Python in its worker: ask the browser to keep what is stored, and read codes with the camera.
// See app/browser/device.py.
(() => {
  /** @param {Partial<SaidByDevice>} what */
  const say = (what) => python.postMessage({ device: what });

  // The browser's own reader of codes where it has one, else jsQR (Apache-2.0, jsqr/LICENSE.txt).
  /** @returns {Promise<(video: HTMLVideoElement) => Promise<string[]>>} */
  async function reader() {
    if ("BarcodeDetector" in globalThis && (await BarcodeDetector.getSupportedFormats()).includes("qr_code")) {
      const detector = new BarcodeDetector({ formats: ["qr_code"] });
      return async (video) => (await detector.detect(video)).map((code) => code.rawValue);
    }
    if (!globalThis.jsQR) {
      await new Promise((resolve, reject) => {
        const script = document.createElement("script");
        Object.assign(script, { src: "jsqr/jsQR.js", onload: resolve, onerror: () => reject(new Error("jsQR")) });
        document.head.append(script);
      });
    }
    const canvas = document.createElement("canvas");
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    const SIDE = 720;  // px: the middle of the picture, made smaller
    canvas.width = canvas.height = SIDE;
    return async (video) => {
      const side = Math.min(video.videoWidth, video.videoHeight);
      pen.drawImage(video, (video.videoWidth - side) / 2, (video.videoHeight - side) / 2, side, side, 0, 0, SIDE, SIDE);
      const found = jsQR(pen.getImageData(0, 0, SIDE, SIDE).data, SIDE, SIDE, { inversionAttempts: "dontInvert" });
      return found ? [found.data] : [];
    };
  }

  /** @typedef {{ said: HTMLElement, end: (why: SaidByDevice["scan"]["ended"]) => void }} Scanner */
  /** @type {Scanner | null} */
  let scanner = null;  // what is open over the app
  const isOpen = () => scanner !== null;

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {string} style
   */
  const element = (tag, style, more = {}) => Object.assign(document.createElement(tag), more, { style });

  /** @param {AskedOfDevice["scan"]} words */
  async function scan(words) {
    if (scanner) return;
    const over = element("div",
      "position:fixed;inset:0;z-index:10;background:#000;color:#fff;font:18px/1.5 sans-serif;display:flex;flex-direction:column");
    over.setAttribute("role", "dialog");
    over.setAttribute("aria-label", words.title);
    const said = element("div", "padding:16px;text-align:center;min-height:54px", { textContent: words.title });
    said.setAttribute("role", "status");
    const video = element("video", "flex:1;min-height:0;width:100%;object-fit:cover", { muted: true, playsInline: true });
    const stop = element("button", "margin:16px;min-height:56px;font:inherit;border:0;border-radius:28px", { textContent: words.stop });
    over.append(said, video, stop);
    document.body.append(over);
    stop.focus();
    /** @type {MediaStream | null} */
    let stream = null;
    /** @type {Scanner["end"]} */
    const end = (why) => {
      if (!scanner) return;
      scanner = null;
      stream?.getTracks().forEach((track) => track.stop());
      removeEventListener("keydown", escape, true);
      over.remove();
      say({ scan: { ended: why } });
    };
    /** @param {KeyboardEvent} event */
    const escape = (event) => { if (event.key === "Escape") { event.stopPropagation(); end("stopped"); } };
    scanner = { said, end };
    stop.onclick = () => end("stopped");
    addEventListener("keydown", escape, true);
    try {
      const picture = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 1280 } };
      stream = await navigator.mediaDevices.getUserMedia({ video: picture });
      if (!isOpen()) return stream.getTracks().forEach((track) => track.stop());
      video.srcObject = stream;
      await video.play();
      const read = await reader();
      let last = "";
      while (isOpen()) {
        const codes = video.readyState >= 2 ? await read(video).catch(() => []) : [];
        for (const code of codes) if (code !== last && isOpen()) say({ scan: { code: (last = code) } });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } catch (error) {
      end(error instanceof DOMException && ["NotAllowedError", "SecurityError"].includes(error.name) ? "refused" : "none");
    }
  }

  addEventListener("python", async ({ detail }) => {
    const asked = detail?.device ?? {};
    if (asked.persist) say({ persist: await navigator.storage?.persist?.().catch(() => false) ?? false });
    if (asked.scan) scan(asked.scan);
    if (asked.dark !== undefined) globalThis.android?.shade(asked.dark);
    if (asked.checked) document.head.append(Object.assign(document.createElement("script"), { src: "android_check.js" }));
    if (!asked.scanned || !scanner) return;
    if (asked.scanned.done) scanner.end("done");
    else scanner.said.textContent = asked.scanned.said;
  });
})();
