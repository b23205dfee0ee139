// Renews the pictures in docs/images: `pnpm docs:images`. Scripts take those of the sandbox and of the buyer's pages. The
// others are pictures of the browser suites. A suite that has not run leaves its pictures as they are.
import { copyFileSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { suitePictures } from "./image-sources.ts";
import { takeBuyersPages } from "./take-buyers-pages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const suitesToRun = new Set<string>();

await takeBuyersPages(`${root}docs/images/buyers-pages.png`);
console.log("Renewed docs/images/buyers-pages.png");
for (const [name, { file, suite }] of Object.entries(suitePictures)) {
  const picture = `${root}.screenshots/${file}.png`;
  if (existsSync(picture)) {
    copyFileSync(picture, `${root}docs/images/${name}.png`);
    console.log(`Renewed docs/images/${name}.png`);
  } else suitesToRun.add(suite);
}
if (suitesToRun.size > 0) {
  console.error(`Pictures are missing in .screenshots. Run ${[...suitesToRun].join(" and ")} first.`);
  process.exitCode = 1;
}
