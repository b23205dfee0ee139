import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";

/** The files that a project of vitest.config.ts runs. */
const testFiles = [
  "{packages,apps}/*/test/**/*.{test,nginx}.ts",
  "tests/**/*.{test,sabotage,packaging,dashboard,admin}.ts",
];
/** Tests that another file runs. They count if a test file imports them. */
const suiteFiles = ["{packages,apps}/*/{src,test}/**/*.suite.{ts,mts}"];
const scenarioFiles = ["packages/conformance/src/scenarios/*.ts"];

const ids = /\bB-\d+b?\b/g;

/** Returns the ids of behaviours in titles of tests and in \`cites\` of scenarios, with the files. Comments do not count. */
export function findBehavioursCitedByTests(): ReadonlyMap<string, readonly string[]> {
  const tests = find(testFiles);
  const imports = tests.map(({ text }) => text).join("\n");
  const suites = find(suiteFiles).filter(({ file }) => isImported(basename(file), imports));
  const cited = new Map<string, string[]>();
  for (const { file, text } of [...tests, ...suites, ...find(scenarioFiles)])
    for (const citing of citingTexts(file, text))
      for (const [id] of citing.matchAll(ids)) cited.set(id, [...(cited.get(id) ?? []), file]);
  return cited;
}

function find(patterns: readonly string[]): { file: string; text: string }[] {
  const exclude = ["**/node_modules/**", "**/dist/**"];
  return globSync([...patterns], { cwd: repositoryRoot, exclude })
    .sort()
    .map((file) => ({ file, text: readFileSync(join(repositoryRoot, file), "utf8") }))
    .filter(({ text }) => text.includes("B-") || text.includes(".suite."));
}

const isImported = (name: string, imports: string) => imports.includes(`/${name}"`);

/** Returns the titles of the tests of a file, with the rows of \`test.each\`, and the \`cites\` of a scenario. */
function citingTexts(file: string, text: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) texts.push(...stringsIn(node.arguments[0]));
    if (ts.isCallExpression(node) && isTable(node.expression)) texts.push(...stringsIn(node.arguments[0]));
    if (ts.isPropertyAssignment(node) && node.name.getText() === "cites")
      texts.push(...stringsIn(node.initializer));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return texts;
}

/** Whether this is \`test\`, \`it\` or \`describe\`, or what \`each(…)\` of them returns. A skipped test proves nothing. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isCallExpression(callee)) return isTable(callee.expression);
  if (ts.isPropertyAccessExpression(callee))
    return callee.name.text === "concurrent" && isTest(callee.expression);
  return ts.isIdentifier(callee) && ["test", "it", "describe"].includes(callee.text);
}

function isTable(callee: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(callee) && callee.name.text === "each" && isTest(callee.expression);
}

function stringsIn(node: ts.Node | undefined): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.getText()];
  const found: string[] = [];
  ts.forEachChild(node, (child) => void found.push(...stringsIn(child)));
  return found;
}
