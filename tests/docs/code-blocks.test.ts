import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diagramHtml } from "../../apps/docs/src/diagrams.ts";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { pagesWithCode, readPage } from "./markdown-pages.ts";
import { type CodeBlock, findCodeBlocks } from "./markdown-snippets.ts";

// Blocks of TypeScript are compiled by snippets.test.ts. Requests of GraphQL are validated by graphql-blocks.test.ts, and
// command lines by documented-commands.test.ts. Blocks of JavaScript are run by the tests named here.
const runPages: Readonly<Record<string, string>> = {
  "docs/start/express.md": "apps/express-shop/test/docs-start-page.test.ts",
  "docs/start/vendure.md": "apps/vendure-shop/test/docs-start-page.test.ts",
  "docs/start/medusa.md": "apps/medusa-shop/test/docs-start-page.test.ts",
};

const blocksOf = (page: string) => findCodeBlocks(readPage(page));

const inLanguage = (language: string) =>
  pagesWithCode.flatMap((page) =>
    blocksOf(page).flatMap((block) => (block.language === language ? [{ page, ...block }] : [])),
  );

test("every block of code has a language that a test checks", () => {
  const checked = ["text", "ts", "tsx", "js", "sh", "graphql", "nginx", "mermaid"];
  const others = pagesWithCode.flatMap((page) =>
    blocksOf(page).flatMap(({ language, line }) => (checked.includes(language) ? [] : [`${page}:${line}`])),
  );
  expect(others).toEqual([]);
});

test("every page with JavaScript is run by a test", () => {
  const pages = [...new Set(inLanguage("js").map(({ page }) => page))].filter(
    (page) => !page.includes("/zh/"),
  );
  expect(pages.sort()).toEqual(Object.keys(runPages).sort());
  for (const [page, file] of Object.entries(runPages))
    expect(readFileSync(join(repositoryRoot, file), "utf8")).toContain(`"${page}"`);
});

test.each(inLanguage("mermaid"))("the diagram of $page:$line can be drawn", ({ code, info }) => {
  expect(diagramHtml(code, info, (text) => text)).toContain("<svg role=");
});

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
}

const manifests = readdirSync(join(repositoryRoot, "packages"))
  .map((name) => join(repositoryRoot, "packages", name, "package.json"))
  .filter(existsSync)
  .map((file) => JSON.parse(readFileSync(file, "utf8")) as Manifest);
const published = manifests.filter(({ private: isPrivate }) => isPrivate !== true).map(({ name }) => name);
const commands = manifests.flatMap(({ bin = {} }) => Object.keys(bin));
const otherCommands = ["vendure", "medusa", "create-medusa-app"];

/** Returns the packages and commands of this project that a shell command names and that do not exist. */
function unknownNames(code: string): string[] {
  const packages = [...code.matchAll(/@pay-index\/[\w-]+/g)].map(([name]) => name);
  const called = [...code.matchAll(/\bnpx (?!--yes)([\w-]+)/g)].map(([, name = ""]) => name);
  return [
    ...packages.filter((name) => !published.includes(name)),
    ...called.filter((name) => ![...commands, ...otherCommands].includes(name)),
  ];
}

test.each(inLanguage("sh"))("the commands of $page:$line can be read, and name what exists", ({ code }) => {
  execFileSync("bash", ["-n", "-c", code.replaceAll("…", "x")]);
  expect(unknownNames(code)).toEqual([]);
});

test("the commands of debug-a-signature.md print the signature that the page names", () => {
  const page = readPage("docs/guides/debug-a-signature.md");
  const [block] = findCodeBlocks(page).filter(({ language }) => language === "sh") as [CodeBlock];
  const [, signature] = /It prints `(\w{32})`/.exec(page) ?? [];
  expect(execFileSync("bash", ["-c", block.code], { encoding: "utf8" }).split(" ")[0]).toBe(signature);
});
