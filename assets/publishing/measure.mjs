// Says how large files become on the way with brotli: node measure.mjs < LIST_OF_FILES, one a line; a number a line comes back.
import { brotliCompressSync, constants } from "node:zlib";
import { readFileSync } from "node:fs";

const files = readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const file of files) {
  console.log(brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length);
}
