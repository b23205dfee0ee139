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
