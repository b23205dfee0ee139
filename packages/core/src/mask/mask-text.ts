const emailMask = "[e-mail]";
const credentialsMask = "[credentials]";

const atSign = /[@＠]|%40/g;
const domain = /(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}[\p{L}\p{N}-]{1,62}/uy;
const beforeAt = /[^\s<>()[\]{},;:"=/\\@＠?&|`]/u;

/**
 * Masks e-mail addresses, also as they are in the query of a URL, and `user:password` in front of a host. Looks at each
 * character twice at most: a regular expression alone would take quadratic time.
 */
export function maskEmails(text: string): string {
  let masked = "";
  let done = 0;
  for (const { 0: sign, index } of text.matchAll(atSign)) {
    if (index < done) continue;
    const found =
      emailAt(text, { from: done, index, after: index + sign.length }) ?? loginAt(text, done, index);
    if (found === undefined) continue;
    masked += text.slice(done, found.start) + found.mask;
    done = found.end;
  }
  return masked + text.slice(done);
}

interface MaskedRange {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
}

function emailAt(
  text: string,
  { from, index, after }: { readonly from: number; readonly index: number; readonly after: number },
): MaskedRange | undefined {
  domain.lastIndex = after;
  if (!domain.test(text)) return undefined;
  const end = domain.lastIndex;
  const start = text[index - 1] === '"' ? quoteStart(text, from, index) : wordStart(text, from, index);
  return start < index ? { start, end, mask: emailMask } : undefined;
}

/** `user:password@host`, as in connection strings without a scheme. */
function loginAt(text: string, from: number, index: number): MaskedRange | undefined {
  if (text[index] !== "@" || !/[\w[]/.test(text[index + 1] ?? "")) return undefined;
  const password = wordStart(text, from, index);
  if (password === index || text[password - 1] !== ":") return undefined;
  const start = wordStart(text, from, password - 1);
  return start < password - 1 ? { start, end: index, mask: credentialsMask } : undefined;
}

function wordStart(text: string, from: number, index: number): number {
  let start = index;
  while (start > from && beforeAt.test(text[start - 1] ?? "")) start -= 1;
  while (start < index && text[start] === "'") start += 1;
  return start;
}

/** Returns the start of a quoted local part, as in `"a name"@host`. */
function quoteStart(text: string, from: number, index: number): number {
  const first = Math.max(from, index - 66);
  const found = text.slice(first, index - 1).lastIndexOf('"');
  return found < 0 ? index : first + found;
}

const digitsMask = "[digits]";
const secretMask = "[secret]";

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

/** Returns a text and its decodings: percent escapes up to three times, hexadecimal, and base 64 from any position. */
export function textDecodings(text: string): string[] {
  const escaped = unescapedTexts(text);
  return [
    ...new Set([
      text,
      text.replace(/%[0-9A-Fa-f]{2}/g, ""),
      ...escaped,
      ...escaped.flatMap(hexAndBase64Texts),
    ]),
  ];
}

const maxUnescapes = 3;

function unescapedTexts(text: string): string[] {
  const texts = [text];
  for (let times = 0; times < maxUnescapes; times++) {
    const last = texts.at(-1) ?? "";
    texts.push(
      last.replace(/%([0-9A-Fa-f]{2})/g, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16))),
    );
  }
  return [...new Set(texts)];
}

function hexAndBase64Texts(text: string): string[] {
  const parts = (pattern: RegExp, encoding: "hex" | "base64", starts: readonly number[]) =>
    (text.match(pattern) ?? []).flatMap((part) =>
      starts.map((start) => Buffer.from(part.slice(start), encoding).toString("latin1")),
    );
  return [
    ...parts(/[0-9A-Fa-f]{24,}/g, "hex", [0, 1]),
    ...parts(/[A-Za-z0-9+/_-]{16,}/g, "base64", [0, 1, 2, 3]),
  ];
}

/** Returns whether 26 characters, in upper case, are a URL token of the attempt (URL-TOKENS). */
export type UrlTokenPredicate = (candidate: string) => boolean;

const tokenLength = 26;
/** A shorter text has no URL token, because no encoding makes a token shorter. */
export const shortestMaskedText = tokenLength;
const tokenRuns = /[0-9A-HJKMNP-TV-Z]{26,}/gi;
const withheldText = "[withheld: it holds a URL token]";

/**
 * Returns whether the text holds a URL token, in any case of letters, also percent-encoded, in hexadecimal, in base 64, or parted by
 * blanks, line breaks or other characters that are no letters or digits.
 */
export function containsUrlToken(text: string, isToken: UrlTokenPredicate): boolean {
  const joined = text.replace(/[^0-9A-Za-z]/g, "");
  return [...textDecodings(text), joined].some((reading) => findUrlTokens(reading, isToken).length > 0);
}

/** The text with each URL token masked. A text that holds one in an encoding is withheld as a whole. */
export function maskUrlTokens(text: string, isToken: UrlTokenPredicate): string {
  if (text.length < shortestMaskedText) return text;
  let hidden = text;
  for (const token of findUrlTokens(text, isToken)) hidden = hidden.replaceAll(token, "[token]");
  return containsUrlToken(hidden, isToken) ? withheldText : hidden;
}

function findUrlTokens(text: string, isToken: UrlTokenPredicate): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(tokenRuns)) {
    for (let start = 0; start + tokenLength <= run.length; start++) {
      const candidate = run.slice(start, start + tokenLength);
      if (isToken(candidate.toUpperCase())) found.push(candidate);
    }
  }
  return found;
}
