import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Answers, toPackageName } from "./answers.ts";

/** Where the build puts the templates, seen from the sources and from the build. */
const templates = fileURLToPath(new URL("../dist/templates/", import.meta.url));

/**
 * npm leaves files of these names out of a package, or reads them as its own. pnpm's settings are for pnpm only.
 */
const renamedFiles: Readonly<Record<string, string>> = {
  _gitignore: ".gitignore",
  "_env.example": ".env.example",
  "_pnpm-workspace.yaml": "pnpm-workspace.yaml",
};

/** The files of a project: their texts by their path. */
export async function readTemplate(answers: Answers): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const folder = join(templates, answers.host);
  for (const path of await listFiles(folder)) {
    const target = renamedFiles[path] ?? path;
    if (target === "pnpm-workspace.yaml" && answers.packageManager !== "pnpm") continue;
    files.set(target, fill(await readFile(join(folder, path), "utf8"), answers));
  }
  const settings = files.get(".env.example");
  // The project starts without further steps. Git ignores this file: later it has the shop's own key.
  if (settings !== undefined) files.set(".env", settings.replace(/^\w+_(?:SECRET|PASSWORD)=$/gm, addSecret));
  return files;
}

/** No two projects, and no two settings, have the same secret. */
function addSecret(setting: string): string {
  return `${setting}${randomBytes(32).toString("hex")}`;
}

function fill(text: string, { folder, packageManager }: Answers): string {
  return text.replaceAll("{{name}}", toPackageName(folder)).replaceAll("{{packageManager}}", packageManager);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}
