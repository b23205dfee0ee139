import { type Attempt, expectedChargedAmountOf, responseOf } from "../payment/attempt.ts";
import { isAcceptance, isSuccess } from "../payment/classify-facts.ts";
import type { PaymentReport } from "../payment/fact.ts";
import { chargebacksOf, recordedRefundsOf } from "../payment/recorded-refunds.ts";
import {
  type ChargeFacts,
  isWholeChargeRefunded,
  readGatewayAmountIfPositive,
} from "../payment/refundable-charge.ts";
import { isSameAmount, type Money } from "../protocol/money/money.ts";
import type { StatementDifference, StatementRow } from "./statement.ts";

/** What a row says about a charge, and the shop does not. */
export type RowDifference = Pick<StatementDifference, "finding" | "reason" | "recorded">;

/**
 * Compares a row with what the shop has of its charge. Undefined: they agree.
 *
 * @param nth how many refunds of this amount the statement has of the charge, with this one
 */
export function compareRow(row: StatementRow, charge: ChargeFacts, nth: number): RowDifference | undefined {
  if (row.kind === "sale") return compareSale(row, charge);
  if (row.kind === "chargeback" && hasChargeback(row, charge)) return undefined;
  return compareRefund(row, charge, nth);
}

/** A success that the gateway reported counts with its own amount: the shop can have accepted another one than it asked for. */
function compareSale(row: StatementRow, charge: ChargeFacts): RowDifference | undefined {
  const { attempt, cycle, facts } = charge;
  const { transactionId } = row;
  const successes = facts.filter(isSuccess);
  const own = successes.filter((fact) => transactionId === undefined || fact.transactionId === transactionId);
  const isProven = own.length === 0 && isPaidWithoutReport(transactionId, charge);
  const known = isProven
    ? [expectedChargedAmountOf(attempt, cycle)]
    : own.flatMap((fact) => amountOfReport(attempt, fact) ?? []);
  if (known.some((amount) => isSameAmount(amount, row.amount))) return undefined;
  if (isProven || own.length > 0) return { finding: "differs", reason: "amount", recorded: known[0] };
  const isPaidOtherwise = successes.length > 0 || facts.some(isAcceptance);
  return { finding: "differs", reason: isPaidOtherwise ? "transaction" : "not-paid" };
}

/** The gateway's response pays, or an operator accepted the payment. */
function isPaidWithoutReport(transactionId: string | undefined, { attempt, cycle, facts }: ChargeFacts) {
  if (cycle === undefined && responseOf(attempt)?.pays === true && !facts.some(isSuccess)) return true;
  return facts
    .filter(isAcceptance)
    .some(({ transactions = [] }) => transactions.length === 0 || transactions.includes(transactionId ?? ""));
}

function amountOfReport({ amount }: Attempt, { trueAmount, currency }: PaymentReport): Money | undefined {
  return readGatewayAmountIfPositive(trueAmount, currency.toUpperCase() || amount.currency);
}

/**
 * An operator can have recorded a refund or a chargeback with another ID than the statement has, so the amount counts, too. What the
 * gateway answered about the whole charge names no amount.
 */
function compareRefund(
  { refundId, amount }: StatementRow,
  charge: ChargeFacts,
  nth: number,
): RowDifference | undefined {
  const recorded = recordedRefundsOf(charge.facts);
  const named = recorded.find(({ reference }) => reference === refundId);
  if (named !== undefined && !isSameAmount(named.amount, amount))
    return { finding: "differs", reason: "amount", recorded: named.amount };
  const same = recorded.filter((each) => isSameAmount(each.amount, amount));
  const isKnown = named !== undefined || same.length >= nth || isWholeChargeRefunded(charge);
  return isKnown ? undefined : { finding: "missing-here", reason: "unknown" };
}

function hasChargeback({ transactionId }: StatementRow, { facts }: ChargeFacts): boolean {
  return chargebacksOf(facts).some(
    (fact) => transactionId === undefined || fact.transactionId === transactionId,
  );
}
