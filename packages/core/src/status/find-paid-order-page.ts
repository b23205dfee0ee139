import type { EngineContext } from "../engine-context.ts";
import { deriveRepeatedClickToken, waitUrl } from "../links/url-tokens.ts";
import { newestPartOf } from "../payment/attempt.ts";
import { outcomeUrl } from "../ports/pages.ts";
import { readPaymentKey } from "../ports/paid-payment.ts";
import type { StartedAttempt } from "../start/started-attempt.ts";
import { loadPaymentStatus } from "./payment-status.ts";

/** Where to send the buyer of a payment that needs no further attempt. */
export interface PaidOrderPage extends Pick<StartedAttempt, "attemptId" | "url" | "statusUrl"> {
  readonly state: "paid" | "review";
}

/** The payment, and the tenant whose pages the buyer sees. Default: the tenant whose merchant took the money. */
export interface PaidOrderPageRequest {
  readonly reference: string;
  readonly tenant?: string;
  readonly pageTenant?: string | undefined;
}

/**
 * Returns the order page of a payment that is paid or under review, or the waiting page if the shop's function throws. Undefined if the
 * payment is neither.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function findPaidOrderPage(
  engine: EngineContext,
  request: PaidOrderPageRequest,
): Promise<PaidOrderPage | undefined> {
  const key = readPaymentKey(request);
  const { state, attempts } = await loadPaymentStatus(engine, key);
  const part = newestPartOf(attempts);
  const paid = attempts.find((attempt) => attempt.state === state && attempt.part === part);
  if (paid === undefined || (state !== "paid" && state !== "review")) return undefined;
  const { attemptId, statusUrl } = paid;
  const tenant = request.pageTenant ?? paid.merchantTenant;
  const page = outcomeUrl(engine, { reference: key.reference, tenant, state });
  return { attemptId, state, statusUrl, url: page ?? (await waitingPage(engine, { ...key, attemptId })) };
}

async function waitingPage(
  engine: EngineContext,
  attempt: { readonly tenant: string; readonly attemptId: string },
): Promise<string> {
  const token = deriveRepeatedClickToken(await engine.secrets.newest(), attempt);
  return waitUrl(engine.settings.publicUrl, attempt.attemptId, token);
}
