// What the examiner's pages share: elements, the line to the room that is joined again by itself, and who marks.
// What is said on it: FromExaminer and ToExaminer of app/browser/messages.d.ts.

export const FOLDER = new URL(document.baseURI).pathname;  // a secret of this address and port, see app/serving/access.py
const BY = "zhicai-marker";  // kept in this tab: who marks
const STEPS = /** @type {const} */ ([[0, "无"], [0.5, "半"], [1, "有"]]);

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * An element; "do" is what a click does.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} about
 * @param {...(Node | string)} inside
 */
export function make(tag, about, ...inside) {
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
export function button(words, act, about = {}) {
  return make("button", { ...about, do: act }, words);
}

/** @param {string} words */
export function tell(words) {
  byId("said").textContent = words;
}

/**
 * The line to the room.
 * @param {(what: Said<ToExaminer>) => void} hear
 * @param {() => void} opened what is done whenever it is there
 * @returns {(what: Said<FromExaminer>) => void} what says something to the room
 */
export function connected(hear, opened) {
  /** @type {WebSocket | null} */
  let line = null;
  const join = () => {
    line = new WebSocket("ws://" + location.host + FOLDER + "ws");
    line.onopen = () => {
      tell("");
      opened();
    };
    line.onmessage = (event) => hear(JSON.parse(event.data));
    line.onclose = () => {
      tell("与考场服务断开，正在重连……");
      setTimeout(join, 1000);
    };
  };
  join();
  return (what) => {
    if (line && line.readyState === WebSocket.OPEN) line.send(JSON.stringify(what));
    else tell("与考场服务断开，没有存下。");
  };
}

/** Who marks, as he said before in this tab. */
export function marker() {
  try { return sessionStorage.getItem(BY) || ""; } catch { return ""; }
}

/**
 * The page that asks who marks.
 * @param {{ title: string, note: string, label: string, begin: string }} words
 * @param {(by: string) => void} enter
 */
export function whoPage(words, enter) {
  const input = make("input", { id: "by", maxlength: 40, autocomplete: "off" });
  const begin = () => {
    const by = input.value.trim().replace(/\s+/g, " ");
    try { sessionStorage.setItem(BY, by); } catch { /* it is typed again */ }
    if (by) enter(by);
  };
  return [
    make("h1", {}, words.title), make("p", {}, words.note), make("label", { for: "by" }, words.label), input,
    make("p", {}, button(words.begin, begin, { class: "main" })),
  ];
}

/**
 * A key point with what can be given for it.
 * @param {string} text @param {number} marks @param {string} found @param {number | undefined} given @param {(step: number) => void} give
 */
export function pointRow(text, marks, found, given, give) {
  const steps = STEPS.map(([step, words]) =>
    button(words, () => give(step), { "aria-pressed": String(given === step), "aria-label": `${text}：${words}` }));
  const words = make("span", {}, `${text}（${rounded(marks)} 分）${found}`);
  return make("div", { class: "point" }, words, make("div", {}, ...steps));
}

/** What points come to. @param {[string, number][]} points @param {number[]} given */
export function worth(points, given) {
  return rounded(points.reduce((sum, [, marks], at) => sum + marks * (given[at] ?? 0), 0));
}

/** @param {number} marks */
export function rounded(marks) {
  return Math.round(marks * 100) / 100;
}

/** A number with its name, where they differ. @param {{ number: string, name: string }} who */
export function named(who) {
  return who.number === who.name ? who.name : `${who.number} ${who.name}`;
}
