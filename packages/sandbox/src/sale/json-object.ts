import { z } from "zod";

/** A value of a JSON field. `must` completes the sentence "price must be ...". */
export function jsonText(holds: (text: string) => boolean, must: string) {
  return z.custom<string>((value) => typeof value === "string" && holds(value), must);
}

export const filledText = jsonText((text) => text.trim() !== "", "text that is not empty");

/** Returns the first problem of one object: names are case-sensitive, and unknown keys are refused. */
export function findObjectProblem(value: unknown, schema: z.ZodObject, where: string): string | undefined {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue === undefined) return undefined;
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(schema.shape).join(", ");
    return `${where} has ${issue.keys.length} unknown key(s): only ${known} exist`;
  }
  const [key] = issue.path;
  if (key === undefined) return `${where} must be an object`;
  const isMissing = !Object.hasOwn(value as object, key);
  return isMissing ? `${where} lacks ${String(key)}` : `${where}: ${String(key)} must be ${issue.message}`;
}

/** Returns the parsed text, or undefined if it is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
