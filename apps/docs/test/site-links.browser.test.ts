import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { siteRoot as base } from "../src/site-version.ts";
import { siteFolder } from "./serve-site.ts";

const files = globSync("**/*.html", { cwd: siteFolder });
const texts = new Map(files.map((file) => [file, readFileSync(join(siteFolder, file), "utf8")]));

/** Returns the file of an address, as a web server for static files finds it. */
function fileOf(path: string): string | undefined {
  const name = path.slice(base.length);
  const candidates = name === "" || name.endsWith("/") ? [`${name}index.html`] : [name, `${name}.html`];
  return candidates.find((file) => texts.has(file) || existsSync(join(siteFolder, file)));
}

/** Returns what is wrong with a link of a built page; empty if it leads to a file and, if it has an anchor, to a place. */
function linkProblem(from: string, href: string): string {
  const url = new URL(href.replaceAll("&amp;", "&"), `http://site${base}${from}`);
  if (url.host !== "site") return "";
  const file = fileOf(decodeURIComponent(url.pathname));
  if (file === undefined) return `${from} links to ${href}, which does not exist`;
  const anchor = decodeURIComponent(url.hash.slice(1));
  const text = texts.get(file);
  if (anchor === "" || text === undefined || text.includes(`id="${anchor}"`)) return "";
  return `${from} links to ${href}, which has no such heading`;
}

test("every link of every built page leads to a page and a heading of the site, also those of menus", () => {
  expect(files.length).toBeGreaterThan(90);
  const problems = new Set<string>();
  for (const [file, text] of texts)
    for (const [, href = ""] of text.matchAll(/<a\b[^>]*? href="([^"]*)"/g))
      if (/^(?:https?:|[/.#]|[\w-]+$)/.test(href)) problems.add(linkProblem(file, href));
  problems.delete("");
  expect([...problems]).toEqual([]);
});
