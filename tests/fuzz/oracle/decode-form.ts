import type { Field } from "./notification-sign.ts";

export interface DecodedForm {
  readonly fields: readonly Field[];
  /** docs/reference/protocol.md refuses this body (NOT-ENCODING). */
  readonly isMalformed: boolean;
  /** The document gives no limit for this, and a shop may refuse it. */
  readonly mayBeRefused: boolean;
}

/** Decodes a form body as NOT-ENCODING describes it, byte by byte. */
export function decodeForm(body: Buffer): DecodedForm {
  const pairs = split(withoutMark(body), 0x26).filter((pair) => pair.length > 0);
  const decoded = pairs.map((pair) => {
    const equals = pair.indexOf(0x3d);
    return equals < 0
      ? [decodePart(pair), Buffer.alloc(0)]
      : [decodePart(pair.subarray(0, equals)), decodePart(pair.subarray(equals + 1))];
  });
  const parts = decoded.flat();
  const fields = decoded.map(([name, value]): Field => [text(name), text(value)]);
  const names = fields.map(([name]) => name);
  const isMalformed =
    !parts.every(isUtf8) ||
    new Set(names).size < names.length ||
    names.some((name) => name.includes("[") || name.includes("]"));
  const mayBeRefused = fields.length === 0 || fields.length > 100 || parts.some((part) => part.includes(0));
  return { fields, isMalformed, mayBeRefused };
}

/** A byte order mark in front is skipped. */
function withoutMark(body: Buffer): Buffer {
  return body.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? body.subarray(3) : body;
}

function split(body: Buffer, separator: number): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, from)) {
    parts.push(body.subarray(from, at));
    from = at + 1;
  }
  return [...parts, body.subarray(from)];
}

function decodePart(part: Buffer): Buffer {
  if (!part.includes(0x25) && !part.includes(0x2b)) return part;
  const out: number[] = [];
  for (let at = 0; at < part.length; at++) {
    const byte = part[at] ?? 0;
    const escaped = byte === 0x25 ? hexAt(part, at + 1) : undefined;
    if (escaped !== undefined) at += 2;
    out.push(escaped ?? (byte === 0x2b ? 0x20 : byte));
  }
  return Buffer.from(out);
}

function hexAt(part: Buffer, at: number): number | undefined {
  const digits = part.toString("latin1", at, at + 2);
  return /^[0-9a-fA-F]{2}$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

function isUtf8(part: Buffer): boolean {
  return part.every((byte) => byte < 0x80) || Buffer.from(part.toString("utf8")).equals(part);
}

function text(part: Buffer | undefined): string {
  return part?.toString("utf8") ?? "";
}
