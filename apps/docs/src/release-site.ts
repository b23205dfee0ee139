/** Adds the site of the packages' version to the published site: `pnpm docs:release --into FOLDER`. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildRelease } from "./build-release.ts";
import { toDocumentedVersion } from "./site-version.ts";

const { into } = parseArgs({ options: { into: { type: "string" } } }).values;
if (into === undefined) throw new Error("Name the folder with the published site: --into FOLDER");
const version = toDocumentedVersion();
buildRelease({ version, into: resolve(into), source: fileURLToPath(new URL("..", import.meta.url)) });
console.log(`${resolve(into)} has the documentation of version ${version}.`);
