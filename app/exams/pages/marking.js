// The page on which what candidates wrote is marked: no names, a proposal for each key point, two markers apart from each other.
// What it says, and is told: FromExaminer and ToExaminer of app/browser/messages.d.ts.
import { button, byId, connected, make, marker, pointRow, rounded, tell, whoPage, worth } from "./desk.js";

const WHO = {
  title: "评分",
  note: "两人评的，各用各的名字：看不到对方给的分，评了自己的以后才看得到。",
  label: "评分人",
  begin: "开始评分",
};

/** @type {Said<Pick<ToExaminer, "marking">> | null} */
let todo = null;
/** @type {Said<Pick<ToExaminer, "sheet">> | null} */
let open = null;  // the answer on the screen
/** @type {Map<number, number[]>} */
const given = new Map();  // points given and not saved yet, by part
let by = marker();

const send = connected(hear, () => {
  if (by) send({ do: "marking", by });
  else draw();
});

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
    tell("");
    draw();
  }
}

// What is shown

function draw() {
  byId("main").replaceChildren(...(!by ? whoPage(WHO, enter) : open ? sheetPage(open) : listPage()));
}

/** @param {string} who */
function enter(who) {
  by = who;
  send({ do: "marking", by });
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
    const found = part.by[place] && part.proposed[place] ? `（答卷：${part.by[place]}）` : "";
    return pointRow(text, marks, found, points[place], (step) => {
      given.set(at, points.map((each, other) => other === place ? step : each));
      draw();
    });
  });
  const note = make("input", { "aria-label": "说明", maxlength: 500, value: part.note });
  /** @param {boolean} final */
  const save = (final) => {
    given.delete(at);
    send({ do: "grade", by, who: now.who, item: now.item, part: at, points: Array.from(points), note: note.value, final });
  };
  const changed = given.has(at) || part.mine === null;
  const proposal = rounded(part.share * part.marks);
  return [
    ...answer,
    ...part.doubts.map((each) => make("p", { class: "bad" }, `留意：${each}`)),
    make("p", {}, `建议 ${proposal} 分；照下面点的是 ${worth(part.points, points)} 分${changed ? "，还没有存" : "，已存"}。`),
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
