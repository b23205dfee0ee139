import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "../../packages/cli/src/program.ts";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { pagesWithCode, readPage } from "./markdown-pages.ts";
import { findCodeBlocks } from "./markdown-snippets.ts";
import { findShellCommands } from "./shell-lines.ts";

type Command = ReturnType<typeof createProgram>;

interface CommandLine {
  /** Where it is written: the page, and the line of a block. */
  readonly place: string;
  readonly words: readonly string[];
  /** A text in a sentence can name a command without its arguments. */
  readonly isInSentence: boolean;
}

/** Returns every command in the blocks and sentences of a page. */
function commandsOf(page: string): CommandLine[] {
  const text = readPage(page);
  const blocks = findCodeBlocks(text).filter(({ language }) => language === "sh");
  const inBlocks = blocks.flatMap(({ code, line }) =>
    findShellCommands(code).map((words) => ({ place: `${page}:${line}`, words, isInSentence: false })),
  );
  const prose = text.replace(/^( *)```[\s\S]*?^\1```/gm, "");
  const inSentences = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) =>
    findShellCommands(code.replace(/\s*\n\s*/g, " ")).map((words) => ({
      place: page,
      words,
      isInSentence: true,
    })),
  );
  return [...inBlocks, ...inSentences];
}

const commandLines = pagesWithCode.flatMap(commandsOf);

/** The arguments of `pay-index` in a command, or undefined if it calls something else. */
function argumentsOf({ words }: CommandLine): string[] | undefined {
  const called = words[0] === "npx" ? words.slice(1) : words;
  if (called[0] !== "pay-index") return undefined;
  // A summary writes an optional flag in brackets.
  return called.slice(1).map((word) => word.replace(/^\[|\]$/g, ""));
}

/** What the command line of `pay-index` has against the arguments; empty if it would run them. */
async function problemOf(args: readonly string[], isInSentence: boolean): Promise<string> {
  const program = createProgram(
    async () => undefined,
    () => undefined,
  );
  if (isInSentence && args.every((arg) => /^[a-z]+$/.test(arg))) return findCommand(program, args);
  if (args.includes("--help"))
    return findCommand(
      program,
      args.filter((arg) => arg !== "--help"),
    );
  return program.parseAsync([...args], { from: "user" }).then(
    () => "",
    (error: Error) => error.message,
  );
}

function findCommand(program: Command, names: readonly string[]): string {
  let command: Command | undefined = program;
  for (const name of names) command = command?.commands.find((each) => each.name() === name);
  return command === undefined ? `no command ${names.join(" ")}` : "";
}

const calls = commandLines.flatMap((line) => {
  const args = argumentsOf(line);
  return args === undefined ? [] : [{ place: line.place, args, isInSentence: line.isInSentence }];
});

test.each(calls)("pay-index understands $args of $place", async ({ args, isInSentence }) => {
  expect(await problemOf(args, isInSentence)).toBe("");
});

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

const readManifest = (path: string) =>
  JSON.parse(readFileSync(join(repositoryRoot, path), "utf8")) as Manifest;
const manifests = [
  "package.json",
  ...globSync("{packages,apps}/*/package.json", { cwd: repositoryRoot }),
  "bench/package.json",
].map(readManifest);
const ofPnpm = ["install", "exec", "run", "pack", "version"];

/** The script that a command calls by pnpm, with its package, or undefined if it calls none. */
function scriptOf({ words }: CommandLine): { owner: string; script: string } | undefined {
  const isCalled = words[0] === "pnpm" || (words[0] === "npx" && words[2] === "pnpm@12");
  if (!isCalled) return undefined;
  const [first = "", second = "", third = ""] = words.slice(words[0] === "pnpm" ? 1 : 3);
  if (first === "--filter") return { owner: second, script: third };
  if (first === "run") return { owner: "pay-index-repository", script: second };
  return /^[a-z]/.test(first) && !ofPnpm.includes(first)
    ? { owner: "pay-index-repository", script: first }
    : undefined;
}

const hasScript = (owner: string, script: string) =>
  manifests.some(({ name, scripts = {} }) => name === owner && script in scripts);

// The others are for projects of the reader.
const ofRepository = commandLines.filter(
  ({ place }) => !/templates|medusa-nextjs|^packages\/(?!core|pages)/.test(place),
);

test("every script that a page calls by pnpm exists", () => {
  const scripts = ofRepository.flatMap((line) => {
    const script = scriptOf(line);
    return script === undefined ? [] : [{ place: line.place, ...script }];
  });
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter(({ owner, script }) => !hasScript(owner, script))).toEqual([]);
});

test.each(["express", "hono", "fastify", "next", "vendure", "medusa"])(
  "every script that the README of the %s template names exists",
  (host) => {
    const folder = `packages/create-pay-index/dist/templates/${host}`;
    const { scripts = {} } = readManifest(`${folder}/package.json`);
    const named = commandsOf(`${folder}/README.md`).flatMap(({ words: [tool, verb, name = ""] }) =>
      tool === "npm" && verb === "run" ? [name] : [],
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  },
);
