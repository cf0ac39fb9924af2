// The page of a living table on two phones: one plays its players, the other is their referee.
// What it says to the room, and is told by it: FromTable and ToTable of app/browser/messages.d.ts.
import { button, byId, make, tell } from "./desk.js";

const OWN = "zhicai-table-own";  // kept in this browser: it comes back to its place
const ROLE = "zhicai-table-role", CODE = "zhicai-table-code", LEARNER = "zhicai-table-learner";  // kept in this tab
const SCRIPT = /** @type {ScriptName} */ (document.documentElement.dataset.script);
const AGAIN = 1000, PING = 20000;  // ms
const FAST = 4;  // acts of one tap

/** @typedef {"player" | "referee"} TableRole */

/** @type {WebSocket | null} */
let line = null;
/** @type {Said<Pick<ToTable, "table">> | null} */
let now = null;
// The address says the table's code; the app that opened it says by whose name this machine keeps what he practises.
const [told = "", learns = ""] = decodeURIComponent(location.hash.slice(1)).split("/");
let code = told || kept(CODE), role = kept(ROLE);
const learner = learns || kept(LEARNER);
let refused = "";

/** @param {string} name */
function kept(name) {
  try { return sessionStorage.getItem(name) || ""; } catch { return ""; }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try { sessionStorage.setItem(name, value); } catch { /* it is chosen again */ }
}

function own() {
  try {
    const before = localStorage.getItem(OWN);
    if (before) return before;
    const made = Array.from(crypto.getRandomValues(new Uint8Array(12)), (each) => each.toString(16).padStart(2, "0")).join("");
    localStorage.setItem(OWN, made);
    return made;
  } catch { return "without-a-name"; }
}

/** @param {TableRole} chosen */
function sit(chosen) {
  role = chosen;
  keep(ROLE, role);
  keep(CODE, code);
  keep(LEARNER, learner);
  refused = "";
  const opening = line = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/table");
  opening.onopen = () => opening.send(JSON.stringify({ do: "sit", code, role, own: own(), script: SCRIPT, learner }));
  opening.onmessage = (event) => hear(JSON.parse(event.data));
  opening.onclose = (event) => {
    line = null;
    if (event.code === 4001) {
      now = null;
      refused = "这个位置在这个浏览器的另一页里。";
    } else if (!refused) {
      tell("断开，正在重连……");
      setTimeout(() => { if (!line) sit(/** @type {TableRole} */ (role)); }, AGAIN);
      return;
    }
    draw();
  };
}

setInterval(() => say({ do: "ping" }), PING);

/** @param {Said<Omit<FromTable, "sit">>} what */
function say(what) {
  if (line && line.readyState === WebSocket.OPEN && now) line.send(JSON.stringify(what));
}

/** @param {Said<ToTable>} what */
function hear(what) {
  if (what.do === "table") {
    now = what;
    tell(what.over ? "" : what.here.length ? `${what.here.join("、")}在` : "对方还没有来");
  } else {
    if (what.out) {
      now = null;
      refused = what.why;
      keep(ROLE, role = "");
    }
    tell(what.why);
  }
  draw();
}

// The screens

function draw() {
  byId("title").textContent = now ? now.title + "　" + (now.role === "player" ? "牌手" : "裁判") : "活的牌桌";
  const typed = /** @type {HTMLInputElement | null} */ (document.getElementById("own-words"));
  const words = typed && typed === document.activeElement ? typed.value : null;
  byId("main").replaceChildren(...(now ? now.over ? endPage(now) : tablePage(now) : sitPage()));
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("own-words"));
  if (words !== null && field) {
    field.value = words;
    field.focus();
  }
}

function sitPage() {
  const input = make("input", { id: "code", autocomplete: "off", maxlength: 20, value: code });
  input.addEventListener("input", () => { code = input.value.trim(); });
  return [
    refused ? make("p", { class: "said bad", role: "alert" }, refused) : "",
    make("h1", {}, "坐到牌桌"),
    make("p", {}, "一人扮四家牌手：一步一步打，裁判问到谁，替谁回答。一人当裁判：看出违规就叫停，问，照规则裁。"),
    make("label", { for: "code" }, "牌桌码"), input,
    make("p", {}, button("我扮牌手", () => sit("player"), { class: "main" })),
    make("p", {}, button("我当裁判", () => sit("referee"), { class: "main" })),
  ];
}

/** @param {Said<Pick<ToTable, "table">>} at */
function tablePage(at) {
  const lines = at.given.map((each) => make("p", {}, each));
  const given = lines.length ? [make("div", { class: "said" }, make("b", {}, "裁定"), ...lines)] : [];
  const acts = at.acts.map((each, n) => make("p", { class: n === at.acts.length - 1 ? "ask" : "" }, each));
  return [
    ...given, drawn(at.drawn), ...acts,
    at.called ? make("p", { class: "said", role: "status" }, `${at.called}叫裁判。`) : "",
    ...(at.role === "player" ? playerPage(at) : refereePage(at)),
  ];
}

/** @param {Said<Pick<ToTable, "table">>} at */
function playerPage(at) {
  const secret = at.secret ? [make("p", { class: "said" }, `只有你看得到：正在发生“${at.secret}”。`)] : [];
  if (at.asking) {
    const input = make("input", { id: "own-words", autocomplete: "off", maxlength: 200, "aria-label": "用自己的话" });
    return [
      ...secret,
      make("h2", {}, `裁判问${at.asking.seat}：${at.asking.ask}`),
      at.asking.so ? make("p", {}, `其实：${at.asking.so}`) : make("p", {}, "桌上没有人知道，或没有发生这种事。"),
      ...at.asking.says.map((text) => button(text, () => say({ do: "say", text }), { class: "option" })),
      make("label", { for: "own-words" }, "用自己的话"), input,
      make("p", {}, button("这样说", () => say({ do: "say", text: input.value }))),
    ];
  }
  const waits = at.stopped ? "裁判叫停了，等他问、等他裁。" : at.called ? "等裁判来。" : "";
  if (waits) return [...secret, make("p", { role: "status" }, waits)];
  return [...secret, make("div", { class: "bar" },
    button(`快 ${FAST} 步`, () => say({ do: "step", count: FAST })),
    button("下一步", () => say({ do: "step", count: 1 }), { class: "main" }))];
}

/** @param {Said<Pick<ToTable, "table">>} at */
function refereePage(at) {
  const made = at.ruling;
  if (!made) {
    if (!at.acts.length) return [make("p", {}, "牌手一步一步打；看出违规就叫停。"), stopBar(at)];
    return [stopBar(at)];
  }
  const fault = made.fault ? [make("p", { class: "said bad", role: "alert" }, made.fault)] : [];
  const back = made.title ? [make("div", { class: "bar" }, button("退一步", () => say({ do: "back" })),
    ...(made.outcome.length ? [button("这样裁", () => say({ do: "give" }), { class: "main" })] : []))] : [];
  if (!made.title) {
    return [...fault, make("h2", {}, "出了什么事？"),
      ...made.trees.map(([tree, title]) => button(title, () => say({ do: "open", tree }), { class: "option" })),
      button("没有违规，接着打", () => say({ do: "dismiss" }), { class: "option" })];
  }
  if (made.outcome.length) {
    return [...fault, make("h2", {}, made.title), make("div", { class: "said" },
      ...made.outcome.map((each) => make("p", {}, each)), make("p", {}, "依据：" + made.clauses.join("、"))), ...back];
  }
  return [
    ...fault, make("p", {}, made.title), make("h2", {}, made.ask),
    made.waits ? make("p", { role: "status" }, `问了${made.waits}，等他回答。`)
      : make("div", { class: "doing" }, ...made.seats.map(([seat, name]) => button(`问${name}`, () => say({ do: "ask", seat })))),
    ...made.heard.map(([name, text]) => make("p", { class: "answer" }, `${name}：“${text}”`)),
    ...made.options.map((text, option) => button(text, () => say({ do: "answer", option }), { class: "option" })),
    made.ask && !made.options.length ? make("p", {}, "这里要写出牌或叫牌，牌桌上没有：不是这一种，请退一步。") : "",
    ...back,
  ];
}

/** @param {Said<Pick<ToTable, "table">>} at */
function stopBar(at) {
  return make("div", { class: "bar" }, button(at.called ? "去裁决" : "叫停", () => say({ do: "stop" }), { class: "main" }));
}

/** @param {Said<Pick<ToTable, "table">>} at */
function endPage(at) {
  const told = at.debrief;
  if (!told) return [];
  return [
    make("h1", {}, "打完了"),
    ...told.score.map((each) => make("p", {}, each)),
    make("p", { class: "ask" }, told.text),
    ...told.lines.map((each) => make("div", { class: "said" },
      make("p", { class: "ask" }, (each.verdict === "right" ? "✓ " : "✗ ") + each.title),
      each.when ? make("p", {}, each.when) : "",
      ...each.because.map((one) => make("p", {}, one)),
      each.ruled && each.verdict !== "right" ? make("p", {}, "裁了：" + each.ruled) : "",
      each.right ? make("p", {}, (each.verdict === "right" ? "" : "应是：") + each.right) : "",
      each.clauses.length ? make("p", {}, "依据：" + each.clauses.join("、")) : "")),
    ...recordPart(at),
    make("p", {}, `这一桌的地址：${at.address}`),
  ];
}

/** @param {Said<Pick<ToTable, "table">>} at */
function recordPart(at) {
  const found = at.record;
  if (!found || !found.text) return [];
  if (found.recorded) return [make("p", {}, "裁得怎样，已记进这台电脑上的学习记录。")];
  const save = () => {
    const file = new Blob([found.text], { type: "application/octet-stream" });
    const link = make("a", { href: URL.createObjectURL(file), download: "活的牌桌的答题记录.jsonl" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  return [
    make("p", {}, "裁得怎样，可以算进自己的学习记录：存下文件，在自己的执裁里打开“学 → 统计”，点“并入答题记录”。"),
    make("p", {}, button("存下答题记录", save, { class: "main" })),
  ];
}

/** @param {Drawn} what */
function drawn(what) {
  const notes = what.notes.length ? [make("p", {}, what.notes.join("　"))] : [];
  const seats = what.seats.length ? [make("p", {}, what.seats.map((each) => `${each.name}：${each.words}`).join("；"))] : [];
  const laid = what.laid.map((each) => make("div", {}, each.words ? each.words + " " : "", ...each.cards.map(([sign, colour, name]) =>
    make("span", { class: "card " + colour, "aria-label": name }, sign))));
  const calls = what.auctions.map((each) => make("table", { class: "calls" },
    make("tr", {}, ...each.order.map((name) => make("th", {}, name))),
    ...each.rows.map((row) => make("tr", {}, ...row.map((call) => make("td", {}, call))))));
  return make("div", { class: "drawn", role: "img", "aria-label": what.said }, ...notes, ...seats, ...laid, ...calls);
}

if (code && (role === "player" || role === "referee")) sit(role);
draw();
