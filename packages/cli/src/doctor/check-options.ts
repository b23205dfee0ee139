import type { Problem } from "@pay-index/core";
import { optionsSchema, problemsOfSchemaIssues } from "@pay-index/core/adapter";
import { commonHostOptionsSchema, findOptionProblems } from "@pay-index/server";
import type { ShopPluginOptions } from "../config/define-config.ts";
import { type Finding, finding } from "./finding.ts";

/** Checks the options of core and those that every host has. The host checks its own when the shop opens. */
export function checkOptions(options: ShopPluginOptions): Finding[] {
  const problems = [...findCoreProblems(options), ...findHostProblems(options)];
  return [...problems.map(toOptionFinding), ...checkKeys(options)];
}

/** Returns a problem of an option as a finding. */
export function toOptionFinding({ path, message }: Problem): Finding {
  const isKey = /^merchants\.\d+\.(?:key$|previousKeys)/.test(path);
  const found = `The option ${path} ${message}.`;
  return isKey
    ? finding("merchant_key", found, { path })
    : finding("option_invalid", found, { path, advice: `Correct ${path} in the options of the plugin.` });
}

function findCoreProblems(options: ShopPluginOptions): Problem[] {
  const { merchants } = options;
  const known = Object.keys(optionsSchema().shape);
  const own = Object.fromEntries(Object.entries(options).filter(([name]) => known.includes(name)));
  if (typeof merchants !== "function")
    return problemsOfSchemaIssues(optionsSchema().safeParse(own).error?.issues ?? []);
  // A function is asked when a payment needs it. Any merchant takes the place of its answer, so that the other options are checked.
  const merchant = { id: "1", key: "0123456789abcdef" };
  const checked = optionsSchema().safeParse({ ...own, merchants: [merchant] });
  return problemsOfSchemaIssues(checked.error?.issues ?? []).filter(
    ({ path }) => !path.startsWith("merchants"),
  );
}

/** Leaves out the addresses of pages: Medusa and Express need them as functions, and Vendure has defaults. */
function findHostProblems(options: ShopPluginOptions): Problem[] {
  return findOptionProblems(commonHostOptionsSchema.partial(), options);
}

const oddCharacters: readonly (readonly [pattern: RegExp, found: string])[] = [
  [/^(["'`]).*\1$/, "has quotation marks around it"],
  [/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u, "contains a character that cannot be seen, such as a line break"],
  [/\s/u, "contains a blank"],
  [/[^\x20-\x7e]/, "contains a letter that is not in ASCII"],
];

/** Finds what the options permit, and what no key of a gateway has. Does not repeat what the options refuse. */
function checkKeys({ merchants }: ShopPluginOptions): Finding[] {
  if (!Array.isArray(merchants)) return [];
  return merchants.flatMap((merchant: unknown, index) => {
    const { key } = Object(merchant) as { readonly key?: unknown };
    if (typeof key !== "string" || key.trim() !== key) return [];
    const odd = oddCharacters.find(([pattern]) => pattern.test(key));
    return odd === undefined ? [] : [toOptionFinding({ path: `merchants.${index}.key`, message: odd[1] })];
  });
}
