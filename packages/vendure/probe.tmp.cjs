const { DataSource } = require("typeorm");
const e = require("./dist/entities/entities.js");
(async () => {
  const { createMariadbDatabase } = await import("@pay-index/embedded-postgres");
  const db = await createMariadbDatabase();
  e.adaptEntities("mariadb");
  const s = await new DataSource({ type: "mariadb", url: db.url, entities: e.pluginEntities }).initialize();
  const { upQueries } = await s.driver.createSchemaBuilder().log();
  for (const { query } of upQueries) { try { await s.query(query); } catch (x) { console.log(x.message); console.log(query);} if (process.argv[2]) console.log(query); }
  console.log((await s.driver.createSchemaBuilder().log()).upQueries.map(q=>q.query));
  await s.destroy(); await db.drop(); process.exit();
})();
