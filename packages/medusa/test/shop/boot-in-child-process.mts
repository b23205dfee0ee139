import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

/** The plugin of this repository. */
export const pluginFolder = join(import.meta.dirname, "../..");

/** The plugin as a package manager installs it that gives it a framework of its own. Gives its folder. */
export async function installWithOwnFramework(): Promise<string> {
  const plugin = await mkdtemp(join(tmpdir(), "pay-index-two-copies-"));
  onTestFinished(() => rm(plugin, { recursive: true }));
  for (const part of ["package.json", ".medusa"])
    await cp(join(pluginFolder, part), join(plugin, part), { recursive: true });
  const modules = join(plugin, "node_modules");
  await mkdir(join(modules, "@medusajs"), { recursive: true });
  for (const name of ["@pay-index", "@medusajs/medusa"])
    await symlink(await realpath(join(pluginFolder, "node_modules", name)), join(modules, name));
  const framework = await realpath(join(pluginFolder, "node_modules/@medusajs/framework"));
  const copy = join(modules, "@medusajs/framework");
  await cp(framework, copy, {
    recursive: true,
    filter: (path) => !path.startsWith(join(framework, "node_modules")),
  });
  await symlink(dirname(dirname(framework)), join(copy, "node_modules"));
  return plugin;
}

/**
 * A stock Medusa with this copy of the plugin, in a process of its own, which ends when it has started. Gives what it said.
 *
 * @param merchant changes of the plugin's first merchant, which its providers do not get
 */
export async function bootInChildProcess(
  databaseUrl: string,
  plugin: string,
  merchant: object,
): Promise<string> {
  const file = join(import.meta.dirname, "boot-and-exit-process.mts");
  const env = { ...process.env, NODE_ENV: "test", LOG_LEVEL: "error" };
  try {
    const given = [file, databaseUrl, plugin, JSON.stringify(merchant)];
    return (await promisify(execFile)(process.execPath, given, { env })).stdout;
  } catch (error) {
    const { code, stderr } = error as { code: unknown; stderr: string };
    return `ended with ${code}: ${stderr}`;
  }
}
