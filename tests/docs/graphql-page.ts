import {
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeExtensionNode,
  print,
  visit,
} from "graphql";
import { wrapMarkdown } from "./wrap-markdown.ts";

const intro = wrapMarkdown(
  "This page lists what `@pay-index/vendure` adds to Vendure's Shop API: queries, mutations and types. A test writes this " +
    "page from the schema. [Vendure](vendure.md) explains how to use them. Staff use the [staff API](staff-api.md).",
);

/** Returns docs/reference/graphql.md. */
export function renderGraphqlPage({ definitions }: DocumentNode): string {
  const operations = (["Query", "Mutation"] as const).map((kind) => {
    const fields = definitions
      .filter(isExtension)
      .flatMap(({ name, fields = [] }) => (name.value === kind ? fields : []));
    return `### Shop API: ${kind === "Query" ? "queries" : "mutations"}\n\n${fields.map(renderField).join("\n")}\n`;
  });
  const types = definitions
    .filter((definition) => !isExtension(definition))
    .map((type) => print(wrapTexts(type)));
  return `# GraphQL of Vendure\n\n${intro}\n\n## Shop API\n\n${operations.join("\n")}\n### Shop API: types\n\n\`\`\`graphql\n${types.join("\n\n")}\n\`\`\`\n`;
}

/** Breaks long descriptions into lines. */
const wrapTexts = (type: DefinitionNode): DefinitionNode =>
  visit(type, {
    enter: (node) =>
      node.kind === Kind.STRING && node.value.length > 100
        ? { ...node, block: true, value: wrapMarkdown(node.value) }
        : undefined,
  });

const isExtension = (definition: DefinitionNode): definition is ObjectTypeExtensionNode =>
  definition.kind === Kind.OBJECT_TYPE_EXTENSION;

function renderField({ description, ...field }: FieldDefinitionNode): string {
  const signature = print(field).replace(/\s*\n\s*/g, " ");
  return wrapMarkdown(`\`${signature}\`: ${description?.value ?? ""}`, "- ");
}
