import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { showControlCharacters } from "@pay-index/core/adapter";
import { createDatabase, createMariadbDatabase, type TestDatabase } from "@pay-index/embedded-postgres";
import type { QuirkProfile } from "@pay-index/sandbox/client";
import { type ChildServer, type ChildServerOptions, startChildServer } from "./child-server.ts";

/** A shop and a gateway in separate processes, which share only sockets. */
export interface DemoEnvironment {
  readonly shopUrl: string;
  readonly sandboxUrl: string;
  /** The shop's file, or the address of its database. */
  readonly database: string;
  /** Moves the shop's clock forward by a number of seconds, if it is adjustable. */
  passInShop(seconds: number): Promise<void>;
  /** Returns the last lines of their output. */
  lastWords(): string;
  /** Ends all processes, and deletes all files. */
  close(): Promise<void>;
}

export interface DemoEnvironmentOptions {
  readonly sandboxPort: string;
  /** How the sandbox differs from the protocol. Default: not at all. */
  readonly profile?: QuirkProfile | undefined;
  /** The address of a database instead of a file, or `fresh` or `mariadb` for a temporary server of Postgres or MariaDB. */
  readonly database?: string | undefined;
  /** The processes of the shop, in their starting order. The first one's ready line has the shop's address. */
  readonly shop: (
    at: Pick<DemoEnvironment, "sandboxUrl" | "database">,
  ) => readonly ChildServerOptions[] | Promise<readonly ChildServerOptions[]>;
}

export async function openDemoEnvironment({
  sandboxPort,
  profile = "none",
  database: wanted,
  shop,
}: DemoEnvironmentOptions): Promise<DemoEnvironment> {
  const children: ChildServer[] = [];
  const folder = mkdtempSync(join(tmpdir(), "pay-index-demo-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeFolder);
  let fresh: TestDatabase | undefined;

  async function close(): Promise<void> {
    await Promise.all(children.map((child) => child.end()));
    await fresh?.drop();
    removeFolder();
  }

  async function start(child: ChildServerOptions): Promise<string> {
    const started = await startChildServer(child);
    children.push(started);
    return started.ready[1] ?? "";
  }

  try {
    if (wanted === "fresh") fresh = await createDatabase();
    if (wanted === "mariadb") fresh = await createMariadbDatabase();
    const database = fresh?.url ?? wanted ?? join(folder, "shop.db");
    const command = fileURLToPath(new URL("cli.js", import.meta.resolve("@pay-index/sandbox")));
    const sandboxUrl = await start({
      name: "sandbox",
      args: [command, "--port", sandboxPort, "--quirks", profile],
      ready: /^pay_index sandbox: (http:\S+)/,
    });
    const urls: string[] = [];
    for (const child of await shop({ sandboxUrl, database })) urls.push(await start(child));
    const passInShop = async (seconds: number) => {
      for (const child of children.slice(1)) await child.pass(seconds);
    };
    const lastWords = () => children.map(recentOutputOf).join("\n");
    return { shopUrl: urls[0] ?? "", sandboxUrl, database, passInShop, lastWords, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function recentOutputOf({ name, output }: ChildServer): string {
  return `${name} printed last:\n  ${output().split("\n").slice(-10).map(showControlCharacters).join("\n  ")}\n`;
}
