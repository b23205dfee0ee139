import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { findAnchors, findLinks } from "./markdown-links.ts";
import { markdownPages, readPage } from "./markdown-pages.ts";

/** What is wrong with a link of a page; empty if it leads somewhere. */
function problem(page: string, link: string): string {
  if (/^https?:\/\//.test(link)) return "";
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(repositoryRoot, target))) return `${link} leads to no file`;
  if (anchor === undefined || statSync(join(repositoryRoot, target)).isDirectory()) return "";
  return findAnchors(readPage(target)).has(anchor) ? "" : `${link} leads to no heading`;
}

test.each(markdownPages)("the links of %s lead to files and headings", (page) => {
  const problems = findLinks(readPage(page)).map((link) => problem(page, link));
  expect(problems.filter((each) => each !== "")).toEqual([]);
});
