import type { SignRule } from "./notification-sign.ts";

/** What one attempt asked for, as the gateway received it. The oracle judges messages by this and nothing else. */
export interface AttemptTerms {
  readonly orderId: string;
  readonly memberId: string;
  /** The merchant's key and the replaced ones. */
  readonly keys: readonly string[];
  readonly rules: readonly SignRule[];
  readonly currency: string;
  /** Decimal text of the order amount. */
  readonly amount: string;
  /** Decimal text of what the first charge collects. */
  readonly firstAmount: string;
  /** How many cycles the plan has; 0 for other variants. */
  readonly cycles: number;
}

/** Whether received text is this amount: decimal digits with an optional point, compared as numbers (MON-COMPARE). */
export function equalsAmount(received: string, expected: string): boolean {
  const [left, right] = [scaled(received), scaled(expected)];
  return left !== undefined && left === right;
}

function scaled(text: string): bigint | undefined {
  const [, whole, fraction = ""] = /^([0-9]{1,24})(?:\.([0-9]{1,24}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(24, "0"));
}
