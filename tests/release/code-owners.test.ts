import { expect, test } from "vitest";
import { codeOwnersAreCurrent, codeOwnersFile } from "./code-owners.ts";
import { readReleaseInfo } from "./release-json.ts";

test("CODEOWNERS has the owners of release.json: run pnpm release:fill after a change", () => {
  expect(codeOwnersAreCurrent(readReleaseInfo())).toBe(true);
});

test("every file belongs to the owners, or to nobody without owners", () => {
  expect(codeOwnersFile({ codeOwners: ["@example", "@example/reviewers"] })).toMatch(
    /^# .*\n\* @example @example\/reviewers\n$/,
  );
  expect(codeOwnersFile({})).toMatch(/^# .*\n$/);
});
