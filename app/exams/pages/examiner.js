// The examiner's page: who is there, how far, how long still; start, more time, end, marks. It never shows an answer.
"use strict";
let line = null, room = null, ends = null, last = "";
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
  line = new WebSocket("ws://" + location.host + "/ws");
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
  const done = room.rows.filter(each => each.submitted).length, here = room.rows.filter(each => each.here).length;
  put("count", `进入 ${room.rows.length} 人，在线 ${here} 人，已交卷 ${done} 人` + (room.missing.length ? `，未到 ${room.missing.length} 人` : "") + (room.damaged ? `。考场记录有 ${room.damaged} 处损坏` : ""));
  const shape = JSON.stringify([room.started, room.ended, room.published, room.missing, room.rows.map(each => ({...each, left: Math.round((each.left || 0) / 60)}))]);
  if (shape === last) return;
  last = shape;
  const doing = [];
  if (!room.started) doing.push(make("button", {class: "main", do: () => sure(`现有 ${room.rows.length} 人，同时开始？`, {do: "start"})}, "开始考试"));
  if (room.started && !room.ended) {
    doing.push(make("button", {do: () => sure("给所有没交卷的人加时 5 分钟？", {do: "extra", who: null, seconds: 300})}, "全体加 5 分钟"));
    doing.push(make("button", {class: "main", do: () => sure(`还有 ${room.rows.length - done} 人没交卷。结束考试并收卷？`, {do: "end"})}, "结束考试"));
  }
  if (room.ended && !room.published) doing.push(make("button", {class: "main", do: () => sure("让考生在自己的手机上看成绩、答案和解析？", {do: "publish"})}, "公布成绩"));
  if (room.started) doing.push(make("a", {href: "answers.csv", download: "answers.csv"}, make("button", {}, "下载答案表")));
  document.getElementById("doing").replaceChildren(...doing);
  const how = each => each.submitted ? {candidate: "已交卷", examiner: "考官收卷", time: "时间到"}[each.by] || "已交卷" : !each.here ? "不在线" : room.started ? "答题中" : "等候";
  const rows = room.rows.map(each => make("tr", {}, make("td", {}, each.number), make("td", {}, each.name),
    make("td", {}, room.versions > 1 ? "ABCDEFGH"[each.version] : ""), make("td", {class: !each.here && !each.submitted ? "bad" : ""}, how(each)),
    make("td", {}, `${each.answered}/${room.count}` + (each.flagged ? `（标记 ${each.flagged}）` : "")),
    make("td", {}, each.extra ? `+${Math.round(each.extra / 60)} 分` : ""),
    make("td", {}, ...(each.submitted || room.ended ? [] : [
      make("button", {do: () => send({do: "code", who: each.who})}, "续考码"),
      make("button", {do: () => sure(`给 ${each.name} 加时 5 分钟？`, {do: "extra", who: each.who, seconds: 300})}, "加 5 分"),
      ...(room.started ? [make("button", {do: () => sure(`收 ${each.name} 的卷？收后不能再答。`, {do: "take", who: each.who})}, "收卷")] : []),
    ]))));
  const absent = room.missing.map(each => make("tr", {}, make("td", {}, each[0]), make("td", {}, each[1]), make("td", {}), make("td", {class: "bad"}, "未到"), make("td", {}), make("td", {}), make("td", {})));
  document.getElementById("people").replaceChildren(make("table", {}, make("tr", {}, ...["编号", "姓名", "卷别", "状态", "已答", "加时", ""].map(each => make("th", {}, each))), ...rows, ...absent));
}
connect();
