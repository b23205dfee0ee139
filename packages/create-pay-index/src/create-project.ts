import { mkdir, readdir, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Answers } from "./answers.ts";
import { CreateError } from "./create-error.ts";
import { readTemplate } from "./read-template.ts";

/**
 * Writes the project into its folder, and returns the folder's path. If something fails, nothing is left behind.
 *
 * @throws CreateError `folder_not_empty`, `name_invalid` or `cannot_write`
 */
export async function createProject(answers: Answers): Promise<string> {
  const folder = resolve(answers.folder);
  await requireFreeFolder(folder);
  const files = await readTemplate(answers);
  const created: string[] = [];
  const written: string[] = [];
  try {
    for (const [path, text] of files) {
      const file = join(folder, path);
      await createFolder(dirname(file), created);
      // Another process may have written the file in the meantime.
      await writeFile(file, text, { flag: "wx", mode: path === ".env" ? 0o600 : 0o666 });
      written.push(file);
    }
  } catch (cause) {
    for (const file of written) await rm(file, { force: true });
    // The deepest first, and not recursively: what another process wrote stays.
    for (const each of created.reverse()) await rmdir(each).catch(() => undefined);
    throw toWriteError(folder, cause);
  }
  return folder;
}

/**
 * Creates a folder and the missing ones above it, and adds each to a list. The option `recursive` of Node is not used:
 * below `/proc` it never ends, because there a folder can neither be created nor found.
 */
async function createFolder(folder: string, created: string[]): Promise<void> {
  if (folder === dirname(folder) || (await exists(folder))) return;
  await createFolder(dirname(folder), created);
  try {
    await mkdir(folder);
    created.push(folder);
  } catch (error) {
    // Another process created it in the meantime.
    if (Object(error).code !== "EEXIST") throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** @throws CreateError `folder_not_empty`, `name_invalid` or `cannot_write` */
export async function requireFreeFolder(folder: string): Promise<void> {
  const problem = await findFolderError(folder);
  if (problem !== undefined) throw problem;
}

/** Returns why a project cannot be in a folder. Undefined if the folder does not exist, or has at most a `.git`. */
export async function findFolderError(folder: string): Promise<CreateError | undefined> {
  try {
    const entries = await readdir(resolve(folder));
    if (entries.every((entry) => entry === ".git")) return undefined;
  } catch (error) {
    const { code } = Object(error);
    if (code === "ENOENT") return undefined;
    if (code !== "ENOTDIR") return toWriteError(folder, error);
    if (!(await exists(resolve(folder)))) return belowFileError(folder);
  }
  const message = `${folder} already exists and is not an empty folder. Use another name. Nothing was changed.`;
  return new CreateError("folder_not_empty", message);
}

function belowFileError(folder: string): CreateError {
  const message = `${folder} cannot be created, because a part of its path is a file. Use another name. Nothing was changed.`;
  return new CreateError("name_invalid", message);
}

function toWriteError(folder: string, cause: unknown): CreateError {
  const code = Object(cause).code ?? "unknown";
  const message = `${folder} cannot be written (${code}). Use a folder that you may write, with free space.`;
  return new CreateError("cannot_write", message, { cause });
}
