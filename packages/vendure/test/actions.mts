/** Everything that changes something at Vendure. docs/reference/actions.md prints the rows, and the tests walk them. */
interface VendureAction {
  readonly action: string;
  readonly caller: string;
  /** The permissions that the caller needs, all of them. The first ones are the plugin's. */
  readonly rights: readonly string[];
  readonly origin: string;
  readonly tenant: string;
  readonly limit: string;
}

/** A request of the staff API, about things that do not exist. */
interface StaffAction extends VendureAction {
  readonly path: string;
  readonly body: object;
}

/** A mutation of the Shop API without variables, about things that do not exist. */
interface BuyerAction extends VendureAction {
  readonly request: string;
}

const ownSite =
  "JSON from the shop's own host, from an origin in `apiOptions.cors.origin`, or without a cookie";
const staff = { caller: "staff", origin: ownSite } as const;
const buyer = { rights: [], origin: ownSite } as const;
const ownChannel = "the order's channel";
const view = "ReadPayIndexPayment";
const resolve = [view, "UpdatePayIndexPayment"];
const refund = ["RefundPayIndexPayment", "UpdateOrder"];
const dismissal = { action: "dismiss", note: "Asked." };
const recordedRefund = {
  action: "record-refund",
  note: "Asked.",
  refund: { amount: "1.00", reference: "R-1" },
};

export const staffActions: readonly StaffAction[] = [
  {
    ...staff,
    action: "POST review-items/resolve",
    path: "review-items/resolve",
    body: { ids: ["1"], ...dismissal },
    rights: resolve,
    tenant: "the channel of each order",
    limit: "1 to 100 review items",
  },
  {
    ...staff,
    action: "POST review-items/resolve with record-refund",
    path: "review-items/resolve",
    body: { ids: ["1"], ...recordedRefund },
    rights: [...resolve, ...refund],
    tenant: ownChannel,
    limit: "what is left to refund",
  },
  {
    ...staff,
    action: "POST attempts/resolve",
    path: "attempts/resolve",
    body: { attemptId: "1", ...dismissal },
    rights: resolve,
    tenant: ownChannel,
    limit: "one attempt",
  },
  {
    ...staff,
    action: "POST attempts/resolve with record-refund",
    path: "attempts/resolve",
    body: { attemptId: "1", ...recordedRefund },
    rights: [...resolve, ...refund],
    tenant: ownChannel,
    limit: "what is left to refund",
  },
  {
    ...staff,
    action: "POST attempts/query",
    path: "attempts/query",
    body: { ids: ["1"] },
    rights: resolve,
    tenant: "the channel whose merchant charges the attempt",
    limit: "1 to 100 attempts, and the limits of `operations.query`",
  },
  {
    ...staff,
    action: "POST attempts/refund",
    path: "attempts/refund",
    body: { attemptId: "1", amount: "1.00", reason: "Asked.", requestId: "1" },
    rights: [view, ...refund],
    tenant: ownChannel,
    limit: "what is left to refund, once for each request ID",
  },
  {
    ...staff,
    action: "POST attempts/cancel",
    path: "attempts/cancel",
    body: { attemptId: "1" },
    rights: [view, "CancelPayIndexSubscription"],
    tenant: ownChannel,
    limit: "one request to the gateway at a time",
  },
  {
    ...staff,
    action: "POST links/create",
    path: "links/create",
    body: { reference: "NONE", endsAt: "2030-01-01T00:00:00Z" },
    rights: resolve,
    tenant: ownChannel,
    limit: "one open link of the order",
  },
  ...["withdraw", "send"].map((word) => ({
    ...staff,
    action: `POST links/${word}`,
    path: `links/${word}`,
    body: { reference: "NONE", linkId: "1" },
    rights: resolve,
    tenant: ownChannel,
    limit: "one link",
  })),
];

export const buyerActions: readonly BuyerAction[] = [
  {
    ...buyer,
    action: "startPayIndexPayment",
    request: 'startPayIndexPayment(input: { method: "none" }) { __typename }',
    caller: "the session with the active order; the buyer of another order",
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
export const vendureOwnActions: readonly VendureAction[] = [
  {
    ...staff,
    action: "refundOrder of Vendure",
    rights: ["UpdateOrder"],
    origin: "Vendure's own rule: `apiOptions.csrfPrevention` and `apiOptions.cors`",
    tenant: "the channel of the request",
    limit: "what is left to refund",
  },
];
