import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenShops } from "./broken-shops.ts";
import { FuzzFailure, type RunOptions, runFuzz } from "./run-fuzz.ts";

async function failureOf(options: Partial<RunOptions>): Promise<FuzzFailure> {
  const failure = await runFuzz({ seed: 1, from: 0, inputs: 2000, ...options }).catch((error) => error);
  expect(failure).toBeInstanceOf(FuzzFailure);
  return failure;
}

test("a shop that keeps its promises", async () => {
  await runFuzz({ seed: 15, from: 0, inputs: 500 });
});

test.each(brokenShops)(
  "a shop that breaks a promise is noticed: $what",
  async ({ what, notice, ...options }) => {
    expect((await failureOf(options)).message).toMatch(notice);
  },
);

test("a failing input fails again when it is replayed alone", async () => {
  const wrap = brokenShops[0]?.wrap;
  if (wrap === undefined) throw new Error("There is no broken shop.");
  const { input, message } = await failureOf({ wrap, from: 1 });
  expect(await failureOf({ wrap, from: input, inputs: 1 })).toMatchObject({ input, message });
});

test("the oracle imports nothing but node:crypto", () => {
  const folder = join(import.meta.dirname, "oracle");
  const imported = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/from "([^"]+)"/g)].map(([, name = ""]) => name),
  );
  expect(imported.filter((name) => !/^\.\/[\w-]+\.ts$/.test(name))).toEqual(["node:crypto"]);
});
