import type { PackageManager } from "../packaging/install-packages.ts";
import type { Tarballs } from "../packaging/pack-tarballs.ts";
import { BlankShop } from "./blank-shop.ts";

/** As in this repository: the newest one asks for a version of another package that does not resolve. */
const overrides = { "@graphql-tools/delegate": "12.2.0" };

const dependencies = {
  "@vendure/core": "3.7.3",
  "@vendure/dashboard": "3.7.3",
  react: "^19.2.4",
  "sql.js": "1.14.2",
  typescript: "5.9.3",
  vite: "7.3.8",
};

export class BlankVendureShop extends BlankShop {
  static async install(tarballs: Tarballs, installer: PackageManager): Promise<BlankVendureShop> {
    const installation = { host: "vendure", dependencies, overrides } as const;
    return new BlankVendureShop(await BlankShop.installIn(tarballs, installer, installation));
  }

  /** Gives what the build said. */
  async buildDashboard(): Promise<string> {
    const { stdout, stderr } = await this.runScript("vite/bin/vite.js", ["build"]);
    return stdout + stderr;
  }

  /** What the compiler says about the dashboard's part of the package; about Vendure's own it says some as well. */
  async complaints(): Promise<string[]> {
    const output = await this.runScript("typescript/bin/tsc", [
      "-p",
      "tsconfig.json",
      "--pretty",
      "false",
    ]).then(
      ({ stdout }) => stdout,
      (error) => error.stdout as string,
    );
    return output.split("\n").filter((line) => line.startsWith("node_modules/@pay-index/"));
  }
}
