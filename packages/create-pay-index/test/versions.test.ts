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
