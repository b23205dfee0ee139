import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const guide = new URL("../../../docs/guides/proxies.md", import.meta.url);

/** The configuration that the guide recommends. */
function readGuideSnippet(): string {
  const found = /```nginx\n(.*?)```/s.exec(readFileSync(guide, "utf8"));
  if (found?.[1] === undefined) throw new Error("docs/guides/proxies.md has no configuration for nginx.");
  return found[1];
}

export interface Nginx {
  /** What it logged of the requests. */
  accessLog(): string;
  errorLog(): string;
  close(): Promise<void>;
}

interface Ports {
  readonly nginx: number;
  readonly shop: number;
}

/** The system's nginx with the guide's configuration, in a folder of its own and without privileges. */
export async function startNginx(ports: Ports): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-nginx-"));
  const file = join(folder, "nginx.conf");
  writeFileSync(file, createConfiguration(folder, ports));
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  chmodSync(folder, 0o700);
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  const errors: string[] = [];
  const child = spawn("/usr/sbin/nginx", ["-p", folder, "-c", file, "-e", "stderr"], {
    ...nobody,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await waitUntilStarted(child, errors);
  return {
    accessLog: () => readFileSync(join(folder, "access.log"), "utf8"),
    errorLog: () => errors.filter((line) => /\[(warn|error|crit|alert|emerg)\]/.test(line)).join("\n"),
    async close() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createConfiguration(folder: string, { nginx, shop }: Ports): string {
  const served = readGuideSnippet()
    .replace("127.0.0.1:3000", `127.0.0.1:${shop}`)
    .replace("listen 80;", `listen 127.0.0.1:${nginx};`)
    .replace("/var/log/nginx/shop.log", `${folder}/access.log`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
${temporary}
${served}
}
`;
}

/** Resolves once a worker takes requests. */
async function waitUntilStarted(child: ChildProcess, errors: string[]): Promise<void> {
  const lines = createInterface({ input: child.stderr as NodeJS.ReadableStream });
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      errors.push(line);
      if (line.includes("start worker process ")) resolve();
    });
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`nginx did not start: ${errors.join("\n")}`)));
  });
}
