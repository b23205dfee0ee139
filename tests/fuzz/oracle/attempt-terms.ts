import type { SignRule } from "./notification-sign.ts";

/** What one attempt asked for, as the gateway received it. The oracle judges messages by this and nothing else. */
export interface AttemptTerms {
  readonly orderId: string;
  readonly memberId: string;
  /** The merchant's key and the replaced ones. */
  readonly keys: readonly string[];
  readonly rules: readonly SignRule[];
  readonly currency: string;
  /** Decimal text. */
  readonly amount: string;
  /** How many cycles the plan has; 0 for other variants. */
  readonly cycles: number;
}
