// What the page itself finds until the app is there: node find_in_page.mjs FINDING LIGHT, with queries and games (or null) as JSON on
// the standard input; prints a list of ids for each, the best first.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [, , script, light] = process.argv;
const data = JSON.parse(readFileSync(light, "utf-8"));
const book = runInThisContext(`${readFileSync(script, "utf-8")}\nfinding`).open(data);
const games = new Map(data.games.map((/** @type {[string, string]} */ [id], /** @type {number} */ i) => [id, i]));
const asked = /** @type {[string, string | null][]} */ (JSON.parse(readFileSync(0, "utf-8")));
console.log(JSON.stringify(asked.map(([query, game]) => {
  const found = book.find(query, game === null ? null : games.get(game));
  return found.map((/** @type {[{ b: number, id: string }, string[]]} */ [row]) => `${data.books[row.b][0]}:${row.id}`);
})));
