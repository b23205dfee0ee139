import { expect, test } from "vitest";
import { findBehavioursCitedByTests } from "./behaviours-cited-by-tests.ts";
import { readPage } from "./markdown-pages.ts";

/** Behaviours whose test is still missing. The test below fails as soon as one of them is cited: then remove it here. */
const awaitedTests: readonly string[] = [];

const behaviours = [...readPage("docs/reference/behaviours.md").matchAll(/^- \*\*(B-\d+b?)\*\*: /gm)].map(
  ([, id = ""]) => id,
);
const cited = findBehavioursCitedByTests();

test("each behaviour has its own id, and the list is complete", () => {
  expect(new Set(behaviours).size).toBe(behaviours.length);
  expect(behaviours.length).toBeGreaterThan(50);
});

test("each behaviour is cited by a test or a scenario, except those whose test is planned", () => {
  expect(behaviours.filter((id) => !cited.has(id))).toEqual(awaitedTests);
});

test("each cited behaviour exists", () => {
  expect(
    [...cited].flatMap(([id, files]) => (behaviours.includes(id) ? [] : [`${id}: ${files.join()}`])),
  ).toEqual([]);
});
