// The packed packages in blank projects, as a shop installs them, on each Node that they are for.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchNode, type NodeRelease, nodeReleases } from "./node-releases.ts";
import {
  packageFolder,
  packages,
  packTarballs,
  registryName,
  repositoryRoot,
  runProgram,
  type Tarballs,
} from "./pack-tarballs.ts";

const withoutSqlite: readonly string[] = ["20.19.0", "22.12.0"];

const installers = {
  module: ["npm", "install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"],
  // Links strictly, so that a dependency that nobody declared is not found.
  commonjs: ["npx", "--yes", "pnpm@12", "install", "--prefer-offline", "--ignore-scripts"],
} as const;
const projects = ["module", "commonjs"] as const;
type Project = (typeof projects)[number];

const shopOf = { module: "sell-with-both.mjs", commonjs: "sell-with-both.cjs" } as const;

let folder: string;
let tarballs: Tarballs;
const nodes = new Map<NodeRelease, string>();
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pay-index-consumers-"));
  tarballs = await packTarballs();
  await Promise.all([...nodeReleases.map(fetch), ...projects.map(install)]);
});

afterAll(async () => {
  for (const child of running) child.kill();
  await tarballs[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function fetch(release: NodeRelease): Promise<void> {
  nodes.set(release, await fetchNode(release, folder));
}

async function install(type: Project): Promise<void> {
  const place = join(folder, type);
  await cp(new URL("consumers", import.meta.url), place, { recursive: true });
  const packed = Object.fromEntries(
    // Their plugins bring a whole Medusa or Vendure along: each is installed with a shop of its own.
    packages
      .filter((name) => name !== "medusa" && name !== "vendure")
      .map((name) => [registryName(name), `file:${tarballs.path(name)}`]),
  );
  const manifest = {
    name: "blank",
    private: true,
    type,
    dependencies: { ...packed, express: "5.3.0" },
    devDependencies: { "@types/express": "5.0.6", "@types/node": "24.19.2", vitest: "4.1.12" },
  };
  await writeFile(join(place, "package.json"), JSON.stringify(manifest));
  // The packages name each other by version, and these versions are not in a registry yet.
  const settings = { overrides: packed, hoist: false, pmOnFail: "ignore", allowBuilds: { esbuild: false } };
  await writeFile(join(place, "pnpm-workspace.yaml"), JSON.stringify(settings));
  const [program, ...command] = installers[type];
  await runProgram(program, command, { cwd: place });
}

/** The packed sandbox, by the command that it installs. Gives its address. */
async function startSandbox(node: string, type: Project): Promise<string> {
  const cli = join(folder, type, "node_modules/@pay-index/sandbox/dist/cli.js");
  const child = spawn(node, [cli, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  const [line] = await once(createInterface(child.stdout), "line");
  return /http:\/\/\S+/.exec(line)?.[0] ?? "";
}

test.each(packages)("packages/%s has no built file without a source", async (name) => {
  const { stdout } = await runProgram("tar", ["-tf", tarballs.path(name)]);
  const isTemplate = (file: string) => file.startsWith("package/dist/templates/");
  const built = stdout.split("\n").filter((file) => file.startsWith("package/dist/") && !isTemplate(file));
  const sources = built.map((file) =>
    file.replace("package/dist/", "").replace(/(?:\.d\.ts|\.js|\.js\.map)$/, ""),
  );
  const src = join(packageFolder(name), "src");
  // The bundler makes these of what several entry points of core import, and of the static app.
  const isBundled = (file: string) =>
    (name === "core" && file.startsWith("shared/")) || (name === "staff" && file.startsWith("app/"));
  // A style sheet or a dashboard is copied as it is.
  const hasSource = (file: string) => ["", ".ts", ".tsx"].some((end) => existsSync(join(src, file + end)));
  const orphans = sources.filter((file) => !isBundled(file) && !hasSource(file));
  expect(orphans, "left over from an earlier build: remove packages/*/dist and build again").toEqual([]);
});

describe.each(projects)("a blank project of type %s", (type) => {
  test.each(nodeReleases)("sells and is paid on Node %s", async (release) => {
    const node = nodes.get(release)!;
    const own = withoutSqlite.includes(release);
    const sandbox = await startSandbox(own ? process.execPath : node, type);
    const shop = join(folder, type, shopOf[type]);
    const { stdout } = await runProgram(node, [shop, sandbox, join(folder, `${type}-${release}.db`)]);
    // The shop prints its notify address first.
    const [printed = ""] = stdout.trim().split("\n").slice(-1);
    expect(JSON.parse(printed)).toEqual({
      node: expect.stringMatching(new RegExp(`^${release}(?:\\.|$)`)),
      core: { reference: "7", state: "paid" },
      express: own
        ? { code: "options_invalid", message: "This Node has no node:sqlite. Use Node 22.13 or later." }
        : { checkout: 303, order: { id: "7", paid: 1 } },
    });
  });

  test.each(nodeReleases)(
    "has the command line on Node %s, which works in an empty folder",
    async (release) => {
      const cli = join(folder, type, "node_modules/pay-index/dist/main.js");
      const cwd = join(folder, `empty-${type}-${release}`);
      await mkdir(cwd);
      const run = (...args: string[]) => runProgram(nodes.get(release)!, [cli, ...args], { cwd });
      expect(JSON.parse((await run("trigger", "--list", "--json")).stdout)).toMatchObject({ ok: true });
      await writeFile(join(cwd, "key"), "a-key-for-tests\n");
      await writeFile(join(cwd, "form"), "pay_memberid=1&pay_orderid=A&pay_amount=1.00");
      const { stdout } = await run("sign", "form", "--key-file", "key");
      // printf 'pay_amount=1.00&pay_memberid=1&pay_orderid=A&key=a-key-for-tests' | md5sum
      expect(stdout).toContain("pay_md5sign=565583876731E8CAB7EBEC86C57570D8\n");
      await expect(run("doctor", "--json")).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringContaining("config_missing"),
      });
    },
  );

  const compilers = {
    "TypeScript 6": join(repositoryRoot, "node_modules/typescript/bin/tsc"),
    "TypeScript 7": join(repositoryRoot, "packages/core/node_modules/typescript/bin/tsc"),
  };

  describe.each(Object.entries(compilers))("%s", (_, compiler) => {
    async function complaints(module: string, more: Record<string, unknown> = {}): Promise<string[]> {
      const config = {
        compilerOptions: {
          ...{ target: "es2023", module, types: ["node"] },
          ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true },
          ...more,
        },
        files: ["typed-shop.ts"],
      };
      const file = join(folder, type, `tsconfig.${module}.json`);
      await writeFile(file, JSON.stringify(config));
      const output = await runProgram(process.execPath, [compiler, "-p", file, "--pretty", "false"]).then(
        () => "",
        (error) => error.stdout as string,
      );
      return output.trim().split("\n").filter(Boolean);
    }

    test.each([
      ["nodenext, declarations included", "nodenext", false],
      ["preserve, as bundlers want it", "preserve", true],
    ])("compiles a typed shop with module %s", async (_, module, skipLibCheck) => {
      expect(await complaints(module, { skipLibCheck })).toEqual([]);
    });

    test("with module node16 compiles ESM, and reports that CommonJS must not require it", async () => {
      const found = (await complaints("node16", { skipLibCheck: true })).filter(
        (line) => !line.startsWith(" "),
      );
      const codes = found.map((line) => /error (TS\d+)/.exec(line)?.[1]);
      expect(codes, found.join("\n")).toEqual(
        type === "module" ? [] : ["TS1541", "TS1479", "TS1479", "TS1479", "TS1479", "TS1479"],
      );
    });
  });
});
