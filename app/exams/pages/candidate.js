// The candidate's page. It holds the questions while they are answered, and nothing of the key.
// What it says to the room, and is told by it: FromCandidate and ToCandidate of app/browser/messages.d.ts.
"use strict";

const OWN = "zhicai-exam-own-code", SEAT = "zhicai-exam-seat", DEVICE = "zhicai-exam-device";  // kept in this browser
const TYPED = "zhicai-exam-typed", UNSAVED = "zhicai-exam-unsaved";  // kept in this tab
const SCRIPT = /** @type {ScriptName} */ (document.documentElement.dataset.script);
const AGAIN = 5000, SILENT = 15000, PING = 20000;  // ms: until what was refused is sent anew, until a silent line is given up
const PAUSE = 400, LONGEST_PAUSE = 5000;  // ms before the line is tried again: longer each time, at most
const SOON = 300;  // seconds before the end that are shown as few
const LEFT = "zhicai-exam-left";  // kept in this tab: since when he is away, ms since 1970
const EVERY = 3000;  // ms: how often what was written is sent
const LONGEST = 10000;  // characters of an answer to a part
const WORDS_SHOWN = 400;  // characters that are shown of what could not be saved
const LETTERS = "ABCDEFGHIJ", KEYS = "1234567890";

/** @typedef {{ letter: string, since: number, refused: boolean, n: number }} Unsaved */
/** @typedef {Said<Pick<FromCandidate, "enter" | "return">>} First */

/** @type {WebSocket | null} */
let line = null;
/** @type {First | null} */
let entering = null;  // what was said first on the line
let quiet = false;  // it was said by itself: a code that is unknown here is no fault of his
let anew = false;  // nothing has been heard of the room since
let heard = 0;  // when the line was last heard, ms
let note = 0;  // the number of the last message
let tries = 0;  // to open the line again

/** @type {CandidateState | null} */
let state = null;
/** @type {Record<number, ShownQuestion>} */
let questions = {};
/** @type {Said<Pick<ToCandidate, "result">> | null} */
let result = null;
/** @type {"enter" | "outside" | "wait" | "ask" | "all" | "end" | "result"} */
let view = "enter";
let at = 1;  // the question on the screen
let own = "", seat = "";  // his code, and this device's place
let said = "";  // what went wrong
let outside = "";  // why he waits for the examiner's leave
/** @type {"" | "here" | "elsewhere"} */
let moved = "";  // where he goes on
/** @type {number | null} */
let ends = null;  // when his time is over, ms
/** @type {string[]} */
let dropped = [];  // answers that were not saved and no longer can be

// What was chosen and is not known to be on the examiner's disk, by question. state.answers holds what is.
/** @type {Map<number, Unsaved>} */
const unsaved = new Map();
// Flags that are not known to be there, by the number of their message.
/** @type {Map<number, Said<Pick<FromCandidate, "flag">>>} */
const flagging = new Map();

/** @typedef {{ text: string, sent: string | null, since: number, refused: boolean, bad: boolean, n: number }} Draft */

// What was written and is not known to be on the examiner's disk, by question and part: 3/0. state.written holds what is.
/** @type {Map<string, Draft>} */
const drafts = new Map();
// Seconds away that are not known to be reported, by the number of their message.
/** @type {Map<number, number>} */
const leaving = new Map();

const typed = { ...kept(TYPED), code: decodeURIComponent(location.hash.slice(1)) || kept(TYPED).code || "" };

// The page

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * An element; "do" is what a click does.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} about
 * @param {...(Node | string)} inside
 */
function make(tag, about, ...inside) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(about)) {
    if (key === "do") node.addEventListener("click", value);
    else if (key === "class") node.className = value;
    else if (value !== false && value !== null) node.setAttribute(key, value);
  }
  node.append(...inside.filter((each) => each !== ""));
  return node;
}

/** @param {string} words @param {() => void} act @param {Record<string, any>} [about] */
function button(words, act, about = {}) {
  return make("button", { ...about, do: act }, words);
}

// What the browser keeps

/** @param {string} name @returns {any} */
function kept(name) {
  try { return JSON.parse(sessionStorage.getItem(name) ?? "null") || {}; } catch { return {}; }
}

/** @param {string} name */
function stored(name) {
  try { return localStorage.getItem(name) || ""; } catch { return ""; }
}

/** @param {string} name @param {string} value */
function store(name, value) {
  try {
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  } catch { /* the page goes on without */ }
}

/** @param {string} code @param {string} place */
function remember(code, place) {
  own = code;
  seat = place;
  store(OWN, code);
  store(SEAT, place);
}

function forget() {
  if (stored(OWN) === own) {
    store(OWN, "");
    store(SEAT, "");
  }
  own = seat = "";
}

function device() {
  if (!stored(DEVICE)) {
    const bytes = Array.from(crypto.getRandomValues(new Uint8Array(12)));
    store(DEVICE, bytes.map((each) => each.toString(16).padStart(2, "0")).join(""));
  }
  return stored(DEVICE);
}

// The line

function isOpen() {
  return line !== null && line.readyState === WebSocket.OPEN;
}

function hangUp() {
  if (line) {
    line.onclose = line.onmessage = null;
    line.close();
  }
  line = null;
}

/** @param {First} first @param {boolean} [byItself] */
function connect(first, byItself = false) {
  entering = first;
  quiet = byItself;
  anew = true;
  heard = performance.now();
  hangUp();
  const opening = line = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/room");
  opening.onopen = () => opening.send(JSON.stringify({ ...first, script: SCRIPT }));
  opening.onmessage = (event) => {
    heard = performance.now();
    hear(JSON.parse(event.data));
  };
  opening.onclose = () => {
    line = null;
    if (!moved && (state || outside)) {
      tries += 1;
      setTimeout(back, Math.min(LONGEST_PAUSE, PAUSE * tries));
    }
    if (state && !moved) showKept();
    else draw();
  };
}

function comeBack() {
  connect({ do: "return", own, seat });
}

function back() {
  if (line || moved) return;
  if (state) comeBack();
  else if (outside && entering) connect(entering);
}

/** @param {Said<Omit<FromCandidate, "enter" | "return">>} what @returns {number} the number of the message */
function send(what) {
  note += 1;
  if (line && isOpen() && state) line.send(JSON.stringify({ ...what, n: note }));
  return note;
}

setInterval(() => {
  if (!line || !isOpen() || !(state || outside)) return;
  note += 1;
  line.send(JSON.stringify({ do: "ping", n: note }));
}, PING);

setInterval(() => {
  if (!isOpen() || !state || moved) return;
  const now = performance.now();
  const waitsLong = Array.from(unsaved.values()).some((each) => now - each.since > SILENT);
  if (now - heard > SILENT && (now - heard > 2 * PING || waitsLong)) {
    comeBack();
    return;
  }
  for (const [number, each] of Array.from(unsaved)) {
    if (each.refused && now - each.since > AGAIN) save(number, each.letter, true);
  }
}, 1000);

// Saving

/** @param {number} number @param {string} letter @param {boolean} refused */
function save(number, letter, refused) {
  const since = performance.now(), n = send({ do: "answer", number, letter });
  unsaved.set(number, { letter, since, refused, n });
  keepUnsaved();
}

function keepUnsaved() {  // a page that is opened again still knows what was not saved
  const list = Array.from(unsaved, ([number, each]) => [number, each.letter]);
  const texts = Array.from(drafts, ([key, each]) => [key, each.text]);
  try { sessionStorage.setItem(UNSAVED, JSON.stringify({ own, seat, list, texts })); } catch { /* it is chosen again */ }
}

function resend() {
  const before = kept(UNSAVED);
  if (before.own === own && before.seat === seat) {
    for (const [number, letter] of before.list) {
      if (!unsaved.has(number)) unsaved.set(number, { letter, since: 0, refused: true, n: 0 });
    }
    for (const [key, text] of before.texts || []) {
      if (!drafts.has(key)) drafts.set(key, { text, sent: null, since: 0, refused: false, bad: text.length > LONGEST, n: 0 });
    }
  }
  sendDrafts(true);
  resendAway();
  for (const [number, each] of Array.from(unsaved)) save(number, each.letter, each.refused);
  for (const [n, each] of Array.from(flagging)) {
    flagging.delete(n);
    flagging.set(send(each), each);
  }
}

function unsavedWords() {
  return Array.from(unsaved, ([number, each]) => `第 ${number} 题${each.letter ? " " + each.letter : "（改为不答）"}`);
}

/** @param {CandidateState} now @param {number} number @param {boolean} on */
function flag(now, number, on) {
  const others = now.flags.filter((each) => each !== number);
  now.flags = on ? [...others, number] : others;
}

// Writing

/** @param {number} number @param {number} part */
function draftKey(number, part) {
  return `${number}/${part}`;
}

/** @param {CandidateState} now @param {number} number @param {number} part */
function writtenText(now, number, part) {
  return drafts.get(draftKey(number, part))?.text ?? now.written[number]?.[part] ?? "";
}

/** @param {CandidateState} now @param {number} number whether anything of it is saved */
function hasWritten(now, number) {
  return Object.values(now.written[number] ?? {}).some((text) => text.trim() !== "");
}

/** @param {CandidateState} now @param {number} number */
function answeredAt(now, number) {
  return now.answers[number] !== undefined || hasWritten(now, number);
}

/** @param {CandidateState} now */
function answeredCount(now) {
  let count = 0;
  for (let number = 1; number <= now.count; number++) count += answeredAt(now, number) ? 1 : 0;
  return count;
}

/** @param {number} number whether something of it is not saved */
function hasDraft(number) {
  return Array.from(drafts.keys()).some((key) => key.startsWith(number + "/"));
}

/** The questions of which something is not saved, chosen or written. */
function openNumbers() {
  return new Set([...unsaved.keys(), ...Array.from(drafts.keys(), (key) => Number(key.split("/")[0]))]);
}

/** Questions whose saving was refused, or waits for the line. */
function stuckNumbers() {
  const numbers = new Set();
  for (const [number, each] of unsaved) if (each.refused || !isOpen()) numbers.add(number);
  for (const [key, each] of drafts) if (each.refused || each.bad || !isOpen()) numbers.add(key.split("/")[0]);
  return numbers;
}

/** @param {number} number @param {number} part @param {string} text @param {boolean} [atOnce] */
function write(number, part, text, atOnce = false) {
  const key = draftKey(number, part), before = drafts.get(key);
  if (!before && state && (state.written[number]?.[part] ?? "") === text) return;
  const draft = before ?? { text, sent: null, since: performance.now(), refused: false, bad: false, n: 0 };
  draft.text = text;
  draft.bad = text.length > LONGEST;
  drafts.set(key, draft);
  keepUnsaved();
  if (atOnce) sendDrafts();
  showKept();
}

/** Sends what changed; of what waits for an answer nothing is sent twice, unless the line is new. @param {boolean} [anewLine] */
function sendDrafts(anewLine = false) {
  if (!state || !isOpen() || moved) return;
  for (const [key, each] of drafts) {
    const waits = each.sent !== null && !each.refused && !anewLine;
    if (each.bad || waits) continue;
    const [number, part] = key.split("/").map(Number);
    each.sent = each.text;
    each.since = performance.now();
    each.refused = false;
    each.n = send({ do: "write", number, part, text: each.text });
  }
}

/** @param {CandidateState} now @param {number | null} n whether it was the message of a draft, which is on the disk now */
function draftSaved(now, n) {
  for (const [key, each] of drafts) {
    if (each.n !== n || each.sent === null) continue;
    const [number, part] = key.split("/").map(Number);
    (now.written[number] ??= {})[part] = each.sent;
    if (each.text === each.sent) drafts.delete(key);
    each.sent = null;
    keepUnsaved();
    return true;
  }
  return false;
}

/** @param {number} n @param {boolean} again whether the same may be sent again @returns {boolean} whether it was a draft's */
function draftRefused(n, again) {
  for (const each of drafts.values()) {
    if (each.n !== n || each.sent === null) continue;
    each.sent = null;
    each.since = performance.now();
    if (again) each.refused = true;
    else each.bad = true;
    return true;
  }
  return false;
}

function notSaved() {
  return [...unsavedWords(), ...draftWords()];
}

function draftWords() {
  return Array.from(drafts, ([key, each]) => {
    const [number, part] = key.split("/").map(Number), cut = each.text.length > WORDS_SHOWN ? "……" : "";
    return `第 ${number} 题（${part + 1}）“${each.text.slice(0, WORDS_SHOWN)}${cut}”`;
  });
}

setInterval(() => {
  if (!state || !state.started || state.submitted || state.ended) return;
  for (const each of drafts.values()) {
    if (each.refused && performance.now() - each.since > AGAIN) each.refused = false;
  }
  sendDrafts();
  showWriting();
}, EVERY);

// Away from the page: reported, so that the examiner knows; nothing is prevented.

/** @param {number} seconds */
function reportAway(seconds) {
  leaving.set(send({ do: "away", seconds }), seconds);
}

function resendAway() {
  const old = Array.from(leaving.values());
  leaving.clear();
  for (const each of old) reportAway(each);
}

function cameBack() {
  const since = Number(kept(LEFT).since || 0);
  try { sessionStorage.removeItem(LEFT); } catch { /* it was never kept */ }
  if (since && state && state.started && !state.submitted && !state.ended) reportAway((Date.now() - since) / 1000);
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") {
    sendDrafts();
    if (!state || !state.started || state.submitted) return;
    try { sessionStorage.setItem(LEFT, JSON.stringify({ since: Date.now() })); } catch { /* it is not counted */ }
  } else cameBack();
});
addEventListener("pagehide", () => sendDrafts());

// What the room says

/** @param {Said<ToCandidate>} what */
function hear(what) {
  switch (what.do) {
    case "no":
      refused(what);
      break;
    case "outside":
      outside = what.why;
      said = "";
      view = "outside";
      tries = 0;
      draw();
      break;
    case "out":
      putOut(what.why);
      break;
    case "moved":
      moved = what.here ? "here" : "elsewhere";
      questions = {};
      dropped = [...unsavedWords(), ...draftWords()];
      unsaved.clear();
      drafts.clear();
      if (!what.here && stored(SEAT) === seat) forget();
      draw();
      break;
    case "kept":
      if (what.left !== null) ends = performance.now() + what.left * 1000;
      if (state) saved(state, what.n);
      break;
    case "questions":
      for (const each of what.list) questions[each.number] = each;
      draw();
      break;
    case "result":
      result = what;
      view = "result";
      draw();
      break;
    case "state":
      take(what);
      break;
  }
}

/** @param {string} why */
function putOut(why) {
  forget();
  state = null;
  questions = {};
  unsaved.clear();
  drafts.clear();
  keepUnsaved();
  said = why;
  view = "enter";
  draw();
}

/** @param {CandidateState} now */
function take(now) {
  const begins = !state || !state.started, over = now.submitted || now.ended;
  state = now;
  outside = "";
  tries = 0;
  said = "";
  remember(now.code, now.seat);
  ends = now.left === null ? null : performance.now() + now.left * 1000;
  if (over) {
    questions = {};
    dropped = dropped.concat(unsavedWords(), draftWords());
    unsaved.clear();
    drafts.clear();
    flagging.clear();
    keepUnsaved();
  } else if (anew && now.started) {
    resend();
    cameBack();
  }
  for (const each of flagging.values()) flag(now, each.number, each.on);
  anew = false;
  if (view === "enter" || view === "outside" || begins || over) view = over ? "end" : now.started ? "ask" : "wait";
  if (now.started && !over && !now.whole && !questions[at]) send({ do: "question", number: at });
  draw();
}

/** @param {CandidateState} now @param {number | null} n the number of the message that is on the disk */
function saved(now, n) {
  if (n !== null) {
    flagging.delete(n);
    leaving.delete(n);
  }
  if (draftSaved(now, n)) {
    if (!drafts.size && !unsaved.size) said = "";
    if (view === "ask") mark(now);
    else draw();
    return;
  }
  for (const [number, each] of unsaved) {
    if (each.n !== n) continue;
    unsaved.delete(number);
    keepUnsaved();
    if (each.letter) now.answers[number] = each.letter;
    else delete now.answers[number];
    if (!Array.from(unsaved.values()).some((other) => other.refused)) said = "";
    if (view === "ask" && number === at) mark(now);
    else draw();
    return;
  }
  showKept();
}

/** @param {Said<Pick<ToCandidate, "no">>} what */
function refused(what) {
  if (!state) {
    said = what.why;
    if (what.later) {  // the line is closed now, and tried again by itself
      tries = AGAIN / PAUSE;
      return;
    }
    if (what.out || (quiet && what.unknown)) {
      forget();
      if (!what.out) said = "";
    }
    outside = "";
    view = "enter";
    draw();
    return;
  }
  if (what.out || (what.unknown && entering?.do === "return")) {
    putOut(what.why);
    return;
  }
  const n = what.n ?? -1;
  leaving.delete(n);
  draftRefused(n, Boolean(what.again));
  const flags = flagging.get(n);
  if (flags) {
    flagging.delete(n);
    flag(state, flags.number, !flags.on);
  }
  for (const [number, each] of unsaved) {
    if (each.n !== n) continue;
    if (what.again) each.refused = true;  // the disk: the same is sent again, by a tap or after a while
    else {
      unsaved.delete(number);
      keepUnsaved();
      dropped.push(`第 ${number} 题 ${each.letter}`);
    }
  }
  said = what.why;
  draw();
}

// What is always shown: the time, and whether everything is saved

setInterval(() => {
  const node = byId("time");
  if (ends === null || !state || state.submitted || state.ended) {
    node.textContent = "";
    return;
  }
  const left = Math.max(0, Math.round((ends - performance.now()) / 1000));
  const hours = left >= 3600 ? Math.floor(left / 3600) + ":" : "";
  const minutes = String(Math.floor(left / 60) % 60).padStart(2, "0"), seconds = String(left % 60).padStart(2, "0");
  node.textContent = `${hours}${minutes}:${seconds}`;
  node.className = left < SOON ? "time soon" : "time";
}, 250);

function showKept() {
  const node = byId("kept");
  if (!state || state.submitted || state.ended || !state.started) {
    node.textContent = "";
    return;
  }
  const count = stuckNumbers().size;
  const notSaved = count ? `${count} 题没有保存` : "";
  if (!isOpen()) node.textContent = "连接断开，正在重连……" + notSaved;
  else node.textContent = notSaved || (unsaved.size || drafts.size ? "正在保存……" : "已保存");
  node.className = !isOpen() || count ? "kept not" : "kept";
}

// What he does

/** @param {CandidateState} now @param {number} number */
function go(now, number) {
  sendDrafts();
  if (!now.whole) {
    const asked = questions[number];
    questions = asked ? { [number]: asked } : {};
  }
  at = number;
  view = "ask";
  if (!now.whole && !questions[at]) send({ do: "question", number: at });
  draw();
  window.scrollTo(0, 0);
}

/** @param {CandidateState} now @param {string} letter */
function choose(now, letter) {
  const mine = unsaved.get(at);
  if (mine ? mine.letter === letter && !mine.refused : now.answers[at] === letter) return;
  save(at, letter, false);
  mark(now);
}

function overview() {
  sendDrafts();
  view = "all";
  draw();
}

/** @param {CandidateState} now */
function submit(now) {
  sendDrafts();
  const left = now.count - answeredCount(now), open = openNumbers().size;
  if (!isOpen()) said = "连接断开，连上以后再交卷。";
  else if (open) said = `还有 ${open} 题没有保存，存好以后再交卷。`;
  else {
    if (confirm((left ? `还有 ${left} 题没答。` : "") + "交卷后不能再改。现在交卷？")) send({ do: "submit" });
    return;
  }
  draw();
}

addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
  if (view !== "ask" || !state || !questions[at]) return;
  const place = KEYS.indexOf(event.key);
  if (place >= 0 && place < questions[at].options.length) choose(state, LETTERS[place]);
  else if (event.key === "ArrowRight" && at < state.count) go(state, at + 1);
  else if (event.key === "ArrowLeft" && at > 1) go(state, at - 1);
});

// The screens

let shownParts = "";  // the question with parts that is on the screen, and how it is marked

/** The question with parts that is to be on the screen; empty where it is another screen. */
function writingOn() {
  if (view !== "ask" || !state || !questions[at]?.parts.length) return "";
  return `${at}/${state.flags.includes(at)}`;
}

function draw() {
  byId("top").hidden = !state || view === "enter" || moved !== "";
  if (state) byId("where").textContent = state.name + (state.version ? "　" + state.version + " 卷" : "");
  showKept();
  if (moved) {
    shownParts = "";
    byId("main").replaceChildren(...movedPage(moved));
  }
  else {
    const told = make("div", {}, said ? make("p", { class: "said bad", role: "alert" }, said) : "");
    const stays = writingOn(), main = byId("main");
    if (stays && stays === shownParts) main.firstElementChild?.replaceWith(told);  // what is being typed is not touched
    else main.replaceChildren(told, ...page());
    shownParts = stays;
    if (view === "ask" && state) mark(state);
  }
}

/** @returns {(Node | string)[]} */
function page() {
  if (view === "outside") return outsidePage();
  if (!state || view === "enter") return enterPage();
  if (view === "result" && result) return resultPage(result);
  return { wait: waitPage, ask: askPage, all: allPage, end: endPage, result: endPage }[view](state);
}

/** @param {"here" | "elsewhere"} where */
function movedPage(where) {
  const [title, words] = {
    here: ["已在这个浏览器的另一页继续", "这一页不再接收作答。要回到这一页，请刷新。"],
    elsewhere: ["已在另一台设备上继续", "这一页不再接收作答。要回到这台设备，请刷新并输入续考码。"],
  }[where];
  return [make("h1", {}, title), make("p", {}, words), droppedWords()];
}

function droppedWords() {
  if (!dropped.length) return "";
  return make("p", { class: "bad", id: "dropped" }, "这台设备上没来得及保存的：" + dropped.join("、") + "。");
}

function outsidePage() {
  const leave = () => {
    outside = "";
    view = "enter";
    hangUp();
    draw();
  };
  return [
    make("h1", {}, "请等候放行"),
    make("p", { role: "status" }, outside),
    make("p", {}, "不要关闭这一页，放行以后自动进入。"),
    make("p", {}, button("取消", leave)),
  ];
}

function otherScript() {
  if (state && stored(OWN) !== own) return "";  // this browser would not find back to his answers
  const [other, language, name] = SCRIPT === "hant"
    ? ["hans", "zh-Hans", "\u7b80\u4f53\u5b57"] : ["hant", "zh-Hant", "\u7e41\u9ad4\u5b57"];  // written so in either script
  const change = () => {
    if (openNumbers().size) {
      said = "还有答案没有保存，请稍候再换。";
      draw();
      return;
    }
    try { sessionStorage.setItem(TYPED, JSON.stringify(typed)); } catch { /* it is typed again */ }
    location.assign("/" + other + location.hash);
  };
  return make("p", {}, button(name, change, { id: "other-script", lang: language }));
}

function enterPage() {
  /** @param {string} name @param {string} words */
  const field = (name, words) => {
    const input = make("input", { id: name, autocomplete: "off", value: typed[name] || "", maxlength: 40 });
    input.addEventListener("input", () => { typed[name] = input.value; });
    return [make("label", { for: name }, words), input];
  };
  /** @param {string} name */
  const value = (name) => /** @type {HTMLInputElement} */ (byId(name)).value.trim();
  const enter = () => {
    said = "";
    connect({ do: "enter", code: value("code"), number: value("number"), name: value("name"), device: device() });
  };
  const goOn = () => {
    said = "";
    own = value("own");
    connect({ do: "return", own });
  };
  return [
    make("h1", {}, "进入考场"),
    ...field("code", "考场码"), ...field("number", "编号（没有可不填）"), ...field("name", "姓名"),
    make("p", {}, button("进入", enter, { class: "main" })),
    make("h2", {}, "换了设备？"),
    ...field("own", "续考码"),
    make("p", {}, button("接着答", goOn)),
    otherScript(),
  ];
}

/** @param {CandidateState} now */
function ownCode(now) {
  return make("p", { class: "said" },
    "续考码 ", make("span", { class: "code", id: "own-code" }, now.code), make("br", {}),
    "手机没电或出了故障，在另一台设备上输入它，就从最后保存的答案接着答。请抄下，不要给别人看。");
}

/** @param {CandidateState} now */
function waitPage(now) {
  return [
    make("h1", {}, now.title),
    make("p", {}, `${now.count} 题，满分 ${now.total} 分，${now.minutes} 分钟。`),
    now.note ? make("p", {}, now.note) : "",
    make("p", {}, "考试中离开这一页（切到别的应用、别的网页）的次数和时间会报告给考官。"),
    ownCode(now),
    make("p", { role: "status" }, "请等候考官开始。"),
    otherScript(),
  ];
}

/** @param {CandidateState} now */
function askPage(now) {
  const asked = questions[at];
  if (!asked) return [make("p", {}, "正在取题……")];
  const flagged = now.flags.includes(at);
  const turnFlag = () => {
    const what = /** @type {const} */ ({ do: "flag", number: at, on: !flagged });
    flag(now, at, !flagged);
    flagging.set(send(what), what);
    draw();
  };
  const options = asked.options.map((text, place) => {
    const letter = LETTERS[place], about = { class: "option", role: "radio", "data-letter": letter };
    return make("button", { ...about, do: () => choose(now, letter) }, make("b", {}, letter), text);
  });
  return [
    make("p", {}, `第 ${at} 题 / 共 ${now.count} 题（${asked.marks} 分）`),
    make("div", { class: "stem", id: "stem" }, asked.stem),
    drawn(asked.drawn),
    ...(options.length ? [make("div", { role: "radiogroup", "aria-labelledby": "stem" }, ...options)] : []),
    ...partsPage(now, asked),
    make("p", { id: "unsaved", class: "bad", role: "alert" }),
    make("p", {}, button(flagged ? "★ 已标记，点此取消" : "☆ 标记这题", turnFlag, { "aria-pressed": String(flagged) })),
    make("div", { class: "bar" },
      button("上一题", () => go(now, at - 1), { disabled: at === 1 ? "" : false }),
      button("总览", overview),
      at < now.count
        ? button("下一题", () => go(now, at + 1), { class: "main" })
        : button("交卷", overview, { class: "main" })),
  ];
}

/** @param {CandidateState} now @param {ShownQuestion} asked */
function partsPage(now, asked) {
  return asked.parts.map((part, at) => make("section", { class: "part", "aria-label": `第 ${at + 1} 问` },
    make("p", { class: "ask", id: `ask-${at}` }, `（${at + 1}）${part.ask}（${part.marks} 分）`),
    ...answerField(now, asked.number, part, at),
    make("p", { class: "kept", id: `part-${at}` })));
}

/** @param {CandidateState} now @param {number} number @param {ShownPart} part @param {number} at */
function answerField(now, number, part, at) {
  const text = writtenText(now, number, at), about = { "aria-labelledby": `ask-${at}`, "data-part": at, autocomplete: "off" };
  if (part.form === "text" || part.form === "fill") {
    const field = part.form === "text"
      ? make("textarea", { ...about, rows: 6, spellcheck: "false" })
      : make("input", { ...about, maxlength: 100 });
    field.value = text;
    field.addEventListener("input", () => write(number, at, field.value));
    field.addEventListener("blur", () => sendDrafts());
    return [field];
  }
  const buttons = part.options.map((words, place) => {
    const letter = LETTERS[place], role = part.form === "one" ? "radio" : "checkbox";
    const tap = () => {
      write(number, at, chosenLetters(part, writtenText(now, number, at), letter), true);
      showWriting();
    };
    return make("button", { class: "option", role, "data-part-option": `${at}/${letter}`, do: tap }, make("b", {}, letter), words);
  });
  const how = { several: "选出全部对的。", order: "照次序点；再点一次去掉。", one: "" }[part.form];
  return [how ? make("p", {}, how) : "", ...buttons];
}

/** @param {ShownPart} part @param {string} now @param {string} letter what is chosen after a tap */
function chosenLetters(part, now, letter) {
  if (part.form === "one") return letter;
  const rest = now.replace(letter, "");
  if (now.includes(letter)) return rest;
  return part.form === "order" ? now + letter : Array.from(now + letter).sort().join("");
}

/** @param {Draft | undefined} draft @param {string} text */
function savedWords(draft, text) {
  if (!draft) return text ? "已保存" : "没有作答";
  if (draft.bad) return text.length > LONGEST ? `超过 ${LONGEST} 字，没有保存，请删短` : "没有保存";
  return draft.refused || !isOpen() ? "没有保存，会再存" : "还没有保存……";
}

/** Shows what is saved of the parts on the screen, without touching what is being typed. */
function showWriting() {
  if (view !== "ask" || !state || !questions[at]?.parts.length) return;
  for (const [place, part] of questions[at].parts.entries()) {
    const told = document.getElementById(`part-${place}`), text = writtenText(state, at, place);
    if (!told) continue;
    const draft = drafts.get(draftKey(at, place));
    const count = part.form === "text" ? `${text.length} 字，` : part.form === "order" && text ? `次序 ${text}，` : "";
    told.textContent = count + savedWords(draft, text);
    told.className = draft && (draft.bad || draft.refused || !isOpen()) ? "kept not" : "kept";
    for (const [order, option] of part.options.entries()) {
      const node = document.querySelector(`[data-part-option="${place}/${LETTERS[order]}"]`);
      if (option && node) node.setAttribute("aria-checked", String(text.includes(LETTERS[order])));
    }
  }
}

/** @param {Drawn | null} what */
function drawn(what) {
  if (!what) return "";
  const parts = [];
  if (what.notes.length) parts.push(make("p", {}, what.notes.join("　")));
  if (what.seats.length) parts.push(make("p", {}, what.seats.map((each) => each.name + "：" + each.words).join("；")));
  for (const each of what.laid) {
    const cards = each.cards.map(([sign, colour, name]) => make("span", { class: "card " + colour, "aria-label": name }, sign));
    parts.push(make("div", {}, each.words ? each.words + " " : "", ...cards));
  }
  for (const each of what.auctions) {
    parts.push(make("table", { class: "calls" },
      make("tr", {}, ...each.order.map((name) => make("th", {}, name))),
      ...each.rows.map((row) => make("tr", {}, ...row.map((call) => make("td", {}, call))))));
  }
  return make("div", { class: "drawn", role: "img", "aria-label": what.said }, ...parts);
}

/**
 * Shows which option of the question on the screen is chosen, and whether it is saved.
 * @param {CandidateState} now
 */
function mark(now) {
  const mine = unsaved.get(at), letter = mine ? mine.letter : now.answers[at];
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".option[data-letter]"))) {
    const chosen = node.dataset.letter === letter;
    node.setAttribute("aria-checked", String(chosen));
    node.className = "option" + (chosen && mine ? mine.refused ? " refused" : " saving" : "");
  }
  const told = document.getElementById("unsaved");
  if (told) told.textContent = mine && mine.refused ? "这一题的选择还没有保存；再点一下它，就再存一次。" : "";
  showWriting();
  showKept();
}

/** @param {CandidateState} now */
function allPage(now) {
  const left = now.count - answeredCount(now), open = openNumbers().size;
  /** @param {number} number */
  const about = (number) => {
    const mine = unsaved.get(number), answer = now.answers[number];
    const how = mine ? mine.letter + "，还没有保存" : hasDraft(number) ? "写了，还没有保存"
      : answer ? "答 " + answer : hasWritten(now, number) ? "写了" : "没答";
    return `第 ${number} 题，${how}${now.flags.includes(number) ? "，已标记" : ""}`;
  };
  /** @param {number} number */
  const look = (number) => {
    const how = unsaved.has(number) || hasDraft(number) ? "open " : answeredAt(now, number) ? "done " : "";
    return how + (now.flags.includes(number) ? "flag" : "");
  };
  const numbers = Array.from({ length: now.count }, (_, place) => place + 1);
  return [
    make("h1", {}, "总览"),
    make("p", {}, (left ? `还有 ${left} 题没答。` : "每题都答了。") + (now.flags.length ? `标记了 ${now.flags.length} 题。` : "")),
    open ? make("p", { class: "bad" }, `有 ${open} 题选了还没有保存，不算在内：${notSaved().join("、")}。`) : "",
    make("div", { class: "all" }, ...numbers.map((number) => {
      const pending = unsaved.has(number) || hasDraft(number);
      const words = number + (pending ? "…" : now.answers[number] || (hasWritten(now, number) ? "✎" : ""));
      return button(words, () => go(now, number), { class: look(number), "aria-label": about(number) });
    })),
    ownCode(now),
    otherScript(),
    make("div", { class: "bar" },
      button("返回答题", () => go(now, at)),
      button("交卷", () => submit(now), { class: "main" })),
  ];
}

/** @param {CandidateState} now */
function endPage(now) {
  return [
    make("h1", {}, now.submitted ? "已交卷" : "考试已结束"),
    make("p", {}, `收到 ${answeredCount(now)} 题的答案，共 ${now.count} 题。`),
    droppedWords(),
    now.published
      ? button("看成绩", () => send({ do: "result" }), { class: "main" })
      : make("p", {}, "成绩由考官公布后可在这里看。"),
    otherScript(),
  ];
}

/** @param {Said<Pick<ToCandidate, "result">>} marks */
function resultPage(marks) {
  const rows = marks.rows.map((row) => {
    const wrong = (row.chosen ? "答 " + row.chosen : "没答") + "，正确 " + row.right;
    const got = row.marks === null ? "还没有评分" : `${row.marks} / ${row.most} 分`;
    const how = row.models.length ? got : row.good ? "✓ 答对 " + row.right : "✗ " + wrong;
    return make("div", { class: "said" },
      make("p", {}, `第 ${row.number} 题：${how}`),
      ...row.models.map(([ask, model]) => make("p", { class: "model" }, `${ask}\n参考：${model}`)),
      row.why ? make("p", {}, row.why) : "",
      row.clauses.length ? make("p", {}, "依据：" + row.clauses.join("、")) : "");
  });
  return [make("h1", {}, `得分 ${marks.marks} / ${marks.total}`), ...rows];
}

// Beginning

own = stored(OWN);
seat = stored(SEAT);
if (own) connect({ do: "return", own, seat }, true);
else draw();
