import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runServer } from "verdaccio";
import { findPublicPackages } from "./public-packages.ts";

const run = promisify(execFile);

/** A registry on this machine. It has what is published to it, and everything else from the registry that npm uses. */
export interface LocalRegistry {
  /** The content of an `.npmrc` with which npm, npx and pnpm install from this registry and publish to it. */
  readonly npmrc: string;
  /** Publishes tarballs, in this order. A version that exists already is an error, as in any registry. */
  publishAll(tarballs: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts a registry without accounts on 127.0.0.1, with an empty storage that `close` deletes. */
export async function startLocalRegistry(): Promise<LocalRegistry> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-registry-"));
  const config = join(folder, "config.yaml");
  await writeFile(config, JSON.stringify(await registryConfig()));
  const server = (await runServer(config)) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // npm publishes nothing without a token. This registry does not read it.
  const npmrc = `registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=none\n`;
  await writeFile(join(folder, ".npmrc"), npmrc);
  return {
    npmrc,
    async publishAll(tarballs) {
      for (const tarball of tarballs) {
        const command = ["publish", tarball, "--ignore-scripts", "--access", "public", "--tag", "latest"];
        await run("npm", [...command, "--userconfig", join(folder, ".npmrc")], { cwd: folder });
      }
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** JSON is YAML, which is what the registry reads. */
async function registryConfig(): Promise<unknown> {
  const own = findPublicPackages().map(({ name }) => [name, { access: "$all", publish: "$all" }] as const);
  return {
    storage: "./storage",
    plugins: "./plugins",
    web: { enable: false },
    auth: { htpasswd: { file: "./htpasswd", max_users: -1 } },
    uplinks: { upstream: await npmConnection() },
    packages: {
      ...Object.fromEntries(own),
      // Our packages come from here only. A published version must not hide the one under test.
      "**": { access: "$all", proxy: "upstream" },
    },
    max_body_size: "100mb",
    log: { type: "stdout", format: "pretty", level: "fatal" },
  };
}

/** How npm reaches its registry on this machine. Accounts and tokens stay with npm. */
async function npmConnection(): Promise<Record<string, unknown>> {
  const { stdout } = await run("npm", ["config", "list", "--json", "--long"]);
  const npm = JSON.parse(stdout) as Partial<Record<string, string | null>>;
  const settings = {
    url: npm.registry,
    // npm names a file. Verdaccio wants what is in it.
    ca: npm.cafile ? await readFile(npm.cafile, "utf8") : undefined,
    http_proxy: npm.proxy,
    https_proxy: npm["https-proxy"],
    no_proxy: npm.noproxy,
  };
  const given = Object.entries(settings).filter(([, value]) => typeof value === "string" && value !== "");
  // Tarballs are in the caches of npm and pnpm already.
  return { ...Object.fromEntries(given), cache: false, timeout: "60s", maxage: "30m", max_fails: 5 };
}
