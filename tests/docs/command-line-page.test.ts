import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot, runProgram } from "../packaging/pack-tarballs.ts";
import { PackageDeclarations } from "../packaging/public-names.ts";

const page = readFileSync(join(repositoryRoot, "docs/reference/command-line.md"), "utf8");
const cli = join(repositoryRoot, "packages/cli/dist/main.js");
const errors = "packages/cli/dist/command-error.d.ts";
const declarations = new PackageDeclarations([
  "packages/cli/dist/index.d.ts",
  "packages/core/dist/index.d.ts",
  errors,
]);

/** The codes that a section lists, as `code` at the start of its entries. */
function codesOf(section: string): string[] {
  const [, text = ""] = page.split(`\n## ${section}\n`);
  const [body = ""] = text.split("\n## ");
  const entries = body.split("\n").filter((line) => /^- `[a-z_-]+`/.test(line));
  return entries.flatMap((line) =>
    [...(line.split(":")[0] ?? "").matchAll(/`([a-z_-]+)`/g)].map(([, code = ""]) => code),
  );
}

test("command-line.md has a section for each command, and no other", async () => {
  const { stdout } = await runProgram(process.execPath, [cli, "--help"]);
  const [, list = ""] = stdout.split("Commands:\n");
  const commands = [...list.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = ""]) => name);
  const sections = [...page.matchAll(/^## ([a-z]+)$/gm)].map(([, name = ""]) => name);
  expect(sections.sort()).toEqual(commands.filter((name) => name !== "help").sort());
});

test("command-line.md describes each finding of doctor, and each reason why a payment is not forgotten", () => {
  expect(codesOf("doctor").sort()).toEqual(
    declarations.literals("packages/cli/dist/index.d.ts", "FindingCode"),
  );
  expect(codesOf("forget").sort()).toEqual(
    declarations.literals("packages/core/dist/index.d.ts", "ForgetRefusalCode"),
  );
});

test("command-line.md describes each error code of the command line, and says what to do", () => {
  expect(codesOf("Error codes").sort()).toEqual(declarations.literals(errors, "CommandErrorCode"));
  const [, section = ""] = page.split("\n## Error codes\n");
  const entries = (section.split("\n## ")[0] ?? "").split("\n- ").slice(1);
  for (const entry of entries) expect(entry.replaceAll(/\s+/g, " ")).toContain("**What to do:**");
});
