import { randomBytes } from "node:crypto";
import { escapeIdentifier, escapeLiteral } from "pg";
import { withClient, withDatabaseName } from "./connect.ts";
import { findOrStartServer } from "./share-postgres.ts";

export interface TestDatabase {
  readonly url: string;
  /** Ends all connections to the database, and drops it. */
  drop(): Promise<void>;
}

export interface CreateDatabaseOptions {
  /** The address of the server. Default: that of DATABASE_URL, of the test run, or of this process. */
  readonly server?: string;
  /** A template to copy instead of an empty database. It is created once on each server. */
  readonly template?: { readonly name: string; make(url: string): Promise<void> };
}

/** Creates an empty database, or a copy of a template, for one user. */
export async function createDatabase({
  server,
  template,
}: CreateDatabaseOptions = {}): Promise<TestDatabase> {
  const admin = server ?? (await findOrStartServer());
  if (template !== undefined) await makeTemplate(admin, template);
  const name = `pay_index_${randomBytes(8).toString("hex")}`;
  const from = template === undefined ? "template0" : templateDatabaseName(template.name);
  // Without fsync, copied files are faster than the same pages in the log.
  const sql = `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(from)} STRATEGY FILE_COPY`;
  await withClient(admin, (client) => client.query(sql));
  return {
    url: withDatabaseName(admin, name),
    drop: async () => {
      const dropSql = `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`;
      await withClient(admin, (client) => client.query(dropSql));
    },
  };
}

const templateDatabaseName = (name: string) => `pay_index_template_${name}`;

/** Creates the template. It gets its name when it is complete. Other processes wait for it. */
async function makeTemplate(admin: string, { name, make }: NonNullable<CreateDatabaseOptions["template"]>) {
  const whole = templateDatabaseName(name);
  const begun = escapeIdentifier(`${whole}_begun`);
  await withClient(admin, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [whole]);
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [whole]);
    if (rowCount === 1) return;
    await client.query(`DROP DATABASE IF EXISTS ${begun} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${begun} TEMPLATE template0`);
    await make(withDatabaseName(admin, `${whole}_begun`));
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${escapeLiteral(`${whole}_begun`)}`,
    );
    await client.query(`ALTER DATABASE ${begun} RENAME TO ${escapeIdentifier(whole)}`);
  });
}
