import { DataSource, type DataSourceOptions } from "typeorm";
import { expect, onTestFinished, test } from "vitest";
import {
  createPostgresDatabase,
  createSqljsDatabase,
  type TestDatabase,
} from "./conformance/test-database.mts";
import { bootInChildProcess, templateProcessFile } from "./shop/boot-in-child-process.mts";

/** As a shop that added the plugin and has not run a migration. */
async function drop({ database }: TestDatabase, tables: readonly string[]): Promise<void> {
  const options =
    database.kind === "postgres"
      ? { type: "postgres", url: database.url }
      : { type: "sqljs", location: database.file, autoSave: true };
  const source = await new DataSource(options as DataSourceOptions).initialize();
  for (const table of tables) await source.query(`DROP TABLE ${table}`);
  await source.destroy();
}

test.each([
  ["sqljs", createSqljsDatabase],
  ["Postgres", createPostgresDatabase],
])(
  "without the plugin's tables on %s, a server ends with an error that names them and the command",
  async (_, open) => {
    const place = await open();
    onTestFinished(() => place.remove());
    await drop(place, ["pay_index_payment", "pay_index_job"]);
    const { code, said } = await bootInChildProcess(
      place.database,
      {},
      { hasScheduler: true, file: templateProcessFile },
    );
    expect({ code, said }).toEqual({ code: 1, said: expect.any(String) });
    expect(said).toContain("The database does not have the tables pay_index_payment, pay_index_job.");
    expect(said).toContain("npx vendure migrate -g pay-index, then npx vendure migrate -r");
    expect(said).not.toContain("booted");
  },
  120_000,
);
