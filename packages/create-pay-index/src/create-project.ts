import { mkdir, readdir, rm, rmdir, stat, writeFile } from "node:fs/promises";
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
  const existing = await findExistingFolder(folder);
  const written: string[] = [];
  try {
    for (const [path, text] of files) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      // Another process may have written the file in the meantime.
      await writeFile(file, text, { flag: "wx" });
      written.push(file);
    }
  } catch (cause) {
    for (const file of written) await rm(file, { force: true });
    const folders = [...files.keys()].flatMap((path) =>
      foldersBetween(existing, dirname(join(folder, path))),
    );
    // The deepest first, and not recursively: what another process wrote stays.
    for (const each of folders.sort((a, b) => b.length - a.length)) await rmdir(each).catch(() => undefined);
    throw toWriteError(folder, cause);
  }
  return folder;
}

/** The folder itself, or the next one above it that exists. */
async function findExistingFolder(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  );
  return exists || folder === dirname(folder) ? folder : findExistingFolder(dirname(folder));
}

/** The folders below one folder, down to another. */
function foldersBetween(above: string, folder: string): string[] {
  return folder === above ? [] : [folder, ...foldersBetween(above, dirname(folder))];
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
