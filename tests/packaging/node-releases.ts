import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "./pack-tarballs.ts";

/** The lowest of each line that `engines` admits, the first with node:sqlite, our own, and the newest one. */
export const nodeReleases = ["20.19.0", "22.12.0", "22.13.0", "24", "26.10.0"] as const;
export type NodeRelease = (typeof nodeReleases)[number];

/** Gives the program. One folder each: side by side the packages would fight for the name `node`. */
export async function fetchNode(release: NodeRelease, folder: string): Promise<string> {
  if (release === "24") return process.execPath;
  const name = `node-linux-${process.arch}`;
  const place = join(folder, `node-${release}`);
  await mkdir(place);
  const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  await runProgram("npm", ["install", "--prefix", place, ...flags, `${name}@${release}`]);
  return join(place, "node_modules", name, "bin/node");
}
