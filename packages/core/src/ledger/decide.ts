import { PayIndexError, problemsOf } from "../errors.ts";
import { type OperatorFact, operatorFact } from "../payment/fact.ts";
import { type Ledger, stored } from "./context.ts";
import { perform } from "./perform.ts";
import { newLease, settle } from "./settle.ts";

/** A decision of a person about a payment. It ends the payment's items: somebody has looked. */
export interface Decision {
  readonly orderNumber: string;
  readonly action: OperatorFact["action"];
  /** Who decided, as staff would name them. */
  readonly who: string;
  /** On what ground: an audit entry. */
  readonly note: string;
}

/** @throws PayIndexError `decision_invalid`, `payment_unknown`, `store_unavailable` */
export async function decide<Tx>(ledger: Ledger<Tx>, decision: Decision): Promise<void> {
  const { orderNumber, action, who, note } = Object(decision) as Decision;
  const at = ledger.platform.now().toISOString();
  const checked = operatorFact.safeParse({ source: "operator", at, action, who, note });
  if (!checked.success) {
    const problems = problemsOf(checked.error.issues);
    throw new PayIndexError("decision_invalid", "The decision cannot be booked. Nothing was changed.", {
      problems,
    });
  }
  const payment = await stored("find a payment", ledger.store.find(orderNumber));
  if (payment === undefined) throw new PayIndexError("payment_unknown", "No payment has this order number.");
  const leased = await settle(ledger, payment, [{ orderNumber, fact: checked.data }]);
  for (const each of leased) await perform(ledger, each);
  await endItems(ledger, payment, { at, note: `${who}: ${note}` });
}

/** All but an order that is not placed: that is work, and stays until it is done. */
async function endItems<Tx>(
  ledger: Ledger<Tx>,
  payment: { readonly tenant: string; readonly reference: string; readonly orderNumber: string },
  result: { readonly at: string; readonly note: string },
): Promise<void> {
  const { work } = await stored("read a book", ledger.store.book(payment));
  const items = work.filter(
    ({ orderNumber, kind, status }) =>
      orderNumber === payment.orderNumber && status === "parked" && kind !== "paid",
  );
  for (const { id } of items) await stored("end an item", ledger.store.finish(id, result));
}

/**
 * Does one piece of work now, parked or not: places an order again, verifies again what did not verify. False: there is no such
 * work, it is done, or somebody is at it.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function workOn<Tx>(ledger: Ledger<Tx>, id: string): Promise<boolean> {
  const due = { now: ledger.platform.now(), lease: newLease(ledger), limit: 1, id };
  const [leased] = await stored("claim work", ledger.store.claim(due));
  if (leased === undefined) return false;
  await perform(ledger, leased);
  return true;
}
