import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { scriptPictures, suitePictures } from "./image-sources.ts";
import { markdownPages, readPage } from "./markdown-pages.ts";

const images = readdirSync(join(repositoryRoot, "docs/images")).sort();

test("a suite or a script takes each picture of the documents, so that none shows an old page", () => {
  const taken = [...Object.keys(suitePictures), ...Object.keys(scriptPictures)];
  expect(taken.map((name) => `${name}.png`).sort()).toEqual(images);
  for (const [name, script] of Object.entries(scriptPictures))
    if (script.startsWith("packages/sandbox"))
      expect(readFileSync(join(repositoryRoot, script), "utf8")).toContain(`name: "${name}"`);
});

test("the suite of each shop takes the picture of its README", () => {
  for (const [name, { suite }] of Object.entries(suitePictures)) {
    if (suite !== "test:browser") continue;
    const shop = name === "paid-order" ? "express-shop" : name;
    const source = readFileSync(join(repositoryRoot, `apps/${shop}/test/shop.browser.test.ts`), "utf8");
    expect(source).toContain(`name: "${name}"`);
  }
});

test("a page shows each picture", () => {
  const text = markdownPages.map(readPage).join("\n");
  expect(images.filter((image) => !text.includes(`images/${image}`))).toEqual([]);
});
