import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Whom the server runs as: Postgres refuses root, so root lends it to `nobody`. Undefined: whoever asks. */
export async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(["-u", "-g"].map(idOfNobody));
  return { uid: Number(uid), gid: Number(gid) };
}

async function idOfNobody(which: string): Promise<string> {
  return (await promisify(execFile)("id", [which, "nobody"])).stdout;
}
