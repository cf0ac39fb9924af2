// The candidate's page. It holds the questions while they are answered, and nothing of the key.
"use strict";
const main = document.getElementById("main"), top_ = document.getElementById("top");
const OWN = "zhicai-exam-own-code", SEAT = "zhicai-exam-seat", DEVICE = "zhicai-exam-device", TYPED = "zhicai-exam-typed", UNSAVED = "zhicai-exam-unsaved";
const SCRIPT = document.documentElement.dataset.script;
const AGAIN = 5000, SILENT = 15000, PING = 20000;  // ms: until what was refused is sent anew, until a silent line is given up
let line = null, state = null, questions = {}, at = 1, view = "enter", own = "", seat = "", said = "", ends = null, result = null;
const typed = {...kept(TYPED), code: decodeURIComponent(location.hash.slice(1)) || kept(TYPED).code || ""};
let note = 0, tries = 0, moved = "", entering = null, anew = false, heard = 0, outside = "", dropped = [];
// What was chosen and is not known to be on the examiner's disk: question -> {letter, n, since, refused}. state.answers holds what is.
const unsaved = new Map(), flagging = new Map();

function make(tag, about, ...inside) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(about || {})) {
    if (key === "do") node.addEventListener("click", value);
    else if (key === "class") node.className = value;
    else if (value !== false && value !== null) node.setAttribute(key, value);
  }
  node.append(...inside.filter(each => each !== null && each !== undefined && each !== ""));
  return node;
}
function kept(name) { try { return JSON.parse(sessionStorage.getItem(name)) || {}; } catch (e) { return {}; } }
function stored(name) { try { return localStorage.getItem(name) || ""; } catch (e) { return ""; } }
function store(name, value) { try { if (value) localStorage.setItem(name, value); else localStorage.removeItem(name); } catch (e) { /* the page goes on without */ } }
function remember(code, place) { own = code; seat = place; store(OWN, code); store(SEAT, place); }
function forget() { if (stored(OWN) === own) { store(OWN, ""); store(SEAT, ""); } own = seat = ""; }
function device() {
  if (!stored(DEVICE)) store(DEVICE, Array.from(crypto.getRandomValues(new Uint8Array(12)), each => each.toString(16).padStart(2, "0")).join(""));
  return stored(DEVICE);
}
function open_() { return line !== null && line.readyState === 1; }

function connect(first) {
  entering = first; anew = true; heard = performance.now();
  if (line) line.onclose = line.onmessage = null, line.close();
  line = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/room");
  line.onopen = () => line.send(JSON.stringify({...first, script: SCRIPT}));
  line.onmessage = event => { heard = performance.now(); hear(JSON.parse(event.data)); };
  line.onclose = () => {
    line = null;
    if (!moved && (state || outside)) { tries += 1; setTimeout(back, Math.min(5000, 400 * tries)); }
    if (state && !moved) keptLine(); else draw();
  };
}
function back() {
  if (line || moved) return;
  if (state) connect({do: "return", own: own, seat: seat}); else if (outside) connect(entering);
}
function send(what) {
  what.n = ++note;
  if (open_() && state) line.send(JSON.stringify(what));
  return what.n;
}
function save(number, letter, refused) {
  const one = {letter: letter, since: performance.now(), refused: refused, n: send({do: "answer", number: number, letter: letter})};
  unsaved.set(number, one);
  keepUnsaved();
}
function keepUnsaved() {  // a page that is opened again still knows what was not saved
  try { sessionStorage.setItem(UNSAVED, JSON.stringify({own: own, seat: seat, list: Array.from(unsaved, each => [each[0], each[1].letter])})); } catch (e) { /* it is chosen again */ }
}
function resend() {
  const before = kept(UNSAVED);
  if (before.own === own && before.seat === seat) for (const [number, letter] of before.list) if (!unsaved.has(number)) unsaved.set(number, {letter: letter, refused: true});
  for (const [number, each] of Array.from(unsaved)) save(number, each.letter, each.refused);
  for (const [n, each] of Array.from(flagging)) { flagging.delete(n); flagging.set(send({...each}), each); }
}
function unsavedWords() { return Array.from(unsaved, each => `第 ${each[0]} 题${each[1].letter ? " " + each[1].letter : "（改为不答）"}`); }
function hear(what) {
  if (what.do === "no") return refused(what);
  if (what.do === "outside") { outside = what.why; said = ""; view = "outside"; tries = 0; return draw(); }
  if (what.do === "out") { forget(); state = null; questions = {}; unsaved.clear(); keepUnsaved(); said = what.why; view = "enter"; return draw(); }
  if (what.do === "moved") {
    moved = what.here ? "here" : "elsewhere"; questions = {}; dropped = unsavedWords(); unsaved.clear();
    if (!what.here && stored(SEAT) === seat) forget();
    return draw();
  }
  if (what.do === "kept") { if (what.left !== null) ends = performance.now() + what.left * 1000; return saved(what.n); }
  if (what.do === "questions") { for (const each of what.list) questions[each.number] = each; return draw(); }
  if (what.do === "result") { result = what; view = "result"; return draw(); }
  if (what.do === "state") {
    const begun = !state || !state.started;
    state = what; outside = ""; tries = 0; said = "";
    remember(what.code, what.seat);
    ends = what.left === null ? null : performance.now() + what.left * 1000;
    if (what.submitted || what.ended) { questions = {}; dropped = dropped.concat(unsavedWords()); unsaved.clear(); flagging.clear(); keepUnsaved(); }
    else if (anew && what.started) resend();
    for (const each of flagging.values()) flag(each.number, each.on);
    anew = false;
    if (view === "enter" || view === "outside" || begun || what.submitted || what.ended) view = what.submitted || what.ended ? "end" : what.started ? "ask" : "wait";
    if (what.started && !what.submitted && !what.ended && !what.whole && !questions[at]) send({do: "question", number: at});
    draw();
  }
}
function saved(n) {
  flagging.delete(n);
  for (const [number, each] of unsaved) {
    if (each.n !== n) continue;
    unsaved.delete(number); keepUnsaved();
    if (each.letter) state.answers[number] = each.letter; else delete state.answers[number];
    if (!Array.from(unsaved.values()).some(other => other.refused)) said = "";
    return view === "ask" && number === at ? marks() : draw();
  }
  keptLine();
}
function refused(what) {
  if (!state) {
    said = what.why;
    if (what.later) { tries = AGAIN / 400; return; }  // the line is closed now, and tried again by itself
    if (what.out || (entering && entering.quiet && what.unknown)) { forget(); if (!what.out) said = ""; }
    outside = ""; view = "enter";
    return draw();
  }
  if (what.out || (what.unknown && entering && entering.do === "return")) return hear({do: "out", why: what.why});
  const flags = flagging.get(what.n);
  if (flags) { flagging.delete(what.n); flag(flags.number, !flags.on); }
  for (const [number, each] of unsaved) {
    if (each.n !== what.n) continue;
    if (what.again) each.refused = true;  // the disk: the same is sent again, by a tap or after a while
    else { unsaved.delete(number); keepUnsaved(); dropped.push(`第 ${number} 题 ${each.letter}`); }
  }
  said = what.why;
  draw();
}
setInterval(() => { if (open_() && (state || outside)) line.send(JSON.stringify({do: "ping", n: ++note})); }, PING);
setInterval(() => {
  if (!open_() || !state || moved) return;
  const now = performance.now();
  if (now - heard > SILENT && (now - heard > 2 * PING || Array.from(unsaved.values()).some(each => now - each.since > SILENT))) return connect({do: "return", own: own, seat: seat});
  for (const [number, each] of Array.from(unsaved)) if (each.refused && now - each.since > AGAIN) save(number, each.letter, true);
}, 1000);
setInterval(() => {
  const node = document.getElementById("time");
  if (ends === null || !state || state.submitted || state.ended) { node.textContent = ""; return; }
  const left = Math.max(0, Math.round((ends - performance.now()) / 1000));
  node.textContent = (left >= 3600 ? Math.floor(left / 3600) + ":" : "") + String(Math.floor(left / 60) % 60).padStart(2, "0") + ":" + String(left % 60).padStart(2, "0");
  node.className = left < 300 ? "time soon" : "time";
}, 250);
function keptLine() {
  const node = document.getElementById("kept");
  if (!state || state.submitted || state.ended || !state.started) { node.textContent = ""; return; }
  const count = Array.from(unsaved.values()).filter(each => each.refused || !open_()).length, notSaved = count ? `${count} 题没有保存` : "";
  node.textContent = !open_() ? "连接断开，正在重连……" + notSaved : notSaved || (unsaved.size ? "正在保存……" : "已保存");
  node.className = !open_() || count ? "kept not" : "kept";
}
function go(number) {
  if (!state.whole) for (const each of Object.keys(questions)) if (Number(each) !== number) delete questions[each];
  at = number; view = "ask";
  if (!state.whole && !questions[at]) send({do: "question", number: at});
  draw(); window.scrollTo(0, 0);
}
function choose(letter) {
  const mine = unsaved.get(at);
  if (mine ? mine.letter === letter && !mine.refused : state.answers[at] === letter) return;
  save(at, letter, false);
  marks();
}
function flag(number, on) { state.flags = on ? [...state.flags.filter(each => each !== number), number] : state.flags.filter(each => each !== number); }
function marks() {  // which option of the question on the screen is chosen, and whether it is saved
  const mine = unsaved.get(at), letter = mine ? mine.letter : state.answers[at];
  for (const node of document.querySelectorAll(".option")) {
    const chosen = node.dataset.letter === letter;
    node.setAttribute("aria-checked", String(chosen));
    node.className = "option" + (chosen && mine ? mine.refused ? " refused" : " saving" : "");
  }
  const told = document.getElementById("unsaved");
  if (told) told.textContent = mine && mine.refused ? "这一题的选择还没有保存；再点一下它，就再存一次。" : "";
  keptLine();
}
function drawn(what) {
  if (!what) return "";
  const parts = [];
  if (what.notes.length) parts.push(make("p", {}, what.notes.join("　")));
  if (what.seats.length) parts.push(make("p", {}, what.seats.map(each => each.name + "：" + each.words).join("；")));
  for (const each of what.laid)
    parts.push(make("div", {}, each.words ? each.words + " " : "", ...each.cards.map(card => make("span", {class: "card " + card[1], "aria-label": card[2]}, card[0]))));
  for (const each of what.auctions)
    parts.push(make("table", {class: "calls"}, make("tr", {}, ...each.order.map(name => make("th", {}, name))),
      ...each.rows.map(row => make("tr", {}, ...row.map(call => make("td", {}, call))))));
  return make("div", {class: "drawn", role: "img", "aria-label": what.said}, ...parts);
}
function draw() {
  top_.hidden = !state || view === "enter" || moved;
  if (state) document.getElementById("where").textContent = state.name + (state.version ? "　" + state.version + " 卷" : "");
  keptLine();
  const told = said ? make("p", {class: "said bad", role: "alert"}, said) : "";
  if (moved) return main.replaceChildren(...(moved === "here"
    ? [make("h1", {}, "已在这个浏览器的另一页继续"), make("p", {}, "这一页不再接收作答。要回到这一页，请刷新。")]
    : [make("h1", {}, "已在另一台设备上继续"), make("p", {}, "这一页不再接收作答。要回到这台设备，请刷新并输入续考码。")]), droppedWords());
  const page = {enter: enterPage, outside: outsidePage, wait: waitPage, ask: askPage, all: allPage, end: endPage, result: resultPage}[view]();
  main.replaceChildren(told, ...page);
  if (view === "ask") marks();
}
function droppedWords() { return dropped.length ? make("p", {class: "bad", id: "dropped"}, "这台设备上没来得及保存的：" + dropped.join("、") + "。") : ""; }
function outsidePage() {
  return [make("h1", {}, "请等候放行"), make("p", {role: "status"}, outside), make("p", {}, "不要关闭这一页，放行以后自动进入。"),
    make("p", {}, make("button", {do: () => { outside = ""; view = "enter"; if (line) line.onclose = null, line.close(); line = null; draw(); }}, "取消"))];
}
function otherScript() {
  if (state && stored(OWN) !== own) return "";  // this browser would not find back to his answers
  const other = SCRIPT === "hant" ? ["hans", "zh-Hans", "\u7b80\u4f53\u5b57"] : ["hant", "zh-Hant", "\u7e41\u9ad4\u5b57"];
  return make("p", {}, make("button", {id: "other-script", lang: other[1], do: () => {
    if (unsaved.size) { said = "还有答案没有保存，请稍候再换。"; return draw(); }
    try { sessionStorage.setItem(TYPED, JSON.stringify(typed)); } catch (e) { /* it is typed again */ }
    location.assign("/" + other[0] + location.hash);
  }}, other[2]));
}
function enterPage() {
  const field = (name, words) => {
    const input = make("input", {id: name, autocomplete: "off", value: typed[name] || "", maxlength: 40});
    input.addEventListener("input", () => { typed[name] = input.value; });
    return [make("label", {for: name}, words), input];
  };
  const value = name => document.getElementById(name).value.trim();
  return [
    make("h1", {}, "进入考场"),
    ...field("code", "考场码"), ...field("number", "编号（没有可不填）"), ...field("name", "姓名"),
    make("p", {}, make("button", {class: "main", do: () => { said = ""; connect({do: "enter", code: value("code"), number: value("number"), name: value("name"), device: device()}); }}, "进入")),
    make("h2", {}, "换了设备？"),
    ...field("own", "续考码"),
    make("p", {}, make("button", {do: () => { said = ""; own = value("own"); connect({do: "return", own: own}); }}, "接着答")),
    otherScript(),
  ];
}
function ownCode() { return make("p", {class: "said"}, "续考码 ", make("span", {class: "code", id: "own-code"}, state.code), make("br"), "手机没电或出了故障，在另一台设备上输入它，就从最后保存的答案接着答。请抄下，不要给别人看。"); }
function waitPage() {
  return [make("h1", {}, state.title), make("p", {}, `${state.count} 题，满分 ${state.total} 分，${state.minutes} 分钟。`), state.note ? make("p", {}, state.note) : "", ownCode(), make("p", {role: "status"}, "请等候考官开始。"), otherScript()];
}
function askPage() {
  const asked = questions[at];
  if (!asked) return [make("p", {}, "正在取题……")];
  const flagged = state.flags.includes(at);
  return [
    make("p", {}, `第 ${at} 题 / 共 ${state.count} 题（${asked.marks} 分）`),
    make("div", {class: "stem", id: "stem"}, asked.stem), drawn(asked.drawn),
    make("div", {role: "radiogroup", "aria-labelledby": "stem"}, ...asked.options.map((text, place) => {
      const letter = "ABCDEFGHIJ"[place];
      return make("button", {class: "option", role: "radio", "data-letter": letter, do: () => choose(letter)}, make("b", {}, letter), text);
    })),
    make("p", {id: "unsaved", class: "bad", role: "alert"}),
    make("p", {}, make("button", {"aria-pressed": String(flagged), do: () => {
      const what = {do: "flag", number: at, on: !flagged};
      flag(at, !flagged); flagging.set(send({...what}), what); draw();
    }}, flagged ? "★ 已标记，点此取消" : "☆ 标记这题")),
    make("div", {class: "bar"},
      make("button", {disabled: at === 1 ? "" : false, do: () => go(at - 1)}, "上一题"), make("button", {do: () => { view = "all"; draw(); }}, "总览"),
      at < state.count ? make("button", {class: "main", do: () => go(at + 1)}, "下一题") : make("button", {class: "main", do: () => { view = "all"; draw(); }}, "交卷")),
  ];
}
function allPage() {
  const left = state.count - Object.keys(state.answers).length, open = unsaved.size;
  const about = number => {
    const mine = unsaved.get(number), flagged = state.flags.includes(number) ? "，已标记" : "";
    return `第 ${number} 题，${mine ? mine.letter + "，还没有保存" : state.answers[number] ? "答 " + state.answers[number] : "没答"}${flagged}`;
  };
  return [
    make("h1", {}, "总览"),
    make("p", {}, (left ? `还有 ${left} 题没答。` : "每题都答了。") + (state.flags.length ? `标记了 ${state.flags.length} 题。` : "")),
    open ? make("p", {class: "bad"}, `有 ${open} 题选了还没有保存，不算在内：${unsavedWords().join("、")}。`) : "",
    make("div", {class: "all"}, ...Array.from({length: state.count}, (_, i) => i + 1).map(number => make("button", {
      class: (unsaved.has(number) ? "open " : state.answers[number] ? "done " : "") + (state.flags.includes(number) ? "flag" : ""),
      do: () => go(number), "aria-label": about(number),
    }, number + (unsaved.has(number) ? "…" : state.answers[number] || "")))),
    ownCode(), otherScript(),
    make("div", {class: "bar"}, make("button", {do: () => go(at)}, "返回答题"), make("button", {class: "main", do: () => {
      if (!open_()) { said = "连接断开，连上以后再交卷。"; return draw(); }
      if (unsaved.size) { said = `还有 ${unsaved.size} 题没有保存，存好以后再交卷。`; return draw(); }
      if (confirm((left ? `还有 ${left} 题没答。` : "") + "交卷后不能再改。现在交卷？")) send({do: "submit"});
    }}, "交卷")),
  ];
}
function endPage() {
  return [make("h1", {}, state.submitted ? "已交卷" : "考试已结束"), make("p", {}, `收到 ${Object.keys(state.answers).length} 题的答案，共 ${state.count} 题。`), droppedWords(),
    state.published ? make("button", {class: "main", do: () => send({do: "result"})}, "看成绩") : make("p", {}, "成绩由考官公布后可在这里看。"), otherScript()];
}
function resultPage() {
  return [make("h1", {}, `得分 ${result.marks} / ${result.total}`), ...result.rows.map(row => make("div", {class: "said"},
    make("p", {}, `第 ${row.number} 题：${row.good ? "✓ 答对 " + row.right : "✗ " + (row.chosen ? "答 " + row.chosen : "没答") + "，正确 " + row.right}`),
    row.why ? make("p", {}, row.why) : "", row.clauses.length ? make("p", {}, "依据：" + row.clauses.join("、")) : ""))];
}
addEventListener("keydown", event => {
  if (view !== "ask" || !state || !questions[at]) return;
  const place = "1234567890".indexOf(event.key);
  if (place >= 0 && place < questions[at].options.length) choose("ABCDEFGHIJ"[place]);
  else if (event.key === "ArrowRight" && at < state.count) go(at + 1);
  else if (event.key === "ArrowLeft" && at > 1) go(at - 1);
});
own = stored(OWN); seat = stored(SEAT);
if (own) connect({do: "return", own: own, seat: seat, quiet: true}); else draw();
