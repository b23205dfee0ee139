// What each statement reads in a shop with 100,000 attempts on MariaDB, with the tables of the Vendure plugin.
import {
  createMariadbDatabase,
  isMariadbInstalled,
  type MariadbTestDatabase,
} from "@pay-index/embedded-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { largeTables } from "../../../../tests/query-plans/large-tables.ts";
import { readStatements } from "../../../../tests/query-plans/sent-statements.ts";
import { MariadbConnection } from "../../src/store/mariadb-database.ts";
import { StatementTranslator } from "../../src/store/statement-translator.ts";
import { connect } from "../connect.mts";

/** A page of all groups reads its rows three times: by the index of each state, when it sorts them, and when it returns them. */
const mostRows = 3000;

describe.skipIf(!isMariadbInstalled)("MariaDB, if it is installed", async () => {
  const statements = await readStatements();
  let database: MariadbTestDatabase;
  let connection: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    database = await createMariadbDatabase();
    connection = await connect({ type: "mariadb", url: database.url });
    const { rawConnection: source } = connection;
    for (const [table, rows] of Object.entries(largeTables)) {
      const made = rows();
      const all = made.map((row) => Object.values(row));
      const columns = Object.keys(made[0] ?? {}).join(", ");
      for (let from = 0; from < all.length; from += 2000)
        await source.query(`INSERT INTO ${table} (${columns}) VALUES ?`, [all.slice(from, from + 2000)]);
      await source.query(`ANALYZE TABLE ${table}`);
    }
  }, 300_000);
  afterAll(async () => {
    await connection?.rawConnection.destroy();
    await database?.drop();
  });

  /** The rows that a statement reads, of tables, indexes and intermediate results. */
  async function countReads({ sql, parameters }: (typeof statements)[number][1]): Promise<number> {
    const runner = connection.rawConnection.createQueryRunner();
    await runner.startTransaction();
    const readsBefore = async () => {
      const counted: { Value: string }[] = await runner.query("SHOW SESSION STATUS LIKE 'Handler_read%'");
      return counted.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    try {
      // The question itself reads rows, too.
      const [start, own] = [await readsBefore(), await readsBefore()];
      await new MariadbConnection(runner, new StatementTranslator("positional", "")).all(sql, parameters);
      return (await readsBefore()) - own - (own - start);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  test.each(statements)("%s reads few rows (B-04)", async (_name, statement) => {
    const reads = await countReads(statement);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(mostRows);
  });
});
