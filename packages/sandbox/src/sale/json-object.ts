/** A key of an object in a JSON field. */
export interface JsonKeyRule {
  readonly required: boolean;
  readonly holds: (value: unknown) => boolean;
  readonly must: string;
}

export const isString = (value: unknown): value is string => typeof value === "string";
export const isFilled = (value: unknown): value is string => isString(value) && value.trim() !== "";

/** Returns the problems of one object: names are case-sensitive, and unknown keys are refused. */
export function findObjectProblems(
  value: unknown,
  rules: Readonly<Record<string, JsonKeyRule>>,
  where: string,
): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [`${where} must be an object`];
  const problems: string[] = [];
  for (const [key, rule] of Object.entries(rules)) {
    const found = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    if (found === undefined) {
      if (rule.required) problems.push(`${where} lacks ${key}`);
    } else if (!rule.holds(found)) problems.push(`${where}: ${key} must be ${rule.must}`);
  }
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(rules, key)).length;
  if (unknown > 0) {
    problems.push(`${where} has ${unknown} unknown key(s): only ${Object.keys(rules).join(", ")} exist`);
  }
  return problems;
}

/** Returns the parsed text, or undefined if it is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
