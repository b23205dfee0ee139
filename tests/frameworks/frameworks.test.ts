import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { closeShops, TestShop } from "../../packages/express/test/test-shop.ts";
import { findCodeBlocks } from "../docs/markdown-snippets.ts";
import { mountOnElysia } from "./elysia.ts";
import { mountOnKoa } from "./koa.ts";
import { mountOnNest } from "./nestjs.ts";
import { mountOnNuxt } from "./nuxt.ts";
import { mountOnReactRouter } from "./react-router.ts";
import { openByRecipe, type Recipe } from "./recipe.ts";
import { mountOnSvelteKit } from "./sveltekit.ts";

afterEach(closeShops);

/** By the names of the files with the recipes. */
const recipes: Readonly<Record<string, Recipe>> = {
  nestjs: mountOnNest,
  koa: mountOnKoa,
  "react-router": mountOnReactRouter,
  sveltekit: mountOnSvelteKit,
  nuxt: mountOnNuxt,
  elysia: mountOnElysia,
};

async function started(recipe: Recipe, isRead = false): Promise<TestShop> {
  const shop = await TestShop.open({ release: openByRecipe(recipe, isRead) });
  await shop.start();
  return shop;
}

describe.each(Object.entries(recipes))("the recipe for %s", (_name, recipe) => {
  test("stores an approved notification, and answers it", async () => {
    const shop = await started(recipe);
    const reply = await shop.notify();
    expect(`${reply.status} ${reply.body}`).toBe("200 OK");
    expect([await shop.state(), shop.calls]).toEqual(["paid", 1]);
  });

  test("takes the buyer's return, also as a form of the gateway's page", async () => {
    const shop = await started(recipe);
    const requests = [{}, { body: { orderID: "1" }, headers: { origin: "https://gateway.example" } }];
    for (const request of requests) {
      const { status, headers } = await shop.send(shop.returnPath, request);
      expect([status, headers.location]).toEqual([303, expect.stringContaining("/pay/wait/")]);
    }
    expect((await shop.send(shop.pathOf("wait"))).status).toBe(200);
  });

  test("refuses a body that other code has read, and the log says so", async () => {
    const shop = await started(recipe, true);
    const reply = await shop.notify();
    expect(`${reply.status} ${reply.body}`).toBe("400 malformed");
    expect(JSON.stringify(shop.events)).toContain("Mount the payment router before other body parsers");
    expect(await shop.state()).toBe("pending");
  });

  test("refuses a body of a megabyte", async () => {
    const shop = await started(recipe);
    const reply = await shop.send(shop.notifyPath, { body: `a=${"b".repeat(1_000_000)}` });
    expect(`${reply.status} ${reply.body}`).toBe("413 large");
  });
});

test("the code of the guide is that of the recipes", () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const unindented = (code: string) => code.replace(/^ +/gm, "");
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts"));
  const tested = files.map((name) => unindented(read(name)));
  const blocks = findCodeBlocks(read("../../docs/guides/frameworks.md"));
  // The first opens the shop, and the last one needs no framework: runtimes.test.ts does the same with a free port.
  const mounting = blocks.slice(1, -1);
  expect(mounting).toHaveLength(Object.keys(recipes).length);
  for (const { code } of mounting)
    expect(
      tested.filter((file) => file.includes(unindented(code))),
      code,
    ).toHaveLength(1);
});
