import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkLicences, writeSboms } from "./licences.ts";
import { findPublicPackages } from "./public-packages.ts";

test("every dependency of a package has an allowed licence", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-licences-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeSboms(findPublicPackages(), folder);
  expect(checkLicences(folder).components).toBeGreaterThan(5);
});
