import { expect, test } from "vitest";
import { renderGraphqlPage } from "./graphql-page.ts";
import { adminAdditions, shopAdditions } from "./vendure-schema.ts";

const page = renderGraphqlPage([
  { title: "Shop API", schema: shopAdditions },
  { title: "Admin API", schema: adminAdditions },
]);

test("docs/reference/graphql.md has the schema of the plugin (vitest run tests/docs -u writes it)", async () => {
  await expect(page).toMatchFileSnapshot("../../docs/reference/graphql.md");
});

test("each query and mutation has a description", () => {
  const entries = [...page.matchAll(/^- `(\w+)[^`]*`:(.*)$/gm)];
  expect(entries.length).toBeGreaterThan(10);
  expect(entries.filter(([, , text = ""]) => text.trim() === "")).toEqual([]);
});
