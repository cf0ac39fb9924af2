// The page on which what candidates wrote is marked: no names, a proposal for each key point, two markers apart from each other.
// What it says, and is told: FromExaminer and ToExaminer of app/browser/messages.d.ts.
"use strict";

const FOLDER = new URL(document.baseURI).pathname;
const BY = "zhicai-marker";  // kept in this tab: who marks
const STEPS = /** @type {const} */ ([[0, "无"], [0.5, "半"], [1, "有"]]);

/** @type {WebSocket | null} */
let line = null;
/** @type {Said<Pick<ToExaminer, "marking">> | null} */
let todo = null;
/** @type {Said<Pick<ToExaminer, "sheet">> | null} */
let open = null;  // the answer on the screen
/** @type {Map<number, number[]>} */
const given = new Map();  // points given and not saved yet, by part
let by = "", told = "";
try { by = sessionStorage.getItem(BY) || ""; } catch { /* it is typed again */ }

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
    else if (value !== false) node.setAttribute(key, value);
  }
  node.append(...inside.filter((each) => each !== ""));
  return node;
}

/** @param {string} words @param {() => void} act @param {Record<string, any>} [about] */
function button(words, act, about = {}) {
  return make("button", { ...about, do: act }, words);
}

// The line

/** @param {Said<FromExaminer>} what */
function send(what) {
  if (line && line.readyState === WebSocket.OPEN) line.send(JSON.stringify(what));
  else tell("与考场服务断开，没有存下。");
}

/** @param {string} words */
function tell(words) {
  told = words;
  byId("said").textContent = words;
}

function connect() {
  line = new WebSocket("ws://" + location.host + FOLDER + "ws");
  line.onopen = () => {
    tell("");
    if (by) send({ do: "marking", by });
    else draw();
  };
  line.onmessage = (event) => hear(JSON.parse(event.data));
  line.onclose = () => {
    tell("与考场服务断开，正在重连……");
    setTimeout(connect, 1000);
  };
}

/** @param {Said<ToExaminer>} what */
function hear(what) {
  if (what.do === "no") tell(what.why);
  else if (what.do === "marking") {
    todo = what;
    byId("title").textContent = what.title + "　评分";
    draw();
  } else if (what.do === "sheet") {
    if (!open || open.who !== what.who || open.item !== what.item) given.clear();
    open = what;
    if (told) tell("");
    draw();
  }
}

// What is shown

function draw() {
  byId("main").replaceChildren(...(!by ? whoPage() : open ? sheetPage(open) : listPage()));
}

function whoPage() {
  const input = make("input", { id: "by", maxlength: 40, autocomplete: "off" });
  const enter = () => {
    by = input.value.trim().replace(/\s+/g, " ");
    try { sessionStorage.setItem(BY, by); } catch { /* it is typed again */ }
    if (by) send({ do: "marking", by });
  };
  return [
    make("h1", {}, "评分"),
    make("p", {}, "两人评的，各用各的名字：看不到对方给的分，评了自己的以后才看得到。"),
    make("label", { for: "by" }, "评分人"), input,
    make("p", {}, button("开始评分", enter, { class: "main" })),
  ];
}

function listPage() {
  if (!todo) return [make("p", {}, "正在打开……")];
  if (!todo.ended) return [make("p", {}, "先在考官网页上结束考试，再评分。")];
  const items = Array.from(new Set(todo.rows.map((each) => each.item)));
  const lists = items.flatMap((item) => {
    const rows = todo ? todo.rows.filter((each) => each.item === item) : [];
    const left = rows.filter((each) => !each.mine).length;
    return [
      make("h2", {}, `第 ${item + 1} 题（A 卷的题号）：我还有 ${left} 份没有评`),
      make("div", { class: "sheets" }, ...rows.map((each) => button(`答卷 ${each.who} ${each.words}${each.mine ? " ✓" : ""}`,
        () => send({ do: "sheet", by, who: each.who, item }),
        { class: each.state === "differ" ? "differ" : each.mine ? "done" : "" }))),
    ];
  });
  return [make("p", {}, `评分人：${by}`), ...(lists.length ? lists : [make("p", {}, "这份试卷没有要评的题。")])];
}

/** @param {Said<Pick<ToExaminer, "sheet">>} now */
function sheetPage(now) {
  const back = () => {
    open = null;
    given.clear();
    send({ do: "marking", by });
  };
  return [
    make("p", {}, button("返回", back), ` 第 ${now.item + 1} 题，答卷 ${now.who}，评分人 ${by}`),
    make("div", { class: "stem" }, now.stem),
    make("details", {}, make("summary", {}, "解析"), make("p", {}, now.why)),
    ...now.parts.flatMap((part, at) => partPage(now, part, at)),
  ];
}

/** @param {MarkingPart} part @param {number[]} points */
function worth(part, points) {
  return Math.round(part.points.reduce((sum, [, marks], at) => sum + marks * (points[at] ?? 0), 0) * 100) / 100;
}

/** @param {Said<Pick<ToExaminer, "sheet">>} now @param {MarkingPart} part @param {number} at */
function partPage(now, part, at) {
  const answer = [
    make("h2", {}, `（${at + 1}）${part.ask}（${part.marks} 分）`),
    make("div", { class: "answer" }, part.text || "没有作答"),
    make("details", {}, make("summary", {}, "参考答案"), make("p", { class: "model" }, part.model)),
  ];
  if (part.form !== "text" || !part.text.trim()) return [...answer, make("p", {}, `得 ${part.got ?? 0} 分（自动）`)];
  const points = given.get(at) ?? part.mine ?? part.proposed;
  const rows = part.points.map(([text, marks], place) => {
    const steps = STEPS.map(([step, words]) => button(words, () => {
      given.set(at, points.map((each, other) => other === place ? step : each));
      draw();
    }, { "aria-pressed": String(points[place] === step), "aria-label": `${text}：${words}` }));
    const found = part.by[place] && part.proposed[place] ? `（答卷：${part.by[place]}）` : "";
    const words = make("span", {}, `${text}（${Math.round(marks * 100) / 100} 分）${found}`);
    return make("div", { class: "point" }, words, make("div", {}, ...steps));
  });
  const note = make("input", { "aria-label": "说明", maxlength: 500, value: part.note });
  /** @param {boolean} final */
  const save = (final) => {
    given.delete(at);
    send({ do: "grade", by, who: now.who, item: now.item, part: at, points: Array.from(points), note: note.value, final });
  };
  const changed = given.has(at) || part.mine === null;
  const proposal = Math.round(part.share * part.marks * 100) / 100;
  return [
    ...answer,
    ...part.doubts.map((each) => make("p", { class: "bad" }, `留意：${each}`)),
    make("p", {}, `建议 ${proposal} 分；照下面点的是 ${worth(part, points)} 分${changed ? "，还没有存" : "，已存"}。`),
    ...rows,
    make("label", {}, "说明（可不写）"), note,
    make("p", {}, button(part.mine === null ? "存这一问" : "改存这一问", () => save(false), { class: changed ? "main" : "" })),
    ...differences(part, () => save(true)),
  ];
}

/** @param {MarkingPart} part @param {() => void} decide */
function differences(part, decide) {
  if (!part.others.length) return [];
  const shown = part.others.map((each) => {
    const apart = part.points.flatMap(([text], at) => each.points[at] !== part.mine?.[at] ? [text] : []);
    const where = apart.length ? `，不同在：${apart.join("；")}` : "，逐点相同";
    return make("p", {}, `${each.final ? "定分" : ""} ${each.by}：${each.got} 分${where}${each.note ? `（${each.note}）` : ""}`);
  });
  const differ = part.state === "differ"
    ? [make("p", { class: "bad" }, "两人相差超过一成半，这一问还不算分：商量以后照上面点的定分。"),
      button("照上面点的定分", decide, { class: "main" })] : [];
  const got = part.got === null ? "" : make("p", {}, `算 ${part.got} 分。`);
  return [make("div", { class: "said" }, ...shown, ...differ, got)];
}

connect();
