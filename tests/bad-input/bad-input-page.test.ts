import { expect, test } from "vitest";
import { renderBadInputPage, rowName, rowsByPlace } from "./bad-input-page.ts";
import { type InputPlace, requiredCases } from "./required-cases.ts";

const places = Object.keys(requiredCases) as InputPlace[];

test.each(places)(
  "%s: each required input has a row, in the required order, and there is no other row",
  (place) => {
    expect([...new Set(rowsByPlace[place].map(({ of }) => of))]).toEqual(requiredCases[place]);
  },
);

test.each(places)("%s: each row has its own name, and advice for the shop", (place) => {
  const names = rowsByPlace[place].map(rowName);
  expect(new Set(names).size).toBe(names.length);
  for (const { advice } of rowsByPlace[place]) expect(advice).not.toBe("");
});

test("docs/reference/bad-input.md has the text of the rows (vitest run tests/bad-input -u writes it)", async () => {
  await expect(renderBadInputPage()).toMatchFileSnapshot("../../docs/reference/bad-input.md");
});
