/** One bad or odd input, how it ends, and what a shop can do about it. Data only: the tests beside it try each row. */
export interface Row {
  /** Of the test and of the entry in the page. */
  readonly name: string;
  /** The input as the page shows it, where the literal one is too long to be read. */
  readonly shown?: string;
  readonly advice: string;
}

/** Returns a function that makes rows with something in common, such as the advice: each by its name, with the rest. */
export const rowsOf =
  <R extends Row>() =>
  <Common extends Partial<R> = Record<never, never>>(common?: Common) =>
  (inputs: Readonly<Record<string, Omit<R, "name" | keyof Common>>>): R[] =>
    Object.entries(inputs).map(([name, input]) => ({ name, ...common, ...input }) as unknown as R);

/** For `test.each`. */
export const named = <R extends Row>(rows: readonly R[]) => rows.map((row) => [row.name, row] as const);

/** Of code, so that it fits into a line. */
const longest = 100;

/** As code, without line breaks. */
export function code(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  const plain = short.replace(
    /[\p{Cc}\p{Cs}\uFEFF]/gu,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return text === "" ? "nothing" : `\`${plain}\``;
}

/** The keys of the rows are for tests, and not to be copied. */
const hidden = (text: string) =>
  text.replace(/sandbox-hosted-key/g, "sandbox-…-key").replace(/a-key-that-nobody-may-see/g, "…");

export const json = (value: unknown) =>
  code(value === undefined ? "undefined" : hidden(JSON.stringify(value)));
export const thrown = (message: string) => code(`throw new Error(${hidden(JSON.stringify(message))})`);
export const listed = (names: readonly string[]) => names.map(code).join(", ");

/** The headers of a request, or undefined. */
export const headersText = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => code(`${name}: ${value}`))
    .join("; ");

/** What is set instead of something right, by its name; undefined takes out. */
export function changesText(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => (value === undefined ? `no ${code(name)}` : `${code(name)}: ${json(value)}`))
    .join("; ");
}
