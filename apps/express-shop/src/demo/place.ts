import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Database, freshDatabase } from "@pay-index/embedded-postgres";
import { type Child, startChild } from "./child.ts";

/** A shop and a gateway, each a process of its own. They share sockets and nothing else. */
export interface Place {
  readonly shopUrl: string;
  readonly sandboxUrl: string;
  /** The shop's file, or the address of its database. */
  readonly database: string;
  /** The last lines that each of them printed. */
  lastWords(): string;
  /** Ends all of it, and leaves no file behind. */
  close(): Promise<void>;
}

export interface PlaceOptions {
  readonly shopPort: string;
  readonly sandboxPort: string;
  /** Starts a Postgres for the shop, or takes the one of DATABASE_URL, where SQLite is the default. */
  readonly postgres: boolean;
  /** More for the shop's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function openPlace({ shopPort, sandboxPort, postgres, env = {} }: PlaceOptions): Promise<Place> {
  const children: Child[] = [];
  const folder = mkdtempSync(join(tmpdir(), "pay-index-demo-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeFolder);

  let fresh: Database | undefined;

  async function close(): Promise<void> {
    await Promise.all(children.map((child) => child.end()));
    await fresh?.drop();
    removeFolder();
  }

  async function start(...[child]: Parameters<typeof startChild>): Promise<string> {
    const started = await startChild(child);
    children.push(started);
    return started.ready[1] ?? "";
  }

  try {
    fresh = postgres ? await freshDatabase() : undefined;
    const database = fresh?.url ?? join(folder, "shop.db");
    const command = fileURLToPath(new URL("cli.js", import.meta.resolve("@pay-index/sandbox")));
    const sandboxUrl = await start({
      name: "sandbox",
      args: [command, "--port", sandboxPort],
      ready: /^pay_index sandbox: (http:\S+)/,
    });
    const shopUrl = await start({
      name: "shop",
      args: [fileURLToPath(new URL("../main.ts", import.meta.url))],
      env: { PORT: shopPort, SANDBOX_URL: sandboxUrl, DATABASE_URL: database, ...env },
      ready: /^shop: (http:\S+)/,
    });
    const lastWords = () => children.map(lastWordsOf).join("\n");
    return { shopUrl, sandboxUrl, database, lastWords, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function lastWordsOf({ name, output }: Child): string {
  return `${name} printed last:\n  ${output().split("\n").slice(-10).join("\n  ")}\n`;
}

/** The port, or "0" for any when somebody else has it. */
export async function freePort(port: number, host: string): Promise<string> {
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch {
    return "0";
  }
  server.close();
  await once(server, "close");
  return String(port);
}
