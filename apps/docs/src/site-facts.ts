import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The root of the repository. The site is built from the Markdown files in it. */
export const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));

interface Manifest {
  readonly version?: string;
  readonly repository?: string | { readonly url: string };
}

const readManifest = (path: string): Manifest =>
  JSON.parse(readFileSync(`${repositoryRoot}${path}`, "utf8")) as Manifest;

/** The version that all packages share. */
export const version = readManifest("packages/core/package.json").version ?? "";

/** The address of the site, such as `https://docs.example/pay/`, from `DOCS_URL`. Without it, the site has no sitemap. */
export const siteUrl = process.env.DOCS_URL === undefined ? undefined : new URL(process.env.DOCS_URL);

/** The web address of the repository, from the root `package.json`. Without it, links to other files become plain text. */
export const repositoryUrl = webAddress(readManifest("package.json").repository);

function webAddress(repository: Manifest["repository"]): string | undefined {
  const url = typeof repository === "object" ? repository.url : repository;
  return url?.replace(/^git\+/, "").replace(/\.git$/, "");
}
