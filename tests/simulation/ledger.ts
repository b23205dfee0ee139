import { createHash } from "node:crypto";
import type { Plan } from "./plan.ts";

/** A merchant account at the gateway. */
export interface Merchant {
  readonly id: string;
  key: string;
}

/** Money that the gateway collected. `cycle` is 1 for the sale. */
export interface Charge {
  readonly id: string;
  readonly order: GatewayOrder;
  readonly cycle: number;
  readonly minor: number;
  readonly currency: string;
  /** Undefined: the gateway reports it as it is. Otherwise the message is wrong, and the charge pays nothing by itself. */
  readonly oddity: string | undefined;
  readonly refunds: Refund[];
  /** When the shop acknowledged a report of it. */
  knownAt: number | undefined;
}

export interface Refund {
  readonly id: string;
  readonly minor: number;
  state: "requested" | "succeeded" | "failed";
  /** When the shop acknowledged a report of it. */
  knownAt: number | undefined;
  /** Asked for by the shop, not in the back office. */
  isAsked: boolean;
  /** The gateway repeated the notification of the sale after it. */
  isRepeated?: boolean;
}

/** An order as the gateway has it: from the form that it received. */
export interface GatewayOrder {
  readonly id: string;
  readonly form: URLSearchParams;
  readonly merchant: Merchant;
  readonly variant: "card" | "page" | "subscription";
  readonly minor: number;
  readonly firstMinor: number;
  readonly currency: string;
  readonly cycles: number;
  readonly startedAt: number;
  readonly charges: Charge[];
  /** Transactions that the gateway declined, by cycle. `knownAt`: when the shop acknowledged a report. */
  readonly declines: { readonly cycle: number; readonly id: string; knownAt: number | undefined }[];
  /** The disputed transactions. One can be disputed more than once. */
  readonly disputes: string[];
  /** What the shop received as the answer to the sale. Undefined: nothing that tells the outcome. */
  answer: "approved" | "declined" | "redirect" | "refused" | undefined;
  isCancelled: boolean;
  isCloseReported: boolean;
  refundCalls: number;
}

export const subscriptionIdOf = (order: GatewayOrder) => `S${order.id.slice(0, 10)}`;

const decimals: Readonly<Record<string, number>> = { USD: 2, JPY: 0, KWD: 3, EUR: 2 };

/** Decimal text of whole minor units. */
export function amountText(minor: number, currency: string, places = decimals[currency] ?? 2): string {
  const exponent = decimals[currency] ?? 2;
  const digits = String(minor).padStart(exponent + 1, "0");
  const [whole, fraction] = [
    digits.slice(0, digits.length - exponent),
    exponent === 0 ? "" : digits.slice(-exponent),
  ];
  const text = fraction.padEnd(places, "0").slice(0, places);
  return places === 0 ? whole : `${whole}.${text}`;
}

/** The amount of a request in minor units. Undefined if it has not the decimals that the options promise. */
export function readAmount(text: string, currency: string, { options }: Plan): number | undefined {
  const places = options.amountDecimals === 2 ? 2 : (decimals[currency] ?? 2);
  const pattern = places === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${places}}$`);
  if (!pattern.test(text)) return undefined;
  return Math.round(Number(text) * 10 ** (decimals[currency] ?? 2));
}

const signedNames = "amount applydate bankcode callbackurl memberid notifyurl orderid".split(" ");

/** The signature of a request, for the fields that are signed in it. */
export function requestSign(form: URLSearchParams, key: string, names?: readonly string[]): string {
  const all = (names ?? signedNames.map((name) => `pay_${name}`)).map((name) => [name, form.get(name) ?? ""]);
  return signatureOf(
    all.filter(([, value]) => value !== ""),
    key,
  );
}

function signatureOf(signed: readonly (readonly string[])[], key: string): string {
  const pairs = signed.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)).map((pair) => pair.join("="));
  const text = [...pairs, `key=${key}`].join("&");
  return createHash("md5").update(text).digest("hex").toUpperCase();
}

export type Fields = Readonly<Record<string, string>>;

const notificationNames = new Set(
  "memberid orderid returncode datetime amount true_amount currency transaction_id enabled payment_transaction_id payment_period_count".split(
    " ",
  ),
);

/** Written from docs/reference/protocol.md (NSIG-RECEIVED to NSIG-FIELDS). */
function isSigned(rule: Plan["signRule"], name: string, value: string): boolean {
  if (value === "" || (value === "0" && rule !== "received-zero")) return false;
  if (name === "attach") return rule === "received-attach";
  return rule !== "fields" || notificationNames.has(name);
}

/** Signs a message of the gateway as this simulation's gateway does. The rule `fields` is for notifications. */
export function sign(fields: Fields, key: string, rule: Plan["signRule"]): Fields {
  const own = "datetime" in fields ? rule : "received";
  const signed = Object.entries(fields).filter(([name, value]) => isSigned(own, name, value));
  return { ...fields, sign: signatureOf(signed, key) };
}

/** What a notification says about a charge. */
export function chargeFields({ order, cycle, id, minor, currency }: Charge, datetime: string): Fields {
  const fields = reportFields(order, { id, cycle }, currency);
  return { ...fields, true_amount: amountText(minor, currency), returncode: "00", datetime };
}

/** What a notification says about a declined charge. */
export function declineFields(order: GatewayOrder, decline: { id: string; cycle: number }, datetime: string) {
  return { ...reportFields(order, decline, order.currency), returncode: "2", datetime };
}

function reportFields(order: GatewayOrder, { id, cycle }: { id: string; cycle: number }, currency: string) {
  const amount = amountText(order.minor, currency);
  const ofCycle = { payment_transaction_id: subscriptionIdOf(order), payment_period_count: String(cycle) };
  return {
    ...{ memberid: order.merchant.id, orderid: order.id, amount, true_amount: amount, currency },
    ...{ transaction_id: id, attach: "", ...(order.cycles === 0 ? {} : ofCycle) },
  };
}

/** The answer to a query. `returncode` says only that the query worked. */
export function queryFields(order: GatewayOrder): Fields {
  const { merchant, id, minor, currency, charges, declines } = order;
  const named = { memberid: merchant.id, orderid: id, amount: amountText(minor, currency), returncode: "00" };
  const charge = charges.find(({ cycle }) => cycle === 1);
  if (charge === undefined) return { ...named, trade_state: declines.length > 0 ? "FAILED" : "NOTPAY" };
  const isBack = charge.refunds.some(
    (refund) => refund.state === "succeeded" && refund.minor === charge.minor,
  );
  const amounts = { currency: charge.currency, true_amount: amountText(charge.minor, charge.currency) };
  const trade_state = isBack ? "REFUND" : "SUCCESS";
  return { ...named, ...amounts, transaction_id: charge.id, time_end: "2026-03-01 12:00:00", trade_state };
}

/** The answer to a refund query: about one refund, or the newest one. */
export function refundQueryFields(
  { merchant, id, currency, charges }: GatewayOrder,
  refundId: string,
): Fields {
  const all = charges.flatMap((charge) => charge.refunds.map((refund) => ({ charge, refund })));
  const found =
    all.find(({ refund }) => refund.id === refundId) ?? (refundId === "" ? all.at(-1) : undefined);
  const named = { memberid: merchant.id, orderid: id, currency, returncode: "00" };
  if (found === undefined) return { ...named, refund_status: "0" };
  const { charge, refund } = found;
  const refund_status = { requested: "2", succeeded: "1", failed: "3" }[refund.state];
  const amounts = { refund_orderid: refund.id, refund_amount: amountText(refund.minor, currency) };
  return { ...named, transaction_id: charge.id, ...amounts, refund_status, refund_message: "V0000:OK" };
}

export function sumOfRefunds({ refunds }: Charge): number {
  return refunds.reduce((sum, { state, minor }) => sum + (state === "failed" ? 0 : minor), 0);
}

export const fittingCharges = (order: GatewayOrder, cycle = 1) =>
  order.charges.filter((charge) => charge.cycle === cycle && charge.oddity === undefined);

/** Whether a wrong report of a charge counts, because the shop cannot know that it is wrong: it knows no first charge. */
export function mayCount({ order, oddity }: Charge): boolean {
  const [first] = order.charges;
  const isFirstKnown = first?.knownAt !== undefined && first.oddity === undefined;
  return !isFirstKnown && (oddity === "another subscription" || oddity === "used transaction");
}
