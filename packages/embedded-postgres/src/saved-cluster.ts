import { chown, cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ServerUser } from "./server-user.ts";

/** Reads the password of a saved cluster. It is a part of the cluster, so copies have the same. */
export function readSavedPassword(kept: string): Promise<string> {
  return readFile(join(kept, "password"), "utf8");
}

/** Creates the data of a new cluster from a saved one. */
export async function copySavedCluster(
  kept: string,
  { data, owner }: { data: string; owner: ServerUser | undefined },
): Promise<void> {
  await cp(join(kept, "data"), data, { recursive: true, verbatimSymlinks: true });
  if (owner === undefined) return;
  const inside = await readdir(data, { recursive: true });
  for (const path of ["", ...inside]) await chown(join(data, path), owner.uid, owner.gid);
}

/** Saves a cluster whose server has stopped. It gets its name when it is complete, and the first one stays. */
export async function saveCluster(folder: string, kept: string): Promise<void> {
  const begun = `${kept}.${process.pid}`;
  await mkdir(dirname(kept), { recursive: true });
  await mkdir(begun, { mode: 0o700 });
  try {
    for (const part of ["data", "password"])
      await cp(join(folder, part), join(begun, part), { recursive: true, verbatimSymlinks: true });
    await rename(begun, kept);
  } catch (error) {
    await rm(begun, { recursive: true, force: true });
    if (!existsAlready(error)) throw error;
  }
}

function existsAlready(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOTEMPTY" || error.code === "EEXIST");
}
