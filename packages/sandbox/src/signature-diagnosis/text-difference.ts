/** A text, split where it differs from another one. */
export interface DifferenceParts {
  readonly before: string;
  readonly differs: string;
  readonly after: string;
}

export interface TextDifference {
  /** The first different character, counted from 1. */
  readonly at: number;
  /** The name of the gateway's field that contains this character. Empty after the last field. */
  readonly field: string;
  readonly gateway: DifferenceParts;
  readonly shop: DifferenceParts;
}

/** Returns where two signing texts differ. Undefined if they are equal. */
export function findDifference(gateway: string, shop: string): TextDifference | undefined {
  if (gateway === shop) return undefined;
  const [left, right] = [[...gateway], [...shop]];
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return {
    at: start + 1,
    field: findFieldAt(left, start),
    gateway: splitAtDifference(left, start, end),
    shop: splitAtDifference(right, start, end),
  };
}

function splitAtDifference(text: readonly string[], start: number, end: number): DifferenceParts {
  return {
    before: text.slice(0, start).join(""),
    differs: text.slice(start, text.length - end).join(""),
    after: text.slice(text.length - end).join(""),
  };
}

function findFieldAt(text: readonly string[], at: number): string {
  if (at >= text.length) return "";
  const from = text.lastIndexOf("&", at - 1) + 1;
  return text.slice(from).join("").split("=", 1)[0] ?? "";
}
