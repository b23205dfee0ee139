import { expect, test } from "vitest";
import { markdownPages, readPage } from "./markdown-pages.ts";
import { maxLineLength } from "./wrap-markdown.ts";

const checked = markdownPages.filter((page) =>
  /^(docs\/(?!decisions\/).+|README|(packages|apps)\/[^/]+\/README)\.md$/.test(page),
);

/** The lines that are too long, without those that cannot be broken: data, and the printed schema. */
function longLines(page: string): string[] {
  let openFence: string | undefined;
  return readPage(page)
    .split("\n")
    .flatMap((line, index) => {
      if (line.startsWith("```")) openFence = openFence === undefined ? line : undefined;
      const isData = openFence === "```text" || openFence === "```graphql";
      return isData || line.length <= maxLineLength
        ? []
        : [`${page}:${index + 1} has ${line.length} characters`];
    });
}

test.each(checked)(`no line of %s has more than ${maxLineLength} characters`, (page) => {
  expect(longLines(page)).toEqual([]);
});
