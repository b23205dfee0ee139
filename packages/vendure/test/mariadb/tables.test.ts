import { createMariadbDatabase, isMariadbInstalled } from "@pay-index/embedded-postgres";
import { expect, onTestFinished, test } from "vitest";
import { pluginEntities } from "../../src/entities/entities.ts";
import { requireTables } from "../../src/store/require-tables.ts";
import { connect } from "../connect.mts";

test.skipIf(!isMariadbInstalled)(
  "a migration of MariaDB that ended at any statement goes on with a generated one (MariaDB rolls no table back)",
  async () => {
    const { url, drop } = await createMariadbDatabase();
    const connection = await connect({ type: "mariadb", url, synchronize: false });
    const { rawConnection: source } = connection;
    onTestFinished(async () => {
      await source.destroy();
      await drop();
    });
    const missing = async () =>
      (await source.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);
    const all = await missing();
    expect(all.length).toBeGreaterThanOrEqual(pluginEntities.length);
    for (const [done, statement] of all.entries()) {
      expect(await missing()).toEqual(all.slice(done));
      await source.query(statement);
    }
    expect(await missing()).toEqual([]);
    await requireTables(connection);
  },
);
