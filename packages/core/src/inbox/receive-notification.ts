import type { Engine } from "../engine.ts";
import { isPayIndexError } from "../errors.ts";
import { toEventError } from "../events.ts";
import { applyAndRun } from "../jobs/apply-and-run.ts";
import { runJobs } from "../jobs/run-job.ts";
import { isNotifyToken } from "../links/url-tokens.ts";
import type { Attempt } from "../payment/attempt.ts";
import { attemptIds } from "../payment/attempt.ts";
import { withTimeout } from "../platform.ts";
import type { InboxEntry } from "../ports/store.ts";
import { type HttpReply, okReply, refusalReply } from "../protocol/notification/http-reply.ts";
import { decodeNotificationBody, type NotificationBody } from "../protocol/notification/notification-body.ts";
import { NotificationRefusal, refuse } from "../protocol/notification/notification-refusal.ts";
import { isAttemptId, isUrlToken } from "../protocol/random-ids.ts";
import {
  namesAnotherAttempt,
  type ReceivedNotification,
  verifyReceivedNotification,
} from "../verification/verified-notification.ts";
import { quarantineNotification } from "./quarantine.ts";

/** An HTTP request to a notify address. */
export interface NotificationRequest {
  /** The attempt, from the URL path. */
  readonly orderNumber: string;
  /** The token, from the URL path. */
  readonly token: string;
  /** The body, raw or as the host's parser decoded it. */
  readonly body: NotificationBody;
}

/** Work that goes on after a reply was given. */
export type RunInBackground = (work: Promise<unknown>) => void;

/**
 * One notification, from its arrival to its reply (LED-COMMIT). `OK` only once its evidence is durable; after that always
 * `OK`, whatever the shop's own work does, which is waited for at most `replyWithin`. Never throws.
 */
export async function receiveNotification<Tx>(
  ledger: Engine<Tx>,
  request: NotificationRequest,
  keepGoing: RunInBackground,
): Promise<HttpReply> {
  const receivedAt = ledger.platform.now();
  let payment: Attempt | undefined;
  try {
    payment = await findNotifiedAttempt(ledger, request);
    const fields = decodeNotificationBody(request.body);
    const arrival = { payment, fields, receivedAt, isDecodedByHost: request.body.kind !== "raw" };
    const entry = await verifyOrRefuse(ledger, arrival);
    if (entry instanceof NotificationRefusal)
      throw await quarantineRefused(ledger, { arrival, refusal: entry, keepGoing });
    if (await orRefuseLater(namesAnotherAttempt(ledger, entry)))
      throw refuse("foreign", "It names another sale.");
    const standing = await orRefuseLater(ledger.store.receive(entry));
    const { rule, key } = entry.fact;
    ledger.observe({
      event: "notification-received",
      ...attemptIds(payment),
      repeat: standing !== "new",
      rule,
      key,
    });
    if (standing === "settled") return okReply;
    const work = applyAndRun(ledger, payment);
    keepGoing(work);
    await withTimeout(ledger.platform, remainingReplyTime(ledger, receivedAt), work);
    return okReply;
  } catch (error) {
    return toRefusalReply(ledger, { request, payment }, error);
  }
}

/** Milliseconds left for the shop's own work: the sender counts from the moment it sent. */
function remainingReplyTime<Tx>({ platform, settings }: Engine<Tx>, receivedAt: Date): number {
  return Math.max(0, settings.replyWithin * 1000 - (platform.now().getTime() - receivedAt.getTime()));
}

async function findNotifiedAttempt<Tx>(
  ledger: Engine<Tx>,
  { orderNumber, token }: NotificationRequest,
): Promise<Attempt> {
  if (isAttemptId(orderNumber) && isUrlToken(token)) {
    const payment = await orRefuseLater(ledger.store.find(orderNumber));
    if (payment !== undefined && isNotifyToken(payment, token)) return payment;
  }
  throw refuse("unknown", "No payment has this notify address.");
}

async function verifyOrRefuse<Tx>(
  ledger: Engine<Tx>,
  arrival: ReceivedNotification,
): Promise<InboxEntry | NotificationRefusal> {
  try {
    return await verifyReceivedNotification(ledger, arrival);
  } catch (error) {
    if (error instanceof NotificationRefusal) return error;
    if (isPayIndexError(error, "store_unavailable")) throw refuse("later", error.message);
    throw error;
  }
}

interface QuarantineInput {
  readonly arrival: ReceivedNotification;
  readonly refusal: NotificationRefusal;
  readonly keepGoing: RunInBackground;
}

/** What has the right token but cannot be believed is evidence all the same. */
async function quarantineRefused<Tx>(ledger: Engine<Tx>, { arrival, refusal, keepGoing }: QuarantineInput) {
  const leased = await orRefuseLater(quarantineNotification(ledger, arrival, refusal.word));
  keepGoing(runJobs(ledger, leased));
  return refusal;
}

async function orRefuseLater<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw refuse("later", `The store is not available: ${toEventError(error).message}`);
  }
}

interface RefusalContext {
  readonly request: NotificationRequest;
  /** Whose address was used. */
  readonly payment: Attempt | undefined;
}

function toRefusalReply<Tx>(
  ledger: Engine<Tx>,
  { request, payment }: RefusalContext,
  error: unknown,
): HttpReply {
  const { word, message } =
    error instanceof NotificationRefusal
      ? error
      : refuse("failure", `Unexpected: ${toEventError(error).message}`);
  const known = isAttemptId(request?.orderNumber) ? { orderNumber: request.orderNumber } : {};
  ledger.refusals.report({ word, message, ...known }, payment?.orderNumber);
  return refusalReply(word);
}
