import {
  migrations,
  readSchemaVersionSql,
  type SqlRow,
  type StoreTableName,
  storeTableNames,
  storeTables,
} from "@pay-index/core/store";
import type { ClientBase } from "pg";
import { migrateTables } from "../migrate-tables.ts";
import { batchSize, columnNamesOf, MoveError } from "./moved-table.ts";

/** The Postgres database in one exclusive transaction: everything is committed, or nothing. */
export class PostgresTarget {
  readonly #client: ClientBase;

  private constructor(client: ClientBase) {
    this.#client = client;
  }

  /** @throws MoveError if the target has rows already, or its tables are of another version */
  static async begin(client: ClientBase): Promise<PostgresTarget> {
    await migrateTables(client);
    const { rows } = await client.query(readSchemaVersionSql);
    if (rows[0]?.version !== migrations.length)
      throw new MoveError("The tables in the target are from a later release. Move with that one.");
    const noLimits = ["statement_timeout", "idle_in_transaction_session_timeout", "transaction_timeout"];
    await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
    // Not every server has all of these settings.
    await client.query("SELECT set_config(name, '0', true) FROM pg_settings WHERE name = ANY($1)", [
      noLimits,
    ]);
    await client.query(
      `SET LOCAL lock_timeout = 10000; LOCK TABLE ${storeTableNames.join(", ")} IN EXCLUSIVE MODE`,
    );
    for (const name of storeTableNames) await refuseRows(client, name);
    return new PostgresTarget(client);
  }

  async insert(table: StoreTableName, rows: readonly SqlRow[]): Promise<void> {
    const names = columnNamesOf(table);
    const types = Object.values(storeTables[table].columns).map((type) => type.replace(" or null", ""));
    const lists = types.map((type, index) => `$${index + 1}::${type}[]`).join(", ");
    await this.#client.query(
      `INSERT INTO ${table} (${names.join(", ")}) SELECT * FROM unnest(${lists})`,
      names.map((name) => rows.map((row) => row[name])),
    );
  }

  /** Sorted by the bytes of the key. */
  async *batches(table: StoreTableName): AsyncGenerator<readonly SqlRow[]> {
    const { columns, key } = storeTables[table];
    const order = key.map((name) => (columns[name] === "text" ? `${name} COLLATE "C"` : name));
    const select = `SELECT ${columnNamesOf(table).join(", ")} FROM ${table} ORDER BY ${order.join(", ")}`;
    await this.#client.query(`DECLARE moved NO SCROLL CURSOR FOR ${select}`);
    for (;;) {
      const { rows } = await this.#client.query(`FETCH ${batchSize} FROM moved`);
      if (rows.length === 0) break;
      yield rows;
    }
    await this.#client.query("CLOSE moved");
  }

  async commit(): Promise<void> {
    await this.#client.query("SET LOCAL synchronous_commit = on; COMMIT");
    // All rows are copied. The server would update its statistics later, so a timeout here does not fail the move.
    for (const name of storeTableNames) await this.#client.query(`ANALYZE ${name}`).catch(() => undefined);
  }
}

async function refuseRows(client: ClientBase, name: string): Promise<void> {
  const { rowCount } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
  if (rowCount === 0) return;
  throw new MoveError(`The target is not empty: ${name} has rows. Nothing is ever written over.`);
}
