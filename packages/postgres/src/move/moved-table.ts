import { type StoreTableName, storeTables } from "@pay-index/core/store";

/** A table that was copied, and the number of its rows. */
export interface MovedTable {
  readonly name: StoreTableName;
  readonly rows: number;
}

/** Why nothing was moved. The message is for the user of the command. */
export class MoveError extends Error {}

/** The number of rows in memory at a time. */
export const batchSize = 500;

export function columnNamesOf(table: StoreTableName): string[] {
  return Object.keys(storeTables[table].columns);
}
