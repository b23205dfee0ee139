// What each statement reads in a shop with 100,000 attempts, on real databases. Vendure and Medusa have the same tables and indexes,
// which their own tests compare with these.
import { DatabaseSync } from "node:sqlite";
import { createSchemaTableSql, migrations, numberParameters, type SqlRow } from "@pay-index/core/store";
import { createDatabase, type TestDatabase } from "@pay-index/embedded-postgres";
import { Client, escapeLiteral } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { largeTables } from "./large-tables.ts";
import { readStatements, type Statement } from "./sent-statements.ts";

const statements = await readStatements();
const schema = [createSchemaTableSql, ...migrations.flatMap((migration) => migration.statements)];
/** All groups read one row more than a page from each of eight states. Then each row of the page is read. */
const mostRows = 1000;

describe("Postgres", () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    for (const statement of schema) await client.query(statement);
    for (const [table, rows] of Object.entries(largeTables)) {
      // Statistics come when the test says so.
      await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
      await client.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
        JSON.stringify(rows()),
      ]);
    }
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  /** The store prepares its statements, so Postgres may plan them without their values. */
  const explain = async ({ sql, parameters }: Statement, planFor: "values" | "any values") => {
    const { text, values } = numberParameters(sql, parameters);
    const literals = values.map((value) =>
      typeof value === "string" ? escapeLiteral(value) : String(value),
    );
    const mode = planFor === "values" ? "force_custom_plan" : "force_generic_plan";
    await client.query(`SET plan_cache_mode = ${mode}`);
    await client.query("BEGIN");
    await client.query(`PREPARE explained AS ${text}`);
    const explained = await client.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE explained(${literals.join(", ")})`,
    );
    await client.query("DEALLOCATE explained");
    await client.query("ROLLBACK");
    return scansOf(explained.rows[0]["QUERY PLAN"][0].Plan);
  };

  describe.each([
    // Autovacuum makes statistics in a minute.
    ["without statistics", "SELECT 1", statements.filter(([, { needsStatistics }]) => !needsStatistics)],
    ["with statistics", "ANALYZE", statements],
  ] as const)("%s", (_when, prepare, checked) => {
    beforeAll(async () => void (await client.query(prepare)));

    test.each(checked)("%s reads few rows by indexes (B-04)", async (_name, statement) => {
      for (const planFor of ["values", "any values"] as const) {
        const scans = await explain(statement, planFor);
        expect(scans).not.toEqual([]);
        // This table has one row.
        const large = scans.filter(({ table }) => table !== "pay_index_alert");
        expect(large.filter(({ how }) => how === "Seq Scan")).toEqual([]);
        expect(scans.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(mostRows);
      }
    });
  });
});

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Scan {
  readonly how: string;
  readonly table: string;
  readonly rows: number;
}

/** Returns each read of a table, with the number of rows that it read. */
function scansOf(node: PlanNode): Scan[] {
  const { "Node Type": how, "Relation Name": table, Plans: parts = [] } = node;
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const rows = (node["Actual Rows"] + removed) * node["Actual Loops"];
  const own = table === undefined ? [] : [{ how, table, rows }];
  return [...own, ...parts.flatMap(scansOf)];
}

describe("SQLite", () => {
  let database: DatabaseSync;
  beforeAll(() => {
    database = new DatabaseSync(":memory:");
    for (const statement of schema) database.exec(statement);
    for (const [table, rows] of Object.entries(largeTables)) fill(database, table, rows());
  });
  afterAll(() => database?.close());

  describe.each([
    ["without statistics", "SELECT 1"],
    ["with statistics", "ANALYZE"],
  ])("%s", (_when, prepare) => {
    beforeAll(() => database.exec(prepare));

    test.each(statements)("%s searches indexes, in their order (B-04)", (_name, { sql, parameters }) => {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as unknown as PlanLine[];
      const reads = plan.filter(({ detail }) => detail.includes("pay_index_"));
      expect(reads).not.toEqual([]);
      expect(reads.filter(({ detail }) => !/^SEARCH \w+ USING (COVERING )?INDEX/.test(detail))).toEqual([]);
      expect(sortedArms(plan)).toEqual([]);
    });
  });
});

interface PlanLine {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** Returns the arms that read all rows of a state and sort them, instead of the newest ones only. */
function sortedArms(plan: readonly PlanLine[]): string[] {
  return plan
    .filter(({ detail }) => /^CO-ROUTINE arm_/.test(detail))
    .filter(({ id }) => plan.some(({ parent, detail }) => parent === id && detail.includes("TEMP B-TREE")))
    .map(({ detail }) => detail);
}

function fill(database: DatabaseSync, table: string, rows: readonly SqlRow[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const insert = database.prepare(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `:${name}`).join(", ")})`,
  );
  database.exec("BEGIN");
  for (const row of rows) insert.run(row as Record<string, string | number | null>);
  database.exec("COMMIT");
}
