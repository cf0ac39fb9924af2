// The examiner's page: who is there, how far, how long still; start, more time, end, marks. It never shows an answer.
"use strict";
let line = null, room = null, ends = null, last = "", toldLast = "";
if (location.search) history.replaceState(null, "", location.pathname);  // the token: who looks over his shoulder, or at a picture of the screen, needs no key
const FOLDER = new URL(document.baseURI).pathname;  // a secret of this address and port, see app/serving/access.py
try { localStorage.setItem("zhicai.door", FOLDER); } catch (e) { /* asked for again next time */ }
const put = (id, text) => { document.getElementById(id).textContent = text; };
function make(tag, about, ...inside) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(about || {})) {
    if (key === "do") node.addEventListener("click", value);
    else if (key === "class") node.className = value;
    else if (value !== false) node.setAttribute(key, value);
  }
  node.append(...inside);
  return node;
}
function send(what) { if (line && line.readyState === 1) line.send(JSON.stringify(what)); }
function clock(seconds) {
  const left = Math.max(0, Math.round(seconds));
  return (left >= 3600 ? Math.floor(left / 3600) + ":" : "") + String(Math.floor(left / 60) % 60).padStart(2, "0") + ":" + String(left % 60).padStart(2, "0");
}
function connect() {
  line = new WebSocket("ws://" + location.host + FOLDER + "ws");
  line.onmessage = event => {
    const what = JSON.parse(event.data);
    if (what.do === "no") return alert(what.why);
    if (what.do === "code") return alert(what.name + " 的续考码：" + what.code);
    room = what;
    ends = what.left === null ? null : performance.now() + what.left * 1000;
    put("said", "");
    draw();
  };
  line.onclose = () => { put("said", "与考场服务断开，正在重连……"); setTimeout(connect, 1000); };
}
setInterval(() => put("time", room && !room.ended && ends !== null ? clock((ends - performance.now()) / 1000) : ""), 250);
function sure(question, what) { if (confirm(question)) send(what); }
function draw() {
  put("title", room.title); put("code", room.code);
  put("addresses", "考生在手机浏览器中打开：" + room.addresses.map(each => each.replace(/#.*/, "")).join(" 或 "));
  const inside = room.rows.filter(each => !each.removed), out = room.rows.filter(each => each.removed);
  const done = inside.filter(each => each.submitted).length, here = inside.filter(each => each.here).length;
  put("count", `进入 ${inside.length} 人，在线 ${here} 人，已交卷 ${done} 人` + (room.missing.length ? `，未到 ${room.missing.length} 人` : ""));
  const shape = JSON.stringify([room.started, room.ended, room.published, room.missing, room.outside.length, room.rows.map(each => ({...each, left: Math.round((each.left || 0) / 60)}))]);
  tell();
  if (shape === last) return;
  last = shape;
  const doing = [];
  if (!room.started) doing.push(make("button", {class: "main", do: () => sure(`现有 ${inside.length} 人，同时开始？` + (room.outside.length ? `门外还有 ${room.outside.length} 人等候放行。` : ""), {do: "start"})}, "开始考试"));
  if (room.started && !room.ended) {
    doing.push(make("button", {do: () => sure("给所有没交卷的人加时 5 分钟？", {do: "extra", who: null, seconds: 300})}, "全体加 5 分钟"));
    doing.push(make("button", {class: "main", do: () => sure(`还有 ${inside.length - done} 人没交卷。结束考试并收卷？`, {do: "end"})}, "结束考试"));
  }
  if (room.ended && !room.published) doing.push(make("button", {class: "main", do: () => sure("让考生在自己的手机上看成绩、答案和解析？", {do: "publish"})}, "公布成绩"));
  if (room.started) doing.push(make("a", {href: "answers.csv", download: "answers.csv"}, make("button", {}, "下载答案表")));
  document.getElementById("doing").replaceChildren(...doing);
  const how = each => each.submitted ? {candidate: "已交卷", examiner: "考官收卷", time: "时间到"}[each.by] || "已交卷" : !each.here ? "不在线" : room.started ? "答题中" : "等候";
  const rows = inside.map(each => make("tr", {}, make("td", {title: each.address ? "来自 " + each.address : ""}, each.number), make("td", {}, each.name),
    make("td", {}, room.versions > 1 ? "ABCDEFGH"[each.version] : ""), make("td", {class: !each.here && !each.submitted ? "bad" : ""}, how(each)),
    make("td", {}, `${each.answered}/${room.count}` + (each.flagged ? `（标记 ${each.flagged}）` : "")),
    make("td", {}, each.extra ? `+${Math.round(each.extra / 60)} 分` : ""),
    make("td", {}, ...(each.submitted || room.ended ? [] : [
      make("button", {do: () => send({do: "code", who: each.who})}, "续考码"),
      make("button", {do: () => sure(`给 ${each.name} 加时 5 分钟？`, {do: "extra", who: each.who, seconds: 300})}, "加 5 分"),
      ...(room.started ? [make("button", {do: () => sure(`收 ${each.name} 的卷？收后不能再答。`, {do: "take", who: each.who})}, "收卷")] : []),
    ]),
    make("button", {do: () => sure(`把 ${each.name} 移出考场？他的答案都留着，可以恢复；成绩里不算他。`, {do: "remove", who: each.who})}, "移出"))));
  const absent = room.missing.map(each => make("tr", {}, make("td", {}, each[0]), make("td", {}, each[1]), make("td", {}), make("td", {class: "bad"}, "未到"), make("td", {}), make("td", {}), make("td", {})));
  document.getElementById("people").replaceChildren(make("table", {}, make("tr", {}, ...["编号", "姓名", "卷别", "状态", "已答", "加时", ""].map(each => make("th", {}, each))), ...rows, ...absent),
    ...(out.length ? [make("h2", {}, `移出的 ${out.length} 人`), ...out.map(each => make("p", {}, named(each) + (each.address ? `（来自 ${each.address}，答了 ${each.answered} 题）` : `（答了 ${each.answered} 题）`) + " ",
      make("button", {do: () => sure(`让 ${each.name} 回到考场？`, {do: "restore", who: each.who})}, "恢复")))] : []));
}
function tell() {  // drawn only when it changes: a list that was opened stays open, a button stays under the finger
  const shape = JSON.stringify([room.outside, room.damage, room.tried]);
  if (shape === toldLast) return;
  toldLast = shape;
  document.getElementById("told").replaceChildren(...outsideWords(),
    ...room.tried.map(each => make("p", {class: "bad"}, `有人从 ${each[0]} 试考场码或续考码，已错 ${each[1]} 次。`)),
    ...(room.damage.length ? [make("details", {class: "said"}, make("summary", {class: "bad"}, `考场记录有 ${room.damage.length} 处损坏，点开看是谁的哪一题`), ...room.damage.map(each => make("p", {}, each)))] : []));
}
const named = each => each.number === each.name ? each.name : `${each.number} ${each.name}`;
function outsideWords() {
  if (!room.outside.length) return [];
  const addresses = Array.from(new Set(room.outside.map(each => each.address)));
  return [make("div", {class: "said", role: "alert"},
    make("p", {}, `门外有 ${room.outside.length} 人等候放行（同一设备或同一地址进来的人多了要放行）：`),
    make("p", {}, make("button", {class: "main", do: () => sure(`放行门外的 ${room.outside.length} 人？`, {do: "admit", knocks: room.outside.map(each => each.knock)})}, "全部放行"),
      ...addresses.map(each => make("button", {do: () => sure(`从 ${each} 来的以后都不用放行？考场的手机都在一个路由器后面时用。`, {do: "let", address: each})}, `${each} 来的都放行`)),
      make("button", {do: () => sure(`都不放行？`, {do: "refuse", knocks: room.outside.map(each => each.knock)})}, "都不放行")),
    ...room.outside.map(each => make("p", {}, `${named(each)}（来自 ${each.address}） `,
      make("button", {do: () => send({do: "admit", knocks: [each.knock]})}, "放行"), make("button", {do: () => send({do: "refuse", knocks: [each.knock]})}, "不放行"))))];
}
connect();
