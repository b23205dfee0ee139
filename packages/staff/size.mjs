// What staff download of the static app, as a server that compresses sends it.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** Bytes. */
const limit = 120_000;

const folder = new URL("dist/app/", import.meta.url);
const files = readdirSync(folder);
const sizes = files.map((name) => gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length);
const size = sizes.reduce((sum, each) => sum + each, 0);
console.log(`@pay-index/staff as a static app: ${size} bytes gzipped, ${limit} at most`);
if (size > limit || files.sort().join(" ") !== "app.css app.js index.html") {
  console.error("It is too large, or has other files than its page, its code and its styles.", files);
  process.exitCode = 1;
}
