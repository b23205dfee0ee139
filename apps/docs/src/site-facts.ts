import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The root of the repository. The site is built from the Markdown files in it. */
export const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));

interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** Reads a package.json. `path`: from the root of the repository. */
export const readPackageJson = (path: string): PackageJson =>
  JSON.parse(readFileSync(`${repositoryRoot}${path}`, "utf8")) as PackageJson;

/** What `release.json` says so far. It is the only place for these addresses. */
interface ReleaseInfo {
  readonly repository?: string;
  readonly homepage?: string;
}

const release = JSON.parse(readFileSync(`${repositoryRoot}release.json`, "utf8")) as ReleaseInfo;

/** The address of the site, such as `https://docs.example/pay/`. Without it, the site has no sitemap. */
export const siteUrl = findSiteUrl(process.env.DOCS_URL, release);

/** The web address of the repository. Without it, links to other files become plain text. */
export const repositoryUrl = release.repository;

/**
 * Returns `DOCS_URL`, or the `homepage` of `release.json` if it is not set.
 *
 * @throws Error if the address is not a web address
 */
export function findSiteUrl(docsUrl: string | undefined, { homepage }: ReleaseInfo): URL | undefined {
  const [name, address] = docsUrl ? ["DOCS_URL", docsUrl] : ["homepage in release.json", homepage];
  if (address === undefined) return undefined;
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new Error(
      `${name} is "${address}". Set it to the address of the site, such as https://docs.example/.`,
    );
  return new URL(address.endsWith("/") ? address : `${address}/`);
}
