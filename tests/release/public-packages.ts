import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What the release reads of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

/** A package of the workspace that a release publishes. */
export interface PublicPackage {
  /** The name in the registry. */
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every package in `packages/` that is not private, by name. */
export function findPublicPackages(workspace: string = root): readonly PublicPackage[] {
  return readdirSync(join(workspace, "packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => {
      const folder = join(workspace, "packages", entry.name);
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
      return { name: manifest.name, folder, manifest };
    })
    .filter(({ manifest }) => manifest.private !== true)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
