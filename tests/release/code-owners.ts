import { readFileSync } from "node:fs";
import type { ReleaseInfo } from "./release-json.ts";

/** The content of `.github/CODEOWNERS`. */
export function codeOwnersFile({ codeOwners }: ReleaseInfo): string {
  const head = "# Written by `pnpm release:fill` from release.json. Do not edit.\n";
  return codeOwners === undefined ? head : `${head}* ${codeOwners.join(" ")}\n`;
}

export const codeOwnersPath = new URL("../../.github/CODEOWNERS", import.meta.url);

export const codeOwnersAreCurrent = (info: ReleaseInfo) =>
  readFileSync(codeOwnersPath, "utf8") === codeOwnersFile(info);
