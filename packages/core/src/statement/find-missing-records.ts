import { type Attempt, expectedAmountsOf, expectedChargedAmountOf, responseOf } from "../payment/attempt.ts";
import { matchingSuccesses, successfulTransactionIds } from "../payment/classify-facts.ts";
import { chargebacksOf } from "../payment/recorded-refunds.ts";
import { readGatewayAmountIfPositive } from "../payment/refundable-charge.ts";
import type { ListedAttempt, PaidCycle } from "../ports/staff-store.ts";
import {
  pageSize,
  pagesOf,
  refundedCharges,
  refundsOfPeriod,
  withAttempts,
} from "../status/export-records.ts";
import type { StatementDifference } from "./statement.ts";
import { merchantKey, refundKey, type StatementRun } from "./statement-run.ts";

/** Milliseconds. An attempt that started so long before the period is not looked for, even if it was paid in the period. */
const longestPayment = 7 * 86_400_000;
/** Milliseconds between what the gateway does and when the shop receives the message about it. */
const margin = 3_600_000;

/** A charge, or what went back, in the period. */
interface PeriodRecord {
  readonly attempt: Attempt;
  /** The keys of `StatementRun.named`, any of which says that the statement has it. */
  readonly names: readonly (readonly unknown[])[];
  readonly difference: Pick<StatementDifference, "kind" | "amount" | "isCertain"> &
    Pick<StatementDifference, "transactionId" | "refundId" | "cycle">;
}

/** Finds the charges and what went back in the period that the statement did not name, page by page, of the merchants that it named. */
export async function* findMissingRecords(run: StatementRun) {
  const { merchants, named } = run;
  for await (const { attempt, names, difference } of recordsOf(run, [...new Set(merchants.values())])) {
    if (!merchants.has(merchantKey(attempt)) || names.some((name) => named.has(...name))) continue;
    yield { attempt, difference };
  }
}

async function* recordsOf(run: StatementRun, tenants: readonly string[]): AsyncGenerator<PeriodRecord> {
  yield* salesOf(run, tenants);
  if (run.namesTransactions) yield* cyclesOf(run, tenants);
  yield* returnedMoneyOf(run, tenants);
}

async function* salesOf(
  { engine, from, before }: StatementRun,
  tenants: readonly string[],
): AsyncGenerator<PeriodRecord> {
  const period = { from: new Date(from.getTime() - longestPayment), before };
  const selection = { states: ["paid", "refunded"], tenants, period, limit: pageSize } as const;
  for await (const page of pagesOf<ListedAttempt>((last) =>
    engine.store.listAttempts({ ...selection, after: last?.attempt }),
  ))
    for (const { attempt } of page) {
      const paidAt = paidAtOf(attempt);
      if (paidAt < from || paidAt >= before) continue;
      const transactionIds = successfulTransactionIds(attempt.facts);
      const isCertain = new Date(attempt.createdAt) >= from && isInside(paidAt, before);
      const amount = expectedAmountsOf(attempt).chargedAmount;
      const difference = { kind: "sale", amount, transactionId: transactionIds[0], isCertain } as const;
      const names = [["sale", attempt.attemptId], ...transactionIds.map(transactionKey)];
      yield { attempt, names, difference };
    }
}

function transactionKey(id: string) {
  return ["transaction", id];
}

/** When the shop learned of the payment. What only an operator accepted was paid soon after its start. */
function paidAtOf(attempt: Attempt): Date {
  const reports = matchingSuccesses(expectedAmountsOf(attempt), attempt.facts);
  const response = responseOf(attempt);
  const [first] = reports.map(({ at }) => at).sort();
  return new Date(first ?? (response?.pays ? response.at : attempt.createdAt));
}

function isInside(at: Date, before: Date): boolean {
  return at.getTime() < before.getTime() - margin;
}

/** Whether what happened was neither in the statement before nor in the one after. */
function isFarInside(at: Date, { from, before }: Pick<StatementRun, "from" | "before">): boolean {
  return at.getTime() >= from.getTime() + margin && isInside(at, before);
}

async function* cyclesOf(
  { engine, from, before }: StatementRun,
  tenants: readonly string[],
): AsyncGenerator<PeriodRecord> {
  const start = { paidAt: from.toISOString(), attemptId: "", number: 0 };
  const pages = pagesOf<PaidCycle>((last) =>
    engine.store.listPaidCycles({ after: last ?? start, before, limit: pageSize }),
  );
  for await (const page of pages)
    for (const [{ number: cycle, facts, paidAt }, attempt] of await withAttempts(engine, page, { tenants })) {
      const transactionIds = successfulTransactionIds(facts);
      const amount = expectedChargedAmountOf(attempt, cycle);
      const isCertain = isFarInside(new Date(paidAt), { from, before });
      const about = { transactionId: transactionIds[0], cycle, isCertain };
      const names = transactionIds.map(transactionKey);
      yield { attempt, names, difference: { kind: "sale", amount, ...about } };
    }
}

/** Equal refunds of one charge are told apart by their number. */
async function* returnedMoneyOf(
  { engine, from, before }: StatementRun,
  tenants: readonly string[],
): AsyncGenerator<PeriodRecord> {
  const period = { from, before, tenants };
  for await (const charge of refundedCharges(engine, period)) {
    const { attempt, number, facts } = charge;
    const { attemptId } = attempt;
    const cycle = number === 1 ? undefined : number;
    const counts = new Map<number, number>();
    for (const { state, amount, at, refundId, transactionId } of refundsOfPeriod(charge, period)) {
      if (state !== "recorded" && state !== "succeeded") continue;
      const nth = (counts.get(amount.minor) ?? 0) + 1;
      counts.set(amount.minor, nth);
      // An operator can record a refund days after it was made.
      const isCertain = state === "succeeded" && isInside(new Date(at), before);
      const names = [["refund", refundId], refundKey(attemptId, cycle, { ...amount, nth })];
      const about = { transactionId, refundId, cycle, isCertain };
      yield { attempt, names, difference: { kind: "refund", amount, ...about } };
    }
    const chargeback = chargebacksOf(facts).find(({ at }) => new Date(at) >= from && new Date(at) < before);
    if (chargeback === undefined) continue;
    const { transactionId, at } = chargeback;
    const expected = expectedChargedAmountOf(attempt, cycle);
    const amount = readGatewayAmountIfPositive(chargeback.amount, expected.currency) ?? expected;
    // A statement can date it earlier than the gateway reports it.
    const isCertain = isFarInside(new Date(at), { from, before });
    const difference = { kind: "chargeback", amount, transactionId, cycle, isCertain } as const;
    yield { attempt, names: [["chargeback of", attemptId, cycle]], difference };
  }
}
