import { PayIndexError, type SetupWarning } from "@pay-index/core";
import type { DataSource } from "typeorm";
import { coreEntities } from "../entities/entities.ts";
import { isMariadb } from "./database-type.ts";

/** The driver returns large integers as text. */
interface Settings {
  readonly mode: string;
  readonly charset: string;
  readonly readOnly: string | number;
  readonly binlog: string;
}

const readSettings = `SELECT @@sql_mode AS mode, @@character_set_client AS charset, @@read_only AS readOnly,
IF(@@log_bin, @@binlog_format, '') AS binlog`;

/**
 * Checks the settings of MariaDB or MySQL with which payments could be lost or mistaken, and the rights of the user.
 *
 * @throws PayIndexError `store_unavailable`
 * @throws the error of the database if the user may not use the tables
 */
export async function checkMariadb(source: DataSource): Promise<void> {
  if (!isMariadb(source.options.type)) return;
  const [settings]: [Settings] = await source.query(readSettings);
  const problem = problemOf(settings) ?? (await findTableProblem(source));
  if (problem !== undefined) throw new PayIndexError("store_unavailable", problem);
  // These change nothing, and need the same rights as statements that do.
  for (const { tablePath } of coreEntities.map((entity) => source.getMetadata(entity))) {
    await source.query(`INSERT INTO ${tablePath} SELECT * FROM ${tablePath} WHERE 1 = 0`);
    await source.query(`DELETE FROM ${tablePath} WHERE 1 = 0`);
  }
  const { tablePath } = source.getMetadata(coreEntities[0] ?? "");
  await source.query(`UPDATE ${tablePath} SET version = version WHERE 1 = 0`);
}

function problemOf({ mode, charset, readOnly, binlog }: Settings): string | undefined {
  if (!/STRICT_(?:TRANS|ALL)_TABLES/.test(mode))
    return "sql_mode has no STRICT_TRANS_TABLES, so the database shortens values that do not fit. Add it to sql_mode.";
  if (mode.includes("NO_BACKSLASH_ESCAPES"))
    return "sql_mode has NO_BACKSLASH_ESCAPES, with which the driver writes wrong texts. Remove it from sql_mode.";
  if (charset !== "utf8mb4")
    return `The connection has the character set ${charset}, which has not every character. Set dbConnectionOptions.charset to utf8mb4.`;
  if (Number(readOnly) !== 0)
    return "The database is read-only: it is a replica. Set dbConnectionOptions to the primary server.";
  if (binlog === "STATEMENT")
    return "binlog_format is STATEMENT, with which transactions cannot be READ COMMITTED. Set it to ROW or MIXED.";
  return undefined;
}

const findWrongColumns = `SELECT CONCAT(table_name, '.', column_name) AS name FROM information_schema.columns
WHERE table_schema = DATABASE() AND table_name IN (?) AND collation_name NOT IN ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')`;
const findWrongEngines = `SELECT table_name AS name FROM information_schema.tables
WHERE table_schema = DATABASE() AND table_name IN (?) AND engine <> 'InnoDB'`;

async function findTableProblem(source: DataSource): Promise<string | undefined> {
  const tables = [coreEntities.map((entity) => source.getMetadata(entity).tableName)];
  const namesOf = async (question: string) => {
    const rows: { name: string }[] = await source.query(question, tables);
    return rows.map(({ name }) => name).join(", ");
  };
  const columns = await namesOf(findWrongColumns);
  if (columns !== "")
    return `These columns do not compare texts by their bytes: ${columns}. Change their collation to utf8mb4_nopad_bin, or utf8mb4_0900_bin in MySQL.`;
  const engines = await namesOf(findWrongEngines);
  return engines === ""
    ? undefined
    : `These tables have no transactions: ${engines}. Change their engine to InnoDB with ALTER TABLE.`;
}

/** Warns if a power failure can lose what the gateway has got OK for. The plugin cannot change this setting. */
export async function findMariadbWarnings(source: DataSource): Promise<SetupWarning[]> {
  if (!isMariadb(source.options.type)) return [];
  const [{ flush }]: [{ flush: string | number }] = await source.query(
    "SELECT @@innodb_flush_log_at_trx_commit AS flush",
  );
  if (Number(flush) === 1) return [];
  const message = `innodb_flush_log_at_trx_commit is ${flush}, so a power failure can lose notifications that the gateway does not send again. Set it to 1.`;
  return [{ code: "commits_not_durable", message }];
}
