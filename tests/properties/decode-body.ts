export type Field = readonly [name: string, value: string];

/** The fields of a body, read in one charset. */
export interface Reading {
  readonly fields: readonly Field[];
  /** The same as they were sent, one character for each byte, if their sender can have signed these. */
  readonly bytes?: readonly Field[];
}

export interface DecodedBody {
  /** The readings between which the signature decides (NOT-CHARSET). None: docs/reference/protocol.md refuses this body (NOT-ENCODING). */
  readonly readings: readonly Reading[];
  /** The document gives no limit for this, and a shop may refuse it. */
  readonly mayBeRefused: boolean;
}

type Decode = (bytes: string) => string;

const usualCharsets = ["gb18030", "big5", "euc-kr", "shift_jis", "euc-jp", "windows-1252"];

/** Decodes a form, a flat JSON object or a multipart body, whatever its label is (NOT-ENCODING). */
export function decodeBody(body: Buffer, contentType: string | undefined): DecodedBody {
  const [, declared = "utf-8"] = /charset\s*=\s*"?([^;"\s]+)/i.exec(contentType ?? "") ?? [];
  const text = withoutMark(narrow(body, declared).toString("latin1"));
  if (!/[^\0-\x7F]|%[89a-f]/i.test(text)) {
    const fields = wellFormed(decodeFields(text, (part) => part));
    const readings = fields === undefined ? [] : [{ fields }];
    return { readings, mayBeRefused: fields !== undefined && isOdd(fields) };
  }
  const charsets = [...new Set(["utf-8", declared.toLowerCase(), ...usualCharsets])];
  const decoded = charsets.flatMap((charset) => {
    const fields = decodeIn(text, charset);
    return fields === undefined ? [] : [fields];
  });
  const [first] = decoded;
  // In UTF-8, the bytes are those of the text.
  const isUtf8 = decodeIn(text, "utf-8") !== undefined;
  const bytes = isUtf8 ? undefined : wellFormed(decodeFields(text, (part) => part));
  const isByte = (part: string) => !/[^\0-\xFF]/.test(part);
  const bytesReading =
    first !== undefined && bytes?.flat().every(isByte) === true ? [{ fields: first, bytes }] : [];
  const readings = [...bytesReading, ...decoded.map((fields) => ({ fields }))];
  return { readings, mayBeRefused: readings.some(({ fields }) => isOdd(fields)) };
}

/** UTF-16 has a zero byte in each of the protocol's characters. */
function narrow(body: Buffer, declared: string): Buffer {
  return /^utf-16/i.test(declared) && body.includes(0)
    ? Buffer.from(decoderOf(declared)?.decode(body) ?? "")
    : body;
}

function decoderOf(charset: string, fatal = false): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset, { fatal, ignoreBOM: fatal });
  } catch {
    return undefined;
  }
}

/** A byte order mark in front is skipped. */
function withoutMark(text: string): string {
  return text.startsWith("\xEF\xBB\xBF") ? text.slice(3) : text;
}

function decodeIn(text: string, charset: string): readonly Field[] | undefined {
  const decoder = decoderOf(charset, true);
  if (decoder === undefined) return undefined;
  try {
    return wellFormed(
      decodeFields(text, (part) =>
        /[^\0-\x7F]/.test(part) ? decoder.decode(Buffer.from(part, "latin1")) : part,
      ),
    );
  } catch {
    return undefined;
  }
}

/** Undefined if a part of the body cannot be read. */
function decodeFields(text: string, decode: Decode): readonly Field[] | undefined {
  const start = text.trimStart();
  if (/^["{]/.test(start)) return decodeJson(decode(text));
  const [, boundary] = /^--([\w'()+,./:=? -]{1,70})\r?\n/.exec(start) ?? [];
  if (boundary !== undefined) return decodeMultipart(start, boundary, decode);
  const pairs = text.split("&").filter((pair) => pair !== "");
  return pairs.map((pair): Field => {
    const [name = "", ...value] = pair.split("=");
    return [decode(unescaped(name)), decode(unescaped(value.join("=")))];
  });
}

function unescaped(part: string): string {
  return part
    .replaceAll("+", " ")
    .replace(/%[0-9a-f]{2}/gi, (byte) => String.fromCharCode(Number.parseInt(byte.slice(1), 16)));
}

function decodeMultipart(text: string, boundary: string, decode: Decode): readonly Field[] | undefined {
  const [, ...parts] = `\n${text}`.split(`\n--${boundary}`).map((part) => part.replace(/\r$/, ""));
  const end = parts.findIndex((part) => part.startsWith("--"));
  const fields: Field[] = [];
  for (const part of end < 0 ? parts : parts.slice(0, end)) {
    const [head = "", blank] = /^\r?\n(?:[^\r\n]+\r?\n)*(\r?\n)/.exec(part) ?? [];
    const [, name] = /^content-disposition:[^\r\n]*;\s*name="([^"\r\n]*)"/im.exec(head) ?? [];
    const isPlain = !/;\s*filename\*?=/i.test(head) && !/^content-type:\s*multipart/im.test(head);
    if (blank === undefined || name === undefined || !isPlain) return undefined;
    fields.push([decode(name), decode(part.slice(head.length))]);
  }
  return fields;
}

const jsonString = String.raw`"(?:[^"\\]|\\.)*"`;
const jsonMember = new RegExp(
  String.raw`^\s*(${jsonString})\s*:\s*(${jsonString}|[-\d.eE+]+|null)\s*(,|\}\s*$)`,
);

function decodeJson(text: string): readonly Field[] | undefined {
  const trimmed = text.trim();
  const object = trimmed.startsWith('"') ? (parseText(trimmed)?.trim() ?? "") : trimmed;
  const fields: Field[] = [];
  if (!object.startsWith("{")) return undefined;
  for (let rest = object.slice(1), end = ","; end === ","; ) {
    const [member, name = "", value = "", next = "}"] = jsonMember.exec(rest) ?? [];
    if (member === undefined) return undefined;
    const written = value.startsWith('"') ? parseText(value) : value.replace("null", "");
    const named = parseText(name);
    if (named === undefined || written === undefined) return undefined;
    fields.push([named, written]);
    rest = rest.slice(member.length);
    end = next.charAt(0);
  }
  return fields;
}

function parseText(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if a name comes twice or has brackets, or if there are too many. */
function wellFormed(fields: readonly Field[] | undefined): readonly Field[] | undefined {
  const names = new Set(fields?.map(([name]) => name));
  const isWellFormed =
    names.size === fields?.length && names.size <= 100 && [...names].every((name) => !/[[\]]/.test(name));
  return isWellFormed ? fields : undefined;
}

function isOdd(fields: readonly Field[]): boolean {
  return (
    fields.length === 0 ||
    fields.some(([name]) => name.length > 100) ||
    fields.flat().some((part) => part.includes("\0") || !part.isWellFormed())
  );
}
