import { expect, test } from "vitest";
import { renderGraphqlPage } from "./graphql-page.ts";
import { shopAdditions } from "./vendure-schema.ts";

const page = renderGraphqlPage(shopAdditions);

test("docs/reference/graphql.md has the schema of the plugin (vitest run tests/docs -u writes it)", async () => {
  await expect(page).toMatchFileSnapshot("../../docs/reference/graphql.md");
});

test("each query and mutation has a description", () => {
  const entries = [...page.matchAll(/^- `(\w+)[^`]*`:(.*)$/gm)];
  expect(entries.length).toBeGreaterThan(3);
  expect(entries.filter(([, , text = ""]) => text.trim() === "")).toEqual([]);
});
