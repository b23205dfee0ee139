// Writes the project's addresses into each package when it is packed. release.json is the only place that has them.
import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL(".", import.meta.url));

export const hooks = {
  beforePacking(manifest, folder) {
    const { repository, homepage, bugs } = JSON.parse(readFileSync(`${root}release.json`, "utf8"));
    const directory = relative(root, folder).split(sep).join("/");
    if (repository !== undefined)
      manifest.repository = { type: "git", url: `git+${repository}.git`, directory };
    if (homepage !== undefined) manifest.homepage = homepage;
    if (bugs !== undefined) manifest.bugs = { url: bugs };
    return manifest;
  },
};
