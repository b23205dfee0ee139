import { copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ChildServer, startChildServer } from "../../apps/demo/src/run/child-server.ts";
import type { SeededShop } from "../../packages/medusa/test/shop/buyer.mts";
import { installPackages, type PackageManager } from "../packaging/install-packages.ts";
import { runProgram, type Tarballs } from "../packaging/pack-tarballs.ts";

/** What the backend of Medusa's own starter lists. */
const starterDependencies = {
  "@medusajs/admin-sdk": "2.21.2",
  "@medusajs/admin-shared": "2.21.2",
  "@medusajs/cli": "2.21.2",
  "@medusajs/dashboard": "2.21.2",
  "@medusajs/draft-order": "2.21.2",
  "@medusajs/framework": "2.21.2",
  "@medusajs/medusa": "2.21.2",
  "@medusajs/ui": "4.2.6",
  "@swc/core": "^1.7.28",
  "@tanstack/react-query": "5.64.2",
  react: "^18.3.1",
  "react-dom": "^18.3.1",
  "react-i18next": "13.5.0",
  "react-router-dom": "7.18.2",
  "ts-node": "^10.9.2",
  typescript: "^5.6.2",
};

export const staffLogin = { email: "staff@shop.example", password: "not-a-secret" };

/** A Medusa that installs the packed packages and builds its admin, as `docs/reference/medusa.md` says. */
export class BlankMedusaShop implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async install(tarballs: Tarballs, installer: PackageManager): Promise<BlankMedusaShop> {
    const shop = new BlankMedusaShop(await mkdtemp(join(tmpdir(), `pay-index-medusa-${installer}-`)));
    const { folder } = shop;
    await cp(new URL("medusa-shop", import.meta.url), folder, { recursive: true });
    const seed = new URL("../../packages/medusa/test/shop/seed-shop.mts", import.meta.url);
    await copyFile(fileURLToPath(seed), join(folder, "seed.mts"));
    const ours = await tarballs.dependencies("medusa");
    const manifest = {
      name: "blank",
      private: true,
      dependencies: { ...starterDependencies, ...ours },
      overrides: ours,
    };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    const settings = { overrides: ours, pmOnFail: "ignore", strictDepBuilds: false };
    await writeFile(join(folder, "pnpm-workspace.yaml"), JSON.stringify(settings));
    await installPackages(folder, installer);
    return shop;
  }

  /** Makes the tables, something to sell, and a member of staff. */
  async fill(databaseUrl: string): Promise<SeededShop> {
    const env = { DATABASE_URL: databaseUrl, NODE_ENV: "development" };
    await this.#medusa(env, "db:migrate");
    const said = await this.#medusa(env, "exec", "./fill.js");
    await this.#medusa(env, "user", "-e", staffLogin.email, "-p", staffLogin.password);
    const [, sold] = /^sold: (.*)$/m.exec(said) ?? [];
    if (sold === undefined) throw new Error(`nothing to sell:\n${said}`);
    return JSON.parse(sold);
  }

  /** The server and its admin, as for production. */
  async build(): Promise<void> {
    await this.#medusa({ NODE_ENV: "production" }, "build");
  }

  start(env: { DATABASE_URL: string; SANDBOX_URL: string; PORT: string }): Promise<ChildServer> {
    return startChildServer({
      name: "shop",
      args: [this.#cli, "start"],
      cwd: join(this.folder, ".medusa/server"),
      env: { ...env, NODE_ENV: "production", MEDUSA_DISABLE_TELEMETRY: "true" },
      ready: /Server is ready/,
    });
  }

  /** Of the admin that was built. */
  async styles(): Promise<string> {
    const assets = join(this.folder, ".medusa/server/public/admin/assets");
    const sheets = (await readdir(assets)).filter((file) => file.endsWith(".css"));
    return (await Promise.all(sheets.map((file) => readFile(join(assets, file), "utf8")))).join("\n");
  }

  /** The plugin's pages, as they were installed. */
  pages(): Promise<string> {
    const file = "node_modules/@pay-index/medusa/.medusa/server/src/admin/index.mjs";
    return readFile(join(this.folder, file), "utf8");
  }

  get #cli(): string {
    return join(this.folder, "node_modules/@medusajs/cli/cli.js");
  }

  async #medusa(env: Record<string, string>, ...command: string[]): Promise<string> {
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const { stdout } = await runProgram(process.execPath, [this.#cli, ...command], {
      cwd: this.folder,
      env: { ...process.env, ...env, PATH, MEDUSA_DISABLE_TELEMETRY: "true" },
      maxBuffer: 1e8,
    });
    return stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
