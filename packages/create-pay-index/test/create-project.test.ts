import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { hosts, packageManagers } from "../src/answers.ts";
import { createProject } from "../src/create-project.ts";
import { readTemplate } from "../src/read-template.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

let place: string;
beforeEach(async () => {
  place = await createTemporaryFolder();
});

const answersFor = (name: string) =>
  ({ folder: join(place, name), host: "express", packageManager: "npm" }) as const;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe.each(hosts)("a project for %s", (host) => {
  test.each(packageManagers)("is complete with %s", async (packageManager) => {
    const folder = await createProject({ folder: join(place, "tea-shop"), host, packageManager });
    const files = await filesBelow(folder);
    const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
    expect(texts.join("\n")).not.toMatch(/\{\{|workspace:|catalog:/);
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    expect(manifest.name).toBe("tea-shop");
    expect(manifest.engines).toEqual({ node: ">=22.18.0" });
    const readme = await readFile(join(folder, "README.md"), "utf8");
    expect(readme).toContain(`# tea-shop\n`);
    expect(readme).toContain(`${packageManager} run demo`);
    expect(files.includes(join(folder, "pnpm-workspace.yaml"))).toBe(packageManager === "pnpm");
  });

  test("starts with the sandbox's published key, which is in no source file", async () => {
    const files = await readTemplate({ folder: "tea", host, packageManager: "npm" });
    const withoutSecrets = files.get(".env")?.replace(/^(\w+_(?:SECRET|PASSWORD)=).*$/gm, "$1");
    expect(withoutSecrets).toBe(files.get(".env.example"));
    expect(files.get(".env")).toMatch(/^MERCHANT_KEY=sandbox-hosted-key$/m);
    expect(files.get(".gitignore")).toMatch(/^\.env$/m);
    const sources = [...files].filter(([path]) => path.endsWith(".ts")).map(([, text]) => text);
    expect(sources.join("\n")).not.toMatch(/sandbox-\w+-key|not-a-secret|superadmin"?\s*$/m);
  });
});

test("no secret of two projects is the same, and none is printed or in a file of the repository", async () => {
  const projects = ["vendure", "medusa", "vendure", "medusa"] as const;
  const secrets: string[] = [];
  for (const [index, host] of projects.entries()) {
    const folder = await createProject({ folder: join(place, `shop-${index}`), host, packageManager: "npm" });
    const settings = parseEnv(await readFile(join(folder, ".env"), "utf8"));
    const names = Object.keys(settings).filter((name) => /_SECRET$|_PASSWORD$/.test(name));
    expect(names).toHaveLength(2);
    const own = names.map((name) => settings[name] ?? "");
    for (const secret of own) expect(secret).toMatch(/^[0-9a-f]{64}$/);
    for (const file of (await filesBelow(folder)).filter((each) => !each.endsWith("/.env")))
      for (const secret of own) expect(await readFile(file, "utf8")).not.toContain(secret);
    secrets.push(...own);
  }
  expect(new Set(secrets).size).toBe(8);
});

test.skipIf(process.platform === "win32")("only its user can read .env, also with a wide umask", async () => {
  const before = process.umask(0);
  try {
    const folder = await createProject(answersFor("tea"));
    expect((await stat(join(folder, ".env"))).mode & 0o777).toBe(0o600);
  } finally {
    process.umask(before);
  }
});

test("creates missing parent folders, and accepts an empty folder or one with only a Git repository", async () => {
  expect(await readdir(await createProject(answersFor("shops/tea")))).toContain("package.json");
  await mkdir(join(place, "repository", ".git"), { recursive: true });
  await writeFile(join(place, "repository", ".git", "HEAD"), "ref: refs/heads/main");
  const folder = await createProject(answersFor("repository"));
  expect(folder).toBe(join(place, "repository"));
  expect(await readdir(folder)).toContain("package.json");
  expect(await readFile(join(folder, ".git", "HEAD"), "utf8")).toBe("ref: refs/heads/main");
});

test.each(["file", "folder with a file"])("refuses a %s, and changes nothing", async (kind) => {
  const target = join(place, "taken");
  const file = kind === "file" ? target : join(target, "mine.txt");
  if (kind !== "file") await mkdir(target);
  await writeFile(file, "mine");
  const refused = await createProject(answersFor("taken")).catch((error) => error);
  expect(refused).toMatchObject({ code: "folder_not_empty" });
  expect(refused.message).toContain("Use another name. Nothing was changed.");
  expect(await filesBelow(place)).toEqual([file]);
  expect(await readFile(file, "utf8")).toBe("mine");
});

test.each(["taken/x", "taken/x/y"])("refuses %s below a file, and says so", async (name) => {
  await writeFile(join(place, "taken"), "mine");
  const refused = await createProject(answersFor(name)).catch((error) => error);
  expect(refused).toMatchObject({ code: "name_invalid" });
  expect(refused.message).toContain("cannot be created, because a part of its path is a file.");
  expect(await filesBelow(place)).toEqual([join(place, "taken")]);
});

test("leaves nothing behind if a file cannot be written", async () => {
  // So long that .gitignore fits below the limit of Linux for a path, and the files in folders do not.
  let deep = join(place, "new");
  while (deep.length < 4083)
    deep = join(deep, "a".repeat(Math.min(200, Math.max(1, 4083 - deep.length - 1))));
  const refused = await createProject({ ...answersFor("x"), folder: deep }).catch((error) => error);
  expect(refused).toMatchObject({ code: "cannot_write" });
  expect(await readdir(place)).toEqual([]);
});

test.runIf(process.platform === "linux")("ends below /proc, where no folder can be created", async () => {
  const refused = createProject({ ...answersFor("x"), folder: "/proc/pay-index/shop" });
  const message = expect.stringContaining("ENOENT");
  await expect(refused).rejects.toMatchObject({ code: "cannot_write", message });
});

test.skipIf(process.getuid?.() === 0)("names the folder that cannot be written", async () => {
  await chmod(place, 0o500);
  await expect(createProject(answersFor("tea"))).rejects.toMatchObject({ code: "cannot_write" });
});
