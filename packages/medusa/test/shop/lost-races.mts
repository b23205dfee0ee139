import { onTestFinished } from "vitest";
import { sql } from "./sql.mts";
import type { Stage } from "./stage.mts";

/** Postgres ends the next transactions that reserve stock, with this code, so that others can go on. */
export async function loseRaces(
  stage: Stage,
  { times, code }: { times: number; code: string },
): Promise<void> {
  const name = "lost_races";
  await sql(stage, `CREATE SEQUENCE ${name}`, []);
  await sql(
    stage,
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('${name}') <= ${times} THEN RAISE EXCEPTION 'you lost' USING ERRCODE = '${code}'; END IF;
       RETURN NEW;
     END $$`,
    [],
  );
  await sql(
    stage,
    `CREATE TRIGGER ${name} BEFORE INSERT ON reservation_item FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    [],
  );
  onTestFinished(async () => {
    await sql(stage, `DROP FUNCTION ${name} CASCADE`, []);
    await sql(stage, `DROP SEQUENCE ${name}`, []);
  });
}
