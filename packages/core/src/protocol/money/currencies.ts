import * as table from "dinero.js/currencies";

interface TableRow {
  readonly code: string;
  readonly base: number | readonly number[];
  readonly exponent: number;
}

const rows: readonly TableRow[] = Object.values(table);

/**
 * Decimals of each ISO 4217 currency (MON-EXPONENT). The table states the ariary and the ouguiya in their base of five;
 * ISO lists both with two decimals, and the wire is decimal.
 */
const decimalsByCode: ReadonlyMap<string, number> = new Map(
  rows.map((row) => [row.code, row.base === 10 ? row.exponent : 2]),
);

export function isCurrency(code: string): boolean {
  return decimalsByCode.has(code);
}

/** Returns the number of decimals that the protocol sends: 0 for JPY, 2 for USD, 3 for KWD, 4 for CLF. Undefined if unknown. */
export function decimalsOf(code: string): number | undefined {
  return decimalsByCode.get(code);
}
