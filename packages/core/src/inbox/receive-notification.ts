import type { Engine } from "../engine.ts";
import { isPayIndexError } from "../errors.ts";
import { toEventError } from "../events/event-error.ts";
import { applyAndRun } from "../jobs/apply-and-run.ts";
import { runJobs } from "../jobs/run-job.ts";
import { isNotifyToken } from "../links/url-tokens.ts";
import type { Attempt } from "../payment/attempt.ts";
import { attemptFields } from "../payment/attempt.ts";
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
import { quarantineId, quarantineNotification } from "./quarantine.ts";

/** Who sent a notification, as the host's HTTP server knows it. */
export interface NotificationSender {
  /** The IP address. Undefined if it is not known. */
  readonly address: string | undefined;
  /** Whether the shop accepts notifications from this address (REP-SENDER). */
  readonly isPermitted: boolean;
}

/** An HTTP request to a notify address. */
export interface NotificationRequest {
  /** The attempt, from the URL path. */
  readonly attemptId: string;
  /** The token, from the URL path. */
  readonly token: string;
  /** The body, raw or as the host's parser decoded it. */
  readonly body: NotificationBody;
  /** Default: not known, and permitted. */
  readonly sender?: NotificationSender | undefined;
}

/** Tracks a promise that continues after the reply. */
export type RunInBackground = (running: Promise<unknown>) => void;

/**
 * Processes one notification, and returns the reply (LED-COMMIT): `OK` only after its evidence is durable, and then always, whatever
 * the shop's own code does. Waits for that code at most `replyWithin`. Never throws.
 */
export async function receiveNotification<Tx>(
  engine: Engine<Tx>,
  request: NotificationRequest,
  runInBackground: RunInBackground,
): Promise<HttpReply> {
  const receivedAt = engine.platform.now();
  const { acknowledgement } = engine.settings;
  let attempt: Attempt | undefined;
  try {
    attempt = await findNotifiedAttempt(engine, request);
    const fields = decodeNotificationBody(request.body);
    const arrival = { attempt, fields, receivedAt, isDecodedByHost: request.body.kind !== "raw" };
    const entry = await verifyOrQuarantine(engine, { arrival, sender: request.sender }, runInBackground);
    if (entry === "recorded") return okReply(acknowledgement);
    if (await namesAnotherAttempt(engine, entry))
      throw refuse("foreign", "The notification names another attempt.");
    const state = await engine.store.receive(entry);
    const { rule, key } = entry.fact;
    const isRepeated = state !== "new";
    engine.emit({ event: "notification-received", ...attemptFields(attempt), isRepeated, rule, key });
    if (state === "processed") return okReply(acknowledgement);
    const applying = applyAndRun(engine, attempt, entry);
    runInBackground(applying);
    await withTimeout(engine.platform, remainingReplyTime(engine, receivedAt), applying);
    return okReply(acknowledgement);
  } catch (error) {
    return await toRefusalReply(engine, { request, attempt }, error);
  }
}

/** Returns the milliseconds that are left for the shop's own code, since the notification arrived. */
function remainingReplyTime<Tx>({ platform, settings }: Engine<Tx>, receivedAt: Date): number {
  return Math.max(0, settings.replyWithin * 1000 - (platform.now().getTime() - receivedAt.getTime()));
}

async function findNotifiedAttempt<Tx>(
  engine: Engine<Tx>,
  { attemptId, token }: NotificationRequest,
): Promise<Attempt> {
  if (isAttemptId(attemptId) && isUrlToken(token)) {
    const attempt = await engine.store.findAttempt(attemptId);
    if (attempt !== undefined && isNotifyToken(attempt, token)) return attempt;
  }
  throw refuse("unknown", "No attempt has this notify address.");
}

/** A notification that arrived at the address of an attempt. */
interface Arrival {
  readonly arrival: ReceivedNotification;
  readonly sender: NotificationSender | undefined;
}

/** Its evidence is kept nevertheless: the gateway may have new addresses, and a proxy may be missing in the option. */
function requirePermittedSender(sender: NotificationSender | undefined): void {
  if (sender === undefined || sender.isPermitted) return;
  throw refuse(
    "sender",
    `The option notifyFrom does not contain its sender ${sender.address ?? "(unknown)"}. If this is the gateway, add it. If it is a proxy of the shop, set proxies.`,
  );
}

/**
 * Verifies a notification. If it has the right token but does not verify, it is stored in quarantine, because it can be
 * evidence of a payment. Returns `recorded` if it is acknowledged nevertheless.
 */
async function verifyOrQuarantine<Tx>(
  engine: Engine<Tx>,
  { arrival, sender }: Arrival,
  runInBackground: RunInBackground,
): Promise<InboxEntry | "recorded"> {
  try {
    requirePermittedSender(sender);
    return await verifyReceivedNotification(engine, arrival);
  } catch (error) {
    if (!(error instanceof NotificationRefusal)) throw error;
    runInBackground(runJobs(engine, await quarantineNotification(engine, arrival, error.code)));
    if (await isRecordedUnsigned(engine, arrival, error)) return "recorded";
    throw error;
  }
}

/**
 * Returns whether the notification is acknowledged although it has no signature: the shop records such notifications (NSIG-MISSING), and
 * this one is stored. A full quarantine stores no more.
 */
async function isRecordedUnsigned<Tx>(
  { settings, store }: Engine<Tx>,
  arrival: ReceivedNotification,
  { code }: NotificationRefusal,
): Promise<boolean> {
  if (code !== "unsigned" || settings.unsignedNotifications !== "record") return false;
  const id = quarantineId(arrival.fields);
  const attempt = await store.findAttempt(arrival.attempt.attemptId);
  return attempt?.quarantine.some((stored) => stored.id === id) === true;
}

interface RefusalContext {
  readonly request: NotificationRequest;
  /** The attempt whose address was used. */
  readonly attempt: Attempt | undefined;
}

async function toRefusalReply<Tx>(
  engine: Engine<Tx>,
  { request, attempt }: RefusalContext,
  error: unknown,
): Promise<HttpReply> {
  const { code, message } = toRefusal(error);
  if (code === "unknown" && (await engine.failedNotifications.isOver(request.sender?.address)))
    return refusalReply("limited");
  const known = isAttemptId(request?.attemptId) ? { attemptId: request.attemptId } : {};
  engine.refusals.report({ code, message, ...known }, attempt?.attemptId);
  return refusalReply(code);
}

function toRefusal(error: unknown): NotificationRefusal {
  if (error instanceof NotificationRefusal) return error;
  if (isPayIndexError(error, "store_unavailable")) return refuse("later", error.message);
  return refuse("failure", `Unexpected: ${toEventError(error).message}`);
}
