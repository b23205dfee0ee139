import { maskEmails } from "./mask-emails.ts";

const digitsMask = "[digits]";
const secretMask = "[secret]";
const credentialsMask = "[credentials]";

/**
 * Masks e-mail addresses, long numbers, URL credentials and secrets in a foreign text, such as an error of the shop or its database.
 * For logs, events and staff. Order ids, amounts, dates and machine addresses stay readable. Takes linear time.
 *
 * @example maskText("no ada@example.com at postgres://shop:pw@db/x") // "no [e-mail] at postgres://[credentials]@db/x"
 */
export function maskText(text: string): string {
  return maskDigits(maskEmails(maskSecrets(maskCredentials(text))));
}

/** What moves the cursor of a terminal, ends a line, or changes the direction of the text around it. */
const controlCharacters = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Returns a line for a terminal or a log in which control characters are escaped as in JSON. For every line that can contain foreign text.
 *
 * @example showControlCharacters("paid\u001b[2J") // "paid\\u001b[2J"
 */
export function showControlCharacters(line: string): string {
  return line.replace(controlCharacters, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The text after the scheme of an address, up to the next address. */
const afterScheme = /:\/\/(?:(?!:\/\/)[^\s"<>`])+/g;

function maskCredentials(text: string): string {
  return text.replace(afterScheme, (found) => {
    const rest = found.slice(3);
    const [authority = ""] = rest.split(/[/?#\\]/, 1);
    const isPassword = /:(?!\d{0,5}(?!\w))/.test(authority) && !authority.startsWith("[");
    // A password may hold @ and /, and then only the last @ of all ends it.
    const at = (isPassword ? rest : authority).lastIndexOf("@");
    return at < 0 ? found : `://${credentialsMask}${rest.slice(at)}`;
  });
}

const authorization = /\b(Bearer|Basic)\s+([\w.~+/=-]{8,})/gi;
/** The prefixes of keys of widely used services. `eyJ` is the prefix of every JSON web token. */
const knownKey =
  /\b(?:[rs]k_(?:live|test)_|whsec_|gh[oprsu]_|github_pat_|xox[a-z]-|AKIA|AIza|eyJ)[\w-]{8,}(?:\.[\w-]+)*/g;
const secretName = "(?:password|passwd|pwd|secret|token|(?:api|access|secret|private)[_-]?key)";
const quoted = `"[^"]{0,1000}"|'[^']{0,1000}'`;
const namedSecret = new RegExp(
  `(${secretName}(?:"\\s{0,3}:|\\s{0,3}=)\\s{0,3})(?:${quoted}|[^\\s&;,"')}]+)`,
  "gi",
);
/**
 * A labelled secret, as objects, headers and YAML are printed. An unquoted value is masked only if it does not look
 * like a word.
 */
const labelledSecret = new RegExp(
  `(${secretName}'?\\s{0,3}:\\s{0,3})(?:${quoted}|(?=[^\\s&;,"')}\\d]{0,200}\\d)[^\\s&;,"')}]{6,})`,
  "gi",
);

function maskSecrets(text: string): string {
  return text
    .replace(authorization, (found, scheme: string, token: string) =>
      /\d/.test(token) || token.length >= 20 ? `${scheme} ${secretMask}` : found,
    )
    .replace(knownKey, secretMask)
    .replace(namedSecret, `$1${secretMask}`)
    .replace(labelledSecret, `$1${secretMask}`);
}

const uuid = /(\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b)/i;
/**
 * Long numbers in groups, also in a list of texts: between two digits are at most six characters, and none of them is a
 * letter.
 */
const digitRun = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,6}\p{Nd}){11,}/gu;
/** Groups of at least four digits with a letter or two between them. */
const letteredRun = /\p{Nd}{4,}(?:\P{Nd}{1,3}\p{Nd}{4,}){2,}/gu;

/** Masks every number of 12 digits or more, in any script and under any separators, but no date, IP address or UUID. */
function maskDigits(text: string): string {
  return text
    .split(uuid)
    .map((part, index) =>
      index % 2 === 1 ? part : maskDigitRuns(part, 12, isPlainNumber).replace(letteredRun, digitsMask),
    )
    .join("");
}

/**
 * Replaces every run of at least `least` (12 or more) digits that `isMasked` approves of. Keeps an address or a time in front of the
 * number, and a short number behind its punctuation: `127.0.0.1:5432/4111111111111111: 0` becomes `127.0.0.1:5432/[digits]: 0`.
 */
export function maskDigitRuns(text: string, least: number, isMasked: (run: string) => boolean): string {
  const isLong = (run: string) => countDigits(run) >= least && isMasked(run);
  return text.replace(digitRun, (run) => {
    if (!isLong(run)) return run;
    const [start, end] = [readableStart(run), numberEnd(run)];
    if (isLong(run.slice(start, end))) return run.slice(0, start) + digitsMask + run.slice(end);
    return digitsMask;
  });
}

/** Returns where the number of a run starts: behind the dates, times and IP addresses at its start. */
function readableStart(run: string): number {
  return leadingReadable.exec(run)?.[0].length ?? 0;
}

/**
 * Returns where the number of a run ends: before punctuation and up to five digits, such as a port or a count. Only digits without
 * separators can end there. The short groups of `4111:1111:1111:1111` are one number.
 */
function numberEnd(run: string): number {
  const end = trailingCount.exec(run)?.index ?? run.length;
  // Some digits have two code units. Without this slice, a long run would take quadratic time.
  return /\p{Nd}{12}$/u.test(run.slice(Math.max(0, end - 24), end)) ? end : run.length;
}

const trailingCount = /[:;,][^\p{L}\p{Nd}]{0,5}\p{Nd}{1,5}$/u;

/** Neither continues a number before it nor is continued by one. */
const apart = (pattern: string) => `(?<!\\p{Nd}[-./:_]?)(?:${pattern})(?![-./:_]?\\p{Nd})`;
const date = "(?:19|20)\\d\\d([-/.])(?:0[1-9]|1[0-2])\\1(?:0[1-9]|[12]\\d|3[01])";
const time = "(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:[.,]\\d{1,9})?)?(?:[+-]\\d\\d:?\\d\\d)?";
const byte = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const ipAddress = `(?:${byte}\\.){3}${byte}(?::\\d{1,5})?`;
const anyReadable = apart(`${date}(?: ${time})?|${time}|${ipAddress}`);
const readable = new RegExp(anyReadable, "gu");
/** The address of a database has its name behind a slash. */
const leadingReadable = new RegExp(`^(?:(?:${anyReadable}|${ipAddress}(?=/))[^\\p{L}\\p{Nd}]+)+`, "u");

/** Whether 12 digits are left without the dates, times and IP addresses in it. */
function isPlainNumber(run: string): boolean {
  return countDigits(withoutDatesAndAddresses(run)) >= 12;
}

/** Removes dates, times and IP addresses. */
export function withoutDatesAndAddresses(run: string): string {
  return run.replace(readable, "");
}

function countDigits(text: string): number {
  return text.replace(/\P{Nd}/gu, "").length;
}
