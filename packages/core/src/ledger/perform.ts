import { eventError } from "../observe.ts";
import { hasResult } from "../payment/judge.ts";
import type { Payment } from "../payment/payment.ts";
import { about, type Ledger, stored } from "./context.ts";
import { type HostWork, paidPayment } from "./host.ts";
import { releaseVerified } from "./quarantine.ts";
import { type BornLeased, settle } from "./settle.ts";
import type { Leased, WorkProblem } from "./work.ts";

const triesLimit = 10;
const firstPause = 10_000;
const longestPause = 3_600_000;

/**
 * Does leased work: applies the host's effect and ends it, or gives it back for later, or to a person. Never throws: the
 * lease brings back what could not even be given back.
 */
export async function perform<Tx>(ledger: Ledger<Tx>, leased: Leased | BornLeased): Promise<void> {
  const { work } = leased;
  try {
    const payment = "payment" in leased ? leased.payment : await ledger.store.find(work.orderNumber);
    if (payment === undefined)
      return await park(ledger, leased, { code: "payment_unknown", message: "Its payment is gone." });
    await performKind(ledger, leased, payment);
  } catch (error) {
    await giveBack(ledger, leased, error);
  }
}

async function performKind<Tx>(ledger: Ledger<Tx>, leased: Leased, payment: Payment): Promise<void> {
  switch (leased.work.kind) {
    case "paid":
      return applyPaid(ledger, leased, payment);
    case "no-result":
      return askForResult(ledger, leased, payment);
    case "not-verified":
      return verifyAgain(ledger, leased, payment);
    case "refund-due":
    case "mismatch":
    case "contradictory":
    case "paid-twice":
    case "unknown-code":
    case "unknown-cycle":
    case "refund-notice":
      return park(ledger, leased, leased.work.problem ?? { code: "item", message: "A person must look." });
  }
}

async function applyPaid<Tx>(ledger: Ledger<Tx>, leased: Leased, payment: Payment): Promise<void> {
  const { work } = leased;
  let ended: boolean | undefined;
  const hostWork: HostWork<Tx> = {
    kind: "paid",
    key: work.id,
    payment: paidPayment(payment),
    finish: async (tx, placed) => {
      ended = await ledger.store.finish(work.id, result(ledger, { placed }), tx);
      return ended;
    },
  };
  const applied = await ledger.host.apply(hostWork);
  if ("refused" in applied) return await park(ledger, leased, applied.refused);
  ended ??= await ledger.store.finish(work.id, result(ledger, { placed: applied.placed }));
  if (ended) ledger.observe({ event: "work-done", ...about(payment), work: work.id });
}

/** B-29: a payment that nobody reported on by now is shown to a person, unless its reference is paid in another way. */
async function askForResult<Tx>(ledger: Ledger<Tx>, leased: Leased, payment: Payment): Promise<void> {
  const { payments } = await stored("read a book", ledger.store.book(payment));
  const end = (note: string) => ledger.store.finish(leased.work.id, result(ledger, { note }));
  if (hasResult(payment.state)) await end(`The payment is ${payment.state}.`);
  else if (payments.some(({ takesReference }) => takesReference)) await end("Another attempt paid.");
  else {
    await park(ledger, leased, {
      code: "no_result",
      message: `No notification has come. Ask the gateway about order number ${payment.orderNumber}.`,
    });
  }
}

/** After a change of keys or sign rules: what verifies now is judged, the rest stays an item. */
async function verifyAgain<Tx>(ledger: Ledger<Tx>, leased: Leased, payment: Payment): Promise<void> {
  const released = await releaseVerified(ledger, payment);
  for (const born of await settle(ledger, payment)) await perform(ledger, born);
  const note = `${released} of ${payment.quarantine.length} notifications verify now.`;
  if (released === payment.quarantine.length)
    await ledger.store.finish(leased.work.id, result(ledger, { note }));
  else
    await park(ledger, leased, {
      code: "not_verified",
      message: `${note} Check the merchant key and the sign rules.`,
    });
}

function result(
  { platform }: Pick<Ledger, "platform">,
  { placed, note }: { placed?: string | undefined; note?: string },
) {
  return {
    at: platform.now().toISOString(),
    ...(placed === undefined ? {} : { placed }),
    ...(note === undefined ? {} : { note }),
  };
}

async function park<Tx>(ledger: Ledger<Tx>, leased: Leased, problem: WorkProblem): Promise<void> {
  await stored("park work", ledger.store.postpone(leased, { parked: problem }));
  ledger.observe({ event: "work-parked", ...about(leased.work), work: leased.work.id, ...problem });
}

async function giveBack<Tx>(ledger: Ledger<Tx>, leased: Leased, error: unknown): Promise<void> {
  const { work } = leased;
  const problem = eventError(error);
  const pause = Math.min(firstPause * 2 ** work.tries, longestPause);
  const dueAt = new Date(ledger.platform.now().getTime() + pause);
  try {
    if (work.tries + 1 >= triesLimit) return await park(ledger, leased, problem);
    await ledger.store.postpone(leased, { dueAt, problem });
    ledger.observe({
      event: "work-postponed",
      ...about(work),
      work: work.id,
      dueAt: dueAt.toISOString(),
      error: problem,
    });
  } catch (lost) {
    ledger.observe({ event: "tick-failed", error: eventError(lost) });
  }
}
