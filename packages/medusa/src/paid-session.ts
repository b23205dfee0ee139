import type { BigNumberInput, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows";
import type { PaidPayment } from "@pay-index/core/adapter";
import { equalsMoney, roundToMoneyWithDifference } from "./amount.ts";
import type { CartSession, PaidCartFields } from "./checkout-cart.ts";
import type { CheckoutSnapshot } from "./checkout-snapshot.ts";
import { deleteRevertedCaptures } from "./delete-reverted-captures.ts";
import type { Container } from "./find-rows.ts";
import { resolvePayIndex } from "./resolve-pay-index.ts";
import { createPaidSessionData } from "./session-seal.ts";
import { chooseSessionAmount, hasFirstPeriodPrice } from "./subscription/first-period-price.ts";

/** Returns the session that was paid, or creates another one if another tab or a change of the cart deleted it. */
export async function findOrCreatePaidSession(
  container: MedusaContainer,
  { cart, snapshot, payment }: { cart: PaidCartFields; snapshot: CheckoutSnapshot; payment: PaidPayment },
): Promise<CartSession> {
  const collection = cart.payment_collection;
  const own = collection?.payment_sessions?.find(({ id }) => id === snapshot.sessionId);
  if (own !== undefined && isUsable(own, snapshot, payment)) return own;
  if (!collection) throw new Error("The cart has no payment collection.");
  await deleteRevertedCaptures(container, { collectionId: collection.id, attemptId: payment.attemptId });
  const { result } = await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: collection.id, provider_id: snapshot.providerId },
  });
  return result as unknown as CartSession;
}

/** An authorized session belongs to a completion that was reverted. A session that is sealed has the charged amount. */
function isUsable(
  session: CartSession,
  { providerId }: CheckoutSnapshot,
  { amount, chargedAmount }: PaidPayment,
): boolean {
  const isOpen = session.status === "pending" || session.status === "requires_more";
  const isAmountRight = [amount, chargedAmount].some((each) =>
    equalsMoney(session.amount, session.currency_code, each),
  );
  return isOpen && session.provider_id === providerId && isAmountRight;
}

/** Marks a session as paid. From now on, whoever completes the cart finds it paid. */
export async function sealSessionAsPaid(
  container: Container,
  { session, payment }: { session: CartSession; payment: PaidPayment },
): Promise<void> {
  const { variant, attemptId, amount, chargedAmount, transactionId = "" } = payment;
  const terms = hasFirstPeriodPrice(payment)
    ? { chargedAmount }
    : { rounding: roundToMoneyWithDifference(session.amount, session.currency_code)?.rounding };
  const data = await createPaidSessionData(
    resolvePayIndex(container).gateway,
    { providerId: session.provider_id, sessionId: session.id },
    { variant, attemptId, amount, transactionId, ...terms },
  );
  await container.resolve<IPaymentModuleService>(Modules.PAYMENT).updatePaymentSession({
    id: session.id,
    data,
    amount: chooseSessionAmount(payment, session.amount) as BigNumberInput,
    currency_code: session.currency_code,
    context: { idempotency_key: session.id },
  });
}
