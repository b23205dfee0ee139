import { type Attempt, expectedAmountsOf, expectedChargedAmountOf, responseOf } from "../payment/attempt.ts";
import { matchingSuccesses, successfulTransactionIds } from "../payment/classify-facts.ts";
import { chargebacksOf } from "../payment/recorded-refunds.ts";
import { readGatewayAmountIfPositive } from "../payment/refundable-charge.ts";
import { cycleId } from "../payment/subscription/cycle.ts";
import type { ListedAttempt, PaidCycle } from "../ports/staff-store.ts";
import { exportRefunds, pageSize, pagesOf, refundedCharges, withAttempts } from "../status/export-records.ts";
import type { StatementDifference } from "./statement.ts";
import { merchantKey, refundKey, type StatementRun } from "./statement-run.ts";

/** Milliseconds. An attempt that started so long before the period is not looked for, even if it was paid in the period. */
const longestPayment = 7 * 86_400_000;
/** Milliseconds between what the gateway does and when the shop receives the message about it. */
const margin = 3_600_000;

/** Something that the statement does not have. */
interface MissingRecord {
  readonly attempt: Attempt;
  readonly difference: Pick<StatementDifference, "kind" | "amount" | "isCertain"> &
    Pick<StatementDifference, "transactionId" | "refundId" | "cycle">;
}

/** Finds the charges and what went back in the period that the statement did not name, page by page, of the merchants that it named. */
export async function* findMissingRecords<Tx>(run: StatementRun<Tx>): AsyncGenerator<MissingRecord> {
  const tenants = [...new Set([...run.merchants.values()])];
  for await (const attempt of attemptsOf(run, tenants)) {
    const difference = missingSale(run, attempt);
    if (difference !== undefined) yield { attempt, difference };
  }
  if (run.namesTransactions) yield* findMissingCycles(run, tenants);
  yield* findMissingRefunds(run, tenants);
  yield* findMissingChargebacks(run, tenants);
}

async function* attemptsOf<Tx>(
  { engine, from, before, merchants }: StatementRun<Tx>,
  tenants: readonly string[],
) {
  const period = { from: new Date(from.getTime() - longestPayment), before };
  const selection = { states: ["paid", "refunded"], tenants, period, limit: pageSize } as const;
  for await (const page of pagesOf<ListedAttempt>((last) =>
    engine.store.listAttempts({ ...selection, after: last?.attempt }),
  ))
    for (const { attempt } of page) if (merchants.has(merchantKey(attempt))) yield attempt;
}

function missingSale<Tx>({ named, from, before }: StatementRun<Tx>, attempt: Attempt) {
  const paidAt = paidAtOf(attempt);
  const transactionIds = successfulTransactionIds(attempt.facts);
  if (paidAt < from || paidAt >= before || named.has("sale", attempt.attemptId)) return undefined;
  if (transactionIds.some((id) => named.has("transaction", id))) return undefined;
  const isCertain = new Date(attempt.createdAt) >= from && isInside(paidAt, before);
  const amount = expectedAmountsOf(attempt).chargedAmount;
  return { kind: "sale", amount, transactionId: transactionIds[0], isCertain } as const;
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
function isFarInside(at: Date, { from, before }: Pick<StatementRun<never>, "from" | "before">): boolean {
  return at.getTime() >= from.getTime() + margin && isInside(at, before);
}

async function* findMissingCycles<Tx>(run: StatementRun<Tx>, tenants: readonly string[]) {
  const { engine, named, from, before, merchants } = run;
  const start = { paidAt: from.toISOString(), attemptId: "", number: 0 };
  const pages = pagesOf<PaidCycle>((last) =>
    engine.store.listPaidCycles({ after: last ?? start, before, limit: pageSize }),
  );
  for await (const page of pages)
    for (const [{ number: cycle, facts, paidAt }, attempt] of await withAttempts(engine, page, { tenants })) {
      const transactionIds = successfulTransactionIds(facts);
      const isNamed = transactionIds.some((id) => named.has("transaction", id));
      if (isNamed || !merchants.has(merchantKey(attempt))) continue;
      const amount = expectedChargedAmountOf(attempt, cycle);
      const isCertain = isFarInside(new Date(paidAt), run);
      const difference = {
        kind: "sale",
        amount,
        transactionId: transactionIds[0],
        cycle,
        isCertain,
      } as const;
      yield { attempt, difference };
    }
}

/** A statement can date a chargeback earlier than the gateway reports it. */
async function* findMissingChargebacks<Tx>(run: StatementRun<Tx>, tenants: readonly string[]) {
  const { engine, named, from, before, merchants } = run;
  for await (const { attempt, number, facts } of refundedCharges(engine, { from, before, tenants })) {
    const cycle = number === 1 ? undefined : number;
    const isOfPeriod = ({ at }: { readonly at: string }) => new Date(at) >= from && new Date(at) < before;
    const [chargeback] = chargebacksOf(facts).filter(isOfPeriod);
    if (chargeback === undefined || named.has("chargeback of", attempt.attemptId, cycle)) continue;
    if (!merchants.has(merchantKey(attempt))) continue;
    const { transactionId, at } = chargeback;
    const expected = expectedChargedAmountOf(attempt, cycle);
    const amount = readGatewayAmountIfPositive(chargeback.amount, expected.currency) ?? expected;
    const isCertain = isFarInside(new Date(at), run);
    yield { attempt, difference: { kind: "chargeback", amount, transactionId, cycle, isCertain } as const };
  }
}

/** An operator can record a refund days after it was made, so only one that the gateway reported is certain. */
async function* findMissingRefunds<Tx>(run: StatementRun<Tx>, tenants: readonly string[]) {
  const { engine, named, before, merchants } = run;
  for await (const { attemptId, cycle, nth, ...refund } of numberedRefunds(run, tenants)) {
    const { amount, refundId, state, transactionId } = refund;
    const key = refundKey(attemptId, cycle, { ...amount, nth });
    if (named.has("refund", refundId) || named.has(...key)) continue;
    const attempt = await engine.store.findAttempt(attemptId);
    if (attempt === undefined || !merchants.has(merchantKey(attempt))) continue;
    const isCertain = state === "succeeded" && isInside(new Date(refund.at), before);
    const difference = { kind: "refund", amount, transactionId, refundId, cycle, isCertain } as const;
    yield { attempt, difference };
  }
}

/** Returns the refunds of the period that were made. `nth` counts those of one charge and amount, which come together. */
async function* numberedRefunds<Tx>({ engine, from, before }: StatementRun<Tx>, tenants: readonly string[]) {
  let charge = "";
  let counts = new Map<number, number>();
  for await (const refund of exportRefunds(engine, { from, before, tenants })) {
    const { state, amount } = refund;
    if (state !== "recorded" && state !== "succeeded") continue;
    if (charge !== cycleId({ ...refund, number: refund.cycle })) counts = new Map();
    charge = cycleId({ ...refund, number: refund.cycle });
    const nth = (counts.get(amount.minor) ?? 0) + 1;
    counts.set(amount.minor, nth);
    yield { ...refund, cycle: refund.cycle === 1 ? undefined : refund.cycle, nth };
  }
}
