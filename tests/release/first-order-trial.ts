import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { NewUser } from "../create/new-user.ts";

/** The packages of each host's framework. */
const frameworks = { express: /^express$/, vendure: /^@vendure\//, medusa: /^@medusajs\// } as const;

export type TrialHost = keyof typeof frameworks;
export const trialHosts = Object.keys(frameworks) as readonly TrialHost[];

/**
 * Creates a project as a new user, installs it, and pays one order.
 *
 * @param release a version or a tag of the framework. Undefined: the one of the project
 */
export async function tryFirstOrder(user: NewUser, host: TrialHost, release?: string): Promise<string> {
  const cwd = await user.create(host, "npm", release);
  if (release !== undefined) await changeFramework(join(cwd, "package.json"), frameworks[host], release);
  await user.run(["npm", "install"], { cwd });
  const printed = await user.run(["npm", "run", "demo"], { cwd });
  const end = "The order is paid and placed.";
  if (!printed.includes(end)) throw new Error(printed);
  return end;
}

async function changeFramework(file: string, framework: RegExp, release: string): Promise<void> {
  const manifest = JSON.parse(await readFile(file, "utf8"));
  for (const name of Object.keys(manifest.dependencies))
    if (framework.test(name)) manifest.dependencies[name] = release;
  await writeFile(file, JSON.stringify(manifest));
}
