import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { readRoutes, renderMedusaRoutesPage } from "./medusa-routes-page.ts";

const files = globSync("packages/medusa/src/api/**/route.ts", { cwd: repositoryRoot }).sort();

test("docs/reference/store-api.md has the routes of the plugin (vitest run tests/docs -u writes it)", async () => {
  await expect(renderMedusaRoutesPage(files)).toMatchFileSnapshot("../../docs/reference/store-api.md");
});

test("each file has a route, and each route has a description", () => {
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => readRoutes(file).length === 0)).toEqual([]);
  expect(files.flatMap(readRoutes).filter(({ text }) => text === "")).toEqual([]);
});
