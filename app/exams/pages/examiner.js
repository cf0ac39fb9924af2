// The examiner's page: who is there, how far, how long still; start, more time, end, then marks. It never shows an answer.
// What it says, and is told: FromExaminer and ToExaminer of app/browser/messages.d.ts.
import { FOLDER, byId, make, named } from "./desk.js";

// The token: who looks over his shoulder, or at a picture of the screen, needs no key.
if (location.search) history.replaceState(null, "", location.pathname);
try { localStorage.setItem("zhicai.door", FOLDER); } catch { /* asked for again next time */ }

const MORE = 300;  // seconds that are given at a time
const VERSIONS = "ABCDEFGH";
const HEADS = ["编号", "姓名", "卷别", "状态", "已答", "离开", "加时", "得分", ""];
const SUBMITTED = { candidate: "已交卷", examiner: "考官收卷", time: "时间到", "": "已交卷" };

/** @type {WebSocket | null} */
let line = null;
/** @type {Overview | null} */
let room = null;
/** @type {number | null} */
let ends = null;  // when the exam is over, ms
let last = "", toldLast = "";  // what is drawn

// The page

/** @param {string} id @param {string} text */
function put(id, text) {
  byId(id).textContent = text;
}

/**
 * A button that says something to the room, after a question if there is one.
 * @param {string} words
 * @param {string} question
 * @param {Said<FromExaminer>} what
 * @param {Record<string, any>} [about]
 */
function button(words, question, what, about = {}) {
  const act = () => { if (!question || confirm(question)) send(what); };
  return make("button", { ...about, do: act }, words);
}

/** @param {number} seconds */
function clock(seconds) {
  const left = Math.max(0, Math.round(seconds));
  const hours = left >= 3600 ? Math.floor(left / 3600) + ":" : "";
  return hours + String(Math.floor(left / 60) % 60).padStart(2, "0") + ":" + String(left % 60).padStart(2, "0");
}

// The line

/** @param {Said<FromExaminer>} what */
function send(what) {
  if (line && line.readyState === WebSocket.OPEN) line.send(JSON.stringify(what));
}

function connect() {
  line = new WebSocket("ws://" + location.host + FOLDER + "ws");
  line.onmessage = (event) => hear(JSON.parse(event.data));
  line.onclose = () => {
    put("said", "与考场服务断开，正在重连……");
    setTimeout(connect, 1000);
  };
}

/** @param {Said<ToExaminer>} what */
function hear(what) {
  if (what.do === "no") alert(what.why);
  else if (what.do === "code") alert(what.name + " 的续考码：" + what.code);
  else if (what.do === "room") {
    room = what;
    ends = what.left === null ? null : performance.now() + what.left * 1000;
    put("said", "");
    draw(what);
  }
}

setInterval(() => {
  put("time", room && !room.ended && ends !== null ? clock((ends - performance.now()) / 1000) : "");
}, 250);

// What is shown. It is drawn only when it changes: a list that was opened stays open, a button stays under the finger.

/** @param {Overview} now */
function draw(now) {
  put("title", now.title);
  put("code", now.code);
  put("addresses", "考生在手机浏览器中打开：" + now.addresses.map((each) => each.replace(/#.*/, "")).join(" 或 "));
  const inside = now.rows.filter((each) => !each.removed), out = now.rows.filter((each) => each.removed);
  const done = inside.filter((each) => each.submitted).length, here = inside.filter((each) => each.here).length;
  const missing = now.missing.length ? `，未到 ${now.missing.length} 人` : "";
  put("count", `进入 ${inside.length} 人，在线 ${here} 人，已交卷 ${done} 人${missing}`);
  tell(now);
  const rows = now.rows.map((each) => ({ ...each, left: Math.round((each.left || 0) / 60) }));
  const shape = JSON.stringify([now.started, now.ended, now.published, now.missing, now.outside.length, rows]);
  if (shape === last) return;
  last = shape;
  byId("doing").replaceChildren(...doing(now, inside.length, done));
  const table = make("table", {},
    make("tr", {}, ...HEADS.map((each) => make("th", {}, each))),
    ...inside.map((each) => insideRow(now, each)), ...now.missing.map(missingRow));
  byId("people").replaceChildren(table, ...removed(out));
}

/** @param {Overview} now @param {number} inside @param {number} done how many have submitted */
function doing(now, inside, done) {
  const shown = [];
  if (!now.started) {
    const waiting = now.outside.length ? `门外还有 ${now.outside.length} 人等候放行。` : "";
    shown.push(button("开始考试", `现有 ${inside} 人，同时开始？${waiting}`, { do: "start" }, { class: "main" }));
  }
  if (now.started && !now.ended) {
    shown.push(button("全体加 5 分钟", "给所有没交卷的人加时 5 分钟？", { do: "extra", who: null, seconds: MORE }));
    shown.push(button("结束考试", `还有 ${inside - done} 人没交卷。结束考试并收卷？`, { do: "end" }, { class: "main" }));
  }
  if (now.ended && !now.published) {
    const question = "让考生在自己的手机上看成绩、答案和解析？";
    shown.push(button("公布成绩", question, { do: "publish" }, { class: "main" }));
  }
  if (now.ended && now.written) shown.push(make("a", { href: "marking", target: "_blank" }, make("button", {}, "评书写的题")));
  if (now.oral && now.started) shown.push(make("a", { href: "oral", target: "_blank" }, make("button", {}, "口试")));
  if (now.started) shown.push(make("a", { href: "answers.csv", download: "answers.csv" }, make("button", {}, "下载答案表")));
  return shown;
}

/** @param {Overview} now @param {OverviewRow} each */
function insideRow(now, each) {
  const { who, name } = each;
  const how = each.submitted ? SUBMITTED[each.by] || "已交卷" : !each.here ? "不在线" : now.started ? "答题中" : "等候";
  const takes = button("收卷", `收 ${name} 的卷？收后不能再答。`, { do: "take", who });
  const buttons = each.submitted || now.ended ? [] : [
    button("续考码", "", { do: "code", who }),
    button("加 5 分", `给 ${name} 加时 5 分钟？`, { do: "extra", who, seconds: MORE }),
    ...(now.started ? [takes] : []),
  ];
  return make("tr", {},
    make("td", { title: each.address ? "来自 " + each.address : "" }, each.number),
    make("td", {}, name),
    make("td", {}, now.versions > 1 ? VERSIONS[each.version] : ""),
    make("td", { class: !each.here && !each.submitted ? "bad" : "" }, how),
    make("td", {}, `${each.answered}/${now.count}` + (each.flagged ? `（标记 ${each.flagged}）` : "")),
    make("td", {}, each.left_page ? `${each.left_page} 次 ${clock(each.away)}` : ""),
    make("td", {}, each.extra ? `+${Math.round(each.extra / 60)} 分` : ""),
    make("td", {}, each.marks ? got(each.marks, now.total) : ""),
    make("td", {}, ...buttons,
      button("移出", `把 ${name} 移出考场？他的答案都留着，可以恢复；成绩里不算他。`, { do: "remove", who })));
}

/** @param {[number, number]} marks @param {number} total */
function got([marks, unmarked], total) {
  return `${marks} / ${total}` + (unmarked ? `（${unmarked} 题未评）` : "");
}

/** @param {[string, string]} who */
function missingRow([number, name]) {
  const empty = () => make("td", {});
  return make("tr", {}, make("td", {}, number), make("td", {}, name), empty(), make("td", { class: "bad" }, "未到"),
    empty(), empty(), empty(), empty(), empty());
}

/** @param {OverviewRow[]} out */
function removed(out) {
  if (!out.length) return [];
  return [make("h2", {}, `移出的 ${out.length} 人`), ...out.map((each) => {
    const from = each.address ? `来自 ${each.address}，` : "";
    return make("p", {}, `${named(each)}（${from}答了 ${each.answered} 题） `,
      button("恢复", `让 ${each.name} 回到考场？`, { do: "restore", who: each.who }));
  })];
}

/** @param {Overview} now */
function tell(now) {
  const shape = JSON.stringify([now.outside, now.damage, now.tried, now.first, now.following]);
  if (shape === toldLast) return;
  toldLast = shape;
  const tried = now.tried.map(([address, times]) =>
    make("p", { class: "bad" }, `有人从 ${address} 试考场码或续考码，已错 ${times} 次。`));
  const damage = now.damage.length ? [make("details", { class: "said" },
    make("summary", { class: "bad" }, `考场记录有 ${now.damage.length} 处损坏，点开看是谁的哪一题`),
    ...now.damage.map((each) => make("p", {}, each)))] : [];
  const rooms = [now.first, now.following.length ? `跟着这里的考场：${now.following.join("，")}` : ""]
    .filter(Boolean).map((each) => make("p", {}, each));
  byId("told").replaceChildren(...outside(now.outside), ...rooms, ...tried, ...damage);
}

/** @param {Knock[]} waiting */
function outside(waiting) {
  if (!waiting.length) return [];
  const count = waiting.length, knocks = waiting.map((each) => each.knock);
  const addresses = Array.from(new Set(waiting.map((each) => each.address)));
  const always = addresses.map((address) => {
    const question = `从 ${address} 来的以后都不用放行？考场的手机都在一个路由器后面时用。`;
    return button(`${address} 来的都放行`, question, { do: "let", address });
  });
  return [make("div", { class: "said", role: "alert" },
    make("p", {}, `门外有 ${count} 人等候放行（同一设备或同一地址进来的人多了要放行）：`),
    make("p", {},
      button("全部放行", `放行门外的 ${count} 人？`, { do: "admit", knocks }, { class: "main" }),
      ...always,
      button("都不放行", "都不放行？", { do: "refuse", knocks })),
    ...waiting.map((each) => make("p", {}, `${named(each)}（来自 ${each.address}） `,
      button("放行", "", { do: "admit", knocks: [each.knock] }),
      button("不放行", "", { do: "refuse", knocks: [each.knock] }))))];
}

connect();
