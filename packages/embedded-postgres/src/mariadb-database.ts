import { randomBytes } from "node:crypto";
import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import { withDatabaseName } from "./connect.ts";
import type { CreateDatabaseOptions, TestDatabase } from "./create-database.ts";
import { findOrStart, shareServer } from "./share-server.ts";
import { startMariadb } from "./start-mariadb.ts";

const shared = { variable: "PAY_INDEX_MARIADB", start: () => startMariadb() };

/** Shares one MariaDB in a whole test run, and returns the function that stops it. */
export const shareMariadb = (): Promise<() => Promise<void>> => shareServer(shared);

export interface MariadbTestDatabase extends TestDatabase {
  /** Runs statements as a user with all rights. */
  asAdmin<Result>(run: (admin: Connection) => Promise<Result>): Promise<Result>;
  /** Runs a function while the database refuses every connection of its user. */
  duringOutage<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** Creates an empty database, or a copy of a template, for one user, who outside of it only sees who waits for a lock. */
export async function createMariadbDatabase({
  server,
  template,
}: CreateDatabaseOptions = {}): Promise<MariadbTestDatabase> {
  const admin = server ?? (await findOrStart(shared));
  const asAdmin: MariadbTestDatabase["asAdmin"] = (run) => withConnection(admin, run);
  if (template !== undefined) await asAdmin((connection) => makeTemplate(connection, admin, template));
  const name = `pay_index_${randomBytes(8).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  const user = `'${name}'@'127.0.0.1'`;
  await asAdmin(async (connection) => {
    await connection.query(createSql(name));
    await connection.query(`CREATE USER ${user} IDENTIFIED BY '${password}'`);
    await connection.query(`GRANT ALL ON ${name}.* TO ${user}`);
    await connection.query(`GRANT PROCESS ON *.* TO ${user}`);
    if (template !== undefined) await copyTables(connection, templateName(template.name), name);
  });
  const setLocked = (isLocked: boolean) =>
    asAdmin(async (connection) => {
      await connection.query(`ALTER USER ${user} ACCOUNT ${isLocked ? "LOCK" : "UNLOCK"}`);
      await connection.query(`KILL CONNECTION USER ${user}`);
    });
  return {
    url: Object.assign(new URL(withDatabaseName(admin, name)), { username: name, password }).href,
    asAdmin,
    async duringOutage(run) {
      await setLocked(true);
      return run().finally(() => setLocked(false));
    },
    drop: () =>
      asAdmin(async (connection) => {
        await connection.query(`KILL CONNECTION USER ${user}`);
        await connection.query(`DROP USER ${user}`);
        await connection.query(`DROP DATABASE ${name}`);
      }),
  };
}

const createSql = (name: string) => `CREATE DATABASE ${name} CHARACTER SET utf8mb4`;
const templateName = (name: string) => `pay_index_template_${name}`;

/** Creates the template. Its last table appears when it is complete. Other processes wait for it. */
async function makeTemplate(
  connection: Connection,
  admin: string,
  { name, make }: NonNullable<CreateDatabaseOptions["template"]>,
): Promise<void> {
  const whole = templateName(name);
  await connection.query("SELECT GET_LOCK(?, 600)", [whole]);
  const [made] = await connection.query<RowDataPacket[]>("SHOW TABLES FROM mysql LIKE ?", [`${whole}_made`]);
  if (made.length > 0) return;
  await connection.query(`DROP DATABASE IF EXISTS ${whole}`);
  await connection.query(createSql(whole));
  await make(withDatabaseName(admin, whole));
  await connection.query(`CREATE TABLE mysql.${whole}_made (one INT)`);
}

/** MariaDB cannot copy a database. `CREATE TABLE … LIKE` would leave out the foreign keys. */
async function copyTables(connection: Connection, from: string, to: string): Promise<void> {
  await connection.query(`USE ${to}`);
  await connection.query("SET foreign_key_checks = 0");
  const [tables] = await connection.query<RowDataPacket[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?",
    [from],
  );
  for (const { name } of tables) {
    const [[table]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${from}.\`${name}\``);
    await connection.query(String(table?.["Create Table"]));
    await connection.query(`INSERT INTO \`${name}\` SELECT * FROM ${from}.\`${name}\``);
  }
}

async function withConnection<Result>(url: string, run: (connection: Connection) => Promise<Result>) {
  const connection = await createConnection(url);
  try {
    return await run(connection);
  } finally {
    await connection.end();
  }
}
