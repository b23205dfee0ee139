import ts from "typescript";
import type { Snippet } from "./markdown-snippets.ts";

/** Values for the options of a host, as code, by the name of the option. */
export type Examples = Readonly<Record<string, string>>;

export interface ExampleOptions {
  readonly options: Examples;
  readonly merchant: Examples;
  readonly plan: Examples;
}

/** The snippet with every option that it leaves out, or undefined if it sets up no plugin and no plan. */
export function withEveryOption(snippet: Snippet, examples: ExampleOptions): Snippet | undefined {
  const file = ts.createSourceFile(`snippet.${snippet.kind}`, snippet.code, ts.ScriptTarget.ES2023, true);
  const added: { at: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const missing = missingIn(node, examples);
      if (missing !== "") added.push({ at: node.getStart() + 1, text: missing });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (added.length === 0) return undefined;
  const code = added
    .sort((one, other) => other.at - one.at)
    .reduce((code, { at, text }) => code.slice(0, at) + text + code.slice(at), snippet.code);
  return { ...snippet, code };
}

function missingIn(node: ts.ObjectLiteralExpression, { options, merchant, plan }: ExampleOptions): string {
  const names = new Set(node.properties.map((property) => property.name?.getText()));
  const has = (...wanted: string[]) => wanted.every((name) => names.has(name));
  let wanted: Examples = {};
  if (has("gateway", "merchants")) wanted = options;
  else if (has("id", "key")) wanted = merchant;
  else if (has("type", "attempts")) wanted = plan;
  return Object.entries(wanted)
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => ` ${name}: ${value},`)
    .join("");
}
