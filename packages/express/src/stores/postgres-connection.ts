import {
  isPayIndexError,
  PayIndexError,
  type SqlConnection,
  type SqlParameters,
  type SqlRow,
} from "@pay-index/core";
import type { ClientBase, CustomTypesConfig, QueryResult } from "pg";
import { numbered } from "./numbered-parameters.ts";

const integer = 23;

/** The columns are text and integers. A shop may have other wishes for the types of its own statements. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number) => (oid === integer ? Number : String),
};

/** One connection. Every fault of the database is told as `store_unavailable`. */
export class PostgresConnection implements SqlConnection {
  readonly #client: ClientBase;
  readonly #patience: number;

  /** @param patience milliseconds that a statement may take; then the connection is of no use any more */
  constructor(client: ClientBase, patience: number) {
    this.#client = client;
    this.#patience = patience;
  }

  async all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]> {
    return (await this.#query(sql, parameters)).rows;
  }

  async run(sql: string, parameters: SqlParameters): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  async #query(sql: string, parameters: SqlParameters): Promise<QueryResult<SqlRow>> {
    try {
      const statement = { ...numbered(sql, parameters), types, query_timeout: this.#patience };
      return await this.#client.query(statement);
    } catch (error) {
      throw unavailable(error);
    }
  }
}

const undefinedTable = "42P01";
const insufficientPrivilege = "42501";
const lockNotAvailable = "55P03";

/** What the database said, as the one error that the ledger knows of it. Never with the values of a statement. */
export function unavailable(cause: unknown): PayIndexError {
  if (isPayIndexError(cause)) return cause;
  return new PayIndexError("store_unavailable", `Postgres: ${reasonOf(cause)}`, { cause });
}

function reasonOf(cause: unknown): string {
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  switch (code) {
    case undefinedTable:
      return "the tables of pay-index are not there. Run pay-index-migrate, or leave out migrate: false.";
    case insufficientPrivilege:
      return `${message}. Run pay-index-migrate as a role that may make tables, and grant this one their use.`;
    case lockNotAvailable:
      return "another transaction has kept a row or table locked for too long.";
    default:
      // Several addresses of one host that all refuse make one error without a message.
      return String(message || code || "unknown");
  }
}
