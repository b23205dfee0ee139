import { isPayIndexError } from "../errors.ts";
import { type NotificationBody, readBody } from "../notification/body.ts";
import { NotificationRefusal, refuse } from "../notification/refusal.ts";
import { accepted, type Reply, refusal } from "../notification/reply.ts";
import { eventError } from "../observe.ts";
import type { Payment } from "../payment/payment.ts";
import { within } from "../platform.ts";
import { isOrderNumber, isToken } from "../sale/order-number.ts";
import { about, type Ledger } from "./context.ts";
import { type Arrival, isOfAnotherSale, verifiedEntry } from "./inbox-entry.ts";
import { performAll } from "./perform.ts";
import { keepRefused } from "./quarantine.ts";
import { settle } from "./settle.ts";
import type { InboxEntry } from "./store.ts";
import { isNotifyToken } from "./tokens.ts";

export interface NotificationRequest {
  /** From the URL path. */
  readonly orderNumber: string;
  /** From the URL path. */
  readonly token: string;
  readonly body: NotificationBody;
}

/** Work that goes on after a reply was given. */
export type KeepGoing = (work: Promise<unknown>) => void;

/**
 * One notification, from its arrival to its reply (LED-COMMIT). `OK` only once its evidence is durable; after that always
 * `OK`, whatever the shop's own work does, which is waited for at most `replyWithin`. Never throws.
 */
export async function receive<Tx>(
  ledger: Ledger<Tx>,
  request: NotificationRequest,
  keepGoing: KeepGoing,
): Promise<Reply> {
  const receivedAt = ledger.platform.now();
  let payment: Payment | undefined;
  try {
    payment = await findPayment(ledger, request);
    const fields = readBody(request.body);
    const arrival = { payment, fields, receivedAt, isDecodedByHost: request.body.kind !== "raw" };
    const entry = await readEntry(ledger, arrival);
    if (entry instanceof NotificationRefusal)
      throw await kept(ledger, { arrival, refusal: entry, keepGoing });
    if (await orLater(isOfAnotherSale(ledger, entry))) throw refuse("foreign", "It names another sale.");
    const standing = await orLater(ledger.store.receive(entry));
    const { rule, key } = entry.fact;
    ledger.observe({
      event: "notification-received",
      ...about(payment),
      repeat: standing !== "new",
      rule,
      key,
    });
    if (standing === "settled") return accepted;
    const work = settleAndPerform(ledger, payment);
    keepGoing(work);
    await within(ledger.platform, patience(ledger, receivedAt), work);
    return accepted;
  } catch (error) {
    return refused(ledger, { request, payment }, error);
  }
}

/** Milliseconds left for the shop's own work: the sender counts from the moment it sent. */
function patience<Tx>({ platform, settings }: Ledger<Tx>, receivedAt: Date): number {
  return Math.max(0, settings.replyWithin * 1000 - (platform.now().getTime() - receivedAt.getTime()));
}

/** T2 and T3. Whatever stops them, the tick takes them up again. False: it was stopped. */
export async function settleAndPerform<Tx>(
  ledger: Ledger<Tx>,
  { tenant, reference }: Pick<Payment, "tenant" | "reference">,
): Promise<boolean> {
  try {
    const leased = await settle(ledger, { tenant, reference });
    await performAll(ledger, leased);
    return true;
  } catch (error) {
    ledger.observe({ event: "settle-postponed", tenant, reference, error: eventError(error) });
    return false;
  }
}

async function findPayment<Tx>(
  ledger: Ledger<Tx>,
  { orderNumber, token }: NotificationRequest,
): Promise<Payment> {
  if (isOrderNumber(orderNumber) && isToken(token)) {
    const payment = await orLater(ledger.store.find(orderNumber));
    if (payment !== undefined && isNotifyToken(payment, token)) return payment;
  }
  throw refuse("unknown", "No payment has this notify address.");
}

async function readEntry<Tx>(
  ledger: Ledger<Tx>,
  arrival: Arrival,
): Promise<InboxEntry | NotificationRefusal> {
  try {
    return await verifiedEntry(ledger, arrival);
  } catch (error) {
    if (error instanceof NotificationRefusal) return error;
    if (isPayIndexError(error, "store_unavailable")) throw refuse("later", error.message);
    throw error;
  }
}

interface Keeping {
  readonly arrival: Arrival;
  readonly refusal: NotificationRefusal;
  readonly keepGoing: KeepGoing;
}

/** What has the right token but cannot be believed is evidence all the same. */
async function kept<Tx>(ledger: Ledger<Tx>, { arrival, refusal, keepGoing }: Keeping) {
  const leased = await orLater(keepRefused(ledger, arrival, refusal.word));
  keepGoing(performAll(ledger, leased));
  return refusal;
}

async function orLater<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw refuse("later", `The store is not available: ${eventError(error).message}`);
  }
}

interface Refused {
  readonly request: NotificationRequest;
  /** Whose address was used. */
  readonly payment: Payment | undefined;
}

function refused<Tx>(ledger: Ledger<Tx>, { request, payment }: Refused, error: unknown): Reply {
  const { word, message } =
    error instanceof NotificationRefusal
      ? error
      : refuse("failure", `Unexpected: ${eventError(error).message}`);
  const known = isOrderNumber(request?.orderNumber) ? { orderNumber: request.orderNumber } : {};
  ledger.refusals.report({ word, message, ...known }, payment?.orderNumber);
  return refusal(word);
}
