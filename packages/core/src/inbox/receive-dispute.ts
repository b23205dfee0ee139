import { applyFacts } from "../apply/apply-facts.ts";
import type { PaymentUpdate } from "../apply/payment-update.ts";
import type { EngineContext } from "../engine-context.ts";
import type { DisputeWebhookAddress } from "../events/pay-index-event.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { type DisputeWebhookOwner, isDisputeTokenOfMerchant } from "../links/dispute-webhooks.ts";
import { type Attempt, attemptEventFields } from "../payment/attempt.ts";
import { type NotificationBody, readMessage } from "../protocol/notification/notification-body.ts";
import {
  createNotificationRefusal,
  type HttpReply,
  NotificationRefusal,
  okReply,
  refusalReply,
} from "../protocol/notification/notification-refusal.ts";
import { type DisputeNotification, verifyDispute } from "../protocol/operations/dispute-notification.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { type MessageFields, verifySign } from "../protocol/signature/notification-sign.ts";
import { findMerchantOf, verifyReadings } from "../verification/verify-received-notification.ts";
import { type DisputeWebhookFact, findDisputedCycle, toDisputeWebhookFact } from "./dispute-webhook-fact.ts";
import { quarantineNotification } from "./quarantine-notification.ts";
import {
  type NotificationSender,
  requirePermittedSender,
  toNotificationRefusal,
} from "./receive-notification.ts";

/** An HTTP request to the dispute webhook of a merchant. */
export interface DisputeRequest extends DisputeWebhookOwner {
  /** The token, from the URL path. */
  readonly token: string;
  /** The body, raw or as the host's parser decoded it. */
  readonly body: NotificationBody;
  /** Default: not known, and permitted. */
  readonly sender?: NotificationSender | undefined;
}

/**
 * Processes one message of a dispute webhook, and returns the reply (DSP-RECEIVE): the acknowledgement only after its facts are
 * committed, whether it is new or repeated. The shop's own code runs afterwards. Never throws.
 */
export async function receiveDispute(engine: EngineContext, request: DisputeRequest): Promise<HttpReply> {
  const receivedAt = engine.platform.now();
  let attempt: Attempt | undefined;
  try {
    if (!(await hasAddress(engine, request))) return await refuseAddress(engine, request);
    requirePermittedSender(request.sender);
    const arrival = { request, receivedAt, readings: readMessage(request.body) };
    const { verified: dispute, reading } = await verifyOrQuarantine(engine, arrival);
    const found = await findDisputedAttempt(engine, request, { attemptId: dispute.attemptId, reading });
    if (found instanceof NotificationRefusal) throw found;
    attempt = found;
    const fact = toDisputeWebhookFact(attempt, { dispute, receivedAt });
    const { cycle, isRepeated } = await findDisputedCycle(engine, attempt, fact);
    const updates = [toUpdate(attempt, cycle, fact)];
    engine.runInBackground(runLeasedJobs(engine, await applyFacts(engine, attempt, { updates })));
    engine.emit({
      event: "dispute-received",
      ...attemptEventFields(attempt),
      ...(cycle === undefined ? {} : { cycle }),
      type: dispute.kind,
      result: dispute.result,
      isRepeated,
    });
    return okReply(engine.settings.acknowledgement);
  } catch (error) {
    return toRefusalReply(engine, attempt, error);
  }
}

function toUpdate(
  { attemptId }: Attempt,
  cycle: number | undefined,
  fact: DisputeWebhookFact,
): PaymentUpdate {
  return fact.source === "refund"
    ? { kind: "refund", attemptId, cycle, fact }
    : { kind: "dispute", attemptId, cycle, fact };
}

async function hasAddress(
  { settings, secrets }: EngineContext,
  { tenant, merchantId, token }: DisputeRequest,
): Promise<boolean> {
  if (settings.operations.disputeWebhook === undefined) return false;
  return isDisputeTokenOfMerchant(secrets, { tenant, merchantId }, token);
}

/** Only these requests count for the limit of failed requests, as for notifications (REP-LIMIT). */
async function refuseAddress({ unknownAddresses, refusals }: EngineContext, { sender }: DisputeRequest) {
  if (await unknownAddresses.isOver(sender?.address)) return refusalReply("limited");
  refusals.report({ code: "unknown", message: "No merchant has this address of a dispute webhook." });
  return refusalReply("unknown");
}

/** A verified message, and the reading of its body that verifies. */
type VerifiedBody = ReturnType<typeof verifyReadings<DisputeNotification>>;

/** A request to the dispute webhook, with the readings of its body. */
interface Arrival {
  readonly request: DisputeRequest;
  readonly receivedAt: Date;
  readonly readings: readonly MessageFields[];
}

/**
 * Verifies a message. One of another type decides nothing, and is stored for staff with the attempt that it names (MSG-TYPE).
 *
 * @throws NotificationRefusal
 * @throws PayIndexError `merchants_unavailable`, `store_unavailable`
 */
async function verifyOrQuarantine(engine: EngineContext, arrival: Arrival): Promise<VerifiedBody> {
  try {
    return await verifyBody(engine, arrival);
  } catch (refusal) {
    const { request, receivedAt, readings } = arrival;
    const [reading] = readings;
    if (!(refusal instanceof NotificationRefusal) || refusal.code !== "malformed" || reading === undefined)
      throw refusal;
    const { fields } = reading;
    const named = { attemptId: fields.get("orderid") ?? "", reading };
    const attempt = await findDisputedAttempt(engine, request, named);
    if (attempt instanceof NotificationRefusal) throw refusal;
    const message = { attempt, fields, receivedAt, refusal, webhook: true } as const;
    await quarantineNotification(engine, message);
    throw refusal;
  }
}

/**
 * Verifies the message with the keys of the merchant whose address was used.
 *
 * @throws NotificationRefusal
 * @throws PayIndexError `merchants_unavailable`
 */
async function verifyBody(
  { findMerchant, settings }: EngineContext,
  { request: { tenant, merchantId, body }, readings }: Arrival,
): Promise<VerifiedBody> {
  const merchant = await findMerchant(tenant, ({ id }) => id === merchantId);
  if (merchant === undefined)
    throw createNotificationRefusal("later", `Merchant ${merchantId} is not in the options any more.`);
  const expected = { merchantId, keys: merchant.keys, rules: settings.signRules };
  const received = { readings, isDecodedByHost: body.kind !== "raw" };
  return verifyReadings(received, (reading) => verifyDispute(reading, expected));
}

/** Returns the attempt that a message names. Otherwise the refusal: `unknown`, or `foreign` if it is not this merchant's. */
async function findDisputedAttempt(
  engine: EngineContext,
  { tenant, merchantId }: DisputeWebhookOwner,
  { attemptId, reading }: { readonly attemptId: string; readonly reading: MessageFields },
): Promise<Attempt | NotificationRefusal> {
  const attempt = isAttemptId(attemptId) ? await engine.store.findAttempt(attemptId) : undefined;
  if (attempt === undefined)
    return createNotificationRefusal(
      "unknown",
      "The shop has no attempt with this order ID. Look up the order at the gateway.",
    );
  const isOwn = attempt.merchantTenant === tenant || (await isSignedForTenant(engine, attempt, reading));
  if (attempt.merchantId !== merchantId || !isOwn)
    return createNotificationRefusal("foreign", "It names an attempt of another merchant.");
  return attempt;
}

/**
 * Whether the key that the attempt's own tenant has for the merchant signed the message. The gateway has one address for a merchant, also if
 * several tenants of the shop use it.
 */
async function isSignedForTenant(engine: EngineContext, attempt: Attempt, reading: MessageFields) {
  const merchant = await findMerchantOf(engine, attempt);
  const rules = engine.settings.signRules;
  return merchant !== undefined && verifySign("dispute", reading, { keys: merchant.keys, rules }).verified;
}

/** A refusal of a message whose order is known is counted for that order, so that others never hide it. */
function toRefusalReply({ refusals }: EngineContext, attempt: Attempt | undefined, error: unknown) {
  const { code, message } = toNotificationRefusal(error);
  const subject = attempt === undefined ? {} : attemptEventFields(attempt);
  refusals.report({ code, message: `Dispute webhook: ${message}`, ...subject }, attempt?.attemptId);
  return refusalReply(code);
}

/** The functions of `Gateway` for the dispute webhook. */
export interface DisputeMethods {
  /**
   * Stores a message of a dispute webhook, applies it, and returns the HTTP reply (DSP-RECEIVE). Never throws. Refuses as `receive` does.
   * Without the option `operations.disputeWebhook`, every address is unknown.
   */
  receiveDispute(request: DisputeRequest): Promise<HttpReply>;
  /**
   * Returns the addresses of the merchants' dispute webhooks, for the gateway's back office. Each contains a secret token. Empty without the
   * option `operations.disputeWebhook`.
   *
   * @param scope `tenants`: whose webhooks. Default: all merchants of the options. Required if the option `merchants` is a function
   * @throws PayIndexError `store_unavailable`, `merchants_unavailable`
   */
  disputeWebhooks(scope?: {
    readonly tenants?: readonly string[];
  }): Promise<readonly DisputeWebhookAddress[]>;
}
