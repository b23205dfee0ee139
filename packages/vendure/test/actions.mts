/** Everything that changes something at Vendure. docs/reference/actions.md prints the rows, and the tests walk them. */
interface VendureAction {
  readonly action: string;
  readonly api: "admin" | "shop";
  /** A request without variables, about things that do not exist. */
  readonly request: string;
  readonly caller: string;
  /** The permissions that the caller needs, all of them. The first ones are the plugin's. */
  readonly rights: readonly string[];
  readonly origin: string;
  readonly tenant: string;
  readonly limit: string;
}

const ownSite =
  "JSON from the shop's own host, from an origin in `apiOptions.cors.origin`, or without a cookie";
const staff = { api: "admin", caller: "staff", origin: ownSite } as const;
const buyer = { api: "shop", rights: [], origin: ownSite } as const;
const ownChannel = "the order's channel";
const bulkLimit = "1 to 100 review items";

export const vendureActions: readonly VendureAction[] = [
  {
    ...staff,
    action: "resolvePayIndexReviewItem",
    request:
      'resolvePayIndexReviewItem(input: { orderId: "1", attemptId: "1", action: DISMISS, note: "Asked." }) { state }',
    rights: ["UpdatePayIndexPayment"],
    tenant: ownChannel,
    limit: "one review item",
  },
  {
    ...staff,
    action: "resolvePayIndexReviewItem with RECORD_REFUND",
    request:
      'resolvePayIndexReviewItem(input: { orderId: "1", attemptId: "1", action: RECORD_REFUND, note: "Asked." }) { state }',
    rights: ["UpdatePayIndexPayment", "RefundPayIndexPayment", "UpdateOrder"],
    tenant: ownChannel,
    limit: "what is left to refund",
  },
  {
    ...staff,
    action: "retryPayIndexReviewItem",
    request: 'retryPayIndexReviewItem(orderId: "1", id: "1") { outcome }',
    rights: ["UpdatePayIndexPayment"],
    tenant: ownChannel,
    limit: "one review item",
  },
  {
    ...staff,
    action: "resolvePayIndexReviewItems",
    request: 'resolvePayIndexReviewItems(input: { ids: ["1"], action: DISMISS, note: "Asked." }) { id }',
    rights: ["UpdatePayIndexPayment"],
    tenant: "the channel of each order",
    limit: bulkLimit,
  },
  {
    ...staff,
    action: "retryPayIndexReviewItems",
    request: 'retryPayIndexReviewItems(ids: ["1"]) { id }',
    rights: ["UpdatePayIndexPayment"],
    tenant: "the channel of each order",
    limit: bulkLimit,
  },
  {
    ...staff,
    action: "queryPayIndexAttempts",
    request: 'queryPayIndexAttempts(attemptIds: ["1"]) { attemptId }',
    rights: ["UpdatePayIndexPayment"],
    tenant: "the channel whose merchant charges the attempt",
    limit: "1 to 100 attempts, and the limits of `operations.query`",
  },
  {
    ...staff,
    action: "cancelPayIndexSubscription",
    request: 'cancelPayIndexSubscription(orderId: "1", attemptId: "1") { outcome }',
    rights: ["CancelPayIndexSubscription"],
    tenant: ownChannel,
    limit: "one request to the gateway at a time",
  },
  {
    ...buyer,
    action: "startPayIndexPayment",
    request: 'startPayIndexPayment(input: { method: "none" }) { __typename }',
    caller: "the session with the active order",
    tenant: "the channel of the request",
    limit: "`attemptsPerHour` of the order",
  },
  {
    ...buyer,
    action: "cancelPayIndexSubscription",
    request: 'cancelPayIndexSubscription(orderCode: "NONE") { outcome }',
    caller: "the signed-in customer who placed the order; only with `buyersMayCancel`",
    tenant: "the channel of the request",
    limit: "one request to the gateway at a time",
  },
];

/** Vendure's own mutations in which the plugin acts. Vendure guards them. */
export const vendureOwnActions: readonly Omit<VendureAction, "request">[] = [
  {
    ...staff,
    action: "refundOrder of Vendure",
    rights: ["UpdateOrder"],
    origin: "Vendure's own rule: `apiOptions.csrfPrevention` and `apiOptions.cors`",
    tenant: "the channel of the request",
    limit: "what is left to refund",
  },
];
