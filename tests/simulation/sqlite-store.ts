import { DatabaseSync, type StatementSync } from "node:sqlite";
import {
  createSchemaTableSql,
  migrations,
  type SqlParameters,
  type SqlRow,
  SqlStore,
} from "@pay-index/core/store";

/** Core's own statements on SQLite in memory, so that the simulation also covers them. */
export class TrialStore extends SqlStore<never> {
  readonly #connection: MemoryConnection;

  constructor(connection: MemoryConnection) {
    super({
      read: connection,
      write: (work) => connection.transact(() => work(connection)),
      within: () => connection,
    });
    this.#connection = connection;
  }

  /** The records of a table, in a fixed order. */
  async records(table: string): Promise<string[]> {
    const rows = await this.#connection.all(`SELECT record FROM ${table}`, {});
    return rows.map(({ record }) => String(record)).toSorted();
  }

  /** Runs something and takes it back. */
  async tryOut<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#connection.execute("SAVEPOINT trial");
    try {
      return await work();
    } finally {
      this.#connection.execute("ROLLBACK TO trial; RELEASE trial");
    }
  }
}

class MemoryConnection {
  readonly #database = new DatabaseSync(":memory:");
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;

  async all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]> {
    return this.#statement(sql).all(parameters);
  }

  async run(sql: string, parameters: SqlParameters): Promise<number> {
    return Number(this.#statement(sql).run(parameters).changes);
  }

  execute(text: string): void {
    this.#database.exec(text);
  }

  async transact<Result>(work: () => Promise<Result>): Promise<Result> {
    const name = `level${this.#depth++}`;
    this.execute(`SAVEPOINT ${name}`);
    try {
      const result = await work();
      this.execute(`RELEASE ${name}`);
      return result;
    } catch (error) {
      this.execute(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw error;
    } finally {
      this.#depth--;
    }
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

export function createSqlStore(): TrialStore {
  const connection = new MemoryConnection();
  connection.execute(createSchemaTableSql);
  for (const { statements } of migrations) for (const each of statements) connection.execute(each);
  return new TrialStore(connection);
}
