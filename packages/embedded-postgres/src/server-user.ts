import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the user of the server: `nobody` if this process runs as root, because Postgres refuses root. Undefined: the
 * user of this process.
 */
export async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(["-u", "-g"].map(idOfNobody));
  return { uid: Number(uid), gid: Number(gid) };
}

async function idOfNobody(which: string): Promise<string> {
  return (await promisify(execFile)("id", [which, "nobody"])).stdout;
}
