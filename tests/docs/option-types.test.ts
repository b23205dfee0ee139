import { optionsSchema } from "@pay-index/core/adapter";
import { expect, test } from "vitest";
import { z } from "zod";
import { readPage } from "./markdown-pages.ts";

/** The part of a JSON schema that options.md describes. */
interface OptionSchema {
  readonly type?: "boolean" | "number" | "integer" | "string" | "array" | "object";
  readonly enum?: readonly (string | number)[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: {
    readonly properties?: Readonly<Record<string, OptionSchema>>;
    readonly required?: string[];
  };
}

// `alerts.send` is a function.
const schemaOptions = { io: "input", unrepresentable: "any" } as const;
const { properties = {}, required = [] } = z.toJSONSchema(optionsSchema(), schemaOptions) as unknown as {
  properties: Readonly<Record<string, OptionSchema>>;
  required: string[];
};
const merchant = properties.merchants?.items ?? {};
const options = [
  ...Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  })),
  ...Object.entries(merchant.properties ?? {}).map(([name, schema]) => ({
    name: `merchants.${name}`,
    schema,
    isRequired: merchant.required?.includes(name) === true,
  })),
];

const day = 86_400;

/** A number as the page writes it: a long time in days or years, a large number with commas. */
function numberText(value: number): string {
  if (value > day && value % (365 * day) === 0) return `${value / (365 * day)} years`;
  if (value > day && value % day === 0) return `${value / day} days`;
  return value.toLocaleString("en");
}

/** The texts that describe the type of an option. */
function typeTexts({ type, ...schema }: OptionSchema): string[] {
  const maximum = numberText(schema.maximum ?? 0);
  if (schema.enum !== undefined) return schema.enum.map((value) => String(value));
  if (type === "integer") return [`whole number, ${schema.minimum} to ${maximum}`];
  if (type === "number" && schema.exclusiveMinimum === 0) return [`above 0, up to ${maximum}`];
  if (type === "boolean") return ["boolean"];
  if (schema.maxLength === 100) return ["100"];
  return schema.maxItems === undefined ? [] : [`at most ${schema.maxItems}`];
}

/** What the page says in brackets after the name of an option: whether it is required, its default and its type. */
function bracketsOf(name: string): string {
  const page = readPage("docs/reference/options.md").replace(/\n {2}(?=\S)/g, " ");
  const [, brackets] = new RegExp(`^- \`${name}\` \\(((?:[^()]|\\([^()]*\\))*)\\): `, "m").exec(page) ?? [];
  if (brackets === undefined) throw new Error(`options.md has no entry for ${name}.`);
  return brackets;
}

/** The limits of an id and a key are the gateway's, and the shop copies both. */
const withoutType = ["merchants.id", "merchants.key"];

test.each(options)("options.md has the type and the default of $name", ({ name, schema, isRequired }) => {
  const brackets = bracketsOf(name);
  expect(brackets.startsWith("required")).toBe(isRequired);
  if (!withoutType.includes(name)) for (const text of typeTexts(schema)) expect(brackets).toContain(text);
  const { default: value } = schema;
  if (typeof value === "object" || value === undefined) return;
  expect(brackets).toContain(`default \`${JSON.stringify(value)}\``);
});
