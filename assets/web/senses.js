// What only a page can do for its Python, wherever that runs: read aloud, listen, sound and shake for a clock, keep the screen awake.
// Python asks by opening an address of our own (Flet hands it to window.open), which opens nothing. What the page says of it goes
// to Python's worker, or to its server. See app/browser/asking.py and app/window/senses.py.
(() => {
  const OURS = "zhicai:";
  const CALM = 0.9;  // of the usual rate
  const BEGINS_WITHIN = 4000;  // ms, else it is taken not to speak at all
  const TONES = {  // [Hz, seconds from the beginning, how long]
    step: [[880, 0, 0.16], [880, 0.26, 0.16]],
    end: [[660, 0, 0.3], [660, 0.45, 0.3], [880, 0.9, 0.6]],
  };
  const SHAKES = { step: [200, 100, 200], end: [500, 150, 500, 150, 500] };  // ms, shaking and still

  let listener = "";  // the name under which Python's server hears this page
  /** @type {Promise<unknown>} */
  let told = Promise.resolve();  // one after the other, as it came about
  /** @param {Partial<SaidByPage>} said */
  const tell = (said) => {
    if (flet.pyodide) python.postMessage({ device: { page: said } });
    else {
      const address = `${flet.assetBase}heard/${listener}?said=${encodeURIComponent(JSON.stringify(said))}`;
      told = told.then(() => fetch(address)).catch(() => {});
    }
  };

  // Reading aloud. Only by voices of this device: what is read must not leave it.

  const speech = globalThis.speechSynthesis;
  const phone = () => inAndroid ? globalThis.android : undefined;  // it speaks, shakes and stays awake where the WebView cannot
  const speaker = () => speech ? undefined : phone();
  const KINDS = {  // by what is shown: the best first
    hans: [/^(zh-cn|zh-hans|cmn-cn|cmn-hans)/, /^zh-sg/, /^(zh-tw|zh-hant|cmn)/, /^zh$/, /./],
    hant: [/^(zh-tw|cmn-tw|cmn-hant)/, /^(zh-hk|zh-mo|zh-hant|yue)/, /./],
  };
  const voices = () => {
    try {
      return [...speech.getVoices()].filter((voice) => voice.localService && /^(zh|cmn|yue)\b/i.test(voice.lang.replace(/_/g, "-")));
    } catch { return []; }
  };
  /** @param {ScriptName} script */
  const best = (script) => {
    const kinds = KINDS[script] ?? KINDS.hans;
    /** @param {SpeechSynthesisVoice} voice */
    const rank = ({ lang }) => kinds.findIndex((kind) => kind.test(lang.replace(/_/g, "-").toLowerCase()));
    return voices().sort((a, b) => rank(a) - rank(b) || Number(b.default) - Number(a.default))[0];
  };

  /** @typedef {{ name: string, began: boolean, sentences: SpeechSynthesisUtterance[] }} Turn */
  /** @type {Turn | null} */
  let saying = null;  // what is being read, and all its sentences: a browser would forget those that nobody holds
  const quiet = () => speech ? speech.cancel() : speaker()?.ask("hush", {}).catch(() => {});
  /** @param {Turn} turn */
  const end = (turn, failed = false) => {
    if (saying !== turn) return;
    saying = null;
    if (failed) quiet();
    tell({ saying: "", failed });
  };
  const hush = () => {
    const turn = saying;
    saying = null;
    if (turn) quiet();
  };
  /** @param {Android} by @param {AskedOfPage["say"]} what */
  const have = async (by, { name, lines, script }) => {
    /** @type {Turn} */
    const turn = { name, began: true, sentences: [] };
    saying = turn;
    tell({ saying: name });
    const failed = await by.ask("say", { lines, script }).then(() => false, () => true);
    end(turn, failed);
  };
  /** @param {AskedOfPage["say"]} what */
  const say = ({ name, lines, script }) => {
    hush();
    const by = speaker();
    if (by) return have(by, { name, lines, script });
    const voice = best(script);
    if (!voice) return tell({ saying: "", failed: true });
    /** @type {Turn} */
    const turn = { name, began: false, sentences: [] };
    turn.sentences = lines.map((line) => {
      const sentence = Object.assign(new SpeechSynthesisUtterance(line), { voice, lang: voice.lang, rate: CALM });
      sentence.onstart = () => { turn.began = true; };
      sentence.onerror = ({ error }) => end(turn, !["interrupted", "canceled"].includes(error));
      return sentence;
    });
    const last = turn.sentences.at(-1);
    if (last) last.onend = () => end(turn);
    saying = turn;
    for (const sentence of turn.sentences) speech.speak(sentence);
    setTimeout(() => { if (!turn.began) end(turn, true); }, BEGINS_WITHIN);
    tell({ saying: name });
  };

  // Listening. Only where this device recognises speech itself and has the language already: nothing said at the table leaves it,
  // and nothing is fetched for it (install() is never called).

  const SPOKEN = "zh-CN";
  const Recogniser = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
  let listens = false;
  const learn = async () => {
    try {
      const able = Recogniser?.available && "processLocally" in Recogniser.prototype;
      listens = Boolean(able) && await Recogniser?.available?.({ langs: [SPOKEN], processLocally: true }) === "available";
    } catch { listens = false; }
    if (listens) can();
  };
  /** @type {{ name: string, recogniser: LocalRecognition } | null} */
  let hearing = null;
  const hangUp = () => {
    const last = hearing;
    hearing = null;
    last?.recogniser.abort();
  };
  /** @param {string} name */
  const listen = (name) => {
    if (!name) return hearing ? hearing.recogniser.stop() : tell({ listening: "" });  // what was said last may still come
    hangUp();
    if (!Recogniser || !listens) return tell({ listening: "", unheard: "failed" });
    const recogniser = Object.assign(new Recogniser(), { lang: SPOKEN, processLocally: true, continuous: true, interimResults: true });
    if (!recogniser.processLocally) return tell({ listening: "", unheard: "failed" });
    const turn = hearing = { name, recogniser };
    let said = "";
    /** @type {SaidByPage["unheard"]} */
    let unheard = "silence";
    recogniser.onresult = ({ results }) => {
      if (hearing !== turn) return;
      said = [...results].map((each) => each[0]?.transcript ?? "").join("");
      tell({ listening: name, words: said });
    };
    recogniser.onerror = ({ error }) => {
      if (error !== "no-speech") unheard = error === "not-allowed" ? "refused" : "failed";
    };
    recogniser.onend = () => {
      if (hearing !== turn) return;
      hearing = null;
      tell({ listening: "", unheard: said ? "" : unheard });
    };
    tell({ listening: name, words: "" });
    recogniser.start();
  };

  // Sounding and shaking

  const Audio_ = globalThis.AudioContext ?? globalThis.webkitAudioContext;
  /** @type {AudioContext | null} */
  let audio = null;
  const WAKES_WITHIN = 500;  // ms; a browser lets a page sound once it was touched, and leaves it waiting until then
  let sounding = 0;  // tones to come: meanwhile the device is held, afterwards it is free for others
  const running = async () => {
    if (!Audio_) return null;
    audio ??= new Audio_();
    if (audio.state !== "running") {
      await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, WAKES_WITHIN))]);
    }
    return audio.state === "running" ? audio : null;
  };
  const rest = () => { if (!sounding) audio?.suspend(); };
  const unlock = async () => { if (await running()) rest(); };
  /** @param {Ring} kind */
  const ring = async (kind) => {
    const by = phone();
    if (by) by.ask("ring", { kind }).catch(() => {});
    else try { navigator.vibrate?.(SHAKES[kind] ?? SHAKES.step); } catch { /* not allowed */ }
    sounding++;
    const audio = await running();
    sounding--;
    if (!audio) return;
    const now = audio.currentTime + 0.02;
    for (const [pitch, at, long] of TONES[kind] ?? TONES.step) {
      const tone = audio.createOscillator(), loud = audio.createGain();
      Object.assign(tone, { type: "triangle" }).frequency.value = pitch;
      loud.gain.setValueAtTime(0, now + at);
      loud.gain.linearRampToValueAtTime(0.8, now + at + 0.01);
      loud.gain.setValueAtTime(0.8, now + at + long - 0.03);
      loud.gain.linearRampToValueAtTime(0, now + at + long);
      tone.connect(loud).connect(audio.destination);
      sounding++;
      tone.onended = () => { sounding--; rest(); };
      tone.start(now + at);
      tone.stop(now + at + long);
    }
  };
  // A page loaded again while a clock runs was not touched yet: the next touch will do.
  const TOUCHES = ["pointerup", "keydown"];
  const touched = () => { for (const each of TOUCHES) removeEventListener(each, touched, true); unlock(); };

  // Keeping the screen awake: a browser lets go of it when the page is out of sight.

  let awake = false, waits = false;
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  const drop = () => { lock?.release(); lock = null; };
  const hold = async () => {
    if (!awake || lock || waits || phone() || document.visibilityState !== "visible") return;
    waits = true;
    try {
      const got = lock = await navigator.wakeLock.request("screen");
      got.addEventListener("release", () => { if (lock === got) lock = null; });
      if (!awake) drop();
    } catch { lock = null; }
    waits = false;
  };
  /** @param {boolean} wanted */
  const stayAwake = (wanted) => {
    awake = wanted;
    phone()?.ask("awake", { on: awake }).catch(() => {});
    if (!awake) return drop();
    for (const each of TOUCHES) addEventListener(each, touched, true);
    return hold();
  };
  document.addEventListener("visibilitychange", hold);

  // What is asked

  const can = async () => {
    const by = phone(), speaks = speaker();
    const voice = speaks ? await speaks.ask("voices", {}).then(({ hans, hant }) => hans || hant, () => false) : voices().length > 0;
    const shake = by ? (await by.about).shake : "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
    tell({
      saying: saying?.name ?? "", listening: hearing?.name ?? "",
      can: { voice, sound: Boolean(Audio_), shake, listen: listens },
    });
  };
  /** @type {{ [What in keyof AskedOfPage]: (how: AskedOfPage[What]) => unknown }} */
  const asked = {
    hello: (name) => { listener = name; learn(); return can(); },
    say,
    hush: (name) => {  // whatever is read, or that only: something else may have been begun meanwhile
      if (name !== true && name !== saying?.name) return;
      hush();
      tell({ saying: "" });
    },
    unlock,
    ring,
    awake: stayAwake,
    listen,
  };
  /** @param {string} what @param {any} how */
  const doing = async (what, how) => {
    try { await asked[/** @type {keyof AskedOfPage} */ (what)]?.(/** @type {never} */ (how)); } catch (error) { console.warn(what, error); }
  };
  const open = window.open.bind(window);
  window.open = (address, ...how) => {
    if (!String(address ?? "").startsWith(OURS)) return open(address, ...how);
    for (const [what, how] of Object.entries(JSON.parse(decodeURIComponent(String(address).slice(OURS.length))))) doing(what, how);
    return null;
  };
  speech?.addEventListener?.("voiceschanged", () => { if (listener) can(); });  // a browser may learn of its voices late
  addEventListener("pagehide", () => { hush(); hangUp(); });
})();
