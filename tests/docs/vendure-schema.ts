import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildASTSchema,
  concatAST,
  type DefinitionNode,
  type DocumentNode,
  extendSchema,
  type GraphQLSchema,
  Kind,
  parse,
  visit,
} from "graphql";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";

/** Loads a schema of the Vendure plugin, whose sources are CommonJS, so the types of these tests cannot import them. */
async function loadSchema(file: string, name: string): Promise<DocumentNode> {
  const sources = new URL("../../packages/vendure/src/", import.meta.url);
  const module: Readonly<Record<string, DocumentNode>> = await import(new URL(file, sources).pathname);
  const schema = module[name];
  if (schema === undefined) throw new Error(`${file} does not export ${name}.`);
  return schema;
}

/** What the plugin adds to the Shop API, as docs/reference/graphql.md prints it. */
export const shopAdditions = concatAST([
  await loadSchema("shop-api/shop-schema.ts", "shopSchema"),
  await loadSchema("shop-api/buyer-cancel-schema.ts", "buyerCancelSchema"),
]);

const vendureFolder = join(repositoryRoot, "packages/vendure/node_modules/@vendure/core/dist/api/schema");

/** Returns an API of Vendure with what the plugin adds: to the Admin API, only names of history entries. */
export function buildVendureSchema(api: "shop-api" | "admin-api"): GraphQLSchema {
  const files = globSync(`{common,${api}}/*.graphql`, { cwd: vendureFolder });
  const vendure = concatAST(files.map((file) => parse(readFileSync(join(vendureFolder, file), "utf8"))));
  const additions = api === "shop-api" ? shopAdditions.definitions : [];
  const definitions = [...vendure.definitions, ...additions];
  const base = parse(
    ["Query", "Mutation", "Subscription"].map((name) => `type ${name} { none: Int }`).join("\n"),
  );
  const generated = missingTypes(definitions).map((name) => parse(`scalar ${name}`));
  const document = concatAST([
    { kind: Kind.DOCUMENT, definitions: definitions.map(asExtension) },
    ...generated,
  ]);
  // Vendure fills some empty types when it starts.
  return extendSchema(buildASTSchema(base), document, { assumeValidSDL: true, assumeValid: true });
}

/** Vendure's files define `Query` several times. */
const asExtension = (definition: DefinitionNode): DefinitionNode =>
  definition.kind === Kind.OBJECT_TYPE_DEFINITION && /^(?:Query|Mutation)$/.test(definition.name.value)
    ? ({ ...definition, kind: Kind.OBJECT_TYPE_EXTENSION } as unknown as DefinitionNode)
    : definition;

/** The types that Vendure generates when it starts, such as the options of lists. */
function missingTypes(definitions: readonly DefinitionNode[]): string[] {
  const known = new Set(["Int", "Float", "String", "Boolean", "ID", "Query", "Mutation"]);
  const used = new Set<string>();
  for (const definition of definitions) {
    if ("name" in definition && definition.name !== undefined && !definition.kind.endsWith("Extension"))
      known.add(definition.name.value);
    visit(definition, { enter: (node) => void (node.kind === Kind.NAMED_TYPE && used.add(node.name.value)) });
  }
  return [...used].filter((name) => !known.has(name));
}
