import { applyFacts } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import { isPayIndexError } from "../errors.ts";
import { toEventError } from "../events/event-error.ts";
import { processPendingNotificationsOfPayment } from "../jobs/run-leased-jobs.ts";
import { isNotifyTokenOfAttempt } from "../links/url-tokens.ts";
import { type Attempt, attemptEventFields } from "../payment/attempt.ts";
import { isNotification, isSuccess } from "../payment/classify-facts.ts";
import { secondsSince, waitAtMost } from "../platform.ts";
import type { InboxEntry } from "../ports/store.ts";
import { traceStep } from "../ports/telemetry.ts";
import { type NotificationBody, readMessage } from "../protocol/notification/notification-body.ts";
import {
  createNotificationRefusal,
  type HttpReply,
  NotificationRefusal,
  okReply,
  refusalReply,
} from "../protocol/notification/notification-refusal.ts";
import { isAttemptId, isUrlToken } from "../protocol/random-ids.ts";
import type { MessageFields } from "../protocol/signature/notification-sign.ts";
import { explainMismatch } from "../verification/explain-mismatch.ts";
import {
  namesAnotherAttempt,
  verifyReceivedNotification,
} from "../verification/verify-received-notification.ts";
import { quarantineNotification } from "./quarantine-notification.ts";

/** Milliseconds after the first report. Gateways of this family send their last retry within minutes (REP-RETRY). */
const lastRetryAfter = 60 * 60_000;

/**
 * Schedules that the gateway is asked about a success that it repeated long after the first one: recorded gateways report a refund of their
 * back office like this (QRY-REPEAT). Only of the sale itself, and only with the option `operations.query`.
 */
async function askAfterLateRepeat(
  engine: EngineContext,
  { attemptId, tenant, reference, facts }: Attempt,
  repeat: InboxEntry,
): Promise<void> {
  const first = facts.find((fact) => fact.source === "notification" && fact.id === repeat.fact.id);
  const isLate = first !== undefined && repeat.receivedAt.getTime() - Date.parse(first.at) >= lastRetryAfter;
  if (!isLate || !isSuccess(first) || engine.settings.operations.query === undefined) return;
  const update = { kind: "late-repeat", attemptId, at: repeat.receivedAt } as const;
  await applyFacts(engine, { tenant, reference }, { updates: [update] });
}

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

/**
 * Processes one notification, and returns the reply (ENG-COMMIT): `OK` only after its evidence is durable, and then always, whatever
 * the shop's own code does. Waits for that code at most `replyWithin`. Never throws.
 */
export async function receiveNotification(
  engine: EngineContext,
  request: NotificationRequest,
): Promise<HttpReply> {
  const receivedAt = engine.platform.now();
  let attempt: Attempt | undefined;
  try {
    attempt = await findNotifiedAttempt(engine, request);
    const arrival = { attempt, request, receivedAt };
    const step = { step: "receive-notification", attempt } as const;
    await traceStep(engine.telemetry, step, () => storeAndApply(engine, arrival));
    return okReply(engine.settings.acknowledgement);
  } catch (error) {
    return await toRefusalReply(engine, { request, attempt }, error);
  }
}

async function storeAndApply(engine: EngineContext, arrival: Arrival): Promise<void> {
  const { attempt, receivedAt } = arrival;
  const entry = await verifyOrQuarantine(engine, arrival);
  if (entry === "recorded") return;
  const state = await engine.store.receive(entry);
  const { rule, key } = entry.fact;
  engine.emit({
    event: "notification-received",
    ...attemptEventFields(attempt),
    variant: attempt.variant,
    isRepeated: state !== "new",
    rule,
    key,
    ...(state === "new" && !attempt.facts.some(isNotification)
      ? { secondsSinceStart: secondsSince(engine.platform, attempt.createdAt) }
      : {}),
  });
  if (state === "processed") return askAfterLateRepeat(engine, attempt, entry);
  const applying = processPendingNotificationsOfPayment(engine, attempt, entry);
  engine.runInBackground(applying);
  const passed = engine.platform.now().getTime() - receivedAt.getTime();
  await waitAtMost(engine.platform, Math.max(0, engine.settings.replyWithin * 1000 - passed), applying);
}

async function findNotifiedAttempt(engine: EngineContext, { attemptId, token }: NotificationRequest) {
  if (isAttemptId(attemptId) && isUrlToken(token)) {
    const attempt = await engine.store.findAttempt(attemptId);
    if (attempt !== undefined && isNotifyTokenOfAttempt(attempt, token)) return attempt;
  }
  throw createNotificationRefusal("unknown", "No attempt has this notify address.");
}

/** A notification is stored in quarantine nevertheless: the gateway may have new addresses, and a proxy may be missing in the option. */
export function requirePermittedSender(sender: NotificationSender | undefined): void {
  if (sender === undefined || sender.isPermitted) return;
  const message = `The option notifyFrom does not contain its sender ${sender.address ?? "(unknown)"}. If this is the gateway, add it. If it is a proxy of the shop, set proxies.`;
  throw createNotificationRefusal("sender", message);
}

/** A request to the address of an attempt. */
interface Arrival {
  readonly attempt: Attempt;
  readonly request: NotificationRequest;
  readonly receivedAt: Date;
}

/** Verifies a message. One that is not taken goes to quarantine. Returns `recorded` if it is acknowledged nevertheless. */
async function verifyOrQuarantine(
  engine: EngineContext,
  { attempt, request: { body, sender }, receivedAt }: Arrival,
): Promise<InboxEntry | "recorded"> {
  const readings: MessageFields[] = [];
  try {
    readings.push(...readMessage(body));
    requirePermittedSender(sender);
    const received = { attempt, readings, receivedAt, isDecodedByHost: body.kind !== "raw" };
    const entry = await verifyReceivedNotification(engine, received);
    if (await namesAnotherAttempt(engine, entry))
      throw createNotificationRefusal("foreign", "The notification names another attempt.");
    return entry;
  } catch (error) {
    if (!(error instanceof NotificationRefusal) || isEmptyBody(body)) throw error;
    const fields = readings[0]?.fields ?? error.readable;
    const refusal = await explainMismatch(engine, { attempt, fields, refusal: error });
    if (await quarantineNotification(engine, { attempt, fields, receivedAt, refusal })) return "recorded";
    throw refusal;
  }
}

/** A request without any content is no message. */
function isEmptyBody(body: NotificationBody): boolean {
  return body.kind === "raw" ? body.bytes.byteLength === 0 : body.kind === "text" && body.text === "";
}

async function toRefusalReply(
  engine: EngineContext,
  { request, attempt }: { readonly request: NotificationRequest; readonly attempt: Attempt | undefined },
  error: unknown,
): Promise<HttpReply> {
  const { code, message } = toNotificationRefusal(error);
  if (code === "unknown" && (await engine.unknownAddresses.isOver(request.sender?.address)))
    return refusalReply("limited");
  const inAddress = isAttemptId(request?.attemptId) ? { attemptId: request.attemptId } : {};
  const subject = attempt === undefined ? inAddress : attemptEventFields(attempt);
  engine.refusals.report({ code, message, ...subject }, attempt?.attemptId);
  return refusalReply(code);
}

function laterMessage(cause: "the database" | "the function", reason: string): string {
  return `The notification has no OK, so the gateway repeats it. Check ${cause}. ${reason}`;
}

export function toNotificationRefusal(error: unknown): NotificationRefusal {
  if (error instanceof NotificationRefusal) return error;
  if (isPayIndexError(error, "store_unavailable"))
    return createNotificationRefusal("later", laterMessage("the database", error.message));
  if (isPayIndexError(error, "merchants_unavailable"))
    return createNotificationRefusal("later", laterMessage("the function", error.message));
  return createNotificationRefusal("failure", `Unexpected: ${toEventError(error).message}`);
}
