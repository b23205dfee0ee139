import type { Fault } from "../faults/fault.ts";
import { type Merchant, merchants } from "../merchants.ts";
import type { Order, Outcome } from "../orders/order.ts";
import { type GatewayBehaviour, shiftToGatewayTimeZone } from "../quirks/quirk.ts";
import { computeNotificationSign } from "../signature.ts";

/** The input of a delivery's body. */
export interface NotificationBodyInput {
  readonly order: Order;
  readonly outcome: Outcome;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly behaviour: GatewayBehaviour;
  /** The faults of this delivery. */
  readonly faults: readonly Fault[];
}

/**
 * Builds the body of one delivery (NOT-FIELDS, NOT-SUBSCRIPTION). Each delivery has its own `datetime`, and therefore
 * its own `sign`.
 */
export function buildNotificationBody(telling: NotificationBodyInput): string {
  const { outcome, faults, behaviour } = telling;
  const merchant = findSigningMerchant(telling);
  const fields = buildFields(telling, merchant);
  for (const fault of faults) applyFault(fields, fault, telling);
  // `attach` follows the sign in the body, whether or not it is signed. `msg` comes last and is never signed.
  const signed = new Map([...fields, ["attach", behaviour.attach]]);
  const sign = computeNotificationSign(signed, merchant.key, behaviour.sign);
  if (!faults.some(({ kind }) => kind === "unsigned")) fields.set("sign", sign);
  if (faults.some(({ kind }) => kind === "corrupt_sign")) fields.set("sign", corruptSign(sign));
  fields.set("attach", behaviour.attach);
  if (outcome.as !== "paid" && behaviour.failureText !== "") fields.set("msg", behaviour.failureText);
  return new URLSearchParams([...fields]).toString();
}

/** Applies a fault to the fields before they are signed. */
function applyFault(
  fields: Map<string, string>,
  fault: Fault,
  { order, outcome, behaviour }: NotificationBodyInput,
): void {
  switch (fault.kind) {
    case "wrong_amount":
      return void fields.set("true_amount", formatGatewayAmount(fault.trueAmount, behaviour));
    case "wrong_currency":
      return void fields.set("currency", fault.currency);
    case "wrong_transaction":
      return void fields.set("transaction_id", fault.transactionId);
    case "own_order_id":
      return void fields.set("orderid", `${order.orderId}-${outcome.cycle}`);
    case "wrong_cycle":
      if (fault.count === undefined) fields.delete("payment_period_count");
      else fields.set("payment_period_count", fault.count);
      return;
    case "wrong_subscription":
      return void fields.set("payment_transaction_id", fault.subscriptionId);
    default:
      return;
  }
}

function buildFields({ order, outcome, sentAt, behaviour }: NotificationBodyInput, merchant: Merchant) {
  const fields = new Map<string, string>([
    ["memberid", merchant.id],
    ["orderid", order.orderId],
    ["amount", formatGatewayAmount(order.amount, behaviour)],
    ["true_amount", formatGatewayAmount(trueAmount(order, outcome, behaviour), behaviour)],
    ...Object.entries(currencyField(order, behaviour)),
    ["transaction_id", outcome.transactionId],
    ["returncode", toReturncode(outcome)],
    ["datetime", formatCompactTime(shiftToGatewayTimeZone(sentAt, behaviour))],
  ]);
  if (order.subscriptionId !== undefined) {
    fields.set("payment_transaction_id", order.subscriptionId);
    if (outcome.cycle !== undefined) fields.set("payment_period_count", String(outcome.cycle));
  }
  if (outcome.enabled !== undefined) fields.set("enabled", outcome.enabled);
  return fields;
}

function trueAmount(order: Order, { as, paid }: Outcome, { failedAmount }: GatewayBehaviour): string {
  return as === "paid" || failedAmount === "zero" ? paid : order.amount;
}

/** Returns the `currency` of a message. Without it if the gateway does not name it. */
export function currencyField(
  { currency }: Pick<Order, "currency">,
  behaviour: GatewayBehaviour,
): { readonly currency?: string } {
  return behaviour.currency === "named" ? { currency } : {};
}

export function toReturncode({ as }: Outcome): "00" | "2" {
  return as === "paid" ? "00" : "2";
}

/** Returns the order's own merchant. With the fault of another merchant's signature, the next one in the list. */
function findSigningMerchant({ order, faults }: NotificationBodyInput): Merchant {
  const { merchant } = order;
  if (!faults.some(({ kind }) => kind === "other_merchant")) return merchant;
  const place = merchants.findIndex(({ id }) => id === merchant.id);
  return merchants[(place + 1) % merchants.length] ?? merchant;
}

/** The least number of decimals. */
const leastDecimals: Readonly<Record<GatewayBehaviour["amounts"], number>> = {
  as_submitted: 0,
  two_decimals: 2,
  four_decimals: 4,
};

/** Returns an amount as the gateway writes it. */
export function formatGatewayAmount(text: string, { amounts }: GatewayBehaviour): string {
  const [whole = "", decimals = ""] = text.split(".");
  const padded = decimals.padEnd(leastDecimals[amounts], "0");
  return padded === "" ? whole : `${whole}.${padded}`;
}

/** Returns another 32 hexadecimal characters. */
export function corruptSign(sign: string): string {
  return (sign.startsWith("0") ? "1" : "0") + sign.slice(1);
}

/** YYYYMMDDHHMMSS. */
function formatCompactTime(time: number): string {
  return new Date(time).toISOString().replace(/\D/g, "").slice(0, 14);
}
