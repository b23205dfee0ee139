import { expect, test } from "vitest";
import { revealSecret, Secret } from "../src/secret.ts";
import { stringifyInEveryWay } from "./fixtures/stringify-in-every-way.ts";

const text = "a-merchant-key-nobody-may-see";

test.each(Object.entries(stringifyInEveryWay(new Secret(text))))(
  "%s of a key does not contain its text (B-50)",
  (_, shown) => {
    expect(shown).not.toContain("nobody");
    expect(shown).not.toContain(text.slice(0, 7));
  },
);

test("the same renderings contain the text of a key that is not wrapped", () => {
  const shown = Object.entries(stringifyInEveryWay({ key: text })).filter(([, each]) => each.includes(text));
  expect(shown.map(([how]) => how)).toEqual(
    expect.arrayContaining(["json", "inspect", "v8.serialize", "values"]),
  );
});

test("a clone of a key is empty", () => {
  expect(Object.keys(structuredClone(new Secret(text)))).toEqual([]);
});

test("an error about a key does not contain its text", () => {
  const key = new Secret(text);
  const error = new Error(`Bad key: ${key}`, { cause: key });
  for (const shown of Object.values(stringifyInEveryWay(error))) expect(shown).not.toContain("nobody");
});

test("only revealSecret returns the text of a key", () => {
  expect(revealSecret(new Secret(text))).toBe(text);
  expect(() => revealSecret({ toString: () => text } as unknown as Secret)).toThrow(TypeError);
});
