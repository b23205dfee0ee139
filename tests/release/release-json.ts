import { readFileSync } from "node:fs";
import { z } from "zod";

const address = z.url({ protocol: /^https$/ });

/** The schema of `release.json`: what only the maintainer knows, and what the files of the project repeat. */
const releaseInfoSchema = z.strictObject({
  /** The repository, without `.git`. npm compares it with the repository that a release comes from. */
  repository: z.string().regex(/^https:\/\/[^\s/?#]+\/[^\s/?#]+\/[^\s/?#]+(?<!\.git)$/),
  homepage: address,
  /** Where users report a bug. */
  bugs: address,
  /** Who reviews changes: GitHub users or teams. */
  codeOwners: z.array(z.string().regex(/^@[\w-]+(?:\/[\w.-]+)?$/)).min(1),
  /** Where to report a breach of the code of conduct: an e-mail address, or the address of a form. */
  conductContact: z.union([z.email(), address]),
});

export type ReleaseInfo = Partial<z.infer<typeof releaseInfoSchema>>;

/** What `release.json` says so far. A wrong value is an error that names its field. */
function parseReleaseInfo(json: string): ReleaseInfo {
  const result = releaseInfoSchema.partial().safeParse(JSON.parse(json));
  if (result.success) return result.data as ReleaseInfo;
  throw new Error(`release.json is wrong.\n${z.prettifyError(result.error)}`);
}

export function readReleaseInfo(): ReleaseInfo {
  return parseReleaseInfo(readFileSync(new URL("../../release.json", import.meta.url), "utf8"));
}

/** The fields that the maintainer has to set before the first release. */
export function findMissingInfo(info: ReleaseInfo): readonly string[] {
  return Object.keys(releaseInfoSchema.shape).filter((field) => !(field in info));
}
