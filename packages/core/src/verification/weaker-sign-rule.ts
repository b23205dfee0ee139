import type { EngineContext } from "../engine-context.ts";
import type { TenantAndMerchantId } from "../ports/installation-store.ts";
import { greatestStrength, type SignStrength } from "../protocol/signature/notification-sign.ts";

/** Between which strengths the rule lies that the gateway signed a notification by: one text may be that of several rules. */
export interface NotificationSignStrengthRange {
  /** It does not verify under any weaker rule. */
  readonly atLeast: SignStrength;
  /** It does not verify under any stronger rule. */
  readonly atMost: SignStrength;
}

/**
 * Remembers which fields a merchant's gateway signs, and returns whether this notification is signed by a weaker rule
 * than earlier ones (NSIG-WEAKER). A text that several rules share proves nothing, so most notifications need no read
 * and no write here.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function isSignedByWeakerRuleThanBefore<Tx>(
  { store, settings, strengths }: EngineContext<Tx>,
  merchant: TenantAndMerchantId,
  { atLeast, atMost }: NotificationSignStrengthRange,
): Promise<boolean> {
  const name = JSON.stringify([merchant.tenant, merchant.merchantId]);
  const known = strengths.get(name);
  if (atLeast > weakestStrength && (known === undefined || known < atLeast)) {
    await store.rememberSignStrength(merchant, atLeast);
    strengths.set(name, atLeast);
  }
  if (atMost === strongestStrength) return false;
  const remembered = await store.signStrength(merchant);
  // A merchant who removes the stronger rules from `signRules` declares that the gateway uses a weaker one from now on.
  return remembered !== undefined && atMost < Math.min(remembered, greatestStrength(settings.signRules));
}

const weakestStrength: SignStrength = 1;
const strongestStrength: SignStrength = 3;
