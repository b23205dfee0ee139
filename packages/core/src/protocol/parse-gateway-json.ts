/** The text of each number is its value, because a signature covers the text: `1.80` is not `1.8`. */
type ReviverContext = { readonly source?: string };

/**
 * Reads a JSON object as gateways of this family send it: with a byte order mark, as a JSON string that holds the object, or with stray text
 * around it (RES-ODD). Otherwise says why there is no object. Never throws.
 */
export function parseGatewayJson(
  text: string,
  numbers: "as numbers" | "as text" = "as numbers",
): Readonly<Record<string, unknown>> | "empty" | "not_json" {
  const parse = (json: string): unknown => tryParseJson(json, numbers);
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") return "empty";
  let value = parse(trimmed) ?? parse(trimmed.slice(trimmed.indexOf("{"), trimmed.lastIndexOf("}") + 1));
  if (typeof value === "string") value = parse(value);
  return isObject(value) ? value : "not_json";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function tryParseJson(json: string, numbers: "as numbers" | "as text"): unknown {
  try {
    return numbers === "as numbers" ? JSON.parse(json) : JSON.parse(json, numberAsText);
  } catch {
    return undefined;
  }
}

function numberAsText(
  ...[, value, context]: [key: string, value: unknown, context?: ReviverContext]
): unknown {
  return typeof value === "number" ? (context?.source ?? String(value)) : value;
}
