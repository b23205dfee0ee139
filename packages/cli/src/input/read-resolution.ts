import { fromAmountText, type Money } from "@pay-index/core";
import { usageError } from "../command-error.ts";

/** The options of `pay-index review resolve` that only some actions need. */
export interface ResolutionDetails {
  readonly cycle?: string;
  readonly refundAmount?: string;
  readonly refundReference?: string;
}

/** @throws CommandError `usage` */
export function readCycle({ cycle }: ResolutionDetails) {
  if (cycle === undefined) return {};
  if (/^[1-9]\d{0,8}$/.test(cycle)) return { cycle: Number(cycle) };
  throw usageError("--cycle must be a cycle of the subscription: 1, 2, 3 …");
}

/** @throws CommandError `usage` */
export function readRecordedRefund({ refundAmount, refundReference }: ResolutionDetails) {
  if (refundAmount === undefined && refundReference === undefined) return {};
  if (refundAmount === undefined || refundReference === undefined)
    throw usageError(
      'A refund needs --refund-amount "5.00 USD" and --refund-reference, the gateway\'s id of the refund.',
    );
  return { refund: { amount: readMoney(refundAmount), reference: refundReference } };
}

function readMoney(input: string): Money {
  try {
    const [, amount = "", currency = ""] = /^\s*(\S+)\s+([A-Z]{3})\s*$/.exec(input) ?? [];
    return fromAmountText(amount, currency);
  } catch {
    throw usageError('--refund-amount must be an amount and a currency, such as "5.00 USD".');
  }
}
