import { PayIndexError } from "../errors.ts";
import type { Attempt } from "../payment/attempt.ts";
import { cycleId } from "../payment/subscription/cycle.ts";
import type { Money } from "../protocol/money/money.ts";
import { FingerprintSet } from "./fingerprint-set.ts";
import type { StatementRow } from "./statement.ts";

/** Identifies the sale of an attempt, or a later cycle. */
interface NamedCharge {
  readonly attempt: Pick<Attempt, "attemptId">;
  readonly cycle: number | undefined;
}

/** What a statement named until now, in little memory. */
export class NamedRecords {
  /** By merchant: one of its attempts. */
  readonly merchants = new Map<string, Pick<Attempt, "merchantTenant" | "merchantId">>();
  readonly #set = new FingerprintSet();

  addMerchant({ merchantTenant, merchantId }: Attempt): void {
    this.merchants.set(JSON.stringify([merchantTenant, merchantId]), { merchantTenant, merchantId });
  }

  hasMerchant({ merchantTenant, merchantId }: Attempt): boolean {
    return this.merchants.has(JSON.stringify([merchantTenant, merchantId]));
  }

  /** Returns whether the row is new. Equal refunds without an ID and an instant cannot be told apart, and are all new. */
  addRow({ kind, attemptId, transactionId, refundId, amount, at }: StatementRow): boolean {
    if (kind === "sale") {
      if (transactionId !== undefined) return this.#add(["transaction", transactionId]);
      return this.#add(["sale", attemptId]);
    }
    if (refundId !== undefined) return this.#add([kind, refundId]);
    if (at === undefined) return true;
    return this.#add([kind, attemptId, transactionId, amount.minor, amount.currency, at]);
  }

  addSale({ attemptId }: Pick<Attempt, "attemptId">): void {
    this.#add(["sale", attemptId]);
  }

  hasSale({ attemptId }: Pick<Attempt, "attemptId">, transactionIds: readonly string[]): boolean {
    const hasTransaction = transactionIds.some((id) => this.#has(["transaction", id]));
    return hasTransaction || this.#has(["sale", attemptId]);
  }

  /** Returns how many refunds of this amount of the charge were added, with this one. */
  addRefund(charge: NamedCharge, amount: Money): number {
    for (let nth = 1; ; nth++) if (this.#add(refundKey(charge, amount, nth))) return nth;
  }

  hasRefund(charge: NamedCharge, { amount, nth }: { readonly amount: Money; readonly nth: number }): boolean {
    return this.#has(refundKey(charge, amount, nth));
  }

  hasRefundId(refundId: string): boolean {
    return this.#has(["refund", refundId]);
  }

  addChargeback({ attempt, cycle }: NamedCharge): void {
    this.#add(["chargeback of", cycleId({ attemptId: attempt.attemptId, number: cycle ?? 1 })]);
  }

  hasChargeback({ attempt, cycle }: NamedCharge): boolean {
    return this.#has(["chargeback of", cycleId({ attemptId: attempt.attemptId, number: cycle ?? 1 })]);
  }

  #add(key: readonly unknown[]): boolean {
    const added = this.#set.add(JSON.stringify(key));
    if (added !== "full") return added;
    throw new PayIndexError(
      "query_invalid",
      "The statement has too many rows to compare at once. Split it into shorter periods. The rows until here were compared.",
    );
  }

  #has(key: readonly unknown[]): boolean {
    return this.#set.has(JSON.stringify(key));
  }
}

function refundKey({ attempt, cycle = 1 }: NamedCharge, { minor, currency }: Money, nth: number) {
  return ["refund of", attempt.attemptId, cycle, minor, currency, nth];
}
