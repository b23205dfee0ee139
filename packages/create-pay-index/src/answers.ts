import { basename, resolve } from "node:path";
import validatePackageName from "validate-npm-package-name";
import { CreateError } from "./create-error.ts";

export const hosts = ["express", "hono", "fastify", "next", "vendure", "medusa"] as const;
export type Host = (typeof hosts)[number];

export const packageManagers = ["npm", "pnpm"] as const;
export type PackageManager = (typeof packageManagers)[number];

/** The answers to the three questions. */
export interface Answers {
  /** The folder of the project, as the user wrote it. The last part of its path is the name of the package. */
  readonly folder: string;
  readonly host: Host;
  readonly packageManager: PackageManager;
}

/** The name of the package in a folder. `.` is the folder in which the command runs. */
export function toPackageName(folder: string): string {
  return basename(resolve(folder));
}

/** Returns what is wrong with the name of a folder. Undefined if npm accepts it as the name of a package. */
export function findNameProblem(folder: string): string | undefined {
  if (folder.trim() === "") return "The name is empty. Enter a name such as my-shop.";
  const name = toPackageName(folder);
  const { errors = [], warnings = [], validForNewPackages } = validatePackageName(name);
  if (validForNewPackages) return undefined;
  const reasons = [...errors, ...warnings].join("; ");
  return `npm does not accept the name "${name}": ${reasons}. Use lower-case letters, digits and hyphens.`;
}

/** @throws CreateError `name_invalid` */
export function parseFolder(folder: string): string {
  const problem = findNameProblem(folder);
  if (problem !== undefined) throw new CreateError("name_invalid", problem);
  return folder;
}

/** All hosts, for a sentence. */
export const hostList = new Intl.ListFormat("en", { type: "disjunction" }).format(hosts);

/** @throws CreateError `host_unknown` */
export function parseHost(text: string): Host {
  const found = hosts.find((host) => host === text.toLowerCase());
  if (found !== undefined) return found;
  throw new CreateError("host_unknown", `There is no host "${text}". Use ${hostList}.`);
}

/** @throws CreateError `package_manager_unknown` */
export function parsePackageManager(text: string): PackageManager {
  const found = packageManagers.find((manager) => manager === text.toLowerCase());
  if (found !== undefined) return found;
  const message = `There is no package manager "${text}" in this command. Use npm or pnpm.`;
  throw new CreateError("package_manager_unknown", message);
}

/** The answers of `--yes`. */
export function defaultAnswers(env: NodeJS.ProcessEnv): Answers {
  return {
    folder: "pay-index-shop",
    host: "express",
    packageManager: packageManagers.find((manager) => manager === findRunningPackageManager(env)) ?? "npm",
  };
}

/** The package manager that runs this command. Package managers name themselves in `npm_config_user_agent`. */
export function findRunningPackageManager({
  npm_config_user_agent: agent = "",
}: NodeJS.ProcessEnv): string | undefined {
  return /^([\w-]+)\//.exec(agent)?.[1];
}
