import type { AttemptTerms } from "./attempt-terms.ts";
import { type SignRule, signRules } from "./notification-sign.ts";
import type { VerifiedFact } from "./verified-fact.ts";

/** Between which strengths the rule lies by which a message is signed (NSIG-WEAKER). */
export interface SignStrength {
  readonly atLeast: number;
  readonly atMost: number;
}

function strengthOf(rule: SignRule): number {
  if (rule === "nine") return 1;
  return rule.endsWith("zero") ? 3 : 2;
}

export function signStrength(isSignedBy: (rule: SignRule) => boolean): SignStrength {
  const strengths = signRules.filter(isSignedBy).map(strengthOf);
  return { atLeast: Math.min(...strengths), atMost: Math.max(...strengths) };
}

/** What a shop must remember of the strengths that its merchants' notifications have proved. */
export class SignStrengthMemory {
  readonly #proved = new Map<string, number>();
  readonly #seen = new Set<string>();

  /** Learns from an accepted message. True: it must open a review item. A repeat need not. */
  mustOpenItem(tenant: string, terms: AttemptTerms, { fact, strength }: Accepted): boolean {
    const merchant = JSON.stringify([tenant, terms.memberId]);
    const proved = this.#proved.get(merchant) ?? 0;
    this.#proved.set(merchant, Math.max(proved, strength.atLeast));
    const { order, code, amount, trueAmount, currency, transaction } = fact;
    const numbers = [amount, trueAmount].map((each) => each.replace(/^0+(?=\d)|\.?0*$/g, ""));
    const name = JSON.stringify([terms.orderId, order, code, ...numbers, currency, transaction]);
    const isRepeat = this.#seen.has(name);
    this.#seen.add(name);
    const configured = Math.max(...terms.rules.map(strengthOf));
    return !isRepeat && strength.atMost < Math.min(proved, configured);
  }
}

interface Accepted {
  readonly fact: VerifiedFact;
  readonly strength: SignStrength;
}
