import type { PaymentState } from "../payment/judge.ts";
import type { Decision } from "./decide.ts";
import type { Work } from "./work.ts";

/** `work`: do it again. All others book what a person decided. */
export type Remedy = "work" | Decision["action"];

/**
 * The one thing that staff is advised to do about an item, once they have looked at the gateway. It is the one that is safe when
 * they err: closing never loses money that is reported later, and nothing is shipped. `state` is its payment's.
 */
export function remedyOf({ kind }: Pick<Work, "kind">, state: PaymentState): Remedy {
  switch (kind) {
    case "paid":
    case "not-verified":
      return "work";
    case "paid-twice":
    case "refund-due":
    case "refund-notice":
    case "unknown-cycle":
      return "refunded";
    case "no-result":
    case "mismatch":
    case "contradictory":
    case "unknown-code":
      return state === "paid" ? "refunded" : "closed";
  }
}
