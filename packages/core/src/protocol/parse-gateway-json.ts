import { maskText } from "../mask/mask-text.ts";

/** The text of each number is its value, because a signature covers the text: `1.80` is not `1.8`. */
type ReviverContext = { readonly source?: string };

type JsonObject = Readonly<Record<string, unknown>>;

interface GatewayJsonOptions {
  /** `as text`: a signature covers the numbers as they are written. Default: `as numbers`. */
  readonly numbers?: "as numbers" | "as text";
  /** Tells the answer from other objects around it, such as those in the warnings of a server. */
  readonly isAnswer: (object: JsonObject) => boolean;
}

/**
 * Reads a JSON object as gateways of this family send it: with a byte order mark, as a JSON string that holds the object, or with other text
 * around it, which can contain braces (RES-ODD). Two answers in one body say nothing. Otherwise says why there is no object. Never throws.
 */
export function parseGatewayJson(
  text: string,
  { numbers = "as numbers", isAnswer }: GatewayJsonOptions,
): JsonObject | "empty" | "not_json" {
  const parse = (json: string): unknown => tryParseJson(json, numbers);
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") return "empty";
  const whole = parse(trimmed);
  const value = typeof whole === "string" ? parse(whole) : whole;
  if (value !== undefined) return isObject(value) ? value : "not_json";
  const found = findObjects(typeof whole === "string" ? whole : trimmed, parse);
  const answers = found.filter(isAnswer);
  return (answers.length > 1 ? undefined : (answers[0] ?? found[0])) ?? "not_json";
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Braces that begin no object and are tried nevertheless. Each costs at most one pass over the text, so the time stays linear. A server's
 * warnings have a few.
 */
const maxMisleadingBraces = 32;

/** Returns the outermost JSON objects in a text. The other text can contain braces and quotes. */
function findObjects(text: string, parse: (json: string) => unknown): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const start = /\{(?=\s*")/g;
  let misleading = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const end = endOfObject(text, match.index);
    const value = end === undefined ? undefined : parse(text.slice(match.index, end));
    if (end !== undefined && isObject(value)) {
      found.push(value);
      start.lastIndex = end;
    } else if (++misleading === maxMisleadingBraces) break;
  }
  return found;
}

/** Returns the index after the brace that closes the object. Braces in its strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (inString && character === "\\") index++;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return index + 1;
  }
  return undefined;
}

function tryParseJson(json: string, numbers: "as numbers" | "as text"): unknown {
  try {
    return numbers === "as numbers" ? JSON.parse(json) : JSON.parse(json, numberAsText);
  } catch {
    return undefined;
  }
}

function numberAsText(...[, value, context]: [key: string, value: unknown, context?: ReviverContext]) {
  return typeof value === "number" ? (context?.source ?? String(value)) : value;
}

const textLimit = 200;

/**
 * Returns the gateway's message for people, if it has one: code must never depend on it. Runs of digits are masked, because some servers
 * repeat the request.
 *
 * @param maskMore masks what else the gateway was sent, before the text is cut: a part of a token is nearly as good as all of it
 */
export function maskGatewayMessageText(
  message: unknown,
  maskMore: (text: string) => string = (text) => text,
): { text?: string } {
  if (typeof message !== "string" || message === "") return {};
  return {
    text: maskText(maskMore(message).replace(/\p{Cc}/gu, " "))
      .replace(/\d(?:[\s._-]{0,3}\d){6,}/g, "[digits]")
      .slice(0, textLimit)
      .toWellFormed(),
  };
}
