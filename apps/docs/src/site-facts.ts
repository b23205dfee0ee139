import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The root of the repository. The site is built from the Markdown files in it. */
export const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly repository?: string | { readonly url: string };
}

/** Reads a package.json. `path`: from the root of the repository. */
export const readManifest = (path: string): Manifest =>
  JSON.parse(readFileSync(`${repositoryRoot}${path}`, "utf8")) as Manifest;

/** The version that all packages share. */
export const version = readManifest("packages/core/package.json").version ?? "";

/** The address of the site, such as `https://docs.example/pay/`, from `DOCS_URL`. Without it, the site has no sitemap. */
export const siteUrl = parseSiteUrl(process.env.DOCS_URL);

/** The web address of the repository, from the root `package.json`. Without it, links to other files become plain text. */
export const repositoryUrl = webAddress(readManifest("package.json").repository);

/** @throws Error if the address is not a web address */
export function parseSiteUrl(address: string | undefined): URL | undefined {
  if (address === undefined || address === "") return undefined;
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new Error(
      `DOCS_URL is "${address}". Set it to the address of the site, such as https://docs.example/.`,
    );
  return new URL(address.endsWith("/") ? address : `${address}/`);
}

function webAddress(repository: Manifest["repository"]): string | undefined {
  const url = typeof repository === "object" ? repository.url : repository;
  return url?.replace(/^git\+/, "").replace(/\.git$/, "");
}
