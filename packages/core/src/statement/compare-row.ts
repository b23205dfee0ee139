import { type Attempt, expectedChargedAmountOf, responseOf } from "../payment/attempt.ts";
import { isAcceptance, isSuccess } from "../payment/classify-facts.ts";
import type { DisputeFact } from "../payment/dispute-fact.ts";
import type { Fact, PaymentReport } from "../payment/fact.ts";
import { recordedRefundsOf } from "../payment/recorded-refunds.ts";
import { type ChargeFacts, readGatewayAmountIfPositive } from "../payment/refundable-charge.ts";
import type { Money } from "../protocol/money/money.ts";
import type { StatementDifference, StatementRow } from "./statement.ts";

/** What a row and the charge say of each other. */
export type RowVerdict =
  | { readonly finding: "agrees" }
  | (Pick<StatementDifference, "reason"> & {
      readonly finding: "differs" | "missing-here";
      readonly recorded?: Money | undefined;
    });

const agrees = { finding: "agrees" } as const;

/** @param nth how many refunds of this amount the statement has of the charge, with this one */
export function compareRow(row: StatementRow, charge: ChargeFacts, nth: number): RowVerdict {
  switch (row.kind) {
    case "sale":
      return compareSale(row, charge);
    case "refund":
      return compareRefund(row, charge, nth);
    case "chargeback":
      return findChargeback(row, charge) ? agrees : compareRefund(row, charge, nth);
  }
}

/** A success that the gateway reported counts with its own amount: the shop can have accepted another one than it asked for. */
function compareSale(row: StatementRow, { attempt, cycle, facts }: ChargeFacts): RowVerdict {
  const { transactionId } = row;
  const successes = facts.filter(isSuccess);
  const own = successes.filter((fact) => transactionId === undefined || fact.transactionId === transactionId);
  const reported = own.flatMap((fact) => amountOfReport(attempt, fact) ?? []);
  const isProven = own.length === 0 && isProvenWithoutReport(attempt, facts, transactionId);
  const known = isProven ? [expectedChargedAmountOf(attempt, cycle)] : reported;
  if (known.some((amount) => isSameAmount(amount, row.amount))) return agrees;
  if (isProven || own.length > 0) return { finding: "differs", reason: "amount", recorded: known[0] };
  const isPaidOtherwise = successes.length > 0 || facts.some(isAcceptance);
  return { finding: "differs", reason: isPaidOtherwise ? "transaction" : "not-paid" };
}

function isProvenWithoutReport(
  attempt: Attempt,
  facts: readonly Fact[],
  transactionId: string | undefined,
): boolean {
  if (responseOf(attempt)?.pays === true && facts === attempt.facts) return !facts.some(isSuccess);
  return facts.filter(isAcceptance).some(({ transactions = [] }) => {
    return transactions.length === 0 || transactionId === undefined || transactions.includes(transactionId);
  });
}

function amountOfReport({ amount }: Attempt, { trueAmount, currency }: PaymentReport): Money | undefined {
  return readGatewayAmountIfPositive(trueAmount, currency.toUpperCase() || amount.currency);
}

/** An operator can have recorded a refund with another ID than the statement has, so the amount counts, too. */
function compareRefund({ refundId, amount }: StatementRow, { facts }: ChargeFacts, nth: number): RowVerdict {
  const recorded = recordedRefundsOf(facts);
  const named = recorded.find(({ reference }) => reference === refundId);
  if (named !== undefined && !isSameAmount(named.amount, amount))
    return { finding: "differs", reason: "amount", recorded: named.amount };
  const isKnown = recorded.filter((each) => isSameAmount(each.amount, amount)).length >= nth;
  return named !== undefined || isKnown ? agrees : { finding: "missing-here", reason: "unknown" };
}

/** Returns the chargeback that the dispute webhook reported. */
export function findChargeback(
  { transactionId }: Pick<StatementRow, "transactionId">,
  { facts }: ChargeFacts,
): DisputeFact | undefined {
  return facts
    .filter((fact) => fact.source === "dispute")
    .find(
      (fact) =>
        fact.type === "chargeback" && (transactionId === undefined || fact.transactionId === transactionId),
    );
}

function isSameAmount(one: Money, other: Money): boolean {
  return one.minor === other.minor && one.currency === other.currency;
}
