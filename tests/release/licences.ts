import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { PublicPackage } from "./public-packages.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Licences that let a shop use a package in closed software, without a duty beyond naming its authors. */
const allowed: ReadonlySet<string> = new Set([
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause"],
  ...["CC0-1.0", "ISC", "MIT", "MIT-0", "Unlicense"],
]);

/**
 * Packages whose package.json names a file instead of a licence, with the reason why they are accepted.
 * Every shop on Medusa has them already, because Medusa depends on them.
 */
const accepted: Readonly<Record<string, string>> = {
  "@medusajs/js-sdk": "MIT, except for Medusa's Enterprise Edition, which none of our code uses",
};

/** A software bill of materials, as far as it is read here. */
interface Sbom {
  readonly components: readonly SbomComponent[];
}
interface SbomComponent {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

/** Writes the CycloneDX file of each package, with all that an installation brings along. */
export async function writeSboms(packages: readonly PublicPackage[], folder: string): Promise<void> {
  const filters = packages.flatMap(({ name }) => ["--filter", name]);
  const format = ["sbom", "--sbom-format", "cyclonedx", "--prod", "--split"];
  const command = ["--yes", "pnpm@12", ...filters, ...format, "--out", join(folder, "%s.cdx.json")];
  await run("npx", command, { cwd: root, maxBuffer: 1e8 });
}

/** The components whose licence is not allowed, as `name@version: licence`. */
function findLicenceProblems(sbom: Sbom): readonly string[] {
  return sbom.components.flatMap((component) => {
    const { group, name, version, licenses = [] } = component;
    const named = licenses.map(
      ({ license, expression }) => expression ?? license?.id ?? license?.name ?? "none",
    );
    const whole = group === undefined ? name : `${group}/${name}`;
    const fits = whole in accepted || (named.length > 0 && named.every(isAllowed));
    return fits ? [] : [`${whole}@${version}: ${named.join(", ") || "none"}`];
  });
}

/** Of alternatives, one is enough. Of licences that apply together, each has to be allowed. */
function isAllowed(expression: string): boolean {
  const alternatives = expression.replace(/[()]/g, "").split(" OR ");
  return alternatives.some((each) => each.split(" AND ").every((licence) => allowed.has(licence.trim())));
}

/** Reads the files that `writeSboms` wrote. Throws an error that names each component with another licence. */
export function checkLicences(folder: string): { components: number } {
  const files = readdirSync(folder).filter((file) => file.endsWith(".cdx.json"));
  const sboms = files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Sbom);
  const problems = new Set(sboms.flatMap(findLicenceProblems));
  if (problems.size > 0) throw new Error(`Licences that are not on the list:\n${[...problems].join("\n")}`);
  return { components: new Set(sboms.flatMap(({ components }) => components.map(({ name }) => name))).size };
}
