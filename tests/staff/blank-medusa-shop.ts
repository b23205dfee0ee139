import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ChildServer, startChildServer } from "../../apps/demo/src/run/child-server.ts";
import type { SeededShop } from "../../packages/medusa/test/shop/buyer.mts";
import type { MedusaRelease } from "../packaging/host-releases.ts";
import type { PackageManager } from "../packaging/install-packages.ts";
import type { Tarballs } from "../packaging/pack-tarballs.ts";
import { BlankShop } from "./blank-shop.ts";

/** What the backend of Medusa's own starter lists. */
const starterDependencies = ({ version, ui, router }: MedusaRelease) => ({
  "@medusajs/admin-sdk": version,
  "@medusajs/admin-shared": version,
  "@medusajs/cli": version,
  "@medusajs/dashboard": version,
  "@medusajs/draft-order": version,
  "@medusajs/framework": version,
  "@medusajs/medusa": version,
  "@medusajs/ui": ui,
  "@swc/core": "^1.7.28",
  "@tanstack/react-query": "5.64.2",
  react: "^18.3.1",
  "react-dom": "^18.3.1",
  "react-i18next": "13.5.0",
  "react-router-dom": router,
  "ts-node": "^10.9.2",
  typescript: "^5.6.2",
});

const cli = "@medusajs/cli/cli.js";

export const staffLogin = { email: "staff@shop.example", password: "not-a-secret" };

export class BlankMedusaShop extends BlankShop {
  static async install(
    tarballs: Tarballs,
    installer: PackageManager,
    release: MedusaRelease,
  ): Promise<BlankMedusaShop> {
    const installation = { host: "medusa", dependencies: starterDependencies(release) } as const;
    const shop = new BlankMedusaShop(await BlankShop.installIn(tarballs, installer, installation));
    const seed = new URL("../../packages/medusa/test/shop/seed-shop.mts", import.meta.url);
    await copyFile(fileURLToPath(seed), join(shop.folder, "seed.mts"));
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
      args: [join(this.folder, "node_modules", cli), "start"],
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

  async #medusa(env: Record<string, string>, ...command: string[]): Promise<string> {
    const { stdout } = await this.runScript(cli, command, { ...env, MEDUSA_DISABLE_TELEMETRY: "true" });
    return stdout;
  }
}
