// Finds clauses in light.json (search/light.py) until the app is there, which searches anew. What people type most is the name
// of something, a clause's number or a beginning of either: that it finds as search/engine.py does (tests/search/test_light.py).
/* exported finding */
/** @type {Finding} */
const finding = (() => {
  const MOST = 30;  // results
  const NUMBER = 100000, NAMED = 1000, MEANT = 100;  // weight of a clause asked for by its number, of what a name leads to
  const OTHER_GAME = 0.55;  // of the weight, where the query names a game
  const DIGITS = "零一二三四五六七八九";
  const LONGEST = 10;  // syllables that are heard together
  const READINGS = 12;  // of them that are tried

  /**
   * @typedef {{ key: string, title: string, words: string }} Plain
   * @typedef {{ text: string, sound: string, letters: string, first: string }} Name
   * @typedef {[text: string, places: number[], pairs: Set<string>]} Saying
   * @typedef {{ plain: Plain[], sayings: Saying[], answers: Map<string, number[]>, names: Name[], sounds: Map<string, string[]>,
   *   bySound: Map<string, Name>, rare: (pair: string) => number, written: (words: string) => boolean, asking: RegExp,
   *   penalty: RegExp, penaltyOf: string, same: [string, string][], called: [RegExp, RegExp][] }} Prepared what only a query needs
   */

  /** @param {string} words its pairs of neighbouring Chinese characters */
  const pairs = (words) => {
    const han = words.replace(/[^\u3400-\u9fff]/g, "");
    if (han.length < 2) return han ? [han] : [];
    return [...new Set(Array.from({ length: han.length - 1 }, (_, i) => han.slice(i, i + 2)))];
  };

  /** @param {string} words 十八 -> 18, as far as clauses are numbered */
  const numbered = (words) => words.replace(/[一二三四五六七八九十]+/g, (han) => {
    if (!han.includes("十")) return [...han].map((c) => DIGITS.indexOf(c)).join("");
    const [tens, ones] = han.split("十");
    return String((tens ? DIGITS.indexOf(tens) : 1) * 10 + (ones ? DIGITS.indexOf(ones) : 0));
  });

  /** @param {Light} data @returns {Book} */
  function open(data) {
    /** @type {Row[]} */
    const rows = data.rows.map(([b, id, label, level, title, heading, words], place) => (
      { b, id, label, level, title, heading, words, place }));
    const [from, to] = data.scripts.hans.map((each) => [...each]);
    const simpler = new Map(from.map((character, i) => [character, to[i]]));
    /** @param {string} words in small Latin and simplified Chinese letters */
    const fold = (words) => [...words.normalize("NFKC").toLowerCase()].map((c) => simpler.get(c) || c).join("");
    /** @param {string} label */
    const key = (label) => numbered(fold(label)).replace(/law|第|条|款|项|目|[\s.·、_()（）-]/g, "");
    /** @type {Prepared | null} */
    let prepared = null;
    const made = () => (prepared ??= prepare(data, rows, fold, key));

    /** @param {string} query @param {number | null} game */
    const find = (query, game) => {
      const ready = made();
      const scores = new Map();
      const asked = called(fold(query.trim()), ready);
      /** @param {number} place @param {number} score */
      const count = (place, score) => {
        const of = data.books[rows[place].b][2];
        if (game !== null && of !== game) return;
        const worth = asked.game === null || asked.game === of ? score : score * OTHER_GAME;
        scores.set(place, (scores.get(place) || 0) + worth);
      };
      const clause = numberedFor(fold(query.trim()), ready);
      byNumber(key(clause.text), ready, (place, score) => {
        if (clause.game === null || clause.game === data.books[rows[place].b][2]) count(place, score - rows[place].b);
      });
      const words = meant(asked.text, ready);
      words.forEach((each, rank) => byWords(each, 1 / (1 + rank), ready, count));
      const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, MOST);
      return best.map(/** @returns {[Row, string[]]} */ ([place]) => [rows[place], words]);
    };
    return { data, rows, fold, find, plain: (row) => made().plain[row.place].words };
  }

  /**
   * @param {Light} data
   * @param {Row[]} rows
   * @param {(words: string) => string} fold
   * @param {(label: string) => string} key
   * @returns {Prepared}
   */
  function prepare(data, rows, fold, key) {
    const plain = rows.map((row) => ({ key: key(row.label), title: fold(row.title), words: fold(row.words) }));
    const sayings = data.sayings[0].split("\n").map((words, i) => {
      const text = fold(words);
      return /** @type {Saying} */ ([text, data.sayings[1][i], new Set(pairs(text))]);
    });
    const seen = new Map();
    for (const row of plain) for (const pair of pairs(row.title + " " + row.words)) seen.set(pair, (seen.get(pair) || 0) + 1);
    const said = new Set(sayings.flatMap(([, , of]) => [...of]));
    const [texts, spoken] = data.names.map((lines) => lines.split("\n"));
    const names = texts.map((text, i) => ({
      text, sound: spoken[i], letters: spoken[i].replaceAll(" ", ""), first: spoken[i].replace(/(\S)\S*\s*/g, "$1"),
    }));
    const sounds = new Map();
    for (const [sound, characters] of data.sounds) {
      for (const character of characters) sounds.set(character, [...(sounds.get(character) || []), sound]);
    }
    const bySound = new Map();
    for (const name of names) if (!bySound.has(name.sound)) bySound.set(name.sound, name);
    return {
      plain, sayings, names, sounds, bySound,
      answers: new Map([...sayings].reverse().map(([text, go]) => [text, go])),
      rare: (pair) => Math.log(1 + rows.length / ((seen.get(pair) || 0) + 1)),
      written: (words) => pairs(words).every((pair) => seen.has(pair) || said.has(pair)),
      asking: new RegExp(data.asking, "g"),
      penalty: new RegExp(data.penalty[0], "g"),
      penaltyOf: data.penalty[1],
      same: data.same,
      called: data.called.map(([anywhere, before]) => [new RegExp(anywhere), new RegExp(before)]),
    };
  }

  /**
   * The game that a query names, and the rest of it.
   * @param {string} text
   * @param {Prepared} ready
   */
  function called(text, ready) {
    for (const [game, [anywhere]] of ready.called.entries()) {
      const rest = text.replace(anywhere, " ").trim();
      if (rest && rest !== text) return { text: rest, game };
    }
    return { text, game: null };
  }

  /**
   * A query as it may ask for a clause by its number: with what stands before the number, and without the game that it names.
   * @param {string} text
   * @param {Prepared} ready
   */
  function numberedFor(text, ready) {
    const compact = text.replace(/\s/g, "");
    const games = ready.called.map(([, before], game) => ({ text: compact.replace(before, ""), game }));
    const named = games.find((each) => each.text !== compact);
    return named ?? { text: compact, game: null };
  }

  /**
   * What a query may mean, the likeliest first: names of its sound, names typed by ear, itself.
   * @param {string} text
   * @param {Prepared} ready
   */
  function meant(text, ready) {
    const letters = text.normalize("NFD").replace(/[\s']|\p{M}/gu, "");
    if (/^[a-z]+$/.test(letters)) return ready.answers.has(text) ? [text] : [...heard(letters, ready), text];
    if (ready.answers.has(text)) return [text];
    const usual = ready.same.reduce((words, [word, other]) => words.replace(word, other), text);
    return [ready.answers.has(usual) ? usual : corrected(text, ready)];
  }

  /** @param {string} letters @param {Prepared} ready names of this sound, the likeliest first */
  function heard(letters, { names }) {
    const exact = names.filter((name) => name.letters === letters);
    const first = names.filter((name) => name.first === letters && letters.length > 1);
    const begins = letters.length > 3 ? names.filter((name) => name.letters.startsWith(letters)) : [];
    return [...new Set([...exact, ...first, ...begins].map((name) => name.text))].slice(0, 3);
  }

  /**
   * What was typed by ear (藏排), with the names it sounds like in its place.
   * @param {string} text
   * @param {Prepared} ready
   */
  function corrected(text, ready) {
    if (!/^[\u3400-\u9fff]{2,}$/.test(text) || ready.written(text)) return text;
    let out = text;
    for (let start = 0; start < text.length - 1; start++) {
      for (let end = Math.min(text.length, start + LONGEST); end > start + 1; end--) {
        const part = text.slice(start, end), name = sounding(part, ready);
        if (!name || name === part) continue;
        const differing = [...name].filter((character, i) => character !== part[i]).length;
        if (ready.written(part) || (part.length > 2 && differing * 2 > part.length)) continue;
        out = out.replace(part, name);
        start = end - 1;
        break;
      }
    }
    return out;
  }

  /** @param {string} part @param {Prepared} ready the likeliest name that sounds so */
  function sounding(part, { sounds, bySound }) {
    let spoken = [""];
    for (const character of part) {
      const readings = sounds.get(character) || [];
      spoken = spoken.flatMap((head) => readings.map((each) => head ? `${head} ${each}` : each)).slice(0, READINGS);
    }
    return spoken.map((each) => bySound.get(each)?.text).find((name) => name);
  }

  /** @typedef {(place: number, score: number) => void} Count */

  /** @param {string} clause @param {Prepared} ready @param {Count} count */
  function byNumber(clause, { plain }, count) {
    if (!/\d/.test(clause) || clause.length > 11) return;
    plain.forEach((row, place) => {
      if (row.key === clause) count(place, NUMBER);
      else if (row.key.startsWith(clause)) count(place, 100 - row.key.length);
    });
  }

  /** @param {string} text @param {number} weight @param {Prepared} ready @param {Count} count */
  function byWords(text, weight, ready, count) {
    const core = text.replace(ready.asking, " ").replace(ready.penalty, " ").replace(/[的了呢吗啊呀]+(?=\s|$)|\s/g, "");
    const answer = ready.answers.get(text) || ready.answers.get(text.replace(/\s/g, ""));
    const punished = text.search(ready.penalty) >= 0 ? ready.answers.get(core + ready.penaltyOf) : undefined;
    (answer || punished || ready.answers.get(core) || []).forEach((place, i) => {
      count(place, weight * (answer ? NAMED : MEANT) / (1 + i));
    });
    const wanted = pairs(text);
    for (const [saying, go, of] of ready.sayings) {
      const like = likeness(text, wanted, saying, of);
      if (like) go.slice(0, 4).forEach((place, i) => count(place, weight * 30 * like / (1 + i)));
    }
    const all = wanted.reduce((sum, pair) => sum + ready.rare(pair), 0);
    if (!all) return;
    ready.plain.forEach((row, place) => {
      let got = 0, covered = 0;
      for (const pair of wanted) {
        const there = (row.title.includes(pair) ? 2.5 : 0) + (row.words.includes(pair) ? 1 : 0);
        if (!there) continue;
        got += there * ready.rare(pair);
        covered += ready.rare(pair);
      }
      if (covered / all >= 0.5) count(place, weight * (got * covered / all) / (1 + row.words.length / 800));
    });
  }

  /** @param {string} text @param {string[]} wanted @param {string} saying @param {Set<string>} of */
  function likeness(text, wanted, saying, of) {
    if (saying === text) return 3;
    if (wanted.length && of.size) {
      const common = wanted.filter((pair) => of.has(pair)).length, like = (2 * common) / (wanted.length + of.size);
      return like < 0.5 ? 0 : like;
    }
    return text.length > 2 && saying.startsWith(text) ? 0.8 : 0;
  }

  return { open, pairs };
})();
