import { stat } from "node:fs/promises";
import { basename } from "node:path";

const kilobyte = 1000;

/** The largest tarball that a release may publish, in bytes. A larger one contains something by mistake. */
const usualLimit = 300 * kilobyte;

/** Packages that may be larger, with the reason. */
const limits: Readonly<Record<string, number>> = {
  // The engine, its source maps and the declarations of six entry points.
  "pay-index-core": 800 * kilobyte,
};

/** Throws an error that names each tarball above its limit. Returns the size of all. */
export async function checkTarballSizes(tarballs: readonly string[]): Promise<number> {
  let total = 0;
  const problems: string[] = [];
  for (const tarball of tarballs) {
    const { size } = await stat(tarball);
    total += size;
    const limit = limits[basename(tarball).replace(/-\d+\.\d+\.\d+.*$/, "")] ?? usualLimit;
    if (size > limit) problems.push(`${basename(tarball)}: ${size} bytes, the limit is ${limit}`);
  }
  if (problems.length > 0) throw new Error(`Tarballs that are too large:\n${problems.join("\n")}`);
  return total;
}
