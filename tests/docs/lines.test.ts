import { expect, test } from "vitest";
import { pages, read } from "./pages.ts";
import { longestLine } from "./wrap.ts";

const checked = pages.filter((page) =>
  /^(docs\/[^/]+|README|(packages|apps)\/[^/]+\/README)\.md$/.test(page),
);

/** The lines that are too long, without those that cannot be broken: data in a block without a language. */
function longLines(page: string): string[] {
  const text = read(page).replace(/^```\n[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, ""));
  return text.split("\n").flatMap((line, index) => {
    return line.length <= longestLine ? [] : [`${page}:${index + 1} has ${line.length} characters`];
  });
}

test.each(checked)(`no line of %s has more than ${longestLine} characters`, (page) => {
  expect(longLines(page)).toEqual([]);
});
