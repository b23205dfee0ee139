import { readPackageJson } from "./site-facts.ts";

/** An entry point of a package: what users import, and the declarations that they see. */
export interface PackageEntryPoint {
  /** Such as `@pay-index/express/pg-boss`. */
  readonly name: string;
  /** The path of the entry point in the package, such as `./pg-boss`, or `.` for the package itself. */
  readonly path: string;
  /** The built file with its declarations, as a path in the package. */
  readonly declarations: string;
}

/** Returns every entry point with declarations of a package. Others are not for people, such as a plugin of an admin. */
export function findPackageEntryPoints(folder: string): PackageEntryPoint[] {
  const { name, exports = {} } = readPackageJson(`packages/${folder}/package.json`);
  return Object.entries(exports).flatMap(([path, target]) => {
    const declarations = declarationsOf(target);
    return declarations === undefined ? [] : [{ name: `${name}${path.slice(1)}`, path, declarations }];
  });
}

/** The first file with declarations in the conditions of an export. */
function declarationsOf(target: unknown): string | undefined {
  if (typeof target === "string") return target.endsWith(".d.ts") ? target : undefined;
  if (typeof target !== "object" || target === null) return undefined;
  return Object.values(target)
    .map(declarationsOf)
    .find((file) => file !== undefined);
}
