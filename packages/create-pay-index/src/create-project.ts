import { mkdir, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Answers } from "./answers.ts";
import { CreateError } from "./errors.ts";
import { readTemplate } from "./template-files.ts";

/**
 * Writes the project into its folder, and returns the folder's path. If something fails, nothing is left behind.
 *
 * @throws CreateError `folder_not_empty` or `cannot_write`
 */
export async function createProject(answers: Answers): Promise<string> {
  const folder = resolve(answers.folder);
  await requireFreeFolder(folder);
  const files = await readTemplate(answers);
  const written: string[] = [];
  const created: string[] = [];
  try {
    for (const [path, text] of files) {
      const file = join(folder, path);
      created.push(...(await createFolders(dirname(file))));
      // Another process may have written the file in the meantime.
      await writeFile(file, text, { flag: "wx" });
      written.push(file);
    }
  } catch (cause) {
    for (const file of written) await rm(file, { force: true });
    // Not recursive: what another process wrote stays.
    for (const each of created.reverse()) await rmdir(each).catch(() => undefined);
    throw toWriteError(folder, cause);
  }
  return folder;
}

/** Creates a folder and the missing folders above it. Returns the created ones, the uppermost first. */
async function createFolders(folder: string): Promise<string[]> {
  const uppermost = await mkdir(folder, { recursive: true });
  if (uppermost === undefined) return [];
  const created = [folder];
  while (created[0] !== uppermost) created.unshift(dirname(created[0] ?? uppermost));
  return created;
}

/** @throws CreateError `folder_not_empty` or `cannot_write` */
export async function requireFreeFolder(folder: string): Promise<void> {
  const entries = await readdir(resolve(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") return [folder];
    throw toWriteError(folder, error);
  });
  if (entries.length > 0) {
    const message = `${folder} already exists and is not an empty folder. Use another name. Nothing was changed.`;
    throw new CreateError("folder_not_empty", message);
  }
}

function toWriteError(folder: string, cause: unknown): CreateError {
  const code = Object(cause).code ?? "unknown";
  const message = `${folder} cannot be written (${code}). Use a folder that you may write, with free space.`;
  return new CreateError("cannot_write", message, { cause });
}
