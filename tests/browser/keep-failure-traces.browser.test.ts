import { execFile } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}.screenshots/`;

/** What is left of the fixture's tests. */
const left = () =>
  (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.includes("on-purpose"));

it("a failed test leaves a trace of each browser and a picture of each page, and a passed test leaves nothing", async () => {
  for (const name of left()) rmSync(folder + name);
  const config = "tests/browser/fixture/vitest.config.ts";
  const run = promisify(execFile)("node_modules/.bin/vitest", ["run", "--config", config], { cwd: root });
  await expect(run).rejects.toMatchObject({ code: 1 });
  const name = "fixture-failing-test-fails-on-purpose";
  const second = ["-2-page-1.png", "-2-page-2.png", "-2.zip"];
  expect(left().sort()).toEqual([...second, "-page-1.png", ".zip"].map((end) => name + end));
  for (const name of left()) rmSync(folder + name);
});
