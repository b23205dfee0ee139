import { readPackageJson, siteUrl } from "./site-facts.ts";

/** The file in the root of the published site that lists its versions, such as `["0.2", "0.1"]`: the newest first. */
export const versionsFile = "versions.json";

/** The folder of a version in the published site. The newest version is also in the root. */
export const versionFolderOf = (version: string) => `v${version}`;

/** The version that the site describes, such as `0.2`, from `DOCS_VERSION`. Undefined if it is not released. */
export const siteVersion = process.env.DOCS_VERSION || undefined;

/** Whether the site is built for the folder of its version, from `DOCS_FOLDER`, and not for the root. */
export const isBuiltForVersionFolder = siteVersion !== undefined && process.env.DOCS_FOLDER === "true";

/** The path of the root of the published site. */
export const siteRoot = siteUrl?.pathname ?? "/";

/** The path of this build. */
export const siteBase = isBuiltForVersionFolder
  ? `${siteRoot}${versionFolderOf(siteVersion ?? "")}/`
  : siteRoot;

/** The address of this build without the slash at its end. Empty if the site has no address. */
export const currentBuildAddress =
  siteUrl === undefined ? "" : new URL(siteBase, siteUrl).href.replace(/\/$/, "");

/**
 * Returns the version of the documentation for a version of the packages, such as `0.2` for `0.2.7`: a patch changes no
 * promise.
 *
 * @throws Error if the packages have no release yet
 */
export function toDocumentedVersion(
  version = readPackageJson("packages/core/package.json").version ?? "",
): string {
  const [, release] = /^(\d+\.\d+)\.\d+$/.exec(version) ?? [];
  if (release === undefined || release === "0.0")
    throw new Error(
      `The packages have the version "${version}", which is no release. Run release:version first.`,
    );
  return release;
}

/** Returns the list with a version more, the newest first. */
export function addVersion(versions: readonly string[], version: string): readonly string[] {
  const numbers = (each: string) => each.split(".").map(Number);
  return [...new Set([...versions, version])].sort((a, b) => {
    const [[majorA = 0, minorA = 0], [majorB = 0, minorB = 0]] = [numbers(a), numbers(b)];
    return majorB - majorA || minorB - minorA;
  });
}
