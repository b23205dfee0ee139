import { isPayIndexError, PayIndexError } from "@pay-index/core";
import { maskText } from "@pay-index/core/adapter";
import { numberParameters, type SqlConnection, type SqlParameters, type SqlRow } from "@pay-index/core/store";
import type { ClientBase, CustomTypesConfig, QueryResult } from "pg";

const integerOid = 23;

/** The columns are text and integers. A shop may have other wishes for the types of its own statements. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid: number) => (oid === integerOid ? Number : String),
};

/** How statements are asked. */
export interface StatementSettings {
  /** Milliseconds that a statement may take; then the connection is of no use any more. */
  readonly patience: number;
  /** Whether each is planned once for a connection, under a name. */
  readonly prepare: boolean;
}

/** One connection. Every fault of the database is told as `store_unavailable`. */
export class PostgresConnection implements SqlConnection {
  readonly #client: ClientBase;
  readonly #manners: StatementSettings;

  constructor(client: ClientBase, manners: StatementSettings) {
    this.#client = client;
    this.#manners = manners;
  }

  async all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]> {
    return (await this.#query(sql, parameters)).rows;
  }

  async run(sql: string, parameters: SqlParameters): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  async #query(sql: string, parameters: SqlParameters): Promise<QueryResult<SqlRow>> {
    try {
      const { patience, prepare } = this.#manners;
      const { name, text, values } = numberParameters(sql, parameters);
      const statement = { text, values: [...values], types: columnTypes, query_timeout: patience };
      return await this.#client.query(prepare ? { ...statement, name } : statement);
    } catch (error) {
      throw toStoreUnavailable(error);
    }
  }
}

const undefinedTable = "42P01";
const insufficientPrivilege = "42501";
const lockNotAvailable = "55P03";
const idleInTransaction = "25P03";
const unknownStatement = "26000";
const duplicateStatement = "42P05";

/** What the database said, as the one error that the engine knows of it. Never with the values of a statement. */
export function toStoreUnavailable(cause: unknown): PayIndexError {
  if (isPayIndexError(cause)) return cause;
  return new PayIndexError("store_unavailable", `Postgres: ${maskText(reasonOf(cause))}`, { cause });
}

function reasonOf(cause: unknown): string {
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  switch (code) {
    case undefinedTable:
      return `${message}. Run npx pay-index-migrate, or leave out migrate: false.`;
    case insufficientPrivilege:
      return `${message}. Run pay-index-migrate as a role that may make tables, and grant this one their use.`;
    case lockNotAvailable:
      return "another transaction has kept a row or table locked for too long.";
    case idleInTransaction:
      return "a transaction did nothing for too long. Inside transaction(), write with its tx, and await nothing slow.";
    case unknownStatement:
    case duplicateStatement:
      return `${message}. Behind a pooler that lends connections by transaction, pass prepare: false.`;
    default:
      // Several addresses of one host that all refuse make one error without a message.
      return String(message || code || "unknown");
  }
}
