import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { expect, test } from "vitest";
import { pluginEntities } from "../../src/entities/entities.ts";
import { requireTables } from "../../src/store/require-tables.ts";
import { connectForTest } from "../connect.mts";

test.skipIf(!isMariadbInstalled)(
  "a migration of MariaDB that ended at any statement goes on with a generated one (MariaDB rolls no table back)",
  async () => {
    const connection = await connectForTest("mariadb", { synchronize: false });
    const { rawConnection: source } = connection;
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
