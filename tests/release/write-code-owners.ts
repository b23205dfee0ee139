// Writes the files that repeat what release.json says: `pnpm release:fill`.
import { writeFileSync } from "node:fs";
import { codeOwnersFile, codeOwnersPath } from "./code-owners.ts";
import { readReleaseInfo } from "./release-json.ts";

writeFileSync(codeOwnersPath, codeOwnersFile(readReleaseInfo()));
