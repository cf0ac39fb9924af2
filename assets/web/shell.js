// Finds and shows clauses while Flutter and Python start, then hands over what was asked, the clause and the place in it.
// The texts come from light.json (search/light.py). What is found here is a beginning: the app searches anew.
(() => {
  const shell = document.getElementById("opening");
  const [field, games, list, text, state] = ["query", "games", "list", "text", "state"].map((name) => document.getElementById(`opening-${name}`));
  const base = new URL(document.baseURI).pathname;
  const MOST = 30;  // results shown
  const LATE = 30000;  // ms without a step forward, after which somebody wonders
  const SILENCE = 300;  // ms without a key, after which somebody is taken to have typed what he wanted

  const kept = (key) => {
    try { return JSON.parse(JSON.parse(localStorage.getItem(`flutter.zhicai.${key}`))) || {}; } catch { return {}; }
  };
  const settings = kept("settings");
  if (settings.text_scale) shell.style.setProperty("--scale", settings.text_scale);

  let book = null;  // light.json, understood
  let game = null, chose = false, open = -1, typed = -SILENCE, composing = false;
  const trail = [];  // clauses one came from

  // Scripts

  const by = ([from, to]) => new Map([...from].map((character, i) => [character, [...to][i]]));
  let hans = new Map(), hant = new Map(), phrases = /(?!)/g, phrase = {};
  const simplified = (words) => [...words].map((c) => hans.get(c) || c).join("");
  const say = (words) => {
    if (settings.script !== "hant" || !words) return words || "";
    const each = (part) => [...part].map((c) => hant.get(c) || c).join("");
    let out = "", at = 0;
    for (const found of words.matchAll(phrases)) {
      out += each(words.slice(at, found.index)) + phrase[found[0]];
      at = found.index + found[0].length;
    }
    return out + each(words.slice(at));
  };

  // Finding

  const fold = (words) => simplified(words.normalize("NFKC").toLowerCase());
  const DIGITS = "零一二三四五六七八九";
  const number = (words) =>  // 十八 -> 18, as far as clauses are numbered
    words.replace(/[一二三四五六七八九十]+/g, (han) => {
      if (!han.includes("十")) return [...han].map((c) => DIGITS.indexOf(c)).join("");
      const [tens, ones] = han.split("十");
      return String((tens ? DIGITS.indexOf(tens) : 1) * 10 + (ones ? DIGITS.indexOf(ones) : 0));
    });
  const key = (label) => number(fold(label)).replace(/law|第|条|款|项|目|[\s.·、_-]/g, "");
  const pairs = (words) => {
    const han = words.replace(/[^\u3400-\u9fff]/g, "");
    return han.length < 2 ? (han ? [han] : []) : [...new Set(Array.from({ length: han.length - 1 }, (_, i) => han.slice(i, i + 2)))];
  };

  function understand(data) {
    [hans, hant] = [by(data.scripts.hans), by(data.scripts.hant)];
    phrase = data.scripts.phrases;
    const longest = Object.keys(phrase).sort((a, b) => b.length - a.length);
    if (longest.length) phrases = new RegExp(longest.join("|"), "g");
    book = {
      ...data,
      rows: data.rows.map(([b, id, label, level, title, heading, words], place) => ({
        b, id, label, level, title, heading, words, place,
      })),
    };
  }

  function prepare() {  // what only a query needs
    if (book.rare) return;
    book.sayings = book.sayings.map(([words, go]) => [fold(words), go, new Set(pairs(fold(words)))]);
    book.names = book.names.map(([words, sound]) => [words, sound.replaceAll(" ", ""), sound.split(" ").map((s) => s[0]).join("")]);
    for (const row of book.rows) [row.key, row.title_, row.words_] = [key(row.label), fold(row.title), fold(row.words)];
    const seen = new Map();
    for (const row of book.rows) for (const pair of pairs(row.title_ + " " + row.words_)) seen.set(pair, (seen.get(pair) || 0) + 1);
    book.rare = (pair) => Math.log(1 + book.rows.length / ((seen.get(pair) || 0) + 1));
  }

  const heard = (letters) => {  // names of this sound, the likeliest first
    const exact = book.names.filter(([, sound, first]) => sound === letters || (first === letters && letters.length > 1));
    const begins = letters.length > 3 ? book.names.filter(([, sound]) => sound.startsWith(letters)) : [];
    return [...new Set([...exact, ...begins].map(([words]) => words))].slice(0, 3);
  };

  function find(query) {
    prepare();
    const asked = fold(query.trim());
    const scores = new Map();
    const count = (place, score) => {
      const row = book.rows[place];
      if (game === null || book.books[row.b][2] === game) scores.set(place, (scores.get(place) || 0) + score);
    };
    const clause = key(asked);
    if (/\d/.test(clause) && clause.length < 12) {
      for (const row of book.rows) {
        if (row.key === clause) count(row.place, 1000 - row.b);
        else if (row.key.startsWith(clause)) count(row.place, 100 - row.key.length);
      }
    }
    const letters = asked.replace(/[\s']/g, "");
    const words = /^[a-z]+$/.test(letters) ? heard(letters).concat(asked) : [asked];
    words.forEach((each, rank) => {
      const weight = 1 / (1 + rank), wanted = pairs(each);
      for (const [saying, go, of] of book.sayings) {
        let like = saying === each ? 3 : 0;
        if (!like && wanted.length && of.size) {
          const common = wanted.filter((pair) => of.has(pair)).length;
          like = (2 * common) / (wanted.length + of.size);
          like = like < 0.5 ? 0 : like;
        } else if (!like && each.length > 2 && saying.startsWith(each)) like = 0.8;
        if (like) go.slice(0, 4).forEach((place, i) => count(place, weight * 30 * like / (1 + i)));
      }
      const all = wanted.reduce((sum, pair) => sum + book.rare(pair), 0);
      if (!all) return;
      for (const row of book.rows) {
        let got = 0, covered = 0;
        for (const pair of wanted) {
          const there = (row.title_.includes(pair) ? 2.5 : 0) + (row.words_.includes(pair) ? 1 : 0);
          if (there) { got += there * book.rare(pair); covered += book.rare(pair); }
        }
        if (covered / all >= 0.5) count(row.place, weight * (got * covered / all) / (1 + row.words_.length / 800));
      }
    });
    return [...scores].sort((a, b) => b[1] - a[1]).slice(0, MOST).map(([place]) => [book.rows[place], words]);
  }

  // Showing

  const make = (tag, options, ...inside) => {
    const made = Object.assign(document.createElement(tag), options);
    made.append(...inside);
    return made;
  };
  const named = (row) => row.title || above(row, (each) => each.title)?.title || "";
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
  const place = (row) => [book.games[book.books[row.b][2]][1], book.books[row.b][1]].join(" › ");

  function snippet(row, words) {
    const at = words.flatMap(pairs).map((pair) => row.words_.indexOf(pair)).filter((i) => i >= 0);
    const start = Math.max(0, Math.min(...(at.length ? at : [0])) - 12);
    const shown = row.words.slice(start, start + 90);
    const wanted = new Set(words.flatMap(pairs)), folded = fold(shown), out = make("div", { className: "found" });
    if (folded.length !== shown.length) return out.append(say(shown)), out;
    let hot = Array.from(shown, () => false);
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

  const entry = (row, words) => make("button", { type: "button", onclick: () => show(row.place) },
    make("div", {}, make("span", { className: "label" }, say(row.label)), make("b", {}, say(named(row)))),
    make("div", { className: "where" }, say(place(row))), ...(words && row.words ? [snippet(row, words)] : []));

  function results() {
    if (!book) return;
    const query = field.value.trim();
    const chosen = (row) => game === null || book.books[row.b][2] === game;
    list.replaceChildren();
    list.scrollTop = 0;
    if (query) {
      const found = find(query);
      list.append(...found.map(([row, words]) => entry(row, words)));
      if (!found.length) list.append(make("p", {}, say("还没有找到；执裁准备好以后会再找一遍。")));
      return;
    }
    const shelf = kept("shelf");
    for (const [title, ids] of [["书签", shelf.bookmarks], ["最近", shelf.clauses]]) {
      const rows = (ids || []).map(byId).filter((row) => row && chosen(row)).slice(0, 5);
      if (rows.length) list.append(make("h2", {}, say(title)), ...rows.map((row) => entry(row)));
    }
    const books = book.books.map(([, , of], b) => [of, book.rows.find((row) => row.b === b)]).filter(([of, row]) => row && (game === null || of === game));
    list.append(make("h2", {}, say("规则书")), ...books.map(([, row]) =>
      make("button", { type: "button", onclick: () => show(row.place) }, make("b", {}, say(book.books[row.b][1])), make("div", { className: "where" }, say(book.games[book.books[row.b][2]][1])))));
  }

  const byId = (id) => {
    const [of, ...rest] = id.split(":");
    const b = book.books.findIndex(([name]) => name === of);
    return book.rows.find((row) => row.b === b && row.id === rest.join(":"));
  };
  const address = (row) => `${base}clause/${book.books[row.b][0]}/${encodeURIComponent(row.id.replaceAll(".", "_")).replaceAll("%2F", "/")}`;
  const at = (path) => {
    const [, of, id] = decodeURI(path.slice(base.length)).match(/^clause\/([^/]+)\/(.+)$/) || [];
    return of && (byId(`${of}:${id.replaceAll("_", ".")}`) || byId(`${of}:${id}`));
  };

  // A law with all below it; of what stands above laws, the heading and its own text.
  const GROUPS = /^第.+[章节]|^[一二三四五六七八九十]+、/;
  function law(row) {
    let top = row;
    while (top.level > 0) {
      const higher = above(top, () => true);
      if (!higher || GROUPS.test(higher.label) || GROUPS.test(higher.heading) || !/条|\d/.test(higher.label)) break;
      top = higher;
    }
    let end = top.place + 1;
    while (end < book.rows.length && book.rows[end].b === top.b && book.rows[end].level > top.level && end - top.place < 80) end++;
    return book.rows.slice(top.place, end);
  }

  function paragraph(row) {
    const out = make("div", {});
    out.dataset.place = row.place;
    if (row.heading) out.append(make("b", {}, say(row.heading)), row.title && row.words ? "\n" : "");
    let from = 0;
    const words = say(row.words);
    for (const [start, end, target] of book.references[row.place] || []) {
      const link = make("a", { href: address(book.rows[target]), onclick: (event) => { event.preventDefault(); show(target); } }, words.slice(start, end));
      out.append(words.slice(from, start), link);
      from = end;
    }
    out.append(words.slice(from));
    return out;
  }

  function show(target, back = false) {
    if (!back && open >= 0) trail.push([open, text.scrollTop]);
    const row = book.rows[target], shown = law(row);
    open = target;
    const close = make("button", { type: "button", onclick: () => {
      const before = trail.pop();
      if (before) { show(before[0], true); text.scrollTop = before[1]; } else { open = -1; delete shell.dataset.open; text.replaceChildren(); field.focus(); }
    } });
    close.setAttribute("aria-label", say("返回"));
    close.innerHTML = '<svg viewBox="0 0 24 24"><path d="M20 11H7.8l5.6-5.6L12 4l-8 8 8 8 1.4-1.4L7.8 13H20z"/></svg>';
    const article = make("article", {}, ...shown.map(paragraph));
    text.replaceChildren(make("header", {}, close, make("div", {}, make("h1", {}, say(row.label)), make("div", { className: "edition" }, say(place(row))))), article);
    shell.dataset.open = "";
    const here = article.querySelector(`[data-place="${target}"]`);
    text.scrollTop = 0;
    if (here && target !== shown[0].place) {
      here.className = "here";
      text.scrollTop = here.offsetTop - 64;
    }
    close.focus({ preventScroll: true });
  }

  // How far the app is: what Python says of itself, what has been loaded, and the first frame.

  let reached = 0, late = 0, broken = false;
  const [bar, words] = [state.querySelector("progress"), state.querySelector("span")];
  const preparing = words.textContent;
  const reach = (share) => {
    if (broken || share <= reached) return;
    bar.value = reached = share;
    words.textContent = say(preparing);
    clearTimeout(late);
    late = setTimeout(() => { words.textContent = say("还没有打开：网络慢就再等等；一直打不开，请换新版的浏览器。条文可以照常查。"); }, LATE);
  };
  const STAGES = { python: 0.6, open: 0.7, page: 0.85 };
  addEventListener("python", ({ detail }) => {
    if (detail.stage === "fetch") reach(0.05 + 0.5 * detail.done);
    else if (detail.stage) reach(STAGES[detail.stage]);
    if (!detail.broken) return;
    broken = true;
    clearTimeout(late);
    words.textContent = say("裁决没有准备好：请联网后重新打开。条文可以照常查。");
  });
  addEventListener("flutter-first-frame", () => reach(0.9), { once: true });
  reach(0.01);
  if (!flet.pyodide) {  // beside a server: what Flutter fetches
    const steps = [[/main\.dart\.(wasm|js)$/, 0.35], [/canvaskit\/.*\.wasm$/, 0.25], [/roboto\.woff2$/, 0.15]];
    new PerformanceObserver((seen) => {
      for (const { name } of seen.getEntries()) for (const [what, share] of steps) if (what.test(name)) reach(reached + share);
    }).observe({ type: "resource", buffered: true });
  }

  // Handing over

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
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
    const seen = [...text.querySelectorAll("[data-place]")].find((each) => each.getBoundingClientRect().bottom > edge + 8);
    return text.scrollTop > 8 && seen ? book.rows[seen.dataset.place] : book.rows[open];
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
        if (chose) asked.set("game", game === null ? "all" : book.games[game][0]);
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
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], stops = [field, ...list.querySelectorAll("button")];
    const at = stops.indexOf(document.activeElement);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") field.focus();
    else if (event.key === "Escape" && open >= 0) text.querySelector("header button").click();
    else if (step && at >= 0) stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
    else return;
    event.preventDefault();
  });
  field.addEventListener("input", () => { typed = performance.now(); if (!composing) results(); });
  light.then((data) => {
    understand(data);
    const usual = data.games.findIndex(([id]) => id === settings.game);
    if (usual >= 0 && settings.everywhere !== true) game = usual;
    const buttons = [[null, "全部"], ...data.games.map(([, name], i) => [i, name])].map(([of, name]) => {
      const chip = make("button", { type: "button", onclick: () => {
        game = of;
        chose = true;
        buttons.forEach((each) => each.setAttribute("aria-pressed", String(each === chip)));
        results();
      } }, say(name));
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
  }).catch((error) => console.warn("no light handbook:", error));
})();
