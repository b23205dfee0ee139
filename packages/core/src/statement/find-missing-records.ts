import { type Attempt, expectedAmountsOf, responseOf } from "../payment/attempt.ts";
import { isSuccess, matchingSuccesses, successfulTransactionIds } from "../payment/classify-facts.ts";
import type { ListedAttempt } from "../ports/staff-store.ts";
import type { Money } from "../protocol/money/money.ts";
import {
  type ExportedRefund,
  exportRefunds,
  exportReviewItems,
  pageSize,
  pagesOf,
} from "../status/export-records.ts";
import type { StatementRun } from "./compare-statement.ts";
import type { StatementDifference } from "./statement.ts";

/** Milliseconds. An attempt that started so long before the period is not looked for, even if it was paid in the period. */
const longestPayment = 7 * 86_400_000;
/** Milliseconds between the gateway's clock and when the shop receives its notification. */
const margin = 3_600_000;

/** Something that the statement does not have. */
interface MissingRecord {
  readonly attempt: Attempt;
  readonly details: Omit<StatementDifference, "reviewItem">;
}

/** Finds what the shop has of the period and the statement did not name, page by page. */
export async function* findMissingRecords<Tx>(run: StatementRun<Tx>): AsyncGenerator<MissingRecord> {
  yield* findMissingSales(run);
  yield* findMissingRefunds(run);
  yield* findMissingChargebacks(run);
}

async function* findMissingSales<Tx>({ engine, named, from, before }: StatementRun<Tx>) {
  const tenants = tenantsOf(named);
  const period = { from: new Date(from.getTime() - longestPayment), before };
  const selection = { states: ["paid", "refunded"], tenants, period, limit: pageSize } as const;
  for await (const page of pagesOf<ListedAttempt>((last) =>
    engine.store.listAttempts({ ...selection, after: last?.attempt }),
  ))
    for (const { attempt } of page) {
      const paidAt = paidAtOf(attempt);
      if (paidAt < from || paidAt >= before || !named.hasMerchant(attempt)) continue;
      const transactionIds = successfulTransactionIds(attempt.facts);
      if (named.hasSale(attempt, transactionIds)) continue;
      const isCertain = new Date(attempt.createdAt) >= from && isInside(paidAt, before);
      const [transactionId] = transactionIds;
      const recorded = expectedAmountsOf(attempt).chargedAmount;
      yield missingRecord(attempt, { kind: "sale", transactionId, recorded, isCertain });
    }
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

async function* findMissingRefunds<Tx>(run: StatementRun<Tx>) {
  const { engine, named, from, before } = run;
  let charge = "";
  let amounts: Money[] = [];
  for await (const refund of exportRefunds(engine, { from, before, tenants: tenantsOf(named) })) {
    const { attemptId, cycle, amount, refundId = "", state } = refund;
    if (state !== "recorded" && state !== "succeeded") continue;
    if (`${attemptId}/${cycle}` !== charge) amounts = [];
    charge = `${attemptId}/${cycle}`;
    amounts.push(amount);
    const nth = amounts.filter((each) => each.minor === amount.minor).length;
    if (named.hasRefundId(refundId) || named.hasRefund(chargeOf(refund), { amount, nth })) continue;
    const attempt = await engine.store.findAttempt(attemptId);
    if (attempt === undefined || !named.hasMerchant(attempt)) continue;
    // An operator can record a refund days after it was made.
    const isCertain = state === "succeeded" && isInside(new Date(refund.at), before);
    const { transactionId } = refund;
    const about = { kind: "refund", transactionId, refundId, recorded: amount, isCertain } as const;
    yield missingRecord(attempt, { ...about, cycle: laterCycle(cycle) });
  }
}

function chargeOf({ attemptId, cycle }: Pick<ExportedRefund, "attemptId" | "cycle">) {
  return { attempt: { attemptId }, cycle: laterCycle(cycle) };
}

function laterCycle(cycle: number): number | undefined {
  return cycle === 1 ? undefined : cycle;
}

/** The dispute webhook can report a chargeback on another day than the statement has it, so none is certain. */
async function* findMissingChargebacks<Tx>({ engine, named, from, before }: StatementRun<Tx>) {
  for await (const { item, amount } of exportReviewItems(engine, {
    from,
    before,
    tenants: tenantsOf(named),
  })) {
    const { attemptId, cycle, kind, problem } = item;
    if (kind !== "dispute" || problem.code !== "chargeback") continue;
    if (named.hasChargeback({ attempt: { attemptId }, cycle })) continue;
    const attempt = await engine.store.findAttempt(attemptId);
    if (attempt === undefined || !named.hasMerchant(attempt)) continue;
    const transactionId = attempt.facts.find(isSuccess)?.transactionId;
    yield missingRecord(attempt, {
      kind: "chargeback",
      transactionId,
      recorded: amount,
      cycle,
      isCertain: false,
    });
  }
}

function tenantsOf({ merchants }: StatementRun<never>["named"]): readonly string[] {
  return [...new Set([...merchants.values()].map(({ merchantTenant }) => merchantTenant))];
}

type OwnDetails = Pick<StatementDifference, "kind" | "transactionId" | "recorded" | "isCertain"> &
  Partial<Pick<StatementDifference, "refundId" | "cycle">>;

function missingRecord(attempt: Attempt, own: OwnDetails): MissingRecord {
  const { attemptId, reference, tenant, state } = attempt;
  const details = { attemptId, reference, tenant, state, line: undefined, reported: undefined, ...own };
  return {
    attempt,
    details: {
      refundId: undefined,
      cycle: undefined,
      finding: "missing-there",
      reason: "unknown",
      ...details,
    },
  };
}
