import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { SqlConnection, SqlParameters, SqlRow } from "@pay-index/core/store";

/** A connection that prepares each statement once. */
export class SqliteConnection implements SqlConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]> {
    return this.#statement(sql).all(parameters);
  }

  async run(sql: string, parameters: SqlParameters): Promise<number> {
    return Number(this.#statement(sql).run(parameters).changes);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

const busyCode = 5;

/** Returns whether another connection has the lock. The low byte of an extended code is the plain code. */
export function isBusyError(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === busyCode;
}
