import { expect, test } from "vitest";
import { renderBadInputPage, rowName, rowsByPlace } from "./bad-input-page.ts";
import { type InputPlace, requiredCases } from "./required-cases.ts";

const places = Object.keys(requiredCases) as InputPlace[];

test.each(places)(
  "%s: each input that was asked for has a row, in its order, and no row is for another",
  (place) => {
    expect([...new Set(rowsByPlace[place].map(({ of }) => of))]).toEqual(requiredCases[place]);
  },
);

test.each(places)("%s: no two rows have one name, and each says what the shop can do", (place) => {
  const names = rowsByPlace[place].map(rowName);
  expect(new Set(names).size).toBe(names.length);
  for (const { advice } of rowsByPlace[place]) expect(advice).not.toBe("");
});

test("docs/reference/bad-input.md says what the rows say (vitest run tests/bad-input -u writes it)", async () => {
  await expect(renderBadInputPage()).toMatchFileSnapshot("../../docs/reference/bad-input.md");
});
