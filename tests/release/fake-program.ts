import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";

/** A program that a test puts in the place of a real one. */
export interface FakeProgram {
  /** Variables with which a process finds this program first. */
  readonly env: NodeJS.ProcessEnv;
  /** The arguments of each call so far. */
  calls(): Promise<readonly string[][]>;
}

/**
 * Creates a program that records its calls, and then runs `code`.
 *
 * @param code a script of Node, whose `args` are the arguments
 * @param env the variables to extend, such as those of another program
 */
export async function createFakeProgram(
  name: string,
  code: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<FakeProgram> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-fake-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const record = join(folder, "calls");
  const lines = [
    `#!${process.execPath}`,
    'const fs = require("node:fs");',
    "const args = process.argv.slice(2);",
    `fs.appendFileSync(${JSON.stringify(record)}, JSON.stringify(args) + "\\n");`,
    code,
  ];
  await writeFile(join(folder, name), lines.join("\n"));
  await chmod(join(folder, name), 0o755);
  return {
    env: { ...env, PATH: [folder, env.PATH].join(delimiter) },
    async calls() {
      const text = await readFile(record, "utf8").catch(() => "");
      return text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string[]);
    },
  };
}
