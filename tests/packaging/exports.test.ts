import { join } from "node:path";
import { expect, test } from "vitest";
import { findPackageEntryPoints } from "../../apps/docs/src/package-entry-points.ts";
import { packages, repositoryRoot } from "./pack-tarballs.ts";
import { PackageDeclarations } from "./public-names.ts";

/** The declarations of each entry point. `packages/<name>/api` lists the entry points and what they export. */
const entries = packages
  .flatMap((name) =>
    findPackageEntryPoints(name).map(({ declarations }) => `packages/${name}/${declarations}`),
  )
  .map((file) => file.replace("/./", "/"));

const declarations = new PackageDeclarations(entries);

test.each(entries)("%s declares the values that the package exports", async (file) => {
  const { values, types } = declarations.names(file);
  const names = Object.keys(await import(join(repositoryRoot, file.replace(/\.d\.ts$/, ".js"))));
  // Node adds a default export to a CommonJS package.
  expect(names.filter((name) => name !== "default").sort()).toEqual(values);
  expect(values.length + types.length).toBeGreaterThan(0);
});
