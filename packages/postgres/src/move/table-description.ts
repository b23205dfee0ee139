import type { SqlRow, SqlValue } from "@pay-index/core/store";

export interface ColumnDescription {
  readonly name: string;
  readonly type: "text" | "integer";
  /** Part of the primary key, which orders the rows on both sides alike: by their bytes. */
  readonly key: boolean;
}

export interface TableDescription {
  readonly name: string;
  readonly columns: readonly ColumnDescription[];
  readonly rows: number;
}

/** So many rows are in memory at a time. */
export const batchSize = 500;

/** Why nothing was moved, in words for whoever runs the command. */
export class MoveError extends Error {}

/** The first column whose value differs, or undefined. */
export function differingColumn(
  { columns }: TableDescription,
  [one, other]: readonly [SqlRow | undefined, SqlRow | undefined],
): string | undefined {
  return columns.find(({ name }) => one?.[name] !== other?.[name])?.name;
}

export function columnNames(columns: readonly ColumnDescription[]): string {
  return columns.map(({ name }) => name).join(", ");
}

export function keyColumns(columns: readonly ColumnDescription[]): readonly ColumnDescription[] {
  return columns.filter(({ key }) => key);
}

export function columnValues(rows: readonly SqlRow[], { name }: ColumnDescription): SqlValue[] {
  return rows.map((row) => row[name] as SqlValue);
}
