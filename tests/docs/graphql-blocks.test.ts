import { parse, specifiedRules, validate } from "graphql";
import { expect, test } from "vitest";
import { markdownPages, readPage } from "./markdown-pages.ts";
import { findCodeBlocks } from "./markdown-snippets.ts";
import { buildVendureSchema } from "./vendure-schema.ts";

const apis = [buildVendureSchema("shop-api"), buildVendureSchema("admin-api")];
/** A block can show several requests without a name. */
const rules = specifiedRules.filter(({ name }) => name !== "LoneAnonymousOperationRule");

/** Returns what is wrong with a request in the API that fits best. A block of types is not a request. */
function problemsOf(code: string): string[] {
  const document = parse(code.replaceAll("…", "x"));
  if (document.definitions.every(({ kind }) => kind !== "OperationDefinition")) return [];
  const found = apis.map((schema) => validate(schema, document, rules).map(({ message }) => message));
  return found.sort((one, other) => one.length - other.length)[0] ?? [];
}

const blocks = markdownPages.flatMap((page) =>
  findCodeBlocks(readPage(page)).flatMap((block) =>
    block.language === "graphql" ? [{ page, ...block }] : [],
  ),
);

test.each(blocks)("the GraphQL of $page:$line fits the API of Vendure with the plugin", ({ code }) => {
  expect(problemsOf(code)).toEqual([]);
});
