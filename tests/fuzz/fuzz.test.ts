import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { brokenShops } from "./broken-shops.ts";
import { FuzzFailure, runTarget } from "./run-target.ts";
import type { FuzzTarget } from "./targets/fuzz-target.ts";
import { targets } from "./targets/index.ts";
import { notificationTarget } from "./targets/notification.ts";
import { attackOverHttp } from "./targets/notify-route.ts";

const failureOf = (
  target: FuzzTarget,
  about: Partial<Parameters<typeof runTarget>[1]> = {},
): Promise<unknown> =>
  runTarget(target, { seed: 1, from: 0, inputs: 2000, ...about }).then(
    () => undefined,
    (failure: unknown) => failure,
  );

describe("a shop that keeps its promises", () => {
  test.each(targets)("$name: $about", async (target) => {
    expect(await runTarget(target, { seed: 15, from: 0, inputs: 80 })).toMatchObject({ inputs: 80 });
  });
});

describe("a shop that breaks a promise is noticed", () => {
  test.each(brokenShops)("$what: $notice", async ({ wrap, notice, patience, from = 0 }) => {
    const about = patience === undefined ? { from } : { from, patience };
    const failure = await failureOf(notificationTarget({ wrap }), about);
    expect(failure).toBeInstanceOf(FuzzFailure);
    expect((failure as FuzzFailure).message).toMatch(notice);
  });

  test("a middleware that leaves requests open is noticed", async () => {
    const open: FuzzTarget["open"] = (random) =>
      attackOverHttp(random, { release: 5, parsers: [() => undefined] }, true);
    const failure = await failureOf({ name: "open", about: "", share: 0, perShop: 10, patience: 2, open });
    expect((failure as FuzzFailure).message).toMatch(/no answer within/);
  });

  test("a host whose error page answers the gateway is noticed", async () => {
    const failing: RequestHandler = ({ method }, response, next) =>
      method === "POST" ? void response.status(500).send("error") : next();
    const open: FuzzTarget["open"] = (random) =>
      attackOverHttp(random, { release: 5, parsers: [failing] }, true);
    const failure = await failureOf({ name: "error-page", about: "", share: 0, perShop: 10, open });
    expect((failure as FuzzFailure).message).toMatch(/answered 500/);
  });
});

test("a failing input fails again when it is replayed alone", async () => {
  const [first] = brokenShops;
  const target = notificationTarget(first === undefined ? {} : { wrap: first.wrap });
  const failure = (await failureOf(target)) as FuzzFailure;
  const again = (await failureOf(target, { from: failure.input, inputs: 1 })) as FuzzFailure;
  expect(again).toMatchObject({ input: failure.input, message: failure.message });
});

test("the oracle imports nothing but node:crypto", () => {
  const folder = fileURLToPath(new URL("oracle", import.meta.url));
  const imported = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/from "([^"]+)"/g)].map(([, name = ""]) => name),
  );
  expect(imported.filter((name) => !/^\.\/[\w-]+\.ts$/.test(name))).toEqual(["node:crypto"]);
});
