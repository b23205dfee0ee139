import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { installPackages, type PackageManager } from "../packaging/install-packages.ts";
import { runProgram, type Tarballs } from "../packaging/pack-tarballs.ts";

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

/** A shop that installs the packed packages and builds its dashboard, as `docs/reference/vendure.md` says. */
export class BlankVendureShop implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async install(tarballs: Tarballs, installer: PackageManager): Promise<BlankVendureShop> {
    const shop = new BlankVendureShop(await mkdtemp(join(tmpdir(), `pay-index-dashboard-${installer}-`)));
    const { folder } = shop;
    await cp(new URL("vendure-shop", import.meta.url), folder, { recursive: true });
    const ours = await tarballs.dependencies("vendure");
    const all = { ...dependencies, ...ours };
    const manifest = {
      name: "blank",
      private: true,
      dependencies: all,
      overrides: { ...overrides, ...ours },
    };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    const settings = { overrides: manifest.overrides, pmOnFail: "ignore", strictDepBuilds: false };
    await writeFile(join(folder, "pnpm-workspace.yaml"), JSON.stringify(settings));
    await installPackages(folder, installer);
    return shop;
  }

  /** Gives what the build said. */
  async buildDashboard(): Promise<string> {
    const { stdout, stderr } = await this.#node("vite/bin/vite.js", "build");
    return stdout + stderr;
  }

  /** What the compiler says about the dashboard's part of the package; about Vendure's own it says some as well. */
  async complaints(): Promise<string[]> {
    const output = await this.#node("typescript/bin/tsc", "-p", "tsconfig.json", "--pretty", "false").then(
      ({ stdout }) => stdout,
      (error) => error.stdout as string,
    );
    return output.split("\n").filter((line) => line.startsWith("node_modules/@pay-index/"));
  }

  #node(script: string, ...args: string[]) {
    // The dashboard's build starts a Node of its own.
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const options = { cwd: this.folder, env: { ...process.env, PATH }, maxBuffer: 1e8 };
    return runProgram(process.execPath, [join("node_modules", script), ...args], options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
