import ts from "typescript";

/** A fenced block of TypeScript on a page. */
export interface Snippet {
  readonly page: string;
  /** Of the first line of the code. */
  readonly line: number;
  readonly kind: "ts" | "tsx";
  readonly code: string;
}

/** A fenced block of code, also one in a list, without the blanks before each line. */
export interface CodeBlock {
  readonly language: string;
  /** The text after the language. */
  readonly info: string;
  /** Of the first line of the code. */
  readonly line: number;
  readonly code: string;
}

export function findCodeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^( *)```([\w-]*)(.*)\n([\s\S]*?)^\1```/gm)].map(
    ({ index, 1: indent = "", 2: language = "", 3: info = "", 4: code = "" }) => ({
      language,
      info: info.trim(),
      line: markdown.slice(0, index).split("\n").length + 1,
      code: code.replace(new RegExp(`^${indent}`, "gm"), ""),
    }),
  );
}

export function findSnippets(page: string, markdown: string): Snippet[] {
  return findCodeBlocks(markdown).flatMap(({ language, line, code }) =>
    language === "ts" || language === "tsx" ? [{ page, line, kind: language, code }] : [],
  );
}

/** What a snippet is, so what has to be around it before it compiles. */
type Shape = "module" | "body" | "members" | "class members" | "clauses";

/** Puts around each shape what the reader's file has there. `members` is of the page: a call with the page's options. */
function around(shape: Shape, members: string): readonly [before: string, after: string] {
  switch (shape) {
    case "module":
      return ["", ""];
    case "body":
      return ["async function body() {", "}"];
    case "members":
      return members.split("/* members */") as [string, string];
    case "class members":
      return ["class Example {", "}"];
    case "clauses":
      return ["function clauses() { switch (true) {", "} }"];
  }
}

const shapes = ["module", "members", "class members", "clauses"] as const;

/** The snippet as a file that a compiler takes. The lines of the code keep their number. */
export function snippetFile({ page, line, kind, code }: Snippet, members: string): string {
  const [imports, rest] = importsAndRest(elide(code));
  for (const shape of shapes) {
    const isAlone = shape === "module";
    const [before, after] = isAlone ? ["", ""] : around(shape, "({/* members */})");
    const parsed = parse(`${before}${rest}${after}`, kind);
    if (parsed.problems > 0) continue;
    const [open, close] = around(isAlone && parsed.returns ? "body" : shape, members);
    return `${imports}${open}${rest}${close}\nexport {};\n`;
  }
  throw new Error(`${page}:${line} is no TypeScript that can be compiled.`);
}

/** A "…" in code, or a comment of its own with it, stands for what the reader has. In a text it is itself. */
function elide(written: string): string {
  const code = written.replace(/^(\s+)\/\/ …$/gm, "$1…,");
  const texts = /\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;
  const kept: string[] = [];
  const bare = code.replace(texts, (text) => `\u0000${kept.push(text) - 1}\u0000`);
  const whole = bare.replace(/…(?=,)/g, "...elided").replaceAll("…", "elided");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: marks the texts that were taken out above
  return whole.replace(/\u0000(\d+)\u0000/g, (_, index) => kept[Number(index)] ?? "");
}

function importsAndRest(code: string): [string, string] {
  const [imports = ""] = /^(?:(?:\/\/.*|import .*|"use (?:server|client)"|)\n)*/.exec(code) ?? [];
  return [imports, code.slice(imports.length)];
}

function parse(code: string, kind: Snippet["kind"]): { problems: number; returns: boolean } {
  const file = ts.createSourceFile(`snippet.${kind}`, code, ts.ScriptTarget.ES2023, true);
  // The compiler keeps them on the file, but not in its types.
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] };
  return { problems: parseDiagnostics.length, returns: file.statements.some(ts.isReturnStatement) };
}
