import { isPayIndexError, PayIndexError } from "@pay-index/core";
import { maskText } from "@pay-index/core/adapter";
import { numberParameters, type SqlConnection, type SqlParameters, type SqlRow } from "@pay-index/core/store";

/** What is used of a connection of `pg`, which Medusa brings. */
export interface RawConnection {
  query(statement: {
    readonly text: string;
    readonly values?: readonly unknown[];
    readonly types: { getTypeParser(oid: number): (text: string) => unknown };
    readonly query_timeout: number;
  }): Promise<QueryResult>;
  end(): Promise<void>;
  /** Why knex may not lend it again. */
  __knex__disposed?: unknown;
}

interface QueryResult {
  readonly rows: readonly SqlRow[];
  readonly rowCount: number | null;
  readonly command: string;
}

const integerOid = 23;

/** The columns that core reads are text and integers. A shop may have other wishes for the types of its own statements. */
const columnTypes = {
  getTypeParser: (oid: number): ((text: string) => unknown) => (oid === integerOid ? Number : String),
};

const undefinedTable = "42P01";

/** One connection of Medusa's pool. Every fault of the database is told as `store_unavailable`. */
export class PostgresConnection implements SqlConnection {
  readonly #client: RawConnection;
  readonly #patience: number;

  /** @param patience milliseconds that a statement may take; then the connection is of no use any more */
  constructor(client: RawConnection, patience: number) {
    this.#client = client;
    this.#patience = patience;
  }

  async all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]> {
    return (await this.#query(sql, parameters)).rows;
  }

  async run(sql: string, parameters: SqlParameters): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  /** A statement without parameters. */
  ask(text: string): Promise<QueryResult> {
    return this.#query(text, {});
  }

  async #query(sql: string, parameters: SqlParameters): Promise<QueryResult> {
    try {
      // Not prepared by name: the pool is Medusa's, and may stand behind a pooler that lends connections by transaction.
      const { text, values } = numberParameters(sql, parameters);
      const statement = { text, values: [...values], types: columnTypes, query_timeout: this.#patience };
      return await this.#client.query(statement);
    } catch (error) {
      throw toStoreUnavailable(error);
    }
  }
}

function toStoreUnavailable(cause: unknown): PayIndexError {
  if (isPayIndexError(cause)) return cause;
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  const reason =
    code === undefinedTable
      ? "the tables of pay-index are not there. Run medusa db:migrate."
      : String(message || code || "unknown");
  return new PayIndexError("store_unavailable", `Postgres: ${maskText(reason)}`, { cause });
}
