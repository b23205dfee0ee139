import { eventError, type PayIndexEvent } from "../observe.ts";
import type { ResponseFact } from "../payment/fact.ts";
import type { Payment } from "../payment/payment.ts";
import { pause } from "../platform.ts";
import type { SaleOutcome } from "../sale/response.ts";
import type { CheckedSale } from "../sale/sale.ts";
import { about, type Ledger } from "./context.ts";
import { performAll } from "./perform.ts";
import type { KeepGoing } from "./receive.ts";
import { settle } from "./settle.ts";

/** What the gateway repeats of the card is not kept: a payment page with it in its address is for the buyer alone. */
export function responseFact<Tx>(
  { platform }: Ledger<Tx>,
  sale: CheckedSale,
  outcome: SaleOutcome,
): ResponseFact {
  const at = platform.now().toISOString();
  const fact: ResponseFact = { source: "response", at, ...outcome };
  if (!("card" in sale)) return fact;
  const { url = "", text = "", ...rest } = fact;
  if (sale.card.isIn(url)) return rest;
  if (sale.card.isIn(text)) return { ...rest, text: "[withheld: it repeats the card]" };
  return fact;
}

/** The event of a response. The reason of a rejection is the gateway's own text, masked. */
export function responseEvent<Tx>(
  { settings }: Ledger<Tx>,
  payment: Payment,
  { outcome, reason, text, httpStatus }: ResponseFact,
): PayIndexEvent {
  const isRefusedSign = isAboutSign({ outcome, text });
  const advice = isRefusedSign
    ? `Check the key of merchant ${payment.merchantId}.`
    : `Check that this server reaches ${new URL(settings.gateway).origin}.`;
  const why = reason ?? (outcome === "rejected" || isRefusedSign ? text : undefined);
  return {
    event: "response-received",
    ...about(payment),
    outcome,
    ...(why === undefined ? {} : { reason: why }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(isRefusedSign || reason === "not_connected" ? { advice } : {}),
  };
}

/** The protocol has no code for a signature that does not verify (RES-ERROR), so the text has to tell. */
const signText =
  /\b(?:pay_)?(?:md5_?)?sign(?:ature|ed|ing)?\b|签名|验签|\b(?:api|secret|merchant) ?key\b|密钥/i;

function isAboutSign({ outcome, text = "" }: Pick<ResponseFact, "outcome" | "text">): boolean {
  return (outcome === "rejected" || outcome === "declined") && signText.test(text);
}

interface Recording {
  readonly payment: Payment;
  readonly fact: ResponseFact;
  readonly keepGoing: KeepGoing;
}

/** Gives the payment's state now that the answer is known; a notification may have been faster. */
export async function recordResponse<Tx>(
  ledger: Ledger<Tx>,
  recording: Recording,
): Promise<Payment["state"]> {
  const { payment, keepGoing } = recording;
  try {
    await settleResponse(ledger, recording);
  } catch (error) {
    // The payment itself is durable, so the buyer can go on. But an approval must not be forgotten: it bars a second charge.
    ledger.observe({ event: "response-not-stored", ...about(payment), error: eventError(error) });
    keepGoing(recordLater(ledger, recording));
    return payment.state;
  }
  const known = await ledger.store.find(payment.orderNumber).catch(() => undefined);
  return known?.state ?? payment.state;
}

async function settleResponse<Tx>(
  ledger: Ledger<Tx>,
  { payment, fact, keepGoing }: Recording,
): Promise<void> {
  const leased = await settle(ledger, payment, [{ orderNumber: payment.orderNumber, fact }]);
  keepGoing(performAll(ledger, leased));
}

/** Seconds: together some four minutes. A process that ends before leaves what a crash would leave. */
const recordPauses = [1, 2, 5, 10, 20, 30, 60, 120];

async function recordLater<Tx>(ledger: Ledger<Tx>, recording: Recording): Promise<void> {
  for (const seconds of recordPauses) {
    await pause(ledger.platform, seconds * 1000, ledger.closing);
    try {
      return await settleResponse(ledger, recording);
    } catch (error) {
      ledger.observe({ event: "response-not-stored", ...about(recording.payment), error: eventError(error) });
    }
  }
}
