import {
  isPayIndexError,
  numbered,
  PayIndexError,
  type SqlConnection,
  type SqlParameters,
  type SqlRow,
} from "@pay-index/core";

/** What is used of a connection of `pg`, which Medusa brings. */
export interface RawConnection {
  query(statement: {
    readonly text: string;
    readonly values?: readonly unknown[];
    readonly types: { getTypeParser(oid: number): (text: string) => unknown };
    readonly query_timeout: number;
  }): Promise<QueryResult>;
}

interface QueryResult {
  readonly rows: readonly SqlRow[];
  readonly rowCount: number | null;
  readonly command: string;
}

const integer = 23;

/** The columns that core reads are text and integers. A shop may have other wishes for the types of its own statements. */
const types = {
  getTypeParser: (oid: number): ((text: string) => unknown) => (oid === integer ? Number : String),
};

/** Milliseconds that a statement may take: a network that swallows packets must not hold a notification. */
const patience = 10_000;

const undefinedTable = "42P01";

/** One connection of Medusa's pool. Every fault of the database is told as `store_unavailable`. */
export class PostgresConnection implements SqlConnection {
  readonly #client: RawConnection;

  constructor(client: RawConnection) {
    this.#client = client;
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
      const { text, values } = numbered(sql, parameters);
      return await this.#client.query({ text, values: [...values], types, query_timeout: patience });
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function unavailable(cause: unknown): PayIndexError {
  if (isPayIndexError(cause)) return cause;
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  const reason =
    code === undefinedTable
      ? "the tables of pay-index are not there. Run medusa db:migrate."
      : String(message || code || "unknown");
  return new PayIndexError("store_unavailable", `Postgres: ${reason}`, { cause });
}
