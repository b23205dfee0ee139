// Makes the project of each host in dist, of folders with templates. Fills in the versions: our own from package.json, the hosts' from
// the catalog of the workspace, which the tests run with.
import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const catalogText = await readFile(new URL("../../pnpm-workspace.yaml", import.meta.url), "utf8");
const { version } = JSON.parse(await readFile(new URL("package.json", import.meta.url), "utf8"));

const customShop = ["shared", "storefront", "sqlite", "custom"];

/** The folders of each host. A file of a later folder replaces that of an earlier one. */
const hosts = {
  express: { framework: "Express", folders: [...customShop, "express"] },
  hono: { framework: "Hono", folders: [...customShop, "hono"] },
  fastify: { framework: "Fastify", folders: [...customShop, "fastify"] },
  next: { framework: "Next.js", folders: ["shared", "../../../apps/next-shop", "sqlite", "next"] },
  vendure: { framework: "Vendure", folders: ["shared", "storefront", "vendure"] },
  medusa: { framework: "Medusa", folders: ["shared", "storefront", "medusa"] },
};

for (const [host, { framework, folders }] of Object.entries(hosts)) {
  const project = fileURLToPath(new URL(`dist/templates/${host}/`, import.meta.url));
  for (const folder of folders)
    await cp(new URL(`templates/${folder}/`, import.meta.url), project, {
      recursive: true,
      filter: isSource,
    });
  // What to read in the project: a part of its README.
  const layout = await readFile(`${project}layout.md`, "utf8").catch(() => "");
  await rm(`${project}layout.md`, { force: true });
  for (const path of await readdir(project, { recursive: true })) {
    const file = join(project, path);
    if ((await stat(file)).isDirectory()) continue;
    const text = (await readFile(file, "utf8"))
      .replaceAll("{{layout}}\n\n", layout)
      .replaceAll("{{host}}", host)
      .replaceAll("{{framework}}", framework)
      // The sample shop uses the sandbox in production. A project must not.
      .replace(/^ *\/\/ Only this sample.*\n *sandboxInProduction: true,\n/m, "");
    await writeFile(file, path === "package.json" ? fillVersions(text) : text);
  }
}

/** The sample shop also has what was built and installed, and its tests. */
function isSource(path) {
  return !/next-shop\/(?:\.|node_modules|test|README|next-env|.*\.(?:db.*|tsbuildinfo)$)/.test(path);
}

function fillVersions(text) {
  const manifest = JSON.parse(text);
  for (const kind of ["dependencies", "devDependencies"])
    for (const [name, range] of Object.entries(manifest[kind] ?? {}))
      manifest[kind][name] = fillVersion(name, range);
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** As `pnpm pack` does in a published package.json. */
function fillVersion(name, range) {
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
