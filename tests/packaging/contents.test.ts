import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAnchors, findLinks } from "../docs/markdown-links.ts";
import {
  packageFolder,
  packages,
  packTarballs,
  registryName,
  repositoryRoot,
  runProgram,
  type Tarballs,
} from "./pack-tarballs.ts";

let tarballs: Tarballs;
beforeAll(async () => {
  tarballs = await packTarballs();
}, 60_000);
afterAll(() => tarballs[Symbol.asyncDispose]());

const attw = join(
  fileURLToPath(import.meta.resolve("@arethetypeswrong/cli/package.json")),
  "../dist/index.js",
);

/** The project has no address yet, so a README links to nothing else on the web. */
const knownSites = ["https://vitest.dev"];

describe.each(packages)("packages/%s, packed", (name) => {
  /** A command, with the projects that it writes. Nobody imports it. */
  const isCommand = name === "create-pay-index";
  const text = async (file: string) =>
    (await runProgram("tar", ["-xOf", tarballs.path(name), `package/${file}`])).stdout;
  const listFiles = async () => {
    const { stdout } = await runProgram("tar", ["-tf", tarballs.path(name)]);
    return stdout.trim().split("\n").sort();
  };
  const manifest = async () => JSON.parse(await text("package.json"));

  test("has what is built, README, LICENSE, changelog and package.json, Vendure's pages, and nothing else", async () => {
    const files = await listFiles();
    const isPage = (file: string) => name === "vendure" && file.startsWith("package/src/dashboard/");
    const place = name === "medusa" ? "package/.medusa/server/" : "package/dist/";
    const main = name === "medusa" ? `${place}src/` : place;
    expect(files.filter((file) => !file.startsWith(place) && !isPage(file))).toEqual([
      // The first version writes it.
      ...(existsSync(join(packageFolder(name), "CHANGELOG.md")) ? ["package/CHANGELOG.md"] : []),
      "package/LICENSE",
      "package/README.md",
      "package/package.json",
    ]);
    const built = files.filter((file) => file.startsWith(place));
    const expected = isCommand ? ["cli.js", "templates/express/package.json"] : ["index.js", "index.d.ts"];
    expect(built).toEqual(expect.arrayContaining(expected.map((file) => main + file)));
    const more: Readonly<Record<string, readonly string[]>> = {
      // Medusa's own builder makes both kinds of an admin, and what storefronts read are modules in a CommonJS package.
      medusa: ["src/admin/index.mjs", "storefront/package.json"],
      opentelemetry: ["grafana-dashboard.json"],
      staff: ["app/app.css", "app/index.html"],
      sandbox: [
        ...["inspector/contents.css", "inspector/frame.css", "inspector/lists.css"],
        ...["pages/base.css", "pages/controls.css"],
      ],
    };
    const isTemplate = (file: string) => isCommand && file.startsWith(`${place}templates/`);
    const other = built.filter((file) => !isTemplate(file) && !/\.(?:js|js\.map|d\.ts)$/.test(file));
    expect(other).toEqual((more[name] ?? []).map((file) => place + file));
  });

  test.runIf(name === "vendure")("names a dashboard page that it contains", async () => {
    const page = /dashboard: "([^"]+)"/.exec(await text("dist/pay-index-plugin.js"))?.[1] ?? "";
    expect(await listFiles()).toContain(posix.join("package/dist", page));
  });

  test("carries the licence of the repository, and a README that names it", async () => {
    expect(await text("LICENSE")).toBe(await readFile(join(repositoryRoot, "LICENSE"), "utf8"));
    expect(await text("README.md")).toMatch(new RegExp(`^# ${registryName(name)}\\n`));
    expect((await manifest()).license).toBe("MIT");
  });

  test("has a README whose links and pictures work without the repository", async () => {
    const readme = await text("README.md");
    const files = await listFiles();
    const works = (link: string) =>
      link.startsWith("#")
        ? findAnchors(readme).has(link.slice(1))
        : knownSites.some((site) => link.startsWith(site)) || files.includes(`package/${link}`);
    expect(findLinks(readme).filter((link) => !works(link))).toEqual([]);
  });

  test.runIf(name === "core")("has the licences of the bundled packages", async () => {
    // The date library is in the file of the engine only.
    const engine = await text("dist/shared/engine.js");
    const [head = ""] = engine.split("*/");
    expect(engine.slice(head.length)).toContain("date-fns");
    for (const built of ["date-fns", "@date-fns/tz"]) expect(head).toContain(`Contains parts of ${built}.`);
    expect(head.match(/Permission is hereby granted/g)).toHaveLength(3);
    expect(Object.keys((await manifest()).dependencies).sort()).toEqual(["dinero.js", "zod"]);
  });

  test("depends on nothing from the workspace, and runs no script when it is installed", async () => {
    const { dependencies, peerDependencies, optionalDependencies, scripts } = await manifest();
    const all: object = { ...dependencies, ...peerDependencies, ...optionalDependencies };
    const wanted = Object.values(all) as string[];
    expect(wanted.filter((range) => !/^(?:[\^~]|>=)?\d/.test(range))).toEqual([]);
    expect(Object.keys(scripts ?? {}).filter((script) => /install|prepare/.test(script))).toEqual([]);
  });

  test("names the Node versions of the matrix", async () => {
    const { engines, type } = await manifest();
    expect(type).toBe(name === "medusa" || name === "vendure" ? "commonjs" : "module");
    expect(engines).toEqual({ node: name === "conformance" ? ">=22.13.0" : "^20.19.0 || >=22.12.0" });
  });

  test("passes publint, strictly", async () => {
    const file = await readFile(tarballs.path(name));
    const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test.skipIf(isCommand)("has types for every entry point", async () => {
    const command = [attw, tarballs.path(name), "--profile", "esm-only", "--no-emoji", "--no-color"];
    // Nobody imports an admin's pages but the build of Medusa's admin.
    if (name === "medusa") command.push("--exclude-entrypoints", "./admin");
    const { code, stdout } = await runProgram(process.execPath, command).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error) => ({ code: error.code, stdout: error.stdout }),
    );
    expect(code, stdout).toBe(0);
  });
});
