// Copies the templates to dist, and fills in the versions: our own from package.json, the hosts' from the catalog of
// the workspace, which the tests run with.
import { cp, glob, readFile, writeFile } from "node:fs/promises";

const catalogText = await readFile(new URL("../../pnpm-workspace.yaml", import.meta.url), "utf8");
const { version } = JSON.parse(await readFile(new URL("package.json", import.meta.url), "utf8"));

const templates = new URL("dist/templates/", import.meta.url);
await cp(new URL("templates/", import.meta.url), templates, { recursive: true });
for await (const file of glob("*/package.json", { cwd: templates })) {
  const manifest = JSON.parse(await readFile(new URL(file, templates), "utf8"));
  for (const kind of ["dependencies", "devDependencies"])
    for (const [name, range] of Object.entries(manifest[kind] ?? {}))
      manifest[kind][name] = fill(name, range);
  await writeFile(new URL(file, templates), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** As `pnpm pack` does in a published package.json. */
function fill(name, range) {
  if (range === "workspace:^") return `^${version}`;
  // Medusa releases all of its packages with one version.
  if (range === "catalog:") return findInCatalog(name.startsWith("@medusajs/") ? "@medusajs/medusa" : name);
  return range;
}

function findInCatalog(name) {
  const [, block = ""] = /^catalog:\n((?: {2}.*\n)*)/m.exec(catalogText) ?? [];
  const entries = block.split("\n").map((line) => /^ {2}"?([^":]+)"?: (\S+)$/.exec(line) ?? []);
  const [, , found] = entries.find(([, entry]) => entry === name) ?? [];
  if (found === undefined) throw new Error(`The catalog of pnpm-workspace.yaml has no ${name}.`);
  return found;
}
