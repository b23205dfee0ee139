import { numberParameters, type SqlConnection, type SqlParameters, type SqlRow } from "@pay-index/core/store";
import { defaultMissingTableHint, toStoreUnavailable } from "./store-unavailable.ts";

const integerOid = 23;

/** The columns are text and integers. A shop can have other type parsers for its own statements. */
export const columnTypeParsers = {
  getTypeParser: (oid: number): ((text: string) => unknown) => (oid === integerOid ? Number : String),
};

/** One statement, as a connection of `pg` takes it. */
export interface PostgresStatement {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string;
  readonly types?: typeof columnTypeParsers;
  /** Milliseconds. */
  readonly query_timeout: number;
}

/** The answer of a connection of `pg`. */
export interface PostgresResult {
  readonly rows: readonly SqlRow[];
  readonly rowCount: number | null;
  readonly command: string;
}

/** The part of a connection of `pg` that is used. */
export interface PostgresClient {
  query(statement: PostgresStatement): Promise<PostgresResult>;
}

/** How statements are sent. */
export interface StatementSettings {
  /** Milliseconds that a statement can take. After that, the connection cannot be used any more. */
  readonly timeout: number;
  /** Whether each statement is planned once for a connection, under a name. A pooler that lends connections by transaction forbids it. */
  readonly prepare: boolean;
  /** What to do if a table is missing. Default: the commands of this package. */
  readonly missingTableHint?: string;
}

/** One connection. Every error of the database becomes `store_unavailable`. */
export class PostgresConnection implements SqlConnection {
  readonly #client: PostgresClient;
  readonly #settings: StatementSettings;

  constructor(client: PostgresClient, settings: StatementSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  async all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]> {
    return (await this.#query(sql, parameters)).rows;
  }

  async run(sql: string, parameters: SqlParameters): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  /** Runs a statement without parameters. */
  execute(text: string): Promise<PostgresResult> {
    return this.#query(text, {});
  }

  /** Commits the open transaction. Postgres reports success for the COMMIT of a transaction that failed. */
  async commit(): Promise<void> {
    const { command } = await this.execute("COMMIT");
    if (command !== "ROLLBACK") return;
    throw new Error(
      "A statement of the transaction failed, and its error was ignored: nothing was committed.",
    );
  }

  async #query(sql: string, parameters: SqlParameters): Promise<PostgresResult> {
    const { timeout, prepare, missingTableHint = defaultMissingTableHint } = this.#settings;
    try {
      const { name, text, values } = numberParameters(sql, parameters);
      const statement = { text, values: [...values], types: columnTypeParsers, query_timeout: timeout };
      return await this.#client.query(prepare ? { ...statement, name } : statement);
    } catch (error) {
      throw toStoreUnavailable(error, missingTableHint);
    }
  }
}
