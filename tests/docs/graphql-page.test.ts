import { concatAST } from "graphql";
import { expect, test } from "vitest";
import { adminSchema } from "../../packages/vendure/src/admin-api/admin-schema.ts";
import { buyerCancelSchema } from "../../packages/vendure/src/shop-api/cancel-schema.ts";
import { shopSchema } from "../../packages/vendure/src/shop-api/shop-schema.ts";
import { renderGraphqlPage } from "./graphql-page.ts";

const page = renderGraphqlPage([
  { title: "Shop API", schema: concatAST([shopSchema, buyerCancelSchema]) },
  { title: "Admin API", schema: adminSchema },
]);

test("docs/reference/graphql.md has the schema of the plugin (vitest run tests/docs -u writes it)", async () => {
  await expect(page).toMatchFileSnapshot("../../docs/reference/graphql.md");
});

test("each query and mutation says what it does", () => {
  const entries = [...page.matchAll(/^- `(\w+)[^`]*`:(.*)$/gm)];
  expect(entries.length).toBeGreaterThan(10);
  expect(entries.filter(([, , text = ""]) => text.trim() === "")).toEqual([]);
});
