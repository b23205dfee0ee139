import { concatAST, type DocumentNode } from "graphql";
import { expect, test } from "vitest";
import { renderGraphqlPage } from "./graphql-page.ts";

/** Loads a schema of the Vendure plugin, whose sources are CommonJS, so the types of these tests cannot import them. */
async function loadSchema(file: string, name: string): Promise<DocumentNode> {
  const sources = new URL("../../packages/vendure/src/", import.meta.url);
  const module: Readonly<Record<string, DocumentNode>> = await import(new URL(file, sources).pathname);
  const schema = module[name];
  if (schema === undefined) throw new Error(`${file} does not export ${name}.`);
  return schema;
}

const shopSchemas = [
  await loadSchema("shop-api/shop-schema.ts", "shopSchema"),
  await loadSchema("shop-api/cancel-schema.ts", "buyerCancelSchema"),
];
const page = renderGraphqlPage([
  { title: "Shop API", schema: concatAST(shopSchemas) },
  { title: "Admin API", schema: await loadSchema("admin-api/admin-schema.ts", "adminSchema") },
]);

test("docs/reference/graphql.md has the schema of the plugin (vitest run tests/docs -u writes it)", async () => {
  await expect(page).toMatchFileSnapshot("../../docs/reference/graphql.md");
});

test("each query and mutation says what it does", () => {
  const entries = [...page.matchAll(/^- `(\w+)[^`]*`:(.*)$/gm)];
  expect(entries.length).toBeGreaterThan(10);
  expect(entries.filter(([, , text = ""]) => text.trim() === "")).toEqual([]);
});
