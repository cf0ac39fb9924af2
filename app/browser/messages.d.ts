// Every message between a page and Python, named once. Pages and workers are checked against this file by TypeScript, Python by
// tests/script/test_messages.py, which reads it: a message, or one thing that it says, is one line.

/** One of the messages of an interface: its name stands under `do`, beside what it says. */
type Said<Messages> = { [Name in keyof Messages]: { do: Name } & Messages[Name] }[keyof Messages];

// The exam room: candidate.js and app/exams/candidate_line.py.

/** What a candidate's page says. `n` is a number of its own for each message, by which it is answered. */
interface FromCandidate {
  enter: { code: string; number: string; name: string; device: string; script?: string };
  return: { own: string; seat?: string; script?: string };
  ping: { n?: number };
  question: { n?: number; number: number };
  answer: { n?: number; number: number; letter: string };
  flag: { n?: number; number: number; on: boolean };
  write: { n?: number; number: number; part: number; text: string };
  away: { n?: number; seconds: number };
  submit: { n?: number };
  result: { n?: number };
}

/** What a candidate's page is told. */
interface ToCandidate {
  no: { why: string; n?: number | null; again?: boolean; unknown?: boolean; out?: boolean; later?: boolean };
  outside: { why: string };
  out: { why: string };
  moved: { here: boolean };
  state: CandidateState;
  questions: { n?: number | null; list: ShownQuestion[] };
  kept: { n: number | null; left: number | null };
  result: { n?: number | null; marks: number; total: number; rows: ResultRow[] };
}

interface CandidateState {
  title: string;
  note: string;
  count: number;
  total: number;
  minutes: number;
  name: string;
  number: string;
  code: string;
  seat: string;
  version: string;
  started: boolean;
  left: number | null;
  submitted: boolean;
  ended: boolean;
  published: boolean;
  whole: boolean;
  answers: Record<string, string>;
  written: Record<string, Record<string, string>>;
  flags: number[];
}

interface ShownQuestion {
  number: number;
  marks: number;
  stem: string;
  drawn: Drawn | null;
  options: string[];
  parts: ShownPart[];
}

/** One of the things a question in parts asks. */
interface ShownPart {
  ask: string;
  form: "text" | "several" | "one" | "order" | "fill";
  options: string[];
  marks: number;
}

/** What is drawn above a stem. A card is its sign, how it is coloured, and its name. */
interface Drawn {
  said: string;
  notes: string[];
  seats: { name: string; words: string }[];
  laid: { words: string; cards: [string, string, string][] }[];
  auctions: { words: string; order: string[]; rows: string[][] }[];
}

interface ResultRow {
  number: number;
  chosen: string;
  right: string;
  good: boolean;
  marks: number | null;
  most: number;
  models: [string, string][];
  why: string;
  clauses: string[];
}

// A living table on two phones: table.js and app/exams/table_room.py, app/study/table/together.py.

/** What the page of a living table says. */
interface FromTable {
  sit: { code: string; role: "player" | "referee"; own: string; script?: string; learner?: string };
  ping: {};
  step: { count: number };
  say: { text: string };
  stop: {};
  open: { tree: string };
  ask: { seat: string };
  answer: { option: number };
  back: {};
  give: {};
  dismiss: {};
}

/** What it is told. `out`: it has no place at the table. */
interface ToTable {
  no: { why: string; out: boolean };
  table: TableSeen;
}

/** The table as one of the two sees it: what only the other knows is not in it. */
interface TableSeen {
  role: "player" | "referee";
  title: string;
  address: string;
  here: string[];
  drawn: Drawn;
  acts: string[];
  called: string;
  stopped: boolean;
  over: boolean;
  given: string[];
  secret: string;
  asking: { seat: string; ask: string; so: string; says: string[] } | null;
  ruling: TableRuling | null;
  debrief: { score: string[]; text: string; lines: TableFinding[] } | null;
  record: { text: string; recorded: boolean } | null;
}

/** A ruling while it is made. */
interface TableRuling {
  trees: [string, string][];
  title: string;
  fault: string;
  ask: string;
  seats: [string, string][];
  heard: [string, string][];
  waits: string;
  options: string[];
  outcome: string[];
  clauses: string[];
}

interface TableFinding {
  verdict: "right" | "wrong" | "missed" | "groundless";
  title: string;
  when: string;
  because: string[];
  ruled: string;
  right: string;
  clauses: string[];
}

// The examiner's desk: examiner.js and app/exams/room_server.py.

/** What the examiner's page says. `who` is a candidate's place; nobody's: everybody. */
interface FromExaminer {
  start: {};
  extra: { who: number | null; seconds: number };
  take: { who: number };
  end: {};
  publish: {};
  remove: { who: number };
  restore: { who: number };
  admit: { knocks: number[] };
  refuse: { knocks: number[] };
  let: { address: string };
  code: { who: number };
  marking: { by: string };
  sheet: { by: string; who: number; item: number };
  grade: { by: string; who: number; item: number; part: number; points: number[]; note: string; final: boolean };
  orals: { by: string };
  oral: { by: string; who: number; item: number };
  oral_step: { by: string; who: number; item: number; what: "begin" | "tell" | "claim" | "end"; n: number };
  oral_grade: { by: string; who: number; item: number; part: number; points: number[]; note: string };
}

/** What the examiner's page is told. */
interface ToExaminer {
  no: { why: string };
  code: { name: string; code: string };
  room: Overview;
  marking: { title: string; ended: boolean; rows: MarkingRow[] };
  sheet: { who: number; item: number; stem: string; why: string; parts: MarkingPart[] };
  orals: { title: string; open: boolean; rows: OralRow[] };
  oral: OralSheet;
}

/** One candidate and one question that is put to him by word of mouth. */
interface OralRow {
  who: number;
  name: string;
  number: string;
  item: number;
  state: "waiting" | "going" | "heard" | "marked";
  words: string;
}

/** A question as the examiner plays it: what can be told, each with the second at which it was; the points as he marked them. */
interface OralSheet {
  who: number;
  name: string;
  item: number;
  number: number;
  opening: string;
  situation: string;
  tells: [string, number | null][];
  claims: [string, number | null][];
  seconds: number;
  left: number | null;
  begun: boolean;
  ended: boolean;
  why: string;
  parts: OralPart[];
}

interface OralPart {
  ask: string;
  model: string;
  marks: number;
  points: [string, number][];
  mine: number[] | null;
  note: string;
}

/** One candidate's answer to one question in parts, in the list of what is to be marked. */
interface MarkingRow {
  who: number;
  item: number;
  state: "differ" | "none" | "one" | "agreed";
  words: string;
  mine: boolean;
}

/** One part as a marker sees it. `others` is empty until he has given his own points. */
interface MarkingPart {
  ask: string;
  form: "text" | "several" | "one" | "order" | "fill";
  text: string;
  model: string;
  marks: number;
  points: [string, number][];
  proposed: number[];
  by: string[];
  share: number;
  doubts: string[];
  mine: number[] | null;
  note: string;
  others: { by: string; points: number[]; final: boolean; note: string; got: number }[];
  state: "differ" | "none" | "one" | "agreed" | "decided";
  got: number | null;
}

interface Overview {
  title: string;
  count: number;
  minutes: number;
  total: number;
  versions: number;
  code: string;
  addresses: string[];
  started: boolean;
  ended: boolean;
  published: boolean;
  written: boolean;
  oral: boolean;
  left: number | null;
  rows: OverviewRow[];
  outside: Knock[];
  tried: [string, number][];
  missing: [string, string][];
  damage: string[];
  /** What comes of going by another room's clock; empty: it goes by its own. */
  first: string;
  /** Rooms that go by this one's clock. */
  following: string[];
}

interface OverviewRow {
  who: number;
  number: string;
  name: string;
  version: number;
  answered: number;
  left_page: number;
  away: number;
  flagged: number;
  extra: number;
  left: number | null;
  submitted: boolean;
  by: "" | "candidate" | "examiner" | "time";
  here: boolean;
  address: string;
  removed: boolean;
  marks: [number, number] | null;
}

interface Knock {
  knock: number;
  number: string;
  name: string;
  address: string;
}

// What only a page can do: senses.js and app/window/senses.py, by app/browser/asking.py.

type Ring = "step" | "end";
type ScriptName = "hans" | "hant";

/** What Python asks of the page, as JSON in an address of our own. */
interface AskedOfPage {
  hello: string;
  say: { name: string; lines: string[]; script: ScriptName };
  hush: true | string;
  unlock: true;
  ring: Ring;
  awake: boolean;
  listen: string;
}

/** What the page says of that. `listening` names the field dictated into, nobody's where it is over; `words` what was heard so far. */
interface SaidByPage {
  saying: string;
  failed: boolean;
  listening: string;
  words: string;
  unheard: "" | "silence" | "refused" | "failed";
  can: { voice: boolean; sound: boolean; shake: boolean; listen: boolean };
}

// A published site, where Python runs in a worker: device.js, keeping.js and app/browser/device.py.

/** What Python asks of the page. */
interface AskedOfDevice {
  persist: true;
  scan: { title: string; stop: string };
  scanned: { done: boolean; said: string };
  install: true;
  keep: true;
  checked: true;
  dark: boolean;
}

/** What the page says of that. */
interface SaidByDevice {
  persist: boolean;
  scan: { code?: string; ended?: "stopped" | "done" | "refused" | "none" };
  keeping: Readiness;
  page: Partial<SaidByPage>;
  given: boolean;
  opened: { name: string; content: string };
}

/** How far the browser keeps the app: app/window/published.py. */
interface Readiness {
  share: number;
  ready: boolean;
  failed: "" | "network" | "broken" | "room" | "never";
  install: "" | "prompt" | "share" | "menu" | "done";
}

// The Android shell: android.js and the Java of assets/android, which gives the page one port. Messages are JSON; what is asked has
// an `id` beside `do`, and is answered under it.

/** What a file is for that the page gives. */
type Purpose = "save" | "share" | "print";
type AndroidRefusal = "cancelled" | "denied" | "room" | "missing" | "odd" | "unknown";

/** What the page asks. A piece is base64 of at most 192 KiB, acknowledged before the next is sent. */
interface AskedOfAndroid {
  hello: { version: number };
  begin: { name: string; type: string; size: number; for: Purpose };
  piece: { file: number; n: number; data: string };
  finish: { file: number; sha256?: string };
  open: { types: string[]; many: boolean };
  read: { file: number; n: number };
  close: { file: number };
  voices: {};
  say: { lines: string[]; script: ScriptName };
  hush: {};
  ring: { kind: Ring };
  awake: { on: boolean };
  copy: { text: string };
  look: { dark: boolean };
  leave: {};
}

/** What it is answered, beside `id` and `ok`; else `no` says why not: an AndroidRefusal. */
interface AnsweredByAndroid {
  hello: AboutAndroid;
  begin: { file: number };
  piece: { n: number };
  finish: {};
  open: { files: OpenedFile[] };
  read: { n: number; data: string; last: boolean };
  close: {};
  voices: { hans: boolean; hant: boolean };
  say: {};
  hush: {};
  ring: {};
  awake: {};
  copy: {};
  look: {};
  leave: {};
}

/** How the device shows things: insets are what the page has to keep clear, in CSS pixels; `scale` is of letters. */
interface Look {
  dark: boolean;
  scale: number;
  insets: [left: number, top: number, right: number, bottom: number];
}

/** `device` is text made at the first start that never leaves the phone: another than before is another phone. */
interface AboutAndroid {
  device: string;
  shake: boolean;
  sdk: number;
  webview: string;
  app: string;
  dark: boolean;
  scale: number;
  insets: [left: number, top: number, right: number, bottom: number];
  link?: string;
  restored?: string;
}

interface OpenedFile {
  file: number;
  name: string;
  size: number;
  type: string;
}

/** What the shell says by itself; Back is answered with `{"do":"backed","handled":…}`. */
interface SaidByAndroid {
  back: {};
  link: { address: string };
  opened: { files: OpenedFile[] };
  look: Look;
  pause: {};
  resume: {};
}

/** What python-worker.js gives to Python as the module zhicai_site. */
interface GivenToPython {
  ask: (text: string) => void;
  listen: (listener: (text: string) => void) => void;
  fetchPart: (name: string) => Promise<void>;
  hearOfNewer: (heard: () => void) => void;
  pen: (writes: boolean) => void;
  takeNewer: () => void;
  hold: (on: boolean) => void;
  hall: (asked: string, body: Uint8Array | null) => Promise<[status: number, headers: string, body: Uint8Array]>;
}

/** What is asked of the hall that this site came from, as JSON: app/hall/browser_way.py. */
interface AskedOfHall {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  seconds: number;
}

// Beneath that: what python.js and python-worker.js, keeping.js and sw.js say to each other. What is drawn goes as bytes.

interface ToWorker {
  connect: string;
  newer: true;
  device: Partial<SaidByDevice>;
}

interface FromWorker {
  stage: "fetch" | "python" | "open" | "page";
  done: number;
  device: Partial<AskedOfDevice>;
  pen: boolean;
  take: true;
  ready: true;
  failed: string;
}

type ToServiceWorker = "take" | "forget" | "whole";

// The handbook as the page itself searches and shows it until the app is there: finding.js, shell.js and search/light.py.

/** A place is that of a row, a game or a book that of its own list. */
interface Light {
  games: [id: string, name: string][];
  called: [anywhere: string, beforeNumber: string][];
  books: [id: string, name: string, game: number][];
  rows: [book: number, id: string, label: string, level: number, title: string, heading: string, words: string][];
  references: Record<string, [start: number, end: number, place: number][]>;
  sayings: [lines: string, places: number[][]];
  asking: string;
  penalty: [pattern: string, asked: string];
  same: [word: string, other: string][];
  names: [lines: string, sounds: string];
  sounds: [syllable: string, characters: string][];
  scripts: { hans: [string, string]; hant: [string, string]; phrases: Record<string, string> };
}
