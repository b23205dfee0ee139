import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { satisfies } from "semver";
import type { Manifest } from "../own-manifest.ts";
import { type Finding, finding } from "./finding.ts";

const packageNames = ["core", "express", "medusa", "pages", "postgres", "server", "sqlite", "vendure"];

/** The package that an adapter runs in. */
const hostOfAdapter = { express: "express", medusa: "@medusajs/medusa", vendure: "@vendure/core" } as const;

/** Checks the version of Node, and that the packages of the shop fit together and to their host. */
export function checkVersions(folder: string, own: Manifest, node: string): Finding[] {
  const installed = packageNames.flatMap((name) => findInstalled(`@pay-index/${name}`, folder) ?? []);
  return [...checkNode(own, node), ...checkPackages(installed, own), ...checkHosts(installed, folder)];
}

function checkNode({ engines }: Manifest, node: string): Finding[] {
  const range = engines?.node ?? "*";
  if (satisfies(node, range)) return [];
  return [finding("node_version", `This is Node ${node}. The packages support ${range}.`)];
}

function checkPackages(installed: readonly Manifest[], own: Manifest): Finding[] {
  const others = installed.filter(({ version }) => version !== own.version);
  if (others.length === 0) return [];
  const list = others.map(({ name, version }) => `${name} ${version}`).join(", ");
  const found = `These packages do not have the version ${own.version} of pay-index: ${list}.`;
  return [finding("packages_differ", found)];
}

function checkHosts(installed: readonly Manifest[], folder: string): Finding[] {
  return Object.entries(hostOfAdapter).flatMap(([adapter, hostName]) => {
    const range = installed.find(({ name }) => name === `@pay-index/${adapter}`)?.peerDependencies?.[
      hostName
    ];
    const host = findInstalled(hostName, folder);
    if (range === undefined || host === undefined || satisfies(host.version, range)) return [];
    const found = `${hostName} has the version ${host.version}. @pay-index/${adapter} supports ${range}.`;
    return [finding("host_version", found, { advice: `Install a supported version of ${hostName}.` })];
  });
}

/** Finds a package as Node does, from a folder upwards. Not every package permits Node to resolve its package.json. */
function findInstalled(name: string, folder: string): Manifest | undefined {
  const file = join(folder, "node_modules", name, "package.json");
  if (existsSync(file)) return readManifest(file);
  const parent = dirname(folder);
  return parent === folder ? undefined : findInstalled(name, parent);
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8"));
}
