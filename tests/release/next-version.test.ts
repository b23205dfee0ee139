import { expect, test } from "vitest";
import { findNextVersion } from "./next-version.ts";
import { findPublicPackages } from "./public-packages.ts";

test("the next release gives every public package one version, and each a changelog with it", async () => {
  const names = findPublicPackages().map(({ name }) => name);
  const { versions, changelogs } = await findNextVersion();
  expect([...versions.keys()]).toEqual(names);
  const [version, ...others] = new Set(versions.values());
  expect(others).toEqual([]);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  // After a release, and before the next changeset, there is nothing to write.
  for (const [name, text] of changelogs) expect(text, name).toContain(`## ${version}\n`);
});
