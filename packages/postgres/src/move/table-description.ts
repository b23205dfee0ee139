import type { SqlRow, SqlValue } from "@pay-index/core/store";

export interface ColumnDescription {
  readonly name: string;
  readonly type: "text" | "integer";
  /** Whether the column is a part of the primary key, which sorts the rows on both sides by their bytes. */
  readonly key: boolean;
}

export interface TableDescription {
  readonly name: string;
  readonly columns: readonly ColumnDescription[];
  readonly rows: number;
}

/** The number of rows in memory at a time. */
export const batchSize = 500;

/** Why nothing was moved. The message is for the user of the command. */
export class MoveError extends Error {}

/** Returns the first column whose values differ. Undefined if none does. */
export function differingColumn(
  { columns }: TableDescription,
  [one, other]: readonly [SqlRow | undefined, SqlRow | undefined],
): string | undefined {
  return columns.find(({ name }) => one?.[name] !== other?.[name])?.name;
}

export function joinColumnNames(columns: readonly ColumnDescription[]): string {
  return columns.map(({ name }) => name).join(", ");
}

export function selectKeyColumns(columns: readonly ColumnDescription[]): readonly ColumnDescription[] {
  return columns.filter(({ key }) => key);
}

export function valuesOfColumn(rows: readonly SqlRow[], { name }: ColumnDescription): SqlValue[] {
  return rows.map((row) => row[name] as SqlValue);
}
