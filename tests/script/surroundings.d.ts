// What the scripts of a page find there: what others of ours leave (index.html, python.js), what Flet's client asks for, and
// what only some browsers have.

declare var flet: { pyodide: boolean; assetBase: string; webRenderer: string };
declare var inAndroid: boolean;
declare var android: Android | undefined;
declare var written: ((words: string) => string) | undefined;
declare var theSettings: { origin: string; about: AboutAndroid; saves: boolean };
declare const light: Promise<Light>;
declare const first: Promise<unknown>;
declare const finding: Finding;
declare const python: { postMessage(message: Partial<ToWorker>, given?: Transferable[]): Promise<void> };

declare var jsConnect: (app: unknown, args: unknown, listener: (bytes: Uint8Array) => void) => Promise<void>;
declare var jsSend: (app: unknown, message: Uint8Array) => Promise<void>;
declare var jsDisconnect: (app: unknown) => Promise<void>;
declare var handOver: () => Promise<void>;
declare var takeNewVersion: (() => void) | undefined;
declare var RiveNative: () => Promise<never>;

/** What android.js leaves to senses.js and android_check.js. */
interface Android {
  about: Promise<AboutAndroid>;
  ask<Name extends keyof AskedOfAndroid>(what: Name, how: AskedOfAndroid[Name]): Promise<AnsweredByAndroid[Name]>;
  give(file: Blob, name: string, why: Purpose): Promise<void>;
  choose(title: string, ways: [name: string, words: string][]): Promise<string>;
  tell(words: string): void;
  shade(dark: boolean): void;
}

/** What finding.js leaves to shell.js. */
interface Finding {
  open(data: Light): Book;
  pairs(words: string): string[];
}

/** The handbook, understood. */
interface Book {
  data: Light;
  rows: Row[];
  fold(words: string): string;
  find(query: string, game: number | null): [Row, string[]][];
  plain(row: Row): string;
}

/** A provision with all that is shown of it. */
interface Row {
  b: number;
  id: string;
  label: string;
  level: number;
  title: string;
  heading: string;
  words: string;
  place: number;
}

interface WindowEventMap {
  python: CustomEvent<Partial<FromWorker> & { broken?: string }>;
  "newer-version": Event;
  "first-screen": Event;
  "flutter-first-frame": Event;
  beforeinstallprompt: InstallOffer;
}

interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

interface Navigator {
  standalone?: boolean;
}

/** Recognition of speech, on the device alone where the browser can do that. */
interface LocalRecognition extends EventTarget {
  lang: string;
  processLocally: boolean;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((heard: { results: ArrayLike<ArrayLike<{ transcript: string }>> & Iterable<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((fault: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

interface LocalRecognitionKind {
  new (): LocalRecognition;
  prototype: LocalRecognition;
  available?(wanted: { langs: string[]; processLocally: boolean }): Promise<string>;
}

declare var SpeechRecognition: LocalRecognitionKind | undefined;
declare var webkitSpeechRecognition: LocalRecognitionKind | undefined;

declare class BarcodeDetector {
  static getSupportedFormats(): Promise<string[]>;
  constructor(options: { formats: string[] });
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

declare var jsQR: (data: Uint8ClampedArray, width: number, height: number, options: object) => { data: string } | null;
declare var webkitAudioContext: typeof AudioContext | undefined;
