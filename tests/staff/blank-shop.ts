import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { installPackages, type PackageManager } from "../packaging/install-packages.ts";
import { runProgram, type Tarballs } from "../packaging/pack-tarballs.ts";

interface Installation {
  readonly host: "medusa" | "vendure";
  readonly dependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

/** A shop that installs the packed packages and builds its admin, as the reference of its host says. */
export class BlankShop implements AsyncDisposable {
  readonly folder: string;

  protected constructor(folder: string) {
    this.folder = folder;
  }

  protected static async installIn(
    tarballs: Tarballs,
    installer: PackageManager,
    { host, dependencies, overrides = {} }: Installation,
  ): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), `pay-index-${host}-${installer}-`));
    await cp(new URL(`${host}-shop`, import.meta.url), folder, { recursive: true });
    const ours = await tarballs.dependencies(host);
    const all = { ...overrides, ...ours };
    const named = { ...dependencies, ...ours };
    const manifest = { name: "blank", private: true, dependencies: named, overrides: all };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    const settings = { overrides: all, pmOnFail: "ignore", strictDepBuilds: false };
    await writeFile(join(folder, "pnpm-workspace.yaml"), JSON.stringify(settings));
    await installPackages(folder, installer);
    return folder;
  }

  /** Runs a script of the installed packages. The builds of both admins start a Node of their own. */
  protected runScript(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    return runProgram(process.execPath, [join(this.folder, "node_modules", script), ...args], {
      cwd: this.folder,
      env: { ...process.env, ...env, PATH },
      maxBuffer: 1e8,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
