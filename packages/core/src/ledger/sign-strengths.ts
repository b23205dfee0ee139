import type { Settings } from "../options.ts";
import { type SignRule, type SignStrength, strengthOf } from "../signature/notification-sign.ts";
import { type Ledger, stored } from "./context.ts";
import type { MerchantKey } from "./installation-store.ts";

/** Between which strengths the rule lies that the gateway signed a notification by: one text may be that of several rules. */
export interface Signed {
  /** It does not verify under any weaker rule. */
  readonly atLeast: SignStrength;
  /** It does not verify under any stronger rule. */
  readonly atMost: SignStrength;
}

/**
 * Remembers how much of its notifications a merchant's gateway signs, and returns whether this one is signed by a weaker rule than
 * earlier ones were (NSIG-WEAKER). A text that several rules share tells nothing, so most notifications read and write nothing here.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function isWeaker<Tx>(
  { store, settings, strengths }: Ledger<Tx>,
  merchant: MerchantKey,
  { atLeast, atMost }: Signed,
): Promise<boolean> {
  const name = JSON.stringify([merchant.tenant, merchant.merchantId]);
  const known = strengths.get(name);
  if (atLeast > weakest && (known === undefined || known < atLeast)) {
    await stored("remember a sign rule", store.rememberSignStrength(merchant, atLeast));
    strengths.set(name, atLeast);
  }
  if (atMost === strongest) return false;
  const remembered = await stored("read a sign rule", store.signStrength(merchant));
  return remembered !== undefined && atMost < Math.min(remembered, configured(settings));
}

const weakest: SignStrength = 1;
const strongest: SignStrength = 3;

/** A merchant who leaves the stronger rules out of `signRules` says that the gateway signs by a weaker one from now on. */
function configured({ signRules }: Settings): number {
  return Math.max(...signRules.map((rule: SignRule) => strengthOf[rule]));
}
