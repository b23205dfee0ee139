import { createHmac } from "node:crypto";
import type { EngineContext } from "../engine-context.ts";
import { equalsInConstantTime } from "../protocol/signature/md5-digest.ts";
import { revealSecret, type Secret } from "../secret.ts";

/** The texts that an adapter seals. A seal is valid for its `purpose` only. */
export interface SealInput {
  readonly purpose: string;
  readonly parts: readonly string[];
}

/** The methods `seal` and `isSeal`. Both throw PayIndexError `store_unavailable`. */
export function createSealAndVerifyMethods<Tx>({ secrets }: EngineContext<Tx>) {
  return {
    seal: async (sealing: SealInput) => computeSeal(await secrets.newest(), sealing),
    isSeal: async ({ seal, ...sealing }: SealInput & { readonly seal: string }) =>
      secrets.some((secret) => equalsInConstantTime(computeSeal(secret, sealing), seal)),
  };
}

function computeSeal(secret: Secret, { purpose, parts }: SealInput): string {
  return createHmac("sha256", revealSecret(secret))
    .update(JSON.stringify(["pay-index seal", purpose, ...parts]))
    .digest("base64url");
}
