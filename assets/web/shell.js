// Shows clauses, found by finding.js, while Flutter and Python start, then hands over what was asked, the clause and the place in
// it. The texts come from light.json (search/light.py). What is found here is a beginning: the app searches anew.
(() => {
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const shell = byId("opening"), field = /** @type {HTMLInputElement} */ (byId("opening-query"));
  const [games, list, text, state] = ["games", "list", "text", "state"].map((name) => byId(`opening-${name}`));
  const base = new URL(document.baseURI).pathname;
  const LATE = 30000;  // ms without a step forward, after which somebody wonders
  const SILENCE = 300;  // ms without a key, after which somebody is taken to have typed what he wanted

  /** @param {string} key @returns {any} */
  const kept = (key) => {
    try { return JSON.parse(JSON.parse(localStorage.getItem(`flutter.zhicai.${key}`) ?? "null")) || {}; } catch { return {}; }
  };
  const settings = kept("settings");
  if (settings.text_scale) shell.style.setProperty("--scale", settings.text_scale);

  /** @type {Book} */
  let book;  // light.json, understood
  /** @type {number | null} */
  let game = null;
  let chose = false, open = -1, typed = -SILENCE, composing = false;
  /** @type {[place: number, scrolled: number][]} */
  const trail = [];  // clauses one came from

  // Scripts

  const hant = new Map();
  /** @type {Record<string, string>} */
  let phrase = {};
  let phrases = /(?!)/g;
  /** @param {string} words */
  const say = (words) => {
    if (settings.script !== "hant" || !words) return words || "";
    /** @param {string} part */
    const each = (part) => [...part].map((c) => hant.get(c) || c).join("");
    let out = "", from = 0;
    for (const found of words.matchAll(phrases)) {
      out += each(words.slice(from, found.index)) + phrase[found[0]];
      from = found.index + found[0].length;
    }
    return out + each(words.slice(from));
  };
  globalThis.written = say;

  /** @param {Light} data */
  function understand(data) {
    const [from, to] = data.scripts.hant.map((each) => [...each]);
    from.forEach((character, i) => hant.set(character, to[i]));
    phrase = data.scripts.phrases;
    const longest = Object.keys(phrase).sort((a, b) => b.length - a.length);
    if (longest.length) phrases = new RegExp(longest.join("|"), "g");
    book = finding.open(data);
  }

  // Showing

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {object} options
   * @param {...(Node | string)} inside
   */
  const make = (tag, options, ...inside) => {
    const made = Object.assign(document.createElement(tag), options);
    made.append(...inside);
    return made;
  };
  /** @param {() => void} onclick @param {...(Node | string)} inside */
  const button = (onclick, ...inside) => make("button", { type: "button", onclick }, ...inside);
  /** @param {Row} row @param {(row: Row) => unknown} fits */
  const above = (row, fits) => {
    for (let place = row.place, level = row.level; place >= 0; place--) {
      const each = book.rows[place];
      if (each.b !== row.b) return null;
      if (place === row.place || each.level < level) {
        if (place !== row.place && fits(each)) return each;
        level = each.level;
      }
    }
    return null;
  };
  /** @param {Row} row */
  const named = (row) => row.title || above(row, (each) => each.title)?.title || "";
  /** @param {Row} row */
  const gameOf = (row) => book.data.books[row.b][2];
  /** @param {Row} row */
  const bookName = (row) => book.data.books[row.b][1];
  /** @param {Row} row */
  const gameName = (row) => book.data.games[gameOf(row)][1];
  /** @param {Row} row */
  const where = (row) => `${gameName(row)} › ${bookName(row)}`;

  /** @param {Row} row @param {string[]} words */
  function snippet(row, words) {
    const wanted = new Set(words.flatMap(finding.pairs)), plain = book.plain(row);
    const places = [...wanted].map((pair) => plain.indexOf(pair)).filter((i) => i >= 0);
    const start = Math.max(0, Math.min(...(places.length ? places : [0])) - 12);
    const shown = row.words.slice(start, start + 90);
    const folded = book.fold(shown), out = make("div", { className: "found" });
    if (folded.length !== shown.length) {
      out.append(say(shown));
      return out;
    }
    const hot = Array.from(shown, () => false);
    for (let i = 0; i + 1 < folded.length; i++) if (wanted.has(folded.slice(i, i + 2))) hot[i] = hot[i + 1] = true;
    const told = say(shown);
    for (let i = 0; i < told.length; ) {
      let j = i;
      while (j < told.length && hot[j] === hot[i]) j++;
      out.append(hot[i] ? make("mark", {}, told.slice(i, j)) : told.slice(i, j));
      i = j;
    }
    return out;
  }

  /** @param {Row} row @param {string[]} [words] */
  const entry = (row, words) => button(() => show(row.place),
    make("div", {}, make("span", { className: "label" }, say(row.label)), make("b", {}, say(named(row)))),
    make("div", { className: "where" }, say(where(row))), ...(words && row.words ? [snippet(row, words)] : []));

  function results() {
    if (!book) return;
    const query = field.value.trim();
    /** @param {Row} row */
    const chosen = (row) => game === null || gameOf(row) === game;
    list.replaceChildren();
    list.scrollTop = 0;
    if (query) {
      const found = book.find(query, game);
      list.append(...found.map(([row, words]) => entry(row, words)));
      if (!found.length) list.append(make("p", {}, say("还没有找到；执裁准备好以后会再找一遍。")));
      return;
    }
    const shelf = kept("shelf");
    for (const [title, ids] of [["书签", shelf.bookmarks], ["最近", shelf.clauses]]) {
      const all = /** @type {string[]} */ (ids || []).map(provision);
      const rows = all.filter((row) => row !== undefined).filter(chosen).slice(0, 5);
      if (rows.length) list.append(make("h2", {}, say(title)), ...rows.map((row) => entry(row)));
    }
    const firsts = book.data.books.map((_, b) => book.rows.find((row) => row.b === b)).filter((row) => row !== undefined);
    list.append(make("h2", {}, say("规则书")), ...firsts.filter(chosen).map((row) => button(() => show(row.place),
      make("b", {}, say(bookName(row))), make("div", { className: "where" }, say(gameName(row))))));
  }

  /** @param {string} id */
  const provision = (id) => {
    const [of, ...rest] = id.split(":");
    const b = book.data.books.findIndex(([name]) => name === of);
    return book.rows.find((row) => row.b === b && row.id === rest.join(":"));
  };
  /** @param {Row} row */
  const address = (row) => {
    const id = encodeURIComponent(row.id.replaceAll(".", "_")).replaceAll("%2F", "/");
    return `${base}clause/${book.data.books[row.b][0]}/${id}`;
  };
  /** @param {string} path */
  const at = (path) => {
    const [, of, id] = decodeURI(path.slice(base.length)).match(/^clause\/([^/]+)\/(.+)$/) || [];
    return of ? provision(`${of}:${id.replaceAll("_", ".")}`) || provision(`${of}:${id}`) : undefined;
  };

  // A law with all below it; of what stands above laws, the heading and its own text.
  const GROUPS = /^第.+[章节]|^[一二三四五六七八九十]+、/;
  /** @param {Row} row */
  function law(row) {
    let top = row;
    while (top.level > 0) {
      const higher = above(top, () => true);
      if (!higher || GROUPS.test(higher.label) || GROUPS.test(higher.heading) || !/条|\d/.test(higher.label)) break;
      top = higher;
    }
    let end = top.place + 1;
    const below = (/** @type {Row | undefined} */ each) => each && each.b === top.b && each.level > top.level;
    while (below(book.rows[end]) && end - top.place < 80) end++;
    return book.rows.slice(top.place, end);
  }

  /** @param {Row} row */
  function paragraph(row) {
    const out = make("div", {});
    out.dataset.place = String(row.place);
    if (row.heading) out.append(make("b", {}, say(row.heading)), row.title && row.words ? "\n" : "");
    let from = 0;
    const words = say(row.words);
    for (const [start, end, target] of book.data.references[row.place] || []) {
      const link = make("a", { href: address(book.rows[target]) }, words.slice(start, end));
      link.onclick = (event) => {
        event.preventDefault();
        show(target);
      };
      out.append(words.slice(from, start), link);
      from = end;
    }
    out.append(words.slice(from));
    return out;
  }

  function leave() {
    const before = trail.pop();
    if (before) {
      show(before[0], true);
      text.scrollTop = before[1];
    } else {
      open = -1;
      delete shell.dataset.open;
      text.replaceChildren();
      field.focus();
    }
  }

  /** @param {number} target */
  function show(target, back = false) {
    if (!back && open >= 0) trail.push([open, text.scrollTop]);
    const row = book.rows[target], shown = law(row);
    open = target;
    const close = button(leave);
    close.setAttribute("aria-label", say("返回"));
    close.innerHTML = '<svg viewBox="0 0 24 24"><path d="M20 11H7.8l5.6-5.6L12 4l-8 8 8 8 1.4-1.4L7.8 13H20z"/></svg>';
    const article = make("article", {}, ...shown.map(paragraph));
    const edition = make("div", { className: "edition" }, say(where(row)));
    text.replaceChildren(make("header", {}, close, make("div", {}, make("h1", {}, say(row.label)), edition)), article);
    shell.dataset.open = "";
    const here = /** @type {HTMLElement | null} */ (article.querySelector(`[data-place="${target}"]`));
    text.scrollTop = 0;
    if (here && target !== shown[0].place) {
      here.className = "here";
      text.scrollTop = here.offsetTop - 64;
    }
    close.focus({ preventScroll: true });
  }

  // How far the app is: what Python says of itself, what has been loaded, and the first frame.

  let reached = 0, late = 0, broken = false;
  const bar = /** @type {HTMLProgressElement} */ (state.querySelector("progress"));
  const words = /** @type {HTMLElement} */ (state.querySelector("span")), preparing = words.textContent;
  const SLOW = "还没有打开：网络慢就再等等；一直打不开，请换新版的浏览器。条文可以照常查。";
  /** @param {number} share */
  const reach = (share) => {
    if (broken || share <= reached) return;
    bar.value = reached = share;
    words.textContent = say(preparing);
    clearTimeout(late);
    late = setTimeout(() => { words.textContent = say(SLOW); }, LATE);
  };
  const STAGES = { python: 0.6, open: 0.7, page: 0.85 };
  addEventListener("python", ({ detail }) => {
    if (detail.stage === "fetch") reach(0.05 + 0.5 * (detail.done ?? 0));
    else if (detail.stage) reach(STAGES[detail.stage]);
    if (!detail.broken) return;
    broken = true;
    clearTimeout(late);
    words.textContent = say("裁决没有准备好：请联网后重新打开。条文可以照常查。");
  });
  addEventListener("flutter-first-frame", () => reach(0.9), { once: true });
  reach(0.01);
  if (!flet.pyodide) {  // beside a server: what Flutter fetches
    /** @type {[RegExp, number][]} */
    const steps = [[/main\.dart\.(wasm|js)$/, 0.35], [/canvaskit\/.*\.wasm$/, 0.25], [/roboto\.woff2$/, 0.15]];
    new PerformanceObserver((seen) => {
      for (const { name } of seen.getEntries()) {
        for (const [what, share] of steps) if (what.test(name)) reach(reached + share);
      }
    }).observe({ type: "resource", buffered: true });
  }

  // Handing over

  /** @param {number} ms */
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  /** @param {string} path */
  const go = (path) => {
    const to = new URL(path, location.href);
    if (to.pathname !== location.pathname) history.pushState(history.state, "", to.pathname);
    if (to.search) history.replaceState(history.state, "", to.pathname + to.search);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  };
  const retitled = async () => {
    const before = document.title;
    for (let waited = 0; document.title === before && waited < 1500; waited += 20) await pause(20);
  };
  const uppermost = () => {
    const edge = text.getBoundingClientRect().top + 64;
    const all = /** @type {HTMLElement[]} */ ([...text.querySelectorAll("[data-place]")]);
    const seen = all.find((each) => each.getBoundingClientRect().bottom > edge + 8);
    return text.scrollTop > 8 && seen ? book.rows[Number(seen.dataset.place)] : book.rows[open];
  };

  globalThis.handOver = async () => {
    for (let given = null; ; ) {
      while (composing || performance.now() - typed < SILENCE) await pause(50);
      const query = field.value.trim(), row = open >= 0 ? uppermost() : null;
      const now = JSON.stringify([query, chose && game, row && row.place]);
      if (given === null && !query && !chose && (!row || address(row) === location.pathname)) return;
      if (now === given) {
        await pause(100);  // the app has said so, and paints it
        return;
      }
      if (query || chose || given !== null) {
        const asked = new URLSearchParams({ q: query });
        if (chose) asked.set("game", game === null ? "all" : book.data.games[game][0]);
        if (document.activeElement === field) asked.set("typing", "1");
        go(`${base}?${asked}`);
        await retitled();
      }
      if (row) {
        go(address(row));
        await retitled();
      }
      given = now;
    }
  };

  // Beginning

  field.addEventListener("compositionstart", () => { composing = true; });
  field.addEventListener("compositionend", () => { composing = false; results(); });
  addEventListener("keydown", (event) => {  // as in the app: Ctrl+K, the arrows, Esc as Back
    if (!shell.isConnected || composing || event.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const stops = [field, ...list.querySelectorAll("button")];
    const place = stops.findIndex((each) => each === document.activeElement);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") field.focus();
    else if (event.key === "Escape" && open >= 0) text.querySelector("button")?.click();
    else if (step && place >= 0) stops[Math.min(Math.max(place + step, 0), stops.length - 1)].focus();
    else return;
    event.preventDefault();
  });
  field.addEventListener("input", () => { typed = performance.now(); if (!composing) results(); });
  light.then((data) => {
    understand(data);
    const usual = data.games.findIndex(([id]) => id === settings.game);
    if (usual >= 0 && settings.everywhere !== true) game = usual;
    const choices = /** @type {[number | null, string][]} */ ([[null, "全部"], ...data.games.map(([, name], i) => [i, name])]);
    /** @type {HTMLElement[]} */
    const buttons = choices.map(([of, name]) => {
      const chip = button(() => {
        game = of;
        chose = true;
        buttons.forEach((each) => each.setAttribute("aria-pressed", String(each === chip)));
        results();
      }, say(name));
      chip.setAttribute("aria-pressed", String(of === game));
      return chip;
    });
    games.replaceChildren(...buttons);
    field.placeholder = say(field.placeholder);
    state.querySelectorAll("span, li").forEach((each) => { each.textContent = say(each.textContent); });
    results();
    const row = at(location.pathname);
    if (row) show(row.place);
    shell.dataset.ready = "";
    performance.mark("searchable");
  }).catch((error) => console.warn("no light handbook:", error));
})();
