import { onTestFinished } from "vitest";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

/** Postgres ends the next transactions that reserve stock, with this code, so that others can go on. */
export async function failWithConflicts(
  stage: TestShop,
  { times, code }: { times: number; code: string },
): Promise<void> {
  const name = "lost_races";
  await runSql(stage, `CREATE SEQUENCE ${name}`, []);
  await runSql(
    stage,
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('${name}') <= ${times} THEN RAISE EXCEPTION 'you lost' USING ERRCODE = '${code}'; END IF;
       RETURN NEW;
     END $$`,
    [],
  );
  await runSql(
    stage,
    `CREATE TRIGGER ${name} BEFORE INSERT ON reservation_item FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    [],
  );
  onTestFinished(async () => {
    await runSql(stage, `DROP FUNCTION ${name} CASCADE`, []);
    await runSql(stage, `DROP SEQUENCE ${name}`, []);
  });
}
