import { copyFile, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createTemporaryFolder } from "./temporary-folder.ts";

const complete = {
  GATEWAY_URL: "http://localhost:4400",
  MERCHANT_ID: "10002",
  MERCHANT_KEY: "sandbox-hosted-key",
  SHOP_URL: "http://localhost:3000",
};
const secrets = { COOKIE_SECRET: "a secret" };
const ofVendure = { VENDURE_URL: "http://localhost:3001", SUPERADMIN_PASSWORD: "a password" };
const vendure = { ...complete, ...secrets, ...ofVendure };
const ofMedusa = { MEDUSA_URL: "http://localhost:9000", DATABASE_URL: "postgres://localhost/medusa" };
const medusa = { ...complete, ...secrets, ...ofMedusa, JWT_SECRET: "a secret" };

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each([
  { host: "Express", env: complete, load: () => import("../templates/sqlite/src/settings.ts") },
  { host: "Vendure", env: vendure, load: () => import("../templates/vendure/src/settings.ts") },
])("the settings of the project for $host", ({ env, load }) => {
  const loadWith = (settings: Readonly<Record<string, string>>) => {
    vi.resetModules();
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    return load();
  };

  test("are those of the environment", async () => {
    const { settings } = await loadWith(env);
    expect(settings).toMatchObject({ gateway: env.GATEWAY_URL, merchant: { key: env.MERCHANT_KEY } });
  });

  test.each(Object.keys(env))("are refused without %s, or if it is empty", async (name) => {
    const problem = `Set ${name} in .env or in the environment.`;
    await expect(loadWith({ ...env, [name]: "" })).rejects.toThrow(problem);
  });
});

test("Medusa does not start without a setting, so there is no default secret and no default database", async () => {
  const load = await prepareMedusaConfig();
  expect((await load(medusa)).projectConfig).toMatchObject({
    databaseUrl: medusa.DATABASE_URL,
    http: { jwtSecret: medusa.JWT_SECRET, cookieSecret: medusa.COOKIE_SECRET },
  });
  for (const name of Object.keys(medusa))
    await expect(load({ ...medusa, [name]: "" })).rejects.toThrow(`Set ${name} in .env`);
});

const packages = fileURLToPath(new URL("../..", import.meta.url));

/** Puts the configuration into a folder with Medusa and without `.env`. Returns the function that loads it. */
async function prepareMedusaConfig() {
  const folder = await createTemporaryFolder();
  const workingFolder = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(workingFolder));
  await mkdir("node_modules/@medusajs", { recursive: true });
  const framework = "node_modules/@medusajs/framework";
  await symlink(join(packages, "medusa", framework), framework);
  await mkdir("src");
  for (const file of ["medusa-config.ts", "src/settings.ts"])
    await copyFile(join(packages, "create-pay-index/templates/medusa", file), join(folder, file));
  return async (env: Readonly<Record<string, string>>) => {
    vi.resetModules();
    const sandbox = { GATEWAY_IS_SANDBOX: "yes" };
    for (const [name, value] of Object.entries({ ...sandbox, ...env })) vi.stubEnv(name, value);
    return (await import(pathToFileURL(join(folder, "medusa-config.ts")).href)).default;
  };
}
