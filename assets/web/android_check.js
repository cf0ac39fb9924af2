// 手机自检: tries everything the shell of the Android app does, asks what only somebody there can see or hear, and makes a file of
// it. Loaded each time it is asked for (设置). What to tap and see: docs/phone-check.md.
(() => {
  const phone = globalThis.android;
  if (!phone) return;
  /** @typedef {{ what: string, came: string, good: boolean, ms: number }} Result */
  /** @type {Result[]} */
  const results = [];

  /** What is tried: its name, and what came of it; whatever is thrown is what went wrong. @type {[string, () => Promise<unknown>][]} */
  const trials = [];
  /** @param {string} what @param {() => Promise<unknown>} how */
  const trial = (what, how) => trials.push([what, how]);
  /** @param {unknown} is @param {unknown} told */
  const must = (is, told) => { if (!is) throw new Error(String(told)); return told; };
  /** @param {string} question */
  const seen = async (question) => must(await phone.choose(question, [["yes", "有"], ["no", "没有"]]) === "yes", "没有");

  // Somebody sees a page of paper, or reads a file again that was just saved.
  const PAPER = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
  const letters = new Uint8Array(400000).map((_, place) => place * 7 % 251);  // three pieces
  const NAME = "执裁自检.bin";

  // A file written and read by a worker, as the journal is: only there may it be written at once.
  const WRITER = `onmessage = async () => {
    try {
      const folder = await navigator.storage.getDirectory();
      const file = await (await folder.getFileHandle("check.bin", { create: true })).createSyncAccessHandle();
      const begun = performance.now(), back = new Uint8Array(5);
      file.write(new Uint8Array([1, 2, 3, 4, 5]), { at: 0 });
      file.flush();
      file.read(back, { at: 0 });
      file.close();
      await folder.removeEntry("check.bin");
      postMessage(back.join() === "1,2,3,4,5" ? "OPFS " + (performance.now() - begun).toFixed(1) + " ms" : "!" + back.join());
    } catch (fault) { postMessage("!" + fault); }
  };`;
  const written = () => /** @type {Promise<string>} */ (new Promise((resolve) => {
    const worker = new Worker(URL.createObjectURL(new Blob([WRITER], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => { resolve(data); worker.terminate(); };
    worker.onerror = ({ message }) => resolve(`!${message}`);
    worker.postMessage("");
  }));

  trial("版本", async () => {
    const { sdk, webview, app } = await phone.about;
    return `Android API ${sdk}，WebView ${webview}，应用 ${app}，${navigator.userAgent}`;
  });
  trial("样子", async () => {
    const { dark, scale, insets } = await phone.about;
    return `${dark ? "深色" : "浅色"}，字号 ${scale}，边 ${insets}，屏 ${innerWidth}×${innerHeight}×${devicePixelRatio}`;
  });
  trial("打开用时", async () => performance.getEntriesByType("mark").filter(({ name }) => ["searchable", "whole"].includes(name))
    .map(({ name, startTime }) => `${name} ${Math.round(startTime)} ms`).join("，"));
  trial("画法", async () => `${flet.webRenderer}，隔离 ${crossOriginIsolated}，核 ${navigator.hardwareConcurrency}`);
  trial("存储", async () => {
    const found = await written(), { quota = 0 } = await navigator.storage.estimate();
    return must(!found.startsWith("!"), `${found}，可用 ${Math.round(quota / 1e6)} MB`);
  });
  trial("不认得的", () => phone.ask(/** @type {"hush"} */ (/** @type {unknown} */ ("no such thing")), {}).then(
    () => must(false, "没有拒绝"), ({ message }) => must(message === "unknown", message)));
  trial("复制", async () => {
    await phone.ask("copy", { text: "执裁自检" });
    return "ok";
  });
  trial("不熄屏", async () => {
    await phone.ask("awake", { on: true });
    await phone.ask("awake", { on: false });
    return "ok";
  });
  trial("振动", async () => {
    await phone.ask("ring", { kind: "step" });
    await phone.ask("ring", { kind: "end" });
    return seen("手机振动了没有？");
  });
  trial("朗读", async () => {
    await phone.ask("say", { lines: ["执裁手机自检。", "听得到吗？"], script: "hans" });
    return seen("听到两句话了没有？");
  });
  trial("停止朗读", async () => {
    const saying = phone.ask("say", { lines: ["这一句很长，应当马上停下来，后面的不应当听到，听到了就是没有停。"], script: "hans" });
    await phone.ask("hush", {});
    await saying;
    return "ok";
  });
  trial("存文件", async () => phone.give(new Blob([letters]), NAME, "save"));
  trial("打开文件", async () => {
    await phone.choose(`接着请选刚才存的“${NAME}”`, [["go", "去选"]]);
    const { files: [file] } = await phone.ask("open", { types: ["*/*"], many: false });
    const pieces = [];
    for (let n = 0, done = false; !done; n++) {
      const { data, last } = await phone.ask("read", { file: file.file, n });
      pieces.push(atob(data));
      done = last;
    }
    await phone.ask("close", { file: file.file });
    const came = pieces.join("");
    const same = came.length === letters.length && letters.every((byte, place) => byte === came.charCodeAt(place));
    return must(same, `${file.name} ${came.length}`);
  });
  trial("发给别人", async () => phone.give(new Blob([letters]), NAME, "share"));
  trial("打印", async () => phone.give(new Blob([PAPER]), "执裁自检.pdf", "print"));
  trial("相机", async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    stream.getTracks().forEach((track) => track.stop());
    return "ok";
  });
  trial("返回键", async () => {
    let come = false;
    addEventListener("keydown", ({ isTrusted }) => { come = !isTrusted; }, { capture: true, once: true });  // see android.js
    await phone.choose("请按一次返回键（或从边上划）", [["none", "没有反应"]]);
    return must(come, come ? "ok" : "没有反应");
  });

  // What is shown meanwhile, and the file at the end.

  const list = document.createElement("ol");
  const panel = Object.assign(document.createElement("div"), { className: "phone-check", role: "dialog", ariaLabel: "手机自检" });
  panel.append(Object.assign(document.createElement("h1"), { textContent: "手机自检" }), list);
  /** @param {Result} result */
  const show = ({ what, came, good }) => {
    list.append(Object.assign(document.createElement("li"), { textContent: `${good ? "好" : "不行"} ${what}：${came}` }));
    list.lastElementChild?.scrollIntoView();
  };
  const run = async () => {
    document.body.append(panel);
    for (const [what, how] of trials) {
      const begun = performance.now();
      /** @type {Result} */
      const result = { what, came: "", good: true, ms: 0 };
      try {
        result.came = String((await how()) ?? "ok");
      } catch (fault) {
        Object.assign(result, { good: false, came: fault instanceof Error ? fault.message : String(fault) });
      }
      result.ms = Math.round(performance.now() - begun);
      results.push(result);
      show(result);
    }
    const bad = results.filter(({ good }) => !good).length;
    const text = JSON.stringify({ zhicai: "phone-check", at: new Date().toISOString(), results }, null, 1);
    const way = /** @type {Purpose | ""} */ (await phone.choose(
      `自检做完：${results.length} 项，${bad ? `${bad} 项不行` : "都好"}`, [["save", "存成文件"], ["share", "发给别人"]]));
    if (way) await phone.give(new Blob([text]), "执裁手机自检.json", way).catch(() => phone.tell("没有存下，请再试一次"));
    panel.remove();
  };
  if (!document.querySelector(".phone-check")) run();
})();
