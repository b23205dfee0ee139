import { readFileSync } from "node:fs";

/** The fields of a package.json that commands read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Returns the manifest of this package. */
export function readOwnManifest(): Manifest {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
}
