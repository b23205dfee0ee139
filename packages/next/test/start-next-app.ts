import { execFile } from "node:child_process";
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Next.js as it is installed here. `next15` is the oldest one that is supported. */
export type NextRelease = "next" | "next15";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** Where an app is built. Each test file has its own, because files run at the same time. */
const appFolder = (name: string) => join(packageFolder, ".apps", name);

/** Builds the app of the tests for production. */
export async function buildNextApp(name: string, release: NextRelease): Promise<void> {
  const folder = appFolder(name);
  await rm(folder, { recursive: true, force: true });
  await cp(join(packageFolder, "test/shop-app"), folder, { recursive: true });
  await mkdir(join(folder, "node_modules"));
  await symlink(join(packageFolder, "node_modules", release), join(folder, "node_modules/next"));
  const bin = join(folder, "node_modules/next/dist/bin/next");
  // A release that runs in this process has left its own variables.
  const inherited = Object.entries(process.env).filter(
    ([variable]) => !/^(?:__)?NEXT_|^TURBOPACK/.test(variable),
  );
  const env = {
    ...Object.fromEntries(inherited),
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
  };
  await promisify(execFile)(process.execPath, [bin, "build"], { cwd: folder, env });
}

/** Starts a built app in this process, as `next start` does, without its own socket. */
export async function startNextApp(name: string): Promise<RequestListener> {
  const dir = appFolder(name);
  // The release that the app was built with.
  const next = createRequire(join(dir, "package.json"))("next") as typeof import("next").default;
  const app = next({ dev: false, dir });
  await app.prepare();
  return app.getRequestHandler();
}
