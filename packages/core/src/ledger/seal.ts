import { createHmac } from "node:crypto";
import { revealSecret, type Secret } from "../secret.ts";
import { isSameText } from "../signature/digest.ts";
import type { Ledger } from "./context.ts";

/** What an adapter seals. Seals of one purpose are never taken for those of another. */
export interface Sealing {
  readonly purpose: string;
  readonly parts: readonly string[];
}

/** The verbs `seal` and `isSeal`. Both throw PayIndexError `store_unavailable`. */
export function sealer<Tx>({ secrets }: Ledger<Tx>) {
  return {
    seal: async (sealing: Sealing) => sealOf(await secrets.newest(), sealing),
    isSeal: async ({ seal, ...sealing }: Sealing & { readonly seal: string }) =>
      secrets.some((secret) => isSameText(sealOf(secret, sealing), seal)),
  };
}

function sealOf(secret: Secret, { purpose, parts }: Sealing): string {
  return createHmac("sha256", revealSecret(secret))
    .update(JSON.stringify(["pay-index seal", purpose, ...parts]))
    .digest("base64url");
}
