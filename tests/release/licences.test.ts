import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkLicences, findLicenceProblems, writeSboms } from "./licences.ts";
import { findPublicPackages } from "./public-packages.ts";

const component = (name: string, licenses?: object[]) => ({
  name,
  version: "1.0.0",
  ...(licenses && { licenses }),
});

test("every dependency of a package has an allowed licence", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-licences-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeSboms(findPublicPackages(), folder);
  expect(checkLicences(folder).components).toBeGreaterThan(5);
});

test.each([
  ["an allowed licence", [{ license: { id: "MIT" } }], []],
  ["alternatives with an allowed one", [{ expression: "(GPL-2.0-only OR MIT)" }], []],
  [
    "licences that apply together",
    [{ expression: "MIT AND GPL-3.0-only" }],
    ["a@1.0.0: MIT AND GPL-3.0-only"],
  ],
  ["another licence", [{ license: { id: "GPL-3.0-only" } }], ["a@1.0.0: GPL-3.0-only"]],
  [
    "two licences, one of them not allowed",
    [{ license: { id: "MIT" } }, { license: { name: "Own" } }],
    ["a@1.0.0: MIT, Own"],
  ],
  ["no licence", undefined, ["a@1.0.0: none"]],
])("accepts a package or names it: %s", (_, licenses, problems) => {
  expect(findLicenceProblems({ components: [component("a", licenses)] })).toEqual(problems);
});
