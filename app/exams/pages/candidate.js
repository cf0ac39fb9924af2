// The candidate's page. It holds the questions while they are answered, and nothing of the key.
"use strict";
const main = document.getElementById("main"), top_ = document.getElementById("top");
const OWN = "zhicai-exam-own-code", TYPED = "zhicai-exam-typed";
const SCRIPT = document.documentElement.dataset.script;
let line = null, state = null, questions = {}, at = 1, view = "enter", own = "", said = "", ends = null, result = null;
const typed = {...kept(TYPED), code: decodeURIComponent(location.hash.slice(1)) || kept(TYPED).code || ""};
let note = 0, waiting = new Map(), tries = 0, moved = false, entering = null;

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
function remember(code) { own = code; try { localStorage.setItem(OWN, code); } catch (e) { /* the page goes on without */ } }
function remembered() { try { return localStorage.getItem(OWN) || ""; } catch (e) { return ""; } }
function forget() { own = ""; try { localStorage.removeItem(OWN); } catch (e) { /* nothing was kept */ } }

function connect(first) {
  entering = first;
  if (line) line.onclose = null, line.close();
  line = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/room");
  line.onopen = () => line.send(JSON.stringify({...first, script: SCRIPT}));
  line.onmessage = event => hear(JSON.parse(event.data));
  line.onclose = () => {
    line = null;
    if (moved) return draw();
    if (!state) { draw(); return; }
    tries += 1;
    setTimeout(() => { if (!line && !moved) connect({do: "return", own: own}); }, Math.min(5000, 400 * tries));
    keptLine();
  };
}
function send(what) {
  what.n = ++note;
  if (what.do === "answer" || what.do === "flag") waiting.set(what.n, what);
  if (line && line.readyState === 1 && state) line.send(JSON.stringify(what));
  keptLine();
  return what.n;
}
function resend() {
  const last = new Map();
  for (const each of waiting.values()) last.set(each.do + each.number, each);
  waiting = new Map();
  for (const each of last.values()) { each.n = ++note; waiting.set(each.n, each); line.send(JSON.stringify(each)); }
}
function hear(what) {
  if (what.do === "no") {
    if (what.n && waiting.has(what.n)) waiting.delete(what.n);
    said = what.why;
    if (!state) { if (entering && entering.quiet && what.unknown) { forget(); said = ""; } view = "enter"; }
    return draw();
  }
  if (what.do === "moved") { moved = true; questions = {}; return draw(); }
  if (what.do === "kept") { waiting.delete(what.n); if (what.left !== null) ends = performance.now() + what.left * 1000; return keptLine(); }
  if (what.do === "questions") { for (const each of what.list) questions[each.number] = each; return draw(); }
  if (what.do === "result") { result = what; view = "result"; return draw(); }
  if (what.do === "state") {
    const fresh = !state || tries > 0, begun = !state || !state.started;
    const mine = [...waiting.values()];
    state = what;
    for (const each of mine) {
      if (each.do === "answer") { if (each.letter) state.answers[each.number] = each.letter; else delete state.answers[each.number]; }
    }
    tries = 0; said = "";
    remember(what.code);
    ends = what.left === null ? null : performance.now() + what.left * 1000;
    if (what.submitted || what.ended) { questions = {}; waiting.clear(); }
    if (fresh && waiting.size) resend();
    if (view === "enter" || begun || what.submitted || what.ended) view = what.submitted || what.ended ? "end" : what.started ? "ask" : "wait";
    if (what.started && !what.submitted && !what.ended && !what.whole && !questions[at]) send({do: "question", number: at});
    draw();
  }
}
setInterval(() => { if (line && line.readyState === 1 && state) send({do: "ping"}); }, 20000);
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
  const bad = !line || line.readyState !== 1;
  node.textContent = bad ? "连接断开，正在重连……" : waiting.size ? "正在保存……" : "已保存";
  node.className = bad ? "kept not" : "kept";
}
function go(number) {
  if (!state.whole) for (const each of Object.keys(questions)) if (Number(each) !== number) delete questions[each];
  at = number; view = "ask";
  if (!state.whole && !questions[at]) send({do: "question", number: at});
  draw(); window.scrollTo(0, 0);
}
function choose(letter) {
  if (state.answers[at] === letter) return;
  state.answers[at] = letter;
  send({do: "answer", number: at, letter: letter});
  draw();
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
  if (moved) return main.replaceChildren(make("h1", {}, "已在另一台设备上继续"), make("p", {}, "这一页不再接收作答。要回到这台设备，请刷新并输入续考码。"));
  const page = {enter: enterPage, wait: waitPage, ask: askPage, all: allPage, end: endPage, result: resultPage}[view]();
  main.replaceChildren(told, ...page);
}
function otherScript() {
  if (state && remembered() !== own) return "";  // this browser would not find back to his answers
  const other = SCRIPT === "hant" ? ["hans", "zh-Hans", "\u7b80\u4f53\u5b57"] : ["hant", "zh-Hant", "\u7e41\u9ad4\u5b57"];
  return make("p", {}, make("button", {id: "other-script", lang: other[1], do: () => {
    if (waiting.size) { said = "还有答案正在保存，请稍候再换。"; return draw(); }
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
    make("p", {}, make("button", {class: "main", do: () => { said = ""; connect({do: "enter", code: value("code"), number: value("number"), name: value("name")}); }}, "进入")),
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
      return make("button", {class: "option", role: "radio", "aria-checked": String(state.answers[at] === letter), do: () => choose(letter)}, make("b", {}, letter), text);
    })),
    make("p", {}, make("button", {"aria-pressed": String(flagged), do: () => {
      state.flags = flagged ? state.flags.filter(each => each !== at) : [...state.flags, at];
      send({do: "flag", number: at, on: !flagged}); draw();
    }}, flagged ? "★ 已标记，点此取消" : "☆ 标记这题")),
    make("div", {class: "bar"},
      make("button", {disabled: at === 1 ? "" : false, do: () => go(at - 1)}, "上一题"), make("button", {do: () => { view = "all"; draw(); }}, "总览"),
      at < state.count ? make("button", {class: "main", do: () => go(at + 1)}, "下一题") : make("button", {class: "main", do: () => { view = "all"; draw(); }}, "交卷")),
  ];
}
function allPage() {
  const left = state.count - Object.keys(state.answers).length;
  return [
    make("h1", {}, "总览"), make("p", {}, (left ? `还有 ${left} 题没答。` : "每题都答了。") + (state.flags.length ? `标记了 ${state.flags.length} 题。` : "")),
    make("div", {class: "all"}, ...Array.from({length: state.count}, (_, i) => i + 1).map(number => make("button", {
      class: (state.answers[number] ? "done " : "") + (state.flags.includes(number) ? "flag" : ""), do: () => go(number),
      "aria-label": `第 ${number} 题，${state.answers[number] ? "答 " + state.answers[number] : "没答"}${state.flags.includes(number) ? "，已标记" : ""}`,
    }, number + (state.answers[number] || "")))),
    ownCode(), otherScript(),
    make("div", {class: "bar"}, make("button", {do: () => go(at)}, "返回答题"), make("button", {class: "main", do: () => {
      if (waiting.size) { said = "还有答案正在保存，请稍候再交卷。"; return draw(); }
      if (confirm((left ? `还有 ${left} 题没答。` : "") + "交卷后不能再改。现在交卷？")) send({do: "submit"});
    }}, "交卷")),
  ];
}
function endPage() {
  return [make("h1", {}, state.submitted ? "已交卷" : "考试已结束"), make("p", {}, `收到 ${Object.keys(state.answers).length} 题的答案，共 ${state.count} 题。`),
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
own = remembered();
if (own) connect({do: "return", own: own, quiet: true}); else draw();
