// The page on which the examiner plays a table: he tells the candidate one thing at a time, hears his ruling, and marks it.
// What it says, and is told: FromExaminer and ToExaminer of app/browser/messages.d.ts.
import { button, byId, connected, make, marker, named, pointRow, tell, whoPage, worth } from "./desk.js";

const SOON = 30;  // seconds before the end at which the clock turns

const WHO = {
  title: "口试",
  note: "你扮牌手：考生问到的才说，点一下就记下何时说的，考生的手机上同时看到；裁决照要点评分。",
  label: "考官",
  begin: "开始",
};

/** @type {Said<Pick<ToExaminer, "orals">> | null} */
let todo = null;
/** @type {Said<Pick<ToExaminer, "oral">> | null} */
let open = null;  // the question on the screen
/** @type {number | null} */
let ends = null;  // when its time is over, ms
/** @type {Map<number, number[]>} */
const given = new Map();  // points given and not saved yet, by part
/** @type {Map<number, string>} */
const notes = new Map();  // what he said, typed and not saved yet, by part
let by = marker();

const send = connected(hear, () => {
  if (by && open) send({ do: "oral", by, who: open.who, item: open.item });
  else if (by) send({ do: "orals", by });
  else draw();
});

/** @param {Said<ToExaminer>} what */
function hear(what) {
  if (what.do === "no") tell(what.why);
  else if (what.do === "orals") {
    todo = what;
    byId("title").textContent = what.title + "　口试";
    draw();
  } else if (what.do === "oral") {
    if (!open || open.who !== what.who || open.item !== what.item) {
      given.clear();
      notes.clear();
    }
    open = what;
    ends = what.left === null ? null : performance.now() + what.left * 1000;
    tell("");
    draw();
  }
}

setInterval(() => {
  const clock = document.getElementById("clock");
  if (!clock || !open) return;
  const left = ends === null ? null : (ends - performance.now()) / 1000;
  clock.textContent = left === null ? "" : left < 0 ? `超时 ${minutes(-left)}` : minutes(left);
  clock.classList.toggle("soon", left !== null && left < SOON);
}, 250);

/** @param {number} seconds */
function minutes(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return Math.floor(whole / 60) + ":" + String(whole % 60).padStart(2, "0");
}

// What is shown

function draw() {
  byId("main").replaceChildren(...(!by ? whoPage(WHO, enter) : open ? oralPage(open) : listPage()));
}

/** @param {string} who */
function enter(who) {
  by = who;
  send({ do: "orals", by });
}

function listPage() {
  if (!todo) return [make("p", {}, "正在打开……")];
  const note = todo.open ? `考官：${by}` : "口试在考试开始以后、结束以前进行；考完的仍可评分。";
  const items = Array.from(new Set(todo.rows.map((each) => each.item)));
  return [make("p", {}, note), ...items.flatMap((item) => [
    make("h2", {}, `第 ${item + 1} 题（A 卷的题号）`),
    make("div", { class: "sheets" }, ...(todo ? todo.rows : []).filter((each) => each.item === item).map((each) =>
      button(named(each) + "　" + each.words,
        () => send({ do: "oral", by, who: each.who, item }),
        { class: each.state === "marked" ? "done" : each.state === "going" ? "differ" : "" }))),
  ])];
}

/** @param {Said<Pick<ToExaminer, "oral">>} now */
function oralPage(now) {
  const back = () => {
    if ((given.size || notes.size) && !confirm("有评了还没有存的，不存就返回？")) return;
    open = null;
    send({ do: "orals", by });
  };
  /** @param {"begin" | "tell" | "claim" | "end"} what @param {number} n */
  const step = (what, n) => send({ do: "oral_step", by, who: now.who, item: now.item, what, n });
  const going = now.begun && !now.ended;
  const ending = button("结束这一题", () => { if (confirm("结束以后不能再告知，仍可评分。结束？")) step("end", 0); });
  const state = now.ended ? make("p", {}, "已经结束。") : going ? make("p", {}, ending)
    : make("p", {}, button(`叫 ${now.name}，开始计时（${minutes(now.seconds)}）`, () => step("begin", 0), { class: "main" }));
  /** @param {"tell" | "claim"} what @param {[string, number | null][]} lines */
  const lines = (what, lines) => lines.map(([text, at], n) => make("div", { class: "point" },
    make("span", {}, what === "claim" ? `“${text}”` : text),
    at === null ? button("告诉考生", () => step(what, n), { disabled: !going, "aria-label": `告诉考生：${text}` })
      : make("span", { class: "kept" }, `${minutes(at)} 说过`)));
  return [
    make("p", {}, button("返回", back), ` ${now.name}，他卷上的第 ${now.number} 题，考官 ${by} `,
      make("span", { id: "clock", class: "time", role: "timer" })),
    state,
    make("h2", {}, "桌上的事（考生看不到这一段）"),
    make("div", { class: "stem" }, now.situation),
    make("h2", {}, "问到才说"), ...lines("tell", now.tells),
    ...(now.claims.length ? [make("h2", {}, "牌手可能这样说，未必是对的"), ...lines("claim", now.claims)] : []),
    make("details", {}, make("summary", {}, "解析"), make("p", {}, now.why)),
    ...(now.begun ? now.parts.flatMap((part, at) => partPage(now, part, at)) : []),
  ];
}

/** @param {Said<Pick<ToExaminer, "oral">>} now @param {OralPart} part @param {number} at */
function partPage(now, part, at) {
  const points = given.get(at) ?? part.mine ?? part.points.map(() => 0);
  const rows = part.points.map(([text, marks], place) => pointRow(text, marks, "", points[place], (step) => {
    given.set(at, points.map((each, other) => other === place ? step : each));
    draw();
  }));
  const note = make("input", { "aria-label": `第 ${at + 1} 问他怎样说的`, maxlength: 500, value: notes.get(at) ?? part.note });
  note.addEventListener("input", () => { notes.set(at, note.value); });
  const save = () => {
    send({ do: "oral_grade", by, who: now.who, item: now.item, part: at, points: Array.from(points), note: note.value });
    given.delete(at);
    notes.delete(at);
  };
  const changed = given.has(at) || notes.has(at) || part.mine === null;
  return [
    make("h2", {}, `（${at + 1}）${part.ask}（${part.marks} 分）`),
    make("details", {}, make("summary", {}, "参考答案"), make("p", { class: "model" }, part.model)),
    ...rows,
    make("label", {}, "他怎样说的（可不写）"), note,
    make("p", {}, `照上面点的是 ${worth(part.points, points)} 分${changed ? "，还没有存" : "，已存"}。 `,
      button(part.mine === null ? "存这一问" : "改存这一问", save, { class: changed ? "main" : "" })),
  ];
}
