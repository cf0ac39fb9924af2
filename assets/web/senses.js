// What only a page can do for its Python, wherever that runs: read aloud, sound and shake for a clock, keep the screen awake.
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
  let told = Promise.resolve();  // one after the other, as it came about
  const tell = (said) => {
    if (flet.pyodide) python.postMessage({ device: { page: said } });
    else told = told.then(() => fetch(`${flet.assetBase}heard/${listener}?said=${encodeURIComponent(JSON.stringify(said))}`)).catch(() => {});
  };

  // Reading aloud. Only by voices of this device: what is read must not leave it.

  const speech = globalThis.speechSynthesis;
  const KINDS = {  // by what is shown: the best first
    hans: [/^(zh-cn|zh-hans|cmn-cn|cmn-hans)/, /^zh-sg/, /^(zh-tw|zh-hant|cmn)/, /^zh$/, /./],
    hant: [/^(zh-tw|cmn-tw|cmn-hant)/, /^(zh-hk|zh-mo|zh-hant|yue)/, /./],
  };
  const voices = () => {
    try {
      return [...speech.getVoices()].filter((voice) => voice.localService && /^(zh|cmn|yue)\b/i.test(voice.lang.replace(/_/g, "-")));
    } catch { return []; }
  };
  const best = (script) => {
    const kinds = KINDS[script] ?? KINDS.hans;
    const rank = ({ lang }) => kinds.findIndex((kind) => kind.test(lang.replace(/_/g, "-").toLowerCase()));
    return voices().sort((a, b) => rank(a) - rank(b) || b.default - a.default)[0];
  };

  let saying = null;  // what is being read, and all its sentences: a browser would forget those that nobody holds
  const end = (turn, failed = false) => {
    if (saying !== turn) return;
    saying = null;
    if (failed) speech.cancel();
    tell({ saying: "", failed });
  };
  const hush = () => {
    const turn = saying;
    saying = null;
    if (turn) speech.cancel();
  };
  const say = ({ name, lines, script }) => {
    hush();
    const voice = best(script);
    if (!voice) return tell({ saying: "", failed: true });
    const turn = { name, began: false };
    turn.sentences = lines.map((line) => {
      const sentence = Object.assign(new SpeechSynthesisUtterance(line), { voice, lang: voice.lang, rate: CALM });
      sentence.onstart = () => { turn.began = true; };
      sentence.onerror = ({ error }) => end(turn, !["interrupted", "canceled"].includes(error));
      return sentence;
    });
    turn.sentences.at(-1).onend = () => end(turn);
    saying = turn;
    for (const sentence of turn.sentences) speech.speak(sentence);
    setTimeout(() => { if (!turn.began) end(turn, true); }, BEGINS_WITHIN);
    tell({ saying: name });
  };

  // Sounding and shaking

  const Audio_ = globalThis.AudioContext ?? globalThis.webkitAudioContext;
  let audio = null;
  const WAKES_WITHIN = 500;  // ms; a browser lets a page sound once it was touched, and leaves it waiting until then
  let sounding = 0;  // tones to come: meanwhile the device is held, afterwards it is free for others
  const running = async () => {
    if (!Audio_) return false;
    audio ??= new Audio_();
    if (audio.state !== "running") {
      await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, WAKES_WITHIN))]);
    }
    return audio.state === "running";
  };
  const rest = () => { if (!sounding) audio.suspend(); };
  const unlock = async () => { if (await running()) rest(); };
  const ring = async (kind) => {
    try { navigator.vibrate?.(SHAKES[kind] ?? SHAKES.step); } catch { /* not allowed */ }
    sounding++;
    const sounds = await running();
    sounding--;
    if (!sounds) return;
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

  let awake = false, lock = null;
  const drop = () => { lock?.release?.(); lock = null; };
  const hold = async () => {
    if (!awake || lock || document.visibilityState !== "visible") return;
    lock = {};  // under way
    try {
      const got = lock = await navigator.wakeLock.request("screen");
      got.addEventListener("release", () => { if (lock === got) lock = null; });
      if (!awake) drop();
    } catch { lock = null; }
  };
  const stayAwake = (wanted) => {
    awake = wanted;
    if (!awake) return drop();
    for (const each of TOUCHES) addEventListener(each, touched, true);
    return hold();
  };
  document.addEventListener("visibilitychange", hold);

  // What is asked

  const can = () => tell({
    saying: saying?.name ?? "",
    can: { voice: voices().length > 0, sound: Boolean(Audio_), shake: "vibrate" in navigator && matchMedia("(pointer: coarse)").matches },
  });
  const asked = {
    hello: (name) => { listener = name; can(); },
    say,
    hush: (name) => {  // whatever is read, or that only: something else may have been begun meanwhile
      if (name !== true && name !== saying?.name) return;
      hush();
      tell({ saying: "" });
    },
    unlock,
    ring,
    awake: stayAwake,
  };
  const doing = async (what, how) => { try { await asked[what]?.(how); } catch (error) { console.warn(what, error); } };
  const open = window.open.bind(window);
  window.open = (address, ...how) => {
    if (!String(address ?? "").startsWith(OURS)) return open(address, ...how);
    for (const [what, how] of Object.entries(JSON.parse(decodeURIComponent(String(address).slice(OURS.length))))) doing(what, how);
    return null;
  };
  speech?.addEventListener?.("voiceschanged", () => { if (listener) can(); });  // a browser may learn of its voices late
  addEventListener("pagehide", hush);
})();
