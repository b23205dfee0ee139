import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { medusaReleases, newestMedusa, vendureReleases } from "./host-releases.ts";
import { packageFolder, repositoryRoot } from "./pack-tarballs.ts";

const [oldestVendure, , newestVendure] = vendureReleases;

const read = (...path: string[]) => readFile(join(...path), "utf8");

async function readPeers(name: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await read(packageFolder(name), "package.json")).peerDependencies;
}

test("the ranges of the plugins begin at the oldest release that is tried", async () => {
  const [medusa] = medusaReleases;
  expect(await readPeers("medusa")).toMatchObject({
    "@medusajs/medusa": `^${medusa.version}`,
    "@medusajs/ui": `^${medusa.ui}`,
    "react-router-dom": `^${medusa.router} || ^7.0.0`,
  });
  const range = `^${oldestVendure}`;
  expect(await readPeers("vendure")).toMatchObject({ "@vendure/core": range });
  const plugin = await read(packageFolder("vendure"), "src/pay-index-plugin.ts");
  expect(plugin).toContain(`compatibility: "${range}"`);
});

test("the newest release that is tried is the one of the workspace", async () => {
  const catalog = await read(repositoryRoot, "pnpm-workspace.yaml");
  expect(catalog).toContain(`"@medusajs/medusa": ${newestMedusa.version}\n`);
  expect(catalog).toContain(`"@vendure/core": ${newestVendure}\n`);
});
