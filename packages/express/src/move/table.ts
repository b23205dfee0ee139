import type { SqlRow, SqlValue } from "@pay-index/core";

export interface Column {
  readonly name: string;
  readonly type: "text" | "integer";
  /** Part of the primary key, which orders the rows on both sides alike: by their bytes. */
  readonly key: boolean;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: number;
}

/** So many rows are in memory at a time. */
export const batchSize = 500;

/** Why nothing was moved, in words for whoever runs the command. */
export class MoveRefused extends Error {}

/** The first column whose value differs, or undefined. */
export function difference(
  { columns }: Table,
  [one, other]: readonly [SqlRow | undefined, SqlRow | undefined],
): string | undefined {
  return columns.find(({ name }) => one?.[name] !== other?.[name])?.name;
}

export function namesOf(columns: readonly Column[]): string {
  return columns.map(({ name }) => name).join(", ");
}

export function keyOf(columns: readonly Column[]): readonly Column[] {
  return columns.filter(({ key }) => key);
}

export function valuesOf(rows: readonly SqlRow[], { name }: Column): SqlValue[] {
  return rows.map((row) => row[name] as SqlValue);
}
