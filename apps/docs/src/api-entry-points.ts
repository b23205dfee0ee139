import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findPackageEntryPoints } from "./package-entry-points.ts";
import { readPackageJson, repositoryRoot } from "./site-facts.ts";

/** An entry point of a package, whose exports have a page of the site. */
export interface ApiEntryPoint {
  /** What users import, such as `@pay-index/express/pg-boss`. */
  readonly name: string;
  /** The file that is the entry point, as a path from the root of the repository. */
  readonly source: string;
  /** The name of its page without its ending, such as `express-pg-boss`. */
  readonly slug: string;
  /** The page, as a path from the root of the repository. It is written when the site is built. */
  readonly page: string;
  /** What its package is for. */
  readonly description: string;
}

/** Where the pages are written. */
export const apiFolder = "apps/docs/api";
/** The page that lists all entry points. */
export const apiIndexFile = `${apiFolder}/index.md`;

/** The packages in the order of the sidebar: first those that a shop imports. */
const packages = [
  ...["express", "hono", "fastify", "next", "vendure", "medusa", "app", "sandbox", "postgres", "sqlite"],
  ...["opentelemetry", "cli", "core", "server", "staff", "pages", "conformance"],
];

/** Every entry point with declarations of these packages. */
export const apiEntryPoints: readonly ApiEntryPoint[] = packages.flatMap((folder) => {
  const { description = "" } = readPackageJson(`packages/${folder}/package.json`);
  return findPackageEntryPoints(folder).map(({ name, path, declarations }) => {
    const slug = [folder, ...path.split("/").slice(1)].join("-");
    const source = `packages/${folder}/${sourceOf(declarations)}`;
    return { name, source, slug, page: `${apiFolder}/${slug}.md`, description };
  });
});

/** The folders of the packages that need no page of their exports: they are a command, or for this repository only. */
export const packagesWithoutApi = readdirSync(join(repositoryRoot, "packages")).filter(
  (folder) => !packages.includes(folder),
);

/** Returns the source of a built file, such as `src/index.ts` for `./dist/index.d.ts`. */
function sourceOf(declarations: string): string {
  return declarations
    .replace(/^\.\/(?:dist|\.medusa\/server(?:\/src)?)\//, "src/")
    .replace(/\.d\.ts$/, ".ts");
}
