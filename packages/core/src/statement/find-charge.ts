import type { EngineContext } from "../engine-context.ts";
import type { Attempt } from "../payment/attempt.ts";
import { statesBestFirst } from "../payment/attempt-state.ts";
import { isReported } from "../payment/classify-facts.ts";
import type { ChargeFacts } from "../payment/refundable-charge.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import type { StatementRow } from "./statement.ts";

type Store = EngineContext["store"];

/** What the shop has of a row. Without `facts`: the subscription is known, and its charge is not. */
export interface FoundCharge {
  readonly attempt: Attempt;
  readonly charge: ChargeFacts | undefined;
}

/** Finds the charges of up to 1000 rows. A gateway can report a later cycle of a subscription under an order ID of its own. */
export async function findCharges(
  store: Store,
  rows: readonly StatementRow[],
): Promise<ReadonlyMap<StatementRow, FoundCharge>> {
  const named = new Set(rows.flatMap(({ attemptId }) => attemptId ?? []));
  const attempts = new Map((await store.findAttempts([...named])).map((each) => [each.attemptId, each]));
  const found = new Map<StatementRow, FoundCharge>();
  for (const row of rows) {
    const { attemptId = "", transactionId } = row;
    const attempt = attempts.get(attemptId) ?? (await findByTransaction(store, transactionId));
    if (attempt !== undefined)
      found.set(row, { attempt, charge: await findCharge(store, attempt, transactionId) });
  }
  return found;
}

/** The search finds references, too, so the transaction is checked. Only a subscription keeps transactions elsewhere. */
async function findByTransaction(store: Store, text: string | undefined): Promise<Attempt | undefined> {
  if (text === undefined) return undefined;
  const listed = await store.listAttempts({
    states: statesBestFirst,
    search: { text, references: [] },
    limit: 10,
  });
  const attempts = listed.map(({ attempt }) => attempt);
  return attempts.find(({ facts }) => isReported(facts, text)) ?? attempts.find(isSubscriptionAttempt);
}

async function findCharge(
  store: Store,
  attempt: Attempt,
  transactionId: string | undefined,
): Promise<ChargeFacts | undefined> {
  const { attemptId, facts } = attempt;
  const sale = { attempt, cycle: undefined, facts };
  if (!isSubscriptionAttempt(attempt) || transactionId === undefined) return sale;
  if (attempt.state !== "paid" || isReported(facts, transactionId)) return sale;
  const { cycles } = await store.load(attempt, { attemptIds: [attemptId], cycles: "all" });
  const cycle = cycles.find((each) => each.attemptId === attemptId && isReported(each.facts, transactionId));
  return cycle && { attempt, cycle: cycle.number, facts: cycle.facts };
}
