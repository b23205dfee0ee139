import { expect, test } from "vitest";
import { addVersion, toDocumentedVersion } from "../../apps/docs/src/site-version.ts";

test("a patch has the documentation of its version, and packages without a release have none", () => {
  expect([toDocumentedVersion("0.2.0"), toDocumentedVersion("1.10.7")]).toEqual(["0.2", "1.10"]);
  expect(() => toDocumentedVersion("0.0.0")).toThrow(
    'The packages have the version "0.0.0", which is no release.',
  );
  expect(() => toDocumentedVersion("1.0.0-beta.1")).toThrow("no release");
});

test("the list of versions has the newest first, and each one once", () => {
  expect(addVersion([], "0.1")).toEqual(["0.1"]);
  expect(addVersion(["0.9", "0.8"], "0.10")).toEqual(["0.10", "0.9", "0.8"]);
  expect(addVersion(["1.0", "0.9"], "0.9")).toEqual(["1.0", "0.9"]);
});
