import { expect, test } from "vitest";
import { revealSecret, Secret } from "../src/secret.ts";
import { printedForms } from "./fixtures/printed-forms.ts";

const text = "a-merchant-key-nobody-may-see";

test.each(Object.entries(printedForms(new Secret(text))))(
  "%s of a key does not show it (B-50)",
  (_, shown) => {
    expect(shown).not.toContain("nobody");
    expect(shown).not.toContain(text.slice(0, 7));
  },
);

test("the renderings would show a key that is not wrapped", () => {
  const shown = Object.entries(printedForms({ key: text })).filter(([, each]) => each.includes(text));
  expect(shown.map(([how]) => how)).toEqual(
    expect.arrayContaining(["json", "inspect", "v8.serialize", "values"]),
  );
});

test("a clone has nothing in it", () => {
  expect(Object.keys(structuredClone(new Secret(text)))).toEqual([]);
});

test("an error about a key does not show it", () => {
  const key = new Secret(text);
  const error = new Error(`Bad key: ${key}`, { cause: key });
  for (const shown of Object.values(printedForms(error))) expect(shown).not.toContain("nobody");
});

test("only the one door opens it", () => {
  expect(revealSecret(new Secret(text))).toBe(text);
  expect(() => revealSecret({ toString: () => text } as unknown as Secret)).toThrow(TypeError);
});
