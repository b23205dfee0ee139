import { expect, test } from "vitest";
import { asked, type Place } from "./asked.ts";
import { badInputPage, nameOf, rows } from "./page.ts";

const places = Object.keys(asked) as Place[];

test.each(places)(
  "%s: each input that was asked for has a row, in its order, and no row is for another",
  (place) => {
    expect([...new Set(rows[place].map(({ of }) => of))]).toEqual(asked[place]);
  },
);

test.each(places)("%s: no two rows have one name, and each says what the shop can do", (place) => {
  const names = rows[place].map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  for (const { advice } of rows[place]) expect(advice).not.toBe("");
});

test("docs/bad-input.md says what the rows say (vitest run tests/bad-input -u writes it)", async () => {
  await expect(badInputPage()).toMatchFileSnapshot("../../docs/bad-input.md");
});
