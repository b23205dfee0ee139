import { expect, test } from "vitest";
import { pages, read } from "./pages.ts";
import { longestLine } from "./wrap.ts";

/** A README that other work changes at the moment: its tables may have longer rows. */
const withLongRows = new Set(["packages/vendure/README.md"]);

const checked = pages.filter((page) =>
  /^(docs\/[^/]+|README|(packages|apps)\/[^/]+\/README)\.md$/.test(page),
);

/** The lines that are too long, without those that cannot be broken: data in a block without a language. */
function longLines(page: string): string[] {
  const text = read(page).replace(/^```\n[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, ""));
  return text.split("\n").flatMap((line, index) => {
    const mayBeLong = line.length <= longestLine || (line.startsWith("|") && withLongRows.has(page));
    return mayBeLong ? [] : [`${page}:${index + 1} has ${line.length} characters`];
  });
}

test.each(checked)(`no line of %s has more than ${longestLine} characters`, (page) => {
  expect(longLines(page)).toEqual([]);
});
