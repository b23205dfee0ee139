import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parseEnv } from "node:util";
import { findSecretProblems } from "@pay-index/server";
import { type Finding, finding } from "./finding.ts";

const filesWithSecrets = /^\.env(?:\.(?!example$|template$).+)?$|\.(?:db|sqlite3?)(?:-wal|-shm|-journal)?$/;

/** Checks the files of the shop's folder that contain keys, passwords or payments. */
export async function checkFiles(folder: string): Promise<Finding[]> {
  const names = (await readdir(folder)).filter((name) => filesWithSecrets.test(name)).sort();
  const readable = await Promise.all(names.map((name) => findWideRights(folder, name)));
  return [...readable.flat(), ...(names.includes(".env") ? await checkSecrets(join(folder, ".env")) : [])];
}

/** Windows has no such rights. */
async function findWideRights(folder: string, name: string): Promise<Finding[]> {
  const { mode } = await stat(join(folder, name));
  if (process.platform === "win32" || (mode & 0o077) === 0) return [];
  const found = `Other users of this machine can open the file ${name}, which contains keys or payments.`;
  return [finding("file_readable", found, { advice: `Run chmod 600 ${name}.` })];
}

/** Checks what signs the sessions of buyers and staff, also before the shop goes live: outside the sandbox, it would not start. */
async function checkSecrets(file: string): Promise<Finding[]> {
  const settings = parseEnv(await readFile(file, "utf8"));
  const set = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (name in settings ? [[name, settings[name]]] : [])));
  const found = findSecretProblems({
    secrets: set(["JWT_SECRET", "COOKIE_SECRET"]),
    passwords: set(["SUPERADMIN_PASSWORD"]),
  });
  return found.map(({ path, message }) =>
    finding("secret_unsafe", `The setting ${path} in .env ${message}.`),
  );
}
